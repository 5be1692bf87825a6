"""The machine's size ``L``, by which lengths are measured: an angle counts as the arc at that radius, a length as a part of it.

Steps, starts and tolerances are relative to it, so a machine in other units, or a hundred times as large, takes the same steps.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np

from kinloop.mechanism.kinds.elementary import METRE, RAD
from kinloop.model.dynamics.tree import Tree

Array = np.ndarray


def machine_size(tree: Tree) -> ca.SX:
    """The size ``L``, an expression of the parameters: declared, or the root mean square of the first group of lengths below that
    is not zero.

    The groups are the loop anchors' distances from their bodies' origins; the offsets of joints and tool, with the lengths of
    rods; the radii of pinions and the pitches of screws; the centres of mass; the start positions of slides. Without any length
    it is 1.
    """
    mechanism = tree.mechanism
    if mechanism.length_scale is not None:
        return tree.number(mechanism.length_scale)
    anchors = [tree.anchor(end).p for loop in mechanism.loops for end in (loop.a, loop.b)]
    rods = [tree.number(loop.length) for loop in mechanism.loops if loop.length is not None]
    offsets = [*(joint.p for joint in tree.joints), tree.frame("tool").p, *rods]
    centres = [body.moment / body.mass for body in tree.bodies if not body.mass.is_zero()]
    for lengths in (anchors, offsets, _pinions(tree), centres, _starts(tree)):
        squares = [ca.sumsqr(length) for length in lengths if not ca.sumsqr(length).is_zero()]
        if squares:
            size = ca.sqrt(sum(squares, ca.SX(0)) / len(squares))
            return ca.if_else(size > 0, size, 1)
    return ca.SX(1)


def _pinions(tree: Tree) -> list[ca.SX]:
    """The advance [m/rad] of screws, and of couplings between a slide and an angle."""
    slides = set(_slides(tree))
    found = [ca.SX(joint.motion.advance) for joint in tree.joints if joint.motion.turns]
    for coupling in tree.mechanism.couplings:
        ratio = tree.number(coupling.ratio)
        if (coupling.coordinate in slides) != (coupling.of in slides) and not ratio.is_zero():
            found.append(ratio if coupling.coordinate in slides else 1 / ratio)
    return found


def _starts(tree: Tree) -> list[ca.SX]:
    start = tree.mechanism.start
    return [tree.number(start[name]) for name in _slides(tree) if name in start]


def _slides(tree: Tree) -> list[str]:
    places = np.flatnonzero(is_length(tree))
    return [tree.mechanism.coordinates[k] for k in places]


def is_length(tree: Tree) -> Array:
    """Which coordinates are lengths."""
    lengths = np.zeros(tree.nq, dtype=bool)
    for joint in tree.joints:
        lengths[joint.q] = [unit == METRE for unit in joint.motion.units]
    return lengths


def turning_rates(tree: Tree) -> Array:
    """Which rates are angular."""
    turns = np.zeros(tree.nv, dtype=bool)
    for joint in tree.joints:
        turns[joint.v] = [unit == RAD for unit in joint.motion.rate_units]
    return turns


def units(measured: Sequence[bool] | Array, size: ca.SX) -> ca.SX:
    """``L`` for each number that is measured by it and 1 for each other, as a column."""
    return ca.vertcat(ca.SX.zeros(0), *(size if is_measured else ca.SX(1) for is_measured in measured))
