"""The face of a machine: its models as methods on arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import (
    DescriptionError,
    NotFinite,
    ShapeError,
    UnsupportedOperation,
    listing,
    unknown,
)
from kinloop.mechanism.formats.read import read
from kinloop.mechanism.formats.text_file import save_text
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.parts.units import ColumnUnits, column_units
from kinloop.mechanism.validate.structure import check_structure, faulty
from kinloop.model.array_arguments import numbers
from kinloop.model.call_errors import TASK_SINGULAR
from kinloop.model.compiled_models import CompiledModels, restore
from kinloop.model.dynamics.closed_form import Direction
from kinloop.model.dynamics.compiled_formulas import CompiledFormulas
from kinloop.model.forward_dynamics import forward_dynamics
from kinloop.model.geometry.configuration import Configuration, Configurations
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.geometry.select_configuration import as_targets, require_target, solve
from kinloop.model.read_only import ReadOnlyAttributes
from kinloop.model.results import Acceleration, Energy, ForwardDynamics, FramePose, InputOutput, Jerk, Velocity
from kinloop.model.singularity.classify import AT, Singularity, singularity
from kinloop.model.singularity.type2_limit import crossing_effort

if TYPE_CHECKING:
    from kinloop.equations.symbolic import Equations
    from kinloop.model.forces.linearise import Linearisation
    from kinloop.model.forces.reactions import Reactions
    from kinloop.model.forces.statics import Stiffness

Array = np.ndarray


class Robot(ReadOnlyAttributes):
    """A machine and its parameters' values. Leading axes of every array are batches.

    A single call raises on NaN or on a question without an answer; a batch gives NaN rows. A robot never changes:
    :meth:`with_parameters` gives another one.
    """

    models: CompiledModels
    mechanism: Mechanism
    threads: int | None
    parameters: Mapping[str, Any]
    active: tuple[str, ...]
    passive: tuple[str, ...]
    task: tuple[str, ...]
    n_active: int

    def __init__(
        self,
        mechanism: Mechanism,
        formulas: CompiledFormulas | None = None,
        overrides: dict[str, Any] | None = None,
        threads: int | None = None,
        adapt_ranks: bool = True,
    ) -> None:
        """The arguments are those of :class:`~kinloop.model.compiled_models.CompiledModels`."""
        models = CompiledModels(mechanism, formulas, overrides, threads, adapt_ranks)
        own = ("mechanism", "threads", "parameters", "active", "passive", "task", "n_active")
        vars(self).update(models=models, **{name: getattr(models, name) for name in own})

    def _instead(self, name: str, value: Any) -> str:
        if name in self.parameters:
            return f"a robot never changes; robot.with_parameters({name}={value!r:.40}) gives another one"
        return f"a robot never changes; robot.with_parameters(...) gives another one, and takes: {listing(self.parameters)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (Robot, *self.models.arguments)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value}" for name, value in self.parameters.items() if np.ndim(value) == 0)
        joints = f"active {', '.join(self.active)}; passive {', '.join(self.passive) or 'none'}"
        return f"<Robot {self.mechanism.name}: {joints}; {values or 'no parameters'}>"

    def with_parameters(self, /, **values: ArrayLike) -> Robot:
        """The same machine with other values; it shares the compiled code. Arrays are copied and broadcast against the batch.

        Raises: DescriptionError: values with which it is no machine (a negative mass), as in a file.
        """
        changed = {}
        for name, value in values.items():
            if name not in self.parameters:
                raise unknown("parameter", name, self.parameters, repr(self.mechanism.name))
            array = np.array(numbers(value, f"{self.mechanism.name}: parameter {name!r}"))
            array.flags.writeable = False  # it is kept
            changed[name] = array[()]
            if array.ndim == 0 and not isfinite(array):
                raise NotFinite(f"{self.mechanism.name}: parameter {name!r} is {array}, expected a finite number")
        try:
            robot = Robot(self.mechanism, self.models.described_formulas, self.models.overrides | changed, self.threads)
        except DescriptionError:
            raise
        except ValueError as fault:
            shapes = ", ".join(f"{name} {np.shape(value)}" for name, value in changed.items())
            raise ShapeError(f"{self.mechanism.name}: the parameters' shapes do not fit each other: {shapes}") from fault
        self.models.described_formulas.parameter_rules.refuse_senseless(robot.parameters, changed)
        return robot

    def with_threads(self, threads: int | None) -> Robot:
        """The same machine, its batches cut for so many threads; None chooses, and takes one for less than a millisecond
        of work."""
        if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool) or threads < 1):
            raise ShapeError(f"threads is {threads!r}, expected a whole number from 1, or None")
        return Robot(self.mechanism, self.models.described_formulas, self.models.overrides, threads)

    @property
    def start(self) -> Array:
        """The description's starting configuration, shape (nq,), assembled.

        Where its numbers leave the loops open, joints move until they are closed: not the active coordinates that the description
        gives. Where they do not exist for the given lengths, it is a configuration near the start of the described lengths, with
        a warning. Arrays of parameters give a batch of configurations, as described.
        Raises: DescriptionError: the loops do not close there.
        """
        return self.models.start

    @property
    def start_rates(self) -> Array:
        """The description's rates at :attr:`start`, shape (nv,): those that it gives, and what the closed loops make of the
        others; zero where it gives none.

        Raises: DescriptionError: they open the loops. ShapeError: arrays of parameters, which have a start each.
        """
        return self.models.start_rates

    @property
    def units(self) -> ColumnUnits:
        """The unit of every column of the robot's arrays: ``robot.units.positions`` has those of ``q``."""
        return column_units(self.mechanism)

    # ---------------------------------------------------------------- geometry and velocity

    def frame_pose(self, q: ArrayLike, frame: str = "tool") -> FramePose:
        """Where a frame is: ``"tool"``, a declared frame or a link."""
        return FramePose(*self.models.call(self.models.kernel("pose", frame), q))

    def configurations(
        self,
        *,
        q_active: ArrayLike | None = None,
        x: ArrayLike | None = None,
        method: str | None = None,
        variants: bool = False,
    ) -> Configurations:
        """Every configuration of the active joints (all assembly modes, DGM) or of the task (all working modes, IGM), as a list.

        In closed form where the description has one with all of them; by homotopy for a hexapod's forward model (40 paths) and an
        arm of six revolute joints (16), complete too unless it says otherwise; else by many starts of Newton's method, each
        solution met at least eight times. ``method`` asks for one of these: "closed form", "homotopy", "many starts". The list is
        empty where there is no configuration; ``.complete`` says whether any can be missing.

        Configurations that differ only inside the legs (a leg between universal joints turned by half a turn about itself) are
        listed once; ``variants=True`` lists the others too, after them.
        """
        if (q_active is None) == (x is None):
            raise ShapeError(
                f"{self.mechanism.name}.configurations takes either q_active or x, given {'neither' if x is None else 'both'}"
            )
        direction: Direction = "forward" if x is None else "inverse"
        what, target = ("q_active", q_active) if x is None else ("x", x)
        given = as_targets(self.models.geometry, direction, target, what)
        names = self.models.geometry.names(direction)
        if given.ndim > 1 or any(p.ndim > 1 for p in self.models.parameter_inputs):
            raise ShapeError(
                f"{self.mechanism.name}.configurations takes one target of one machine, shape ({len(names)},): {listing(names)}; "
                "for batches there are forward_geometry and inverse_geometry"
            )
        if not np.all(np.isfinite(given)):
            k = int(np.flatnonzero(~np.isfinite(given))[0])
            raise NotFinite(
                f"{self.mechanism.name}.configurations: {what}[{k}] ({names[k]}) is {given[k]}, expected a finite number"
            )
        require_target(self.models.geometry, direction, given)
        return self.models.geometry.configurations(direction, given, method, variants)

    def forward_geometry(
        self, q_active: ArrayLike, mode: ModeLike | None = None, near: Configuration | ArrayLike | None = None
    ) -> Any:
        """The configuration of active joints (DGM) in an assembly mode, or near another configuration: a :class:`Configuration`.

        ``mode``: a :class:`Mode` or the signs of the assembly. ``near``: a configuration; the one on its branch, or where all are
        known the nearest, is taken. With neither there must be one only (or one only within the limits). A batch gives
        :class:`ConfigurationBatch` and does not raise.

        Raises: Unreachable: the loops do not close; with the nearest active joints where they do. AmbiguousMode: several match.
        """
        return solve(
            self.models.geometry, "forward", as_targets(self.models.geometry, "forward", q_active, "q_active"), mode, near
        )

    def inverse_geometry(self, x: ArrayLike, mode: ModeLike | None = None, near: Configuration | ArrayLike | None = None) -> Any:
        """The configuration of a task (IGM) in a working mode, or near another configuration: a :class:`Configuration`; a batch
        gives
        :class:`ConfigurationBatch`. As :meth:`forward_geometry`.

        Raises: Unreachable: with the distance to the workspace and its nearest point. AmbiguousMode: several match.
        """
        return solve(self.models.geometry, "inverse", as_targets(self.models.geometry, "inverse", x, "x"), mode, near)

    def forward_velocity(self, q: ArrayLike, qd_active: ArrayLike) -> Velocity:
        """The tool's and the passive joints' rates from the active ones (DKM). Raises SingularConfiguration at Type 2."""
        first, all_rates = self.models.call(self.models.kernel("forward_velocity"), q, qd_active)
        return Velocity(first, all_rates, self.n_active)

    def inverse_velocity(self, q: ArrayLike, xd: ArrayLike) -> Velocity:
        """All joint rates from the tool's (IKM). Raises SingularConfiguration at Type 1."""
        first, all_rates = self.models.call(self.models.kernel("inverse_velocity"), q, xd, singular=TASK_SINGULAR)
        return Velocity(first, all_rates, self.n_active)

    def forward_acceleration(self, q: ArrayLike, qd: ArrayLike, qdd_active: ArrayLike) -> Acceleration:
        """The tool's and the passive joints' accelerations from the active ones (second-order DKM)."""
        first, all_rates = self.models.call(self.models.kernel("forward_acceleration"), q, qd, qdd_active)
        return Acceleration(first, all_rates, self.n_active)

    def inverse_acceleration(self, q: ArrayLike, qd: ArrayLike, xdd: ArrayLike) -> Acceleration:
        """All joint accelerations from the tool's (second-order IKM)."""
        first, all_rates = self.models.call(self.models.kernel("inverse_acceleration"), q, qd, xdd, singular=TASK_SINGULAR)
        return Acceleration(first, all_rates, self.n_active)

    def inverse_jerk(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, xddd: ArrayLike) -> Jerk:
        """The third derivatives of all joints from the task's: what the efforts at a crossing take."""
        return Jerk(*self.models.call(self.models.kernel("inverse_jerk"), q, qd, qdd, xddd, singular=TASK_SINGULAR))

    def jacobian(self, q: ArrayLike, frame: str = "tool", kind: str = "geometric") -> Array:
        """Jacobian of a frame from all the rates of the tree.

        ``"geometric"``: of the twist at its origin in world axes, linear first, shape (..., 6, nv). ``"analytic"``: of the task's
        coordinates at that frame as numbers, a quaternion's rate its four, shape (..., n_x, nv).
        """
        kernels = {"geometric": "jacobian", "analytic": "analytic_jacobian"}
        if not isinstance(kind, str) or kind not in kernels:
            raise unknown("kind of Jacobian", kind, kernels, "kinloop")
        return self.models.call(self.models.kernel(kernels[kind], frame), q)

    def task_jacobian(self, q: ArrayLike) -> Array:
        """The task's rates from the active ones, passive joints following: ``xd = J qd_active``, shape (..., n_xd, n_active)."""
        return self.models.call(self.models.kernel("task_jacobian"), q)

    def inverse_jacobian(self, q: ArrayLike) -> Array:
        """All joint rates from the task's, shape (..., nv, n_xd), the active ones first.

        The pseudo-inverse where the task leaves motions open: of all rates the least. Raises SingularConfiguration at Type 1.
        """
        return self.models.call(self.models.kernel("inverse_jacobian"), q, singular=TASK_SINGULAR)

    def input_output(self, q: ArrayLike) -> InputOutput:
        """``A`` and ``B`` of ``A xd + B qd_active = 0``, a row a leg with unit force part."""
        return InputOutput(*self.models.call(self.models.kernel("input_output"), q))

    def singularity(self, q: ArrayLike, tolerance: float = AT) -> Singularity:
        """Which singularities a configuration is at and how near the others are: kind, uncontrollable twist, criterion, ..."""
        return singularity(self.models, q, tolerance)

    def closure(self, q: ArrayLike) -> Array:
        """How far the loops are from closed [m and rad], shape (..., rows): all rows, the redundant ones too."""
        return self.models.closure(q)

    # ---------------------------------------------------------------- dynamics

    def inverse_dynamics(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        qdd: ArrayLike,
        jerk: ArrayLike | None = None,
        *,
        wrenches: Mapping[str, ArrayLike] | None = None,
        weights: ArrayLike | None = None,
    ) -> Array:
        r"""Active efforts that produce a given motion (IDM).

        .. math:: \tau = M(q)\,\ddot q_a + b(q, \dot q)

        Args:
            q: all joint positions [rad or m], shape (..., nq).
            qd: all joint rates, shape (..., nv).
            qdd: accelerations of all rates, shape (..., nv), or of the active ones, shape (..., n_active).
            jerk: of all rates, shape (..., nv): with it, and all of ``qdd``, a motion through a Type 2 singularity has the
                efforts of its limit there.
            weights: where there are more actuators than degrees of freedom: of all efforts that do it, those with the least
                :math:`\sum w_i \tau_i^2` are given; all 1 unless said.
            wrenches: external forces and moments by the name of a frame ("tool", a declared frame or a link), shape (..., 6):
                what acts on the link at the frame's origin, force [N] first, then moment [N m], in world axes.
        Returns: active efforts [N m or N], shape (..., n_active).
        Raises: SingularConfiguration: at Type 2, where the passive joints do not follow the active ones; with a jerk, where the
            motion cannot cross with finite efforts, and it says why.
        """
        if jerk is not None:
            return crossing_effort(self.models, (q, qd, qdd), jerk, wrenches, weights)
        if not isinstance(qdd, np.ndarray):
            qdd = numbers(qdd, f"{self.mechanism.name}.inverse_dynamics: qdd")
        active = self.passive and qdd.shape[-1:] == (self.n_active,)
        name = "inverse_dynamics_active" if active else "inverse_dynamics"
        if wrenches is None and weights is None and self.n_active:
            tau: Array | None = self.models.call_single(name, q, qd, qdd)
            if tau is not None:
                return tau
        return self.models.call_effort(name, (q, qd, qdd), wrenches, weights)

    def forward_dynamics(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None
    ) -> ForwardDynamics:
        r"""Accelerations and loop forces that active efforts produce (DDM).

        .. math:: M \ddot q + b = \tau + K^T \lambda, \quad K \ddot q + \gamma = 0

        Regular at a Type 2 singularity. Args: all positions (..., nq), all rates (..., nv), active efforts (..., n_active), and
        external wrenches as in :meth:`inverse_dynamics`.
        Raises: SingularConfiguration: where masses or closures leave the accelerations open.
        """
        return forward_dynamics(self.models, q, qd, tau, wrenches)

    def inertia(self, q: ArrayLike) -> Array:
        """``M`` of ``tau = M qdd_active + bias``, reduced to the active joints, shape (..., n_active, n_active)."""
        return self.models.call_effort("inertia", (q,))

    def bias(self, q: ArrayLike, qd: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None) -> Array:
        """The active efforts of zero active accelerations: Coriolis, centrifugal, gravity, friction, springs, external
        wrenches; shape (..., n_active)."""
        return self.models.call_effort("bias", (q, qd), wrenches)

    def energy(self, q: ArrayLike, qd: ArrayLike) -> Energy:
        """Kinetic and potential energy [J]."""
        return Energy(*self.models.call(self.models.kernel("energy"), q, qd))

    # ---------------------------------------------------------------- forces in the machine, small motions

    def reactions(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None
    ) -> Reactions:
        """Forces and moments in every joint, fixed ones too, and in every loop, for the motion that active efforts produce.

        Of a given motion: first its efforts, by :meth:`inverse_dynamics`. Regular at a Type 2 singularity.

        Args: as of :meth:`forward_dynamics`.
        Returns: wrenches (..., 6) by name, force first, world axes: what the parent exerts on the child at the child's
            origin, and what a loop's side a exerts on its side b at anchor b; and which of them rigid bodies do not decide.
        Raises: SingularConfiguration: where masses or closures leave the accelerations open.
        """
        from kinloop.model.forces.reactions import reactions

        return reactions(self.models, q, qd, tau, wrenches)

    def static_effort(self, q: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None) -> Array:
        """Active efforts that hold the machine at rest against gravity, springs and external wrenches, shape (..., n_active).

        Raises: SingularConfiguration: at Type 2, where the active joints do not hold the passive ones.
        """
        return self.bias(q, np.zeros(len(self.mechanism.rates)), wrenches)

    def static_wrench(
        self, q: ArrayLike, tau: ArrayLike, frame: str = "tool", wrenches: Mapping[str, ArrayLike] | None = None
    ) -> Array:
        r"""The external wrench on a frame that active efforts balance at rest, beside gravity, springs and other wrenches.

        It is the answer to ``static_effort(q, {frame: wrench}) == tau``. To push on something with a wrench, take its opposite.

        .. math:: J^T w = g - \tau - K^T \lambda

        Args: all positions (..., nq), active efforts (..., n_active), the frame and the other wrenches by frame.
        Returns: force [N], then moment [N m], at the frame's origin in world axes, shape (..., 6); zero in rows that the task
            does not have.
        Raises: SingularConfiguration: at Type 1, where the tool does not feel every joint. UnsupportedOperation: the task has
            not as many coordinates as the machine has degrees of freedom.
        """
        from kinloop.model.forces.statics import static_wrench

        return static_wrench(self.models, q, tau, frame, wrenches)

    def stiffness(
        self, q: ArrayLike, joint_stiffness: ArrayLike, wrench: ArrayLike | None = None, frame: str = "tool"
    ) -> Stiffness:
        r"""How stiff the tool is, in the task's rows, where the active joints give way and all else is rigid.

        .. math:: K_x = (J N)^{-T} N^T \left(S^T K_q S + \partial_q (g - J^T w - K^T \lambda)\right) N (J N)^{-1}

        The machine is at rest at ``q``, held by its active joints against gravity, springs and ``wrench``; these stay as they are
        while the tool is displaced, which is the preload's part. Without them it is :math:`J^{-T} K_q J^{-1}`. Of more actuators
        than degrees of freedom the efforts are those of :meth:`static_effort`, the least.

        Args:
            q: all joint positions, shape (..., nq).
            joint_stiffness: of the active joints [N m/rad or N/m], shape (..., n_active), or a matrix (..., n_active, n_active).
            wrench: on the frame at rest, force first, world axes, shape (..., 6).
        Returns: stiffness, compliance and their parts, (..., rows, rows); turns are about world axes.
        Raises: SingularConfiguration: at Type 1, or where no active efforts hold the load. UnsupportedOperation: fewer
            degrees of freedom than task coordinates.
        """
        from kinloop.model.forces.statics import stiffness

        return stiffness(self.models, q, joint_stiffness, wrench, frame)

    def linearise(
        self,
        q: ArrayLike,
        qd: ArrayLike,
        tau: ArrayLike,
        wrenches: Mapping[str, ArrayLike] | None = None,
        independent: Sequence[str] | None = None,
    ) -> Linearisation:
        r"""The motion to first order about a state and its efforts, on two states a degree of freedom: ``A``, ``B``, ``C``,
        ``D``.

        .. math:: \dot z = A z + B\, \delta\tau, \quad z = (\xi, \eta)

        The states are small changes of the independent joints and of their rates; outputs are the task and its rate. ``qd`` must
        keep the loops closed. Wrenches keep their world axes. Regular at a Type 2 singularity.

        Args:
            q, qd, tau, wrenches: as of :meth:`forward_dynamics`.
            independent: names of rates, as many as degrees of freedom; the same for the whole batch. Else active joints where
                they determine the motion, and others where they do not.
        Raises: SingularConfiguration: where masses or closures leave the accelerations open, or the independent joints the
            motion.
        """
        from kinloop.model.forces.linearise import linearise

        return linearise(self.models, q, qd, tau, wrenches, independent)

    # ---------------------------------------------------------------- to read and to take away

    def equations(self, name: str) -> Equations:
        """A model as SymPy expressions that print readably: ``inertia``, ``bias``, ``input_output``,
        ``inverse_dynamics``, ...; ``forward_geometry`` and ``inverse_geometry`` where the description has a closed form.

        Raises: UnknownName: no such model. UnsupportedOperation: a geometric model without a closed form. SingularConfiguration:
        a model of motion, of a machine with infinitesimal mobility.
        """
        from kinloop.model.robot_equations import equations_of

        return equations_of(self.models, name)

    def c_source(self, name: str) -> str:
        """A model as C, for an embedded target: ``inverse_dynamics``, ``forward_dynamics``, ``inertia``, ..."""
        from kinloop.compile.c.c_source import to_c

        return to_c(self.models.formulas.tape(name))

    def save(self, path: str | Path) -> None:
        """Write the description with this robot's parameters as ``.toml``, or as ``.xml`` (MJCF, for MuJoCo and Pinocchio)."""
        if any(np.ndim(value) for value in self.parameters.values()):
            raise ShapeError(f"{self.mechanism.name}: a robot with arrays of parameters is many machines; save one of them")
        values = {name: float(value) for name, value in self.parameters.items()}
        mechanism = self.mechanism.model_copy(update={"parameters": values})
        match Path(path).suffix.lower():
            case ".toml":
                from kinloop.mechanism.formats.toml.toml_write import save_toml

                save_toml(mechanism, path)
            case ".xml":
                from kinloop.model.export.mjcf_file import mjcf_text

                save_text(path, mjcf_text(self.models))
            case other:
                raise UnsupportedOperation(f"{str(path)!r}: expected a name that ends in .toml or .xml, not {other!r}")


def load(source: str | Path | Mechanism, /, **parameters: ArrayLike) -> Robot:
    """A robot from the library, a file (``.toml``, ``.urdf``, ``.xml``) or a :class:`Mechanism`, with parameters by name."""
    if isinstance(source, Mechanism):
        check_structure(source, bodies="positive")
    robot = Robot(source if isinstance(source, Mechanism) else read(source))
    if robot.models.is_closed:
        _require_assembly(robot, source)
        robot.start_rates  # noqa: B018 for its error: rates that open the loops are a fault, as ``check`` says
    return robot.with_parameters(**parameters) if parameters else robot


def _require_assembly(robot: Robot, source: str | Path | Mechanism) -> None:
    """Refuse a description whose loops do not close; what was compiled before did.

    Raises: DescriptionError: with the faults that ``check`` reports.
    """
    try:
        robot.models.formulas.kernel("closure")
    except (ValueError, ArithmeticError, RuntimeError) as fault:
        from kinloop.model.checking.check import check

        report = check(source)
        if report.ok:
            raise
        raise faulty(report.name, report.where, report.faults) from fault
