"""The controller's model of the machine, one interface for laws on symbols and laws in Python.

Both have the methods of :class:`~kinloop.model.robot.Robot` that a law needs, under the same names and with the same arguments,
and both give any formula by name: ``model("bias", q=q, qd=qd)["bias"]`` is ``model.bias(q, qd)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import casadi as ca

from kinloop.errors import ShapeError, unknown_name
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot

# Inputs of formulas that the model itself gives: weights of efforts are 1, and loops may be open by any gap.
GIVEN_BY_THE_MODEL = ("weights", "parameters", "allowed_gap")

JACOBIANS = {"geometric": "jacobian", "analytic": "analytic_jacobian"}


def check_inputs(name: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises: UnknownName: an input that a formula does not take. ShapeError: one that is missing."""
    given, known = list(given), list(known)
    for key in given:
        if key not in known:
            raise unknown_name("input", key, known, f"the formula {name!r}")
    if missing := [key for key in known if key not in given and key not in GIVEN_BY_THE_MODEL]:
        raise ShapeError(f"model({name!r}): {missing[0]} is missing; it takes {', '.join(known)}")


class LawModel:
    """The controller's model of the machine on CasADi symbols, with the parameters that the controller believes.

    The methods are those of a robot, for one state; results that a singularity leaves undetermined are NaN. Results of several
    arrays have these as attributes, as a robot's: ``model.forward_velocity(q, qd_active).xd``.
    """

    def __init__(self, formulas: CompiledFormulas, parameters: ca.SX, period: Any = None, saturation: Any = None) -> None:
        """``period``: the sampling period [s]. ``saturation``: the largest command of each actuator, None without one."""
        self.mechanism = formulas.mechanism
        self.period, self.saturation = period, saturation
        self.n_active = formulas.model.n_active
        self._formulas = formulas
        self._parameters = parameters
        self._functions: dict[tuple[str, str], ca.Function] = {}
        self.asked = 0  # how many formulas a law has asked for

    @property
    def used(self) -> tuple[str, ...]:
        """The names of the formulas that were asked for."""
        return tuple(dict.fromkeys(name for name, _ in self._functions))

    @property
    def parameters(self) -> dict[str, ca.SX]:
        """The parameters by name."""
        return dict(zip(self.mechanism.parameters, ca.vertsplit(self._parameters), strict=False))

    @property
    def gravity_acceleration(self) -> ca.SX:
        """The acceleration of gravity (3,) [m/s^2], in world axes."""
        tree = self._formulas.tree
        return ca.substitute(tree.gravity, tree.parameters, self._parameters) if tree.parameters.numel() else tree.gravity

    def with_parameters(self, /, **values: Any) -> LawModel:
        """The model of the same machine with other values of some parameters. Raises: UnknownName: of a parameter."""
        names = list(self.mechanism.parameters)
        parameters = ca.SX(self._parameters)
        for name, value in values.items():
            if name not in names:
                raise unknown_name("parameter", name, names, repr(self.mechanism.name))
            parameters[names.index(name)] = value
        other = LawModel(self._formulas, parameters, self.period, self.saturation)
        other._functions = self._functions  # shared, and so is the list of formulas that were asked for
        return other

    def with_period(self, period: Any) -> LawModel:
        """The same model for a law with another sampling period [s]."""
        other = LawModel(self._formulas, self._parameters, period, self.saturation)
        other._functions = self._functions
        return other

    def __call__(self, name: str, /, **given: ca.SX) -> dict[str, ca.SX]:
        """A formula's outputs by name; undetermined ones (at a singularity) are NaN. Weights of efforts are 1 unless given.

        Raises: UnknownName: of the formula or of an input. ShapeError: an input is missing.
        """
        return self._evaluate(name, "tool", given)

    def _evaluate(self, name: str, frame: str, given: dict[str, Any]) -> dict[str, ca.SX]:
        self.asked += 1
        if (name, frame) not in self._functions:
            self._functions[name, frame] = self._formulas.formula(name, frame).function()
        function = self._functions[name, frame]
        known = function.name_in()
        check_inputs(name, given, known)
        everything = {"weights": ca.SX.ones(self.n_active), "parameters": self._parameters, **given}
        return dict(function(**{key: everything[key] for key in known}))

    # ---------------------------------------------------------------- velocities and accelerations

    def forward_velocity(self, q: Any, qd_active: Any) -> SimpleNamespace:
        """Rates of the task and of all joints from those of the active joints: ``xd qd qd_active qd_passive``."""
        return self._joints("qd", self("forward_velocity", q=q, qd_active=qd_active))

    def inverse_velocity(self, q: Any, xd: Any) -> SimpleNamespace:
        """Rates of all joints from those of the task: ``xd qd qd_active qd_passive``."""
        return self._joints("qd", self("inverse_velocity", q=q, xd=xd))

    def forward_acceleration(self, q: Any, qd: Any, qdd_active: Any) -> SimpleNamespace:
        """Accelerations of the task and of all joints from those of the active joints: ``xdd qdd qdd_active qdd_passive``."""
        return self._joints("qdd", self("forward_acceleration", q=q, qd=qd, qdd_active=qdd_active))

    def inverse_acceleration(self, q: Any, qd: Any, xdd: Any) -> SimpleNamespace:
        """Accelerations of all joints from those of the task: ``xdd qdd qdd_active qdd_passive``."""
        return self._joints("qdd", self("inverse_acceleration", q=q, qd=qd, xdd=xdd))

    def jacobian(self, q: Any, frame: str = "tool", kind: str = "geometric") -> ca.SX:
        """The Jacobian of a frame, from all joint rates to its twist in world axes, or to the task's rates (``"analytic"``)."""
        if kind not in JACOBIANS:
            raise unknown_name("kind of Jacobian", kind, JACOBIANS, "kinloop")
        return self._evaluate(JACOBIANS[kind], frame, {"q": q})["jacobian"]

    def task_jacobian(self, q: Any) -> ca.SX:
        """Rates of the task from those of the active joints."""
        return self("task_jacobian", q=q)["jacobian"]

    def inverse_jacobian(self, q: Any) -> ca.SX:
        """Rates of the active joints from those of the task."""
        return self("inverse_jacobian", q=q)["jacobian"]

    def input_output(self, q: Any) -> SimpleNamespace:
        """``A`` and ``B`` of ``A xd + B qd_active = 0``."""
        return SimpleNamespace(**self("input_output", q=q))

    # ---------------------------------------------------------------- dynamics

    def inverse_dynamics(self, q: Any, qd: Any, qdd: Any) -> ca.SX:
        """Active efforts from accelerations of all joints, or of the active joints alone (IDM)."""
        if ca.SX(qdd).numel() == self.n_active < len(self.mechanism.rates):
            return self("inverse_dynamics_active", q=q, qd=qd, qdd_active=qdd)["tau"]
        return self("inverse_dynamics", q=q, qd=qd, qdd=qdd)["tau"]

    def forward_dynamics(self, q: Any, qd: Any, tau: Any) -> SimpleNamespace:
        """Accelerations and loop forces from active efforts (DDM): ``qdd qdd_active qdd_passive xdd loop_force margin``."""
        result = self("forward_dynamics", q=q, qd=qd, tau=tau)
        if "xdd" not in result and self.mechanism.task:
            result |= self("task_acceleration", q=q, qd=qd, qdd=result["qdd"])
        return self._joints("qdd", {"loop_force": ca.SX(0, 1), "xdd": ca.SX(0, 1), **result})

    def inertia(self, q: Any) -> ca.SX:
        """The inertia on the active joints: ``tau = inertia @ qdd_active + bias``."""
        return self("inertia", q=q)["inertia"]

    def bias(self, q: Any, qd: Any) -> ca.SX:
        """Active efforts of zero active accelerations."""
        return self("bias", q=q, qd=qd)["bias"]

    def coriolis(self, q: Any, qd: Any) -> ca.SX:
        """The matrix ``C``: ``bias`` is ``C @ qd_active + gravity + friction + spring``."""
        return self("coriolis", q=q, qd=qd)["coriolis"]

    def gravity(self, q: Any) -> ca.SX:
        """Active efforts that hold the weight."""
        return self("gravity", q=q)["gravity"]

    def friction(self, q: Any, qd: Any) -> ca.SX:
        """Active efforts that friction takes."""
        return self("friction", q=q, qd=qd)["friction"]

    def spring(self, q: Any) -> ca.SX:
        """Active efforts that hold the springs."""
        return self("spring", q=q)["spring"]

    def static_effort(self, q: Any) -> ca.SX:
        """Active efforts that hold the machine at rest."""
        return self.bias(q, ca.SX.zeros(len(self.mechanism.rates)))

    def energy(self, q: Any, qd: Any) -> SimpleNamespace:
        """``kinetic``, ``potential`` and ``total`` energy [J]."""
        parts = self("energy", q=q, qd=qd)
        return SimpleNamespace(**parts, total=parts["kinetic"] + parts["potential"])

    def _joints(self, name: str, result: dict[str, Any]) -> SimpleNamespace:
        """A result with the active and the passive part of its joints."""
        joints, n = result[name], self.n_active
        return SimpleNamespace(**result, **{f"{name}_active": joints[:n], f"{name}_passive": joints[n:]})


class PythonModel:
    """The controller's model of a law in Python: all attributes and methods of its robot, and formulas by name."""

    def __init__(self, robot: Robot, evaluate: Callable[..., dict[str, Any]], period: float) -> None:
        """``evaluate``: a formula's outputs from the robot, its name and inputs; ``period``: the sampling period [s]."""
        self._robot, self._evaluate, self.period = robot, evaluate, period

    def with_parameters(self, /, **values: Any) -> PythonModel:
        """The model of the same machine with other values of some parameters."""
        return PythonModel(self._robot.with_parameters(**values), self._evaluate, self.period)

    def with_period(self, period: float) -> PythonModel:
        """The same model for a law with another sampling period [s]."""
        return PythonModel(self._robot, self._evaluate, period)

    def __call__(self, name: str, /, **given: Any) -> dict[str, Any]:
        """A formula's outputs by name, as :class:`LawModel` gives them.

        Raises: UnknownName: of the formula or of an input. ShapeError: an input is missing.
        """
        check_inputs(name, given, [port.name for port in self._robot.models.formulas.kernel(name).inputs])
        return self._evaluate(self._robot, name, **given)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._robot, name)

    def __repr__(self) -> str:
        return repr(self._robot)
