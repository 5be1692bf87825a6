"""The difference of two configurations as rates in unit time, on symbols."""

from __future__ import annotations

import casadi as ca

from kinloop.mechanism.parts.parts import Mechanism
from kinloop.numerics import algebra


def joint_difference(mechanism: Mechanism, want: ca.SX, have: ca.SX) -> ca.SX:
    """``want - have`` to first order, as rates in unit time: of a quaternion the turn in the child's axes."""
    parts, place = [], 0
    for joint in mechanism.ordered_joints:
        count = len(joint.coordinates)
        to, at = want[place : place + count], have[place : place + count]
        place += count
        extra = count - len(joint.rates)  # 1 where the joint has a quaternion, which is then the last of its coordinates
        if extra:
            turn = algebra.quaternion_product(ca.vertcat(at[-4], -at[-3:]), to[-4:])
            parts += [to[:-4] - at[:-4], 2 * ca.if_else(turn[0] < 0, -1, 1) * turn[1:4]]
        else:
            parts.append(to - at)
    return ca.vertcat(*parts)
