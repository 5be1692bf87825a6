"""The numbers of [Aissani2021], and those that it leaves open, in one place. What it does not print is marked *ours*."""

from __future__ import annotations

from functools import cache

import numpy as np

from kinloop.model.robot import Robot, load
from kinloop.trajectory.pause import Pause
from kinloop.trajectory.polynomials.quintic import Quintic
from kinloop.trajectory.sequence import Sequence

Array = np.ndarray

# The single joint, (5.13); the unit of beta is printed as N.s/m
m, l_g, I, beta, g = 0.25, 0.125, 0.00135, 0.01, 9.81
M = m * l_g**2 + I
WEIGHT = m * g * l_g  # N m, with the link level
STEP = float(np.deg2rad(60))
TARGET = Quintic([STEP], [STEP], 1.0, space="active")  # the reference is there from the beginning

# Sections 5.2.1 to 5.2.3 print two gain sets and several integral gains in figures only: ours
KP, CRITICAL, UNDERDAMPED = 1.0, float(2 * np.sqrt(M) - beta), 0.03
INTEGRAL = (0.5, 1.0, 2.0, 5.0)

# Section 5.3: gains printed, the motion ours; (5.33)
KP_TORQUE, KV_TORQUE = 10.0, float(2 * np.sqrt(10.0))
ROUGH = {"m": 1.0, "l_g": 0.1, "I": 0.009, "beta": 0.1}
MOTION = Sequence(
    [
        Quintic([0.0], [STEP], 2.0, space="active"),
        Pause([STEP], 1.0, space="active"),
        Quintic([STEP], [-STEP / 2], 2.0, space="active"),
        Pause([-STEP / 2], 1.0, space="active"),
    ]
)

# Chapter 6: gains (6.1) in the order d4, theta1, theta2, theta3; lengths, masses and the motion are ours, in the library's file
SCARA_KP, SCARA_KD = np.array([100.0, 50.0, 0.5, 0.05]), np.array([50.0, 0.1, 0.2, 0.01])
SCARA_PATH = Quintic([0.4, 0.1, 0.05, 0.0], [0.2, 0.3, 0.15, np.pi / 2], 5.0)
SCARA_MASS = 0.5 + 0.25 + 0.25 + 0.1

OPEN_NUMBERS = "The thesis prints neither masses nor lengths of its arms; those of kinloop's library were used."


@cache
def single_joint(gravity: bool = True, phi: float = 0.0) -> Robot:
    """The joint of sections 4.2 and 5.2 in a vertical or a horizontal plane; ``phi`` is the angle to its centre of mass."""
    return load("one_joint").with_parameters(g=g if gravity else 0.0, phi_g=phi)


@cache
def scara(gravity: bool = True) -> Robot:
    """The PRRR SCARA of chapter 6."""
    return load("scara_prrr").with_parameters(g=g if gravity else 0.0)


@cache
def scara_start() -> Array:
    """The configuration at the beginning of the motion of chapter 6, elbow down."""
    q: Array = scara().inverse_geometry(SCARA_PATH(0.0).x, mode=(1,)).q
    return q
