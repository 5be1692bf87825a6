"""A start posture where the description's own does not exist: its expressions have no value for the lengths that were given."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from kinloop.errors import DescriptionError, ExpressionError, KinloopWarning, listing
from kinloop.mechanism.expressions.expression import resolve
from kinloop.model.dynamics.loop_closure import assemble_machine

if TYPE_CHECKING:
    from kinloop.model.robot import Robot


def start_elsewhere(robot: Robot, fault: ExpressionError) -> np.ndarray:
    """An assembled posture near the start of the described lengths, with a warning.

    Args: the robot, with single values of its parameters, and why its start has none.
    Raises: DescriptionError: the loops do not close there either.
    """
    name = robot.mechanism.name
    given = listing(f"{key} = {value:g}" for key, value in robot._overrides.items())
    described = robot._described.start(resolve(robot.mechanism.parameters))
    try:
        q = assemble_machine(robot._derived.model.open, np.ravel(robot._p), described).postures[0]
    except DescriptionError:
        gap = float(np.max(np.abs(robot.closure(described)), initial=0.0))
        raise DescriptionError(
            f"{name}: its start does not exist for {given}: {fault}. Nor do the loops close near the start of the described "
            f"lengths, where the largest gap is {gap:.3g} (m or rad); check the lengths, or describe another [start]"
        ) from None
    posture = listing(f"{key} = {value:.4g}" for key, value in zip(robot.mechanism.coordinates, q, strict=True))
    warnings.warn(
        f"{name}: its start does not exist for {given}: {fault}. It starts near the start of the described lengths instead, "
        f"at {posture}",
        KinloopWarning,
        stacklevel=4,
    )
    return q
