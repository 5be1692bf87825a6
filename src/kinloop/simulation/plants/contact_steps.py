r"""How many integration steps a period needs where the machine touches surfaces.

A point of effective mass ``m`` on a surface swings with :math:`\sqrt{k/m}` and its speed decays with :math:`c/m`. The lightest
mass over all directions, :math:`1 / \lambda_{max}(J \bar M^{-1} J^T)` with the loops closed, at some configurations, bounds both.
Friction that is smoothed over the speed :math:`v_s` acts as the damping :math:`\mu F_n / v_s`; the normal force is not known
before the run, so ten times the weight of the effective mass is assumed, and a run in which it is much larger warns.
"""

from __future__ import annotations

import warnings
from math import ceil

import numpy as np

from kinloop.errors import KinloopWarning, UnsupportedOperation
from kinloop.mechanism.expressions.expression import evaluate
from kinloop.mechanism.parts.surface import Surface
from kinloop.model.evaluate import evaluate as evaluate_formula
from kinloop.model.robot import Robot

Array = np.ndarray
# A step turns the swing by at most this angle [rad], and decays a speed by at most this exponent: the classical Runge-Kutta
# method, stable up to 2.8 of either, is then accurate to about 1e-5 of the speed in a contact that lasts. A touch within a step
# costs more: a bounce is off by at most 0.22 % of the speed of approach, and by 2 % if damping makes the force jump.
SWING, DECAY = 0.2, 0.5
ASSUMED = 10 * 9.81  # the assumed normal force in units of the effective mass [m/s^2]
UNSTABLE = 2.5  # an exponent of friction's decay in a step with which a run warns
MOST = 2000  # steps in a period
CONFIGURATIONS = 8


def contact_steps(machine: Robot, period: float) -> int:
    """The steps of a period; 1 where the machine touches nothing. Raises: UnsupportedOperation: more than can be."""
    if not machine.mechanism.surfaces:
        return 1
    values = {name: float(np.max(value)) for name, value in machine.parameters.items()}
    most = 1.0
    for surface in machine.mechanism.surfaces:
        stiffness, damping = (float(evaluate(getattr(surface, key), values)) for key in ("stiffness", "damping"))
        if not stiffness and not damping:
            continue
        mobility = _largest_mobility(machine, surface.frame)
        rate = damping * mobility + _friction_rate(surface, values, ASSUMED)
        most = max(most, period * np.sqrt(stiffness * mobility) / SWING, period * rate / DECAY)
    if most > MOST:
        raise UnsupportedOperation(
            f"{machine.mechanism.name}: a period of {period:g} s would need {most:.3g} integration steps on its surfaces, and "
            f"at most {MOST} are chosen; expected less stiff or less damped surfaces, a shorter period, or substeps="
        )
    return ceil(most - 1e-9)


def _friction_rate(surface: Surface, values: dict[str, float], force: float) -> float:
    """The rate [1/s] with which friction stops a unit mass that a normal force [N] presses on a surface."""
    friction, speed = (float(evaluate(getattr(surface, key), values)) for key in ("friction", "speed"))
    return friction * force / speed if friction else 0.0


def warn_of_stiff_friction(machine: Robot, step: float, force: float) -> None:
    """Warn where a normal force [N] that occurred makes friction too stiff for the step [s] of the integrator.

    Warns: KinloopWarning: with the surface, and what to change.
    """
    values = {name: float(np.max(value)) for name, value in machine.parameters.items()}
    for surface in machine.mechanism.surfaces:
        decay = step * _friction_rate(surface, values, force) * _largest_mobility(machine, surface.frame)
        if decay > UNSTABLE:
            warnings.warn(
                f"simulate: with a contact force of {force:.3g} N friction on {surface.name!r}, smoothed over "
                f"{float(evaluate(surface.speed, values)):g} m/s, is too stiff for steps of {step:g} s; expected at least "
                f"{ceil(decay / DECAY)} times as many (substeps=), or a larger speed of the surface",
                KinloopWarning,
                stacklevel=4,
            )


def _largest_mobility(machine: Robot, frame: str) -> float:
    """The largest acceleration [1/kg] of a frame's origin for a unit force, over all directions and some configurations."""
    formulas = machine.models.formulas
    q = np.array([machine.start, *formulas.model.assembled.configurations][:CONFIGURATIONS])
    qd, tau = np.zeros((len(q), len(machine.mechanism.rates))), np.zeros((len(q), machine.n_active))
    jacobian = np.asarray(formulas.kernel("jacobian", frame)(q, *machine.models.parameter_inputs))[:, :3]
    columns = []
    for force in (np.zeros(6), *np.eye(6)[:3]):
        given = {f"wrench_{frame}": np.tile(force, (len(q), 1))}
        columns.append(evaluate_formula(machine, "forward_dynamics", (frame,), q=q, qd=qd, tau=tau, **given)["qdd"])
    response = np.stack([each - columns[0] for each in columns[1:]], axis=-1)
    mobility = jacobian @ response
    known = np.isfinite(mobility).all(axis=(-2, -1))
    if not known.any():
        return 0.0
    return float(np.linalg.norm(mobility[known], 2, axis=(-2, -1)).max())
