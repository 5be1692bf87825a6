"""Lines 34 and 35 of the checklist: PD control of a single joint, without and with gravity.

The thesis's formulas are of continuous time. A sampled run differs from them by a power series in its period, so limits are
compared, extrapolated from some periods.
"""

from __future__ import annotations

import numpy as np

from kinloop.control.design.joint_design import joint_design
from kinloop.control.design.step_response import step_response
from kinloop.control.pd import PD
from kinloop.simulation.record.record import Record
from kinloop.studies.aissani.joint_runs import error, hold_at, linear_matrix, step, thin
from kinloop.studies.aissani.settings import CRITICAL, KP, STEP, UNDERDAMPED, WEIGHT, I, M, beta, g, l_g, single_joint
from kinloop.studies.framework.continuous_time import extrapolate, poles_of
from kinloop.studies.framework.erratum import Erratum
from kinloop.studies.framework.figure_data import Axis, Curves, Equation, FigureData, Motion, Series, over_time
from kinloop.studies.framework.finding import Finding, claim, observe
from kinloop.studies.framework.study import study
from kinloop.studies.framework.study_context import StudyContext
from kinloop.studies.framework.study_result import StudyResult

Array = np.ndarray
GAINS_OPEN = (
    "The thesis shows two gain sets in figures without printing them: Kp = 1 with the critical Kd and with Kd = 0.03 are ours."
)
PHI = 0.4  # rad: an angle of the centre of mass that tells theta + phi from theta - phi; ours

# ------------------------------------------------------------------ line 34


def response_figures(kd: float) -> tuple[float, float]:
    """Damping ratio and natural frequency of the step response, from its samples, in the limit of continuous time."""
    found = []
    for period in (8e-4, 4e-4, 2e-4):
        poles = poles_of(error(step(PD(KP, kd), 0.8, period, gravity=False)), 2, period)
        omega = np.sqrt(np.prod(poles).real)
        found.append(np.array([-poles.sum().real / 2 / omega, omega]))
    ratio, omega = extrapolate(found)
    return float(ratio), float(omega)


def friction_units() -> list[Erratum]:
    """The same joint in millimetres and milliseconds: its acceleration, with beta converted as printed and as N m s."""
    robot, (q, qd, tau) = single_joint(), (np.array([0.3]), np.array([2.0]), np.array([0.1]))
    exact = float(robot.forward_dynamics(q, qd, tau).qdd[0])

    def relative_error(length: int, time: int) -> float:
        """The relative error if beta has the dimension kg m^length s^time."""

        def unit(a: int, b: int) -> float:
            return 1e3 ** (a + b)

        values = {"l_g": unit(1, 0) * l_g, "I": unit(2, 0) * I, "g": unit(1, -2) * g, "beta": unit(length, time) * beta}
        qdd = robot.with_parameters(**values).forward_dynamics(q, qd * unit(0, -1), tau * unit(2, -2)).qdd[0]
        return float(abs(qdd / unit(0, -2) / exact - 1))

    what = "The unit of the friction: beta times a rate is a torque, so the same joint in other units needs beta in N m s."
    right = r"[\beta] = \mathrm{N\,m\,s}"
    return [
        Erratum("003", "(5.13)", what, r"[\beta] = \mathrm{N\,s/m}", right, relative_error(0, -1), relative_error(2, -1)),
        Erratum("003", "(5.33)", what, r"[\beta] = \mathrm{N\,m/s}", right, relative_error(2, -3), relative_error(2, -1)),
    ]


@study(
    "003-34",
    "PD control of one joint without gravity",
    did="Derives damping ratio, natural frequency and the critical derivative gain of a joint under PD, and simulates steps of "
    "60 degrees with two gain sets in Simulink.",
    claimed="(5.10) to (5.12). Both responses end without an error; one of them overshoots.",
    seconds=1.5,
)
def line_34_pd_without_gravity(context: StudyContext) -> StudyResult:
    """Both step responses, their poles from the samples, and the same on MuJoCo."""
    gains = {"critical": CRITICAL, "underdamped": UNDERDAMPED}
    runs = {name: step(PD(KP, kd), 2.0, 2e-4, gravity=False) for name, kd in gains.items()}
    ended = {name: float(np.abs(error(step(PD(KP, kd), 5.0, gravity=False))[-1])) for name, kd in gains.items()}
    seen = {name: response_figures(kd) for name, kd in gains.items()}
    apart = max(
        float(np.abs(step(PD(KP, kd), 1.0, gravity=False).q - step(PD(KP, kd), 1.0, gravity=False, plant="mujoco").q).max())
        for kd in gains.values()
    )
    ratio = (beta + UNDERDAMPED) / (2 * np.sqrt(KP * M))
    overshoot = {name: float(step_response(run, signal="q.theta").overshoot) for name, run in runs.items()}
    found: list[Finding] = []
    for name, kd in gains.items():
        expected = (beta + kd) / (2 * np.sqrt(KP * M))
        found += [
            claim(f"{name}: damping ratio of the response, by (5.10)", "about", expected, seen[name][0], within=1e-6),
            claim(f"{name}: error after 5 s", "equals", 0.0, ended[name], "rad", within=1e-7),
        ]
    slowest = [
        float(np.linalg.eigvals(linear_matrix(KP, share * -beta, 0.0, False)[:2, :2]).real.max()) for share in (0.99, 1.01)
    ]
    return StudyResult(
        ran="one_joint with (5.13) and g = 0, step of 60 degrees, PD with Kp = 1 and Kd = 0.135 (critical) or 0.03, native "
        "plant at 0.2 to 1 ms and MuJoCo at 1 ms; damping and frequency from the samples, extrapolated to continuous time.",
        findings=[
            *found,
            claim("critical Kd of (5.12) by kinloop's design", "equals", CRITICAL, _critical(), "N m s", within=1e-14),
            claim("critical: overshoot", "equals", 0.0, overshoot["critical"], within=1e-9, says="the other does not"),
            claim("underdamped: overshoot", "at least", 0.01, overshoot["underdamped"], says="one response overshoots"),
            observe(
                "underdamped: overshoot over exp(-pi xi / sqrt(1 - xi^2))",
                overshoot["underdamped"] / np.exp(-np.pi * ratio / np.sqrt(1 - ratio**2)),
                relation="about",
                bound=1.0,
                within=0.01,
            ),
            claim("(5.11): slowest real part at Kd = -0.99 beta", "at most", 0.0, slowest[0], "1/s", says="stable: Kd > -beta"),
            claim("(5.11): slowest real part at Kd = -1.01 beta", "at least", 0.0, slowest[1], "1/s", says="not stable"),
            observe("native minus MuJoCo, largest angle", apart, "rad", relation="at most", bound=1e-8),
        ],
        figures=_figures_without_gravity(runs),
        errata=[_frequency_erratum(seen["underdamped"][1]), *friction_units()],
        notes=[GAINS_OPEN],
    )


def _critical() -> float:
    return float(joint_design(single_joint(False), [0.0])["theta"].critical_gain(KP))


def _steps(title: str, gravity: bool, reproduces: str) -> Motion:
    """Both steps as a motion, one drawn over the other."""
    critical, under = (step(PD(KP, kd), 2.0, gravity=gravity) for kd in (CRITICAL, UNDERDAMPED))
    return Motion(title, critical, under, "critical", "underdamped", reproduces)


def _figures_without_gravity(runs: dict[str, Record]) -> list[FigureData]:
    t, critical, under = thin(runs["critical"], runs["critical"].q[:, 0], runs["underdamped"].q[:, 0])
    return [
        over_time(
            "Step of 60 degrees, two gain sets",
            t,
            {f"Kd = {CRITICAL:.3f} (critical)": critical, f"Kd = {UNDERDAMPED}": under, "-- target": np.full(len(t), STEP)},
            "theta",
            "rad",
            reproduces="fig. 5.4",
        ),
        _steps("Both steps without gravity", False, ""),
        Equation(
            "Damping ratio and natural frequency (5.10), corrected",
            r"\xi = \frac{\beta + K_d}{2 \sqrt{K_p M}} \qquad \omega_n = \sqrt{K_p / M} \qquad K_d = 2 \sqrt{K_p M} - "
            r"\beta",
        ),
    ]


def _frequency_erratum(seen: float) -> Erratum:
    """``seen``: the natural frequency of a response [rad/s]."""
    return Erratum(
        "003",
        "(5.10)",
        "The natural frequency is the root of Kp/M; as printed it is 14 times the one that the response has.",
        r"\omega_n = \frac{K_p}{M}",
        r"\omega_n = \sqrt{K_p / M}",
        abs(KP / M / seen - 1),
        abs(float(np.sqrt(KP / M)) / seen - 1),
        holds=1e-6,
    )


# ------------------------------------------------------------------ line 35


def resting_angle(target: float, phi: float, kp: float = KP, sign: float = 1.0) -> float:
    """Where Kp (target - theta) = m g l_g cos(theta + sign phi): (5.17) corrected, or with sign = -1 as printed."""
    theta = target
    for _ in range(500):  # a contraction: m g l_g < Kp
        theta = target - WEIGHT / kp * float(np.cos(theta + sign * phi))
    return theta


@study(
    "003-35",
    "PD control of one joint under gravity",
    did="Adds gravity to the joint and simulates the same step.",
    claimed="An error remains, m g l_g cos(theta)/Kp, which a larger Kp lowers but never removes; none remains at 90 degrees.",
    seconds=1.0,
)
def line_35_pd_with_gravity(context: StudyContext) -> StudyResult:
    """The error that is left, for several gains and with the centre of mass off the link's line."""
    gains = {"critical": CRITICAL, "underdamped": UNDERDAMPED}
    runs = {name: step(PD(KP, kd), 8.0) for name, kd in gains.items()}
    expected = STEP - resting_angle(STEP, 0.0)
    by_kp = {kp: float(error(step(PD(kp, 2 * np.sqrt(kp * M) - beta), 8.0))[-1]) for kp in (1.0, 2.0, 5.0, 10.0)}
    return StudyResult(
        ran="one_joint with (5.13) and g = 9.81, step of 60 degrees, native plant at 1 ms for 8 s; Kp = 1, 2, 5, 10 with "
        "critical Kd; the centre of mass also 0.4 rad off the link's line.",
        findings=[
            *(
                claim(f"{name}: error that is left, by (5.17)", "equals", expected, error(run)[-1], "rad", within=1e-6)
                for name, run in runs.items()
            ),
            *(
                claim(
                    f"Kp = {kp:g}: error that is left, by (5.17)",
                    "equals",
                    STEP - resting_angle(STEP, 0.0, kp),
                    left,
                    "rad",
                    within=1e-6,
                )
                for kp, left in by_kp.items()
            ),
            claim(
                "error with Kp = 10 over that with Kp = 1", "at most", 1.0, by_kp[10.0] / by_kp[1.0], says="a larger Kp lowers it"
            ),
            claim("error at 90 degrees, phi = 0", "equals", 0.0, np.pi / 2 - hold_at(np.pi / 2, 0.0), "rad", within=1e-9),
        ],
        figures=_figures_under_gravity(runs, by_kp),
        errata=_gravity_errata(),
        notes=[GAINS_OPEN],
    )


def _errors_over_gain() -> tuple[Array, Array]:
    kp = np.geomspace(0.5, 20.0, 60)
    return kp, np.array([STEP - resting_angle(STEP, 0.0, float(each)) for each in kp])


def _figures_under_gravity(runs: dict[str, Record], by_kp: dict[float, float]) -> list[FigureData]:
    first = runs["critical"].t <= 3.0
    t = runs["critical"].t[first][::4]
    critical, under = (runs[name].q[first, 0][::4] for name in ("critical", "underdamped"))
    target, rest = np.full(len(t), STEP), np.full(len(t), resting_angle(STEP, 0.0))
    return [
        over_time(
            "Step of 60 degrees under gravity",
            t,
            {"critical": critical, "underdamped": under, "-- target": target, "-- (5.17)": rest},
            "theta",
            "rad",
            reproduces="fig. 5.6",
        ),
        _steps("Both steps under gravity", True, ""),
        Curves(
            "Error that is left",
            Axis("Kp", "N m/rad"),
            Axis("error", "rad"),
            [
                Series("runs", np.array([*by_kp]), np.array([*by_kp.values()]), "points"),
                Series("(5.17), corrected", *_errors_over_gain(), "dashed"),
            ],
            log="xy",
        ),
    ]


def _gravity_errata() -> list[Erratum]:
    left = STEP - hold_at(STEP, PHI)
    targets = [np.pi / 2 + sign * PHI for sign in (1, -1)]
    at_targets = [float(abs(target - hold_at(target, PHI)) * KP / WEIGHT) for target in targets]
    return [
        Erratum(
            "003",
            "(5.15) to (5.17)",
            "The sign of phi changed on the way from (5.14): gravity acts with cos(theta + phi). Proved with phi = 0.4 rad.",
            r"\theta_e = \frac{m g l_g}{K_p} \cos(\theta - \phi)",
            r"\theta_e = \frac{m g l_g}{K_p} \cos(\theta + \phi)",
            abs((STEP - resting_angle(STEP, PHI, sign=-1.0)) / left - 1),
            abs((STEP - resting_angle(STEP, PHI)) / left - 1),
        ),
        Erratum(
            "003",
            "after (5.17)",
            "The sign of phi once more: no error is left where the centre of mass is straight above or below the pivot. The "
            "errors are those at both targets, as shares of m g l_g/Kp.",
            r"\theta_e = 0 \text{ at } \theta_d = \pm 90^\circ + \phi",
            r"\theta_e = 0 \text{ at } \theta_d = \pm 90^\circ - \phi",
            *at_targets,
        ),
    ]
