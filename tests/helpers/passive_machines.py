"""Descriptions of machines without actuators."""

from __future__ import annotations

DOUBLE_PENDULUM = """
name = "double_pendulum"
gravity = [0, "-g", 0]
task = ["x", "y"]
[parameters]
m = 1.5
l = 0.5
g = 9.81
[links.upper]
mass = "m"
com = ["l", 0, 0]
[links.lower]
mass = "m"
com = ["l", 0, 0]
[joints.a]
kind = "revolute"
parent = "base"
child = "upper"
actuated = false
[joints.b]
kind = "revolute"
parent = "upper"
child = "lower"
origin = { xyz = ["l", 0, 0] }
actuated = false
[tool]
link = "lower"
origin = { xyz = ["l", 0, 0] }
[start]
a = -1.0
b = 0.3
rates = { b = 2.0 }
"""

FOUR_BAR = """
name = "four_bar_driven_by_nothing"
gravity = [0, -9.81, 0]
task = ["x"]
[parameters]
m = 1.0
[links.crank]
mass = "m"
com = [0.1, 0, 0]
inertia = [0, 0.003, 0.003, 0, 0, 0]
[links.coupler]
mass = "m"
com = [0.2, 0, 0]
inertia = [0, 0.012, 0.012, 0, 0, 0]
[links.rocker]
mass = "m"
com = [0.15, 0, 0]
inertia = [0, 0.007, 0.007, 0, 0, 0]
[joints.crank]
kind = "revolute"
parent = "base"
child = "crank"
actuated = false
[joints.coupler]
kind = "revolute"
parent = "crank"
child = "coupler"
origin = { xyz = [0.2, 0, 0] }
actuated = false
[joints.rocker]
kind = "revolute"
parent = "base"
child = "rocker"
origin = { xyz = [0.45, 0, 0] }
actuated = false
[loops.pin]
kind = "pin"
a = { link = "coupler", origin = { xyz = [0.4, 0, 0] } }
b = { link = "rocker", origin = { xyz = [0.3, 0, 0] } }
[tool]
link = "coupler"
origin = { xyz = [0.2, 0, 0] }
[start]
crank = 0.94
coupler = -0.6
rocker = 1.42
rates = { crank = 2.0 }
"""

BALL = """
name = "ball_on_a_stick"
task = ["x", "y", "z"]
[links.ball]
mass = 1.0
com = [0, 0, -0.4]
inertia = [0.1, 0.1, 0.02, 0, 0, 0]
[joints.s]
kind = "spherical"
parent = "base"
child = "ball"
[tool]
link = "ball"
origin = { xyz = [0, 0, -0.4] }
"""
