"""How is a machine described, and what does kinloop say of a description with mistakes?"""

from pathlib import Path

import kinloop as kl

# Two cranks on the ground, a rod on each, the rods' ends pinned together. The rods are joints of a tree; the loop closes it.
TEXT = """
name = "my_five_bar"
gravity = [0, 0, -9.81]
task = ["x", "y"]

[parameters]
d = { value = 0.12, unit = "m", meaning = "distance between the cranks' axes" }
l1 = { value = 0.09, unit = "m", meaning = "length of each crank" }
l2 = { value = 0.10, unit = "m", meaning = "length of each rod" }
"""
SIDE = """
[links.crank{k}]
mass = 0.1
com = ["l1/2", 0, 0]
inertia = [0, "0.1*l1^2/12", "0.1*l1^2/12", 0, 0, 0]
[links.rod{k}]
mass = 0.05
com = ["l2/2", 0, 0]
inertia = [0, "0.05*l2^2/12", "0.05*l2^2/12", 0, 0, 0]
[joints.theta{k}]
kind = "revolute"
parent = "base"
child = "crank{k}"
origin = {{ xyz = ["{sign}d/2", 0, 0] }}
[joints.psi{k}]
kind = "revolute"
parent = "crank{k}"
child = "rod{k}"
origin = {{ xyz = ["l1", 0, 0] }}
actuated = false
"""
END = """
[loops.tip]
kind = "pin"
a = { link = "rod1", origin = { xyz = ["l2", 0, 0] } }
b = { link = "rod2", origin = { xyz = ["l2", 0, 0] } }
[tool]
link = "rod1"
origin = { xyz = ["l2", 0, 0] }
[start]
theta1 = "100 deg"
theta2 = "80 deg"
psi1 = "-60 deg"
psi2 = "60 deg"
"""
text = TEXT + SIDE.format(k=1, sign="-") + SIDE.format(k=2, sign="") + END
path = Path("my_five_bar.toml")

path.write_text(text.replace('kind = "pin"', 'kind = "pinn"').replace("mass = 0.05", 'mass = "m2"'), encoding="utf-8")
print(kl.check(path), "\n")  # every mistake, with its line

path.write_text(text, encoding="utf-8")
print(kl.check(path), "\n")

robot = kl.load(path)
print("active:", robot.active, " passive:", robot.passive)
for configuration in robot.configurations(x=[0.0, 0.14]):
    print("  ", configuration.q.round(4))
print("with longer rods the same code gives", len(robot.with_parameters(l2=0.12).configurations(x=[0.0, 0.14])), "configurations")
