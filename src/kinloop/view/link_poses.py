"""The poses of all links of a robot, of many configurations at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from kinloop.errors import NotFinite, ShapeError
from kinloop.model.robot import Robot

Array = np.ndarray


def link_poses(robot: Robot, q: Array) -> dict[str, tuple[Array, Array]]:
    """Axes (k, 3, 3) and origins (k, 3) of every link in the world, at configurations (k, nq).

    CasADi evaluates them, since a drawing is not worth compiling.
    """
    import casadi as ca

    from kinloop.model.dynamics.tree_dynamics import TreeModel

    model = TreeModel(robot.models.formulas.tree)
    places = {name: model.placement(frame) for name, frame in model.tree.links.items()}
    rows = ca.vertcat(*(part for place in places.values() for part in (place.p, ca.vec(place.R.T))))
    function = ca.Function("poses", [model.q, model.parameters], [rows])
    parameters = robot.models.parameter_inputs[0] if robot.models.parameter_inputs else np.zeros(0)
    numbers = function.map(len(q))(q.T, np.tile(parameters[:, None], (1, len(q)))).full().T.reshape(len(q), len(places), 12)
    return {name: (numbers[:, k, 3:].reshape(-1, 3, 3), numbers[:, k, :3]) for k, name in enumerate(places)}


def as_configurations(robot: Robot, q: Any, what: str) -> Array:
    """One configuration (nq,) or several (k, nq) as an array (k, nq); the start configuration where none is given.

    Raises: ShapeError: another shape, or a robot with arrays of parameters. NotFinite: the first number that is not finite.
    """
    from kinloop.model.array_arguments import numbers

    name = robot.mechanism.name
    if robot.models.is_batch:
        raise ShapeError(f"{name}.{what}: a robot with arrays of parameters is many machines; draw one of them")
    given = np.array(robot.start) if q is None else numbers(q, f"{name}.{what}: q")
    names = robot.mechanism.coordinates
    if given.ndim not in (1, 2) or given.shape[-1] != len(names) or not given.shape[0]:
        raise ShapeError(f"{name}.{what}: q has shape {given.shape}, expected ({len(names)},) or (k, {len(names)})")
    rows = np.atleast_2d(given)
    if not np.isfinite(rows).all():
        row, column = (int(k[0]) for k in np.nonzero(~np.isfinite(rows)))
        raise NotFinite(f"{name}.{what}: {names[column]} is {rows[row, column]}, expected a finite number")
    return rows
