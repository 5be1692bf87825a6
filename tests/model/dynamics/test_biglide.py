"""The Biglide's forward dynamics, also at a Type 2 singularity. tests/documents has the models of the reports.

Equation numbers are those of [DemuttiRosi2020]. Lagrange's equations in ``(x, y, q1, q2)`` with
its constraints (2.5) and their multipliers are a 6 by 6 system that stays regular where the report's own on the active joints
ends.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import SingularConfiguration

Array = np.ndarray
# Both sides are a few dozen operations on numbers of order one.
TIGHT = 1e-12
MODES = [(1, -1), (-1, 1), (1, 1), (-1, -1)]


@pytest.fixture(scope="module")
def robot() -> kl.Robot:
    return kl.load("biglide")


@dataclass(frozen=True)
class ClosedForm:
    """One state of the Biglide: ``x``, ``xd`` and the working mode decide everything."""

    x: Array
    xd: Array
    mode: tuple[int, int]
    d: float = 0.4
    l: float = 0.3606
    m_p: float = 3.0
    m_f: float = 1.0
    m_1: float = 0.0
    m_2: float = 0.0

    @property
    def q_active(self) -> Array:  # (2.6), (2.7)
        x, y = self.x
        return np.array([y + g * np.sqrt(self.l**2 - (x + s * self.d / 2) ** 2) for g, s in zip(self.mode, (1, -1), strict=True)])

    @property
    def phi(self) -> Array:  # (2.8), (2.9)
        x, y = self.x
        return np.arctan2(y - self.q_active, [x + self.d / 2, x - self.d / 2])

    @property
    def q(self) -> Array:
        return np.concatenate([self.q_active, self.phi])

    @property
    def A(self) -> Array:  # (2.13): the legs' directions
        return np.stack([np.cos(self.phi), np.sin(self.phi)], axis=-1)

    @property
    def B(self) -> Array:
        return -np.diag(np.sin(self.phi))

    @property
    def across(self) -> Array:
        """``J_t`` of (2.16): the legs' directions turned by a right angle."""
        return np.stack([-np.sin(self.phi), np.cos(self.phi)], axis=-1)

    @property
    def qd_active(self) -> Array:  # (2.13), which holds at Type 2 too
        return -np.linalg.solve(self.B, self.A @ self.xd)

    @property
    def phid(self) -> Array:  # (2.17) with cos(phi2) in J_ta
        return (self.across @ self.xd - np.cos(self.phi) * self.qd_active) / self.l

    @property
    def qd(self) -> Array:
        return np.concatenate([self.qd_active, self.phid])

    @property
    def b_c(self) -> Array:  # (2.20)
        return self.l * self.phid**2

    @property
    def J(self) -> Array:  # (2.14)
        return -np.linalg.solve(self.A, self.B)

    def phidd(self, xdd: Array, qdd_active: Array) -> Array:  # (2.24)
        return (self.across @ xdd - np.cos(self.phi) * qdd_active) / self.l

    @property
    def M(self) -> Array:  # (2.35)
        return self.m_f * np.eye(2) + self.m_p * self.J.T @ self.J

    @property
    def c(self) -> Array:
        """(2.35) with a minus: the centripetal term enters (2.21) with one."""
        return -self.m_p * self.J.T @ np.linalg.solve(self.A, self.b_c)

    def forward(self, tau: Array) -> tuple[Array, Array, Array]:
        r"""``xdd``, ``qdd_active`` and the multipliers of (2.5), from Lagrange's equations in ``(x, y, q1, q2)``.

        A uniform rod between A, which moves with :math:`\dot q\,y_0`, and C has the kinetic energy
        :math:`\frac m6 (v_A^2 + v_A \cdot v_C + v_C^2)`, so the inertia is constant and nothing depends on the rates but the
        constraints. Those are (2.5) over ``2 l``: their multipliers are the forces along the rods.
        """
        W = np.diag([self.m_p, self.m_p, self.m_f, self.m_f])
        for i, m in enumerate((self.m_1, self.m_2)):
            W += m / 6 * np.diag([2.0, 2.0, 0.0, 0.0])
            W[2 + i, 2 + i] += m / 3
            W[1, 2 + i] += m / 6
            W[2 + i, 1] += m / 6
        G = np.hstack([self.A, self.B])
        relative = np.stack([np.full(2, self.xd[0]), self.xd[1] - self.qd_active])
        matrix = np.block([[W, -G.T], [G, np.zeros((2, 2))]])
        solution = np.linalg.solve(matrix, np.concatenate([[0, 0], tau, -np.sum(relative**2, axis=0) / self.l]))
        return solution[:2], solution[2:4], solution[4:]


def states(count: int, **parameters: float) -> list[ClosedForm]:
    """Seeded states in all four working modes, none within 2 cm of x = 0 or of the workspace's border."""
    random = np.random.default_rng(0)
    forms = []
    for k in range(count):
        x = random.choice([-1, 1]) * random.uniform(0.02, 0.14)
        xy = np.array([x, random.uniform(0, 1)])
        forms.append(ClosedForm(xy, random.uniform(-0.5, 0.5, 2), MODES[k % 4], **parameters))
    return forms


def near(actual: Array, expected: Array, tolerance: float = TIGHT) -> bool:
    return bool(np.abs(actual - expected).max() <= tolerance * max(1.0, np.abs(expected).max()))


@pytest.mark.parametrize("rod_masses", [(0.0, 0.0), (0.5, 0.5), (0.5, 0.2)])
def test_forward_dynamics_matches_lagrange(robot: kl.Robot, rod_masses: tuple[float, float]) -> None:
    random = np.random.default_rng(3)
    m_1, m_2 = rod_masses
    machine = robot.with_parameters(m_1=m_1, m_2=m_2)
    for form in states(40, m_1=m_1, m_2=m_2):
        check_forward(machine, form, random.uniform(-3, 3, 2))


@pytest.mark.parametrize("mode", [(1, -1), (-1, 1)])
@pytest.mark.parametrize("rod_masses", [(0.0, 0.0), (0.5, 0.5), (0.5, 0.2)])
def test_forward_dynamics_at_type_2_matches_lagrange(
    robot: kl.Robot, mode: tuple[int, int], rod_masses: tuple[float, float]
) -> None:
    """Where ``det A = sin(phi2 - phi1) = 0``: at x = 0 the rods of a mode with g1 = -g2 are one straight line.

    Also 1e-3, 1e-6, ... on both sides of it, where an elimination onto the active joints loses its digits one by one.
    """
    random = np.random.default_rng(4)
    m_1, m_2 = rod_masses
    machine = robot.with_parameters(m_1=m_1, m_2=m_2)
    for x in (0.0, *(sign * 10.0**-k for k in (3, 6, 9, 12, 15) for sign in (1, -1))):
        form = ClosedForm(np.array([x, 0.4]), random.uniform(-0.5, 0.5, 2), mode, m_1=m_1, m_2=m_2)
        assert abs(np.linalg.det(form.A)) < 10 * abs(x) + 1e-15
        check_forward(machine, form, random.uniform(-3, 3, 2))


def check_forward(machine: kl.Robot, form: ClosedForm, tau: Array) -> None:
    result = machine.forward_dynamics(form.q, form.qd, tau)
    xdd, qdd_active, force = form.forward(tau)
    assert near(result.qdd_active, qdd_active)
    assert near(result.qdd[2:], form.phidd(xdd, qdd_active))
    assert result.margin > 1e-3
    if form.m_2 == 0:
        # What the loop's pin does to rod 2 is opposed to what a massless rod 2 does to the platform, along the rod.
        assert near(result.loop_force, -force[1] * form.A[1])


def test_the_closed_form_with_massless_rods_is_the_reports(robot: kl.Robot) -> None:
    """The two derivations of this file agree, so each test above stands on both."""
    tau = np.array([1.0, -2.0])
    for form in states(20):
        assert near(form.forward(tau)[1], np.linalg.solve(form.M, tau - form.c), 1e-11)


@pytest.mark.parametrize("mode", [(1, -1), (-1, 1)])
def test_inverse_dynamics_at_type_2_says_that_it_has_no_answer(robot: kl.Robot, mode: tuple[int, int]) -> None:
    form = ClosedForm(np.array([0.0, 0.4]), np.array([0.1, 0.2]), mode)
    with pytest.raises(SingularConfiguration, match="biglide"):
        robot.inverse_dynamics(form.q, form.qd, np.zeros(2))
    batch = robot.inverse_dynamics(np.stack([form.q, robot.start]), np.zeros(4), np.zeros(2))
    assert not np.isfinite(batch[0]).any()
    assert np.isfinite(batch[1]).all()
