r"""Stops at the joints' limits: impacts, and rest on a stop until the joint pulls away.

An impulse acts along the joint, on the machine with its loops closed. With :math:`P` the inverse inertia restricted to the
loops and restitution :math:`e`,

.. math:: \dot q^+ = \dot q^- - (1 + e)\,\dot q_i\,\frac{P e_i}{e_i^T P e_i}, \qquad
          \Delta T = -\tfrac{1 - e^2}{2}\,\frac{\dot q_i^2}{e_i^T P e_i} .

Several stops at once, and rest, are a linear complementarity: with the rates :math:`u` away from the stops,
:math:`A p + (1 + e) u \ge 0 \perp p \ge 0`, and with accelerations and forces in place of rates and impulses for what rests. The
motion is unique where the stops are redundant too; how they share the force is not.

References: [Moreau1988] J. J. Moreau, *Unilateral contact and dry friction in finite freedom dynamics*.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kinloop.model.dynamics.tree import coordinate_places
from kinloop.model.robot import Robot

Array = np.ndarray
# A joint nearer to its stop than this [rad, or part of the machine's size; of the limit where that is larger] touches it.
TOUCHES = 1e-11
# Rates [rad/s, or parts of the machine's size a second] below this are at rest on a stop; higher hops than the other [rad, or
# parts of the machine's size] are bounces.
AT_REST, HOP = 1e-12, 1e-12
# Eigenvalues below this share of the largest: impulses that move no stop.
RIGID = 1e-12


@dataclass(frozen=True, eq=False)
class Stops:
    """The limits of a robot's joints, lower and upper, as arrays over the stops.

    ``side`` is 1 for a lower and -1 for an upper limit, so that ``side * (q - bound)`` is the way left to the stop.
    """

    names: tuple[str, ...]
    coordinate: Array
    rate: Array
    side: Array
    bound: Array
    unit: Array  # the machine's size where the coordinate is a length
    touches: Array
    robot: Robot

    @staticmethod
    def of(robot: Robot) -> Stops:
        """The stops of a robot's joints."""
        mechanism = robot.mechanism
        kinds, places = robot.models.geometry.space.kinds, coordinate_places(mechanism)
        lower, upper = robot.models.geometry.limits
        names: list[str] = []
        places_of: list[tuple[int, int]] = []
        sides: list[tuple[float, float]] = []
        for joint in mechanism.ordered_joints:
            iq, iv = places[joint.name]
            for k, name in enumerate(joint.coordinates):
                if kinds[iq + k] == "quaternion":  # four numbers of a rotation have no limits
                    continue
                unit = "rad" if kinds[iq + k] == "angle" else "m"
                for side, bounds, word in ((1.0, lower, "lower"), (-1.0, upper, "upper")):
                    if np.isfinite(bounds[iq + k]):
                        bound = float(bounds[iq + k])
                        names.append(f"{name}'s {word} limit, {bound:.6g} {unit}")
                        places_of.append((iq + k, iv + k))
                        sides.append((side, bound))
        coordinate, rate = np.array(places_of, int).reshape(-1, 2).T
        directions, values = np.array(sides, float).reshape(-1, 2).T
        unit = robot.models.geometry.units[coordinate]
        touches = TOUCHES * np.maximum(unit, np.abs(values))
        return Stops(tuple(names), coordinate, rate, directions, values, unit, touches, robot)

    def gap(self, q: Array) -> Array:
        """The way left to each stop, (..., stops)."""
        return self.side * (q[..., self.coordinate] - self.bound)

    def speed(self, qd: Array) -> Array:
        """The rate away from each stop, (..., stops); the same for accelerations."""
        return self.side * qd[..., self.rate]

    def within_reach(self, q: Array, travel: Array) -> Array:
        """Stops that positions within ``travel`` of ``q`` may meet."""
        return np.flatnonzero(self.gap(q) <= travel[self.coordinate])

    # ---------------------------------------------------------------- mechanics

    def response(self, q: Array, which: Array) -> tuple[Array, Array, Array]:
        """What a unit impulse on each of some stops does: to all rates (n, nv), to the loops (n, rows), and to the rates away
        from these stops (n, n)."""
        units = np.zeros((len(which), len(self.robot.mechanism.rates)))
        units[np.arange(len(which)), self.rate[which]] = self.side[which]
        kernel = self.robot.models.kernel("impulse_response").ufunc
        result = kernel(q, units, *self.robot.models.parameter_inputs)
        rates, loops = result if isinstance(result, tuple) else (result, np.zeros((len(which), 0)))
        return rates, loops, rates[:, self.rate[which]] * self.side[which]

    def impact(self, q: Array, qd: Array, which: Array, restitution: Array) -> Array:
        """The rates after an impact on the stops ``which``, with a restitution each."""
        rates, _, A = self.response(q, which)
        return np.asarray(qd + complementary(A, (1 + restitution) * self.speed(qd)[which]) @ rates)

    def without_speed(self, q: Array, qd: Array, which: Array) -> Array:
        """The rates without those along some stops, which are rounding."""
        rates, _, A = self.response(q, which)
        return np.asarray(qd - least_impulses(A, self.speed(qd)[which]) @ rates)

    def resting_forces(self, q: Array, qdd: Array, which: Array) -> Array:
        """The forces of the stops in contact, zero for those that the joint leaves; ``qdd`` is without them."""
        _, _, A = self.response(q, which)
        return complementary(A, self.speed(qdd)[which])

    def holding(self, q: Array, qdd: Array, which: Array) -> tuple[Array, Array, Array]:
        """Accelerations with all these stops holding, their forces (negative where one would have to pull), and what they add to
        the loop forces."""
        rates, loops, A = self.response(q, which)
        push = -self.speed(qdd)[which]
        force = push / A[0] if len(which) == 1 and A[0, 0] > 0 else least_impulses(A, push)
        return qdd + force @ rates, force, force @ loops


def least_impulses(A: Array, b: Array, rigid: float = RIGID) -> Array:
    """The least solution of ``A p = b``, each stop by what an impulse on it does: a slide's and an angle's have other units."""
    d = _own_units(A)
    columns = d[:, None] if b.ndim > 1 else d
    return np.asarray(columns * np.linalg.lstsq(d[:, None] * A * d, columns * b, rcond=rigid)[0])


def _own_units(A: Array) -> Array:
    own = np.diag(A)
    return 1 / np.sqrt(np.where(own > 0, own, 1.0))


def complementary(A: Array, w: Array) -> Array:
    r""":math:`p \ge 0` with :math:`A p + w \ge 0` and :math:`p^T (A p + w) = 0`, for ``A`` symmetric and nowhere negative.

    It is the least of :math:`p^T A p / 2 + w^T p`, by non-negative least squares; what is pressed is then solved to rounding.
    """
    if len(w) == 1:
        return np.maximum(0.0, -w / A[0]) if A[0, 0] > 0 else np.zeros(1)
    from scipy.optimize import nnls

    d = _own_units(A)
    A, w = d[:, None] * A * d, d * w
    sizes, axes = np.linalg.eigh((A + A.T) / 2)
    stiff = sizes > RIGID * sizes[-1]
    if not stiff.any():
        return np.zeros(len(w))
    B = np.sqrt(sizes[stiff])[:, None] * axes[:, stiff].T
    p = nnls(B, -(axes[:, stiff].T @ w) / np.sqrt(sizes[stiff]))[0]
    pressed = np.flatnonzero(p > 0)
    exact = np.linalg.lstsq(A[np.ix_(pressed, pressed)], -w[pressed], rcond=RIGID)[0]
    if np.all(exact >= 0):
        p[pressed] = exact
    return np.asarray(d * p)
