"""Machines with more, and with fewer, actuators than degrees of freedom."""

from __future__ import annotations

from functools import cache

from machines import robot_named

import kinloop as kl


@cache
def overdriven_five_bar() -> kl.Robot:
    """The five-bar of the library with an actuator at one of its elbows too: three for two degrees of freedom."""
    mechanism = robot_named("five_bar").mechanism
    joints = [joint.model_copy(update={"actuated": True}) if joint.name == "psi1" else joint for joint in mechanism.joints]
    changes = {"name": "overdriven_five_bar", "joints": tuple(joints), "motion": None}
    return kl.load(mechanism.model_copy(update={**changes, "forward_geometry": None, "inverse_geometry": None}))


@cache
def pendubot() -> kl.Robot:
    """The two-link arm of the library without the actuator of its elbow."""
    mechanism = robot_named("two_r").mechanism
    joints = [joint.model_copy(update={"actuated": joint.name == "theta1"}) for joint in mechanism.joints]
    changes = {"name": "pendubot", "joints": tuple(joints), "motion": None}
    return kl.load(mechanism.model_copy(update={**changes, "forward_geometry": None, "inverse_geometry": None}))
