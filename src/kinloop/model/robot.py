"""The robot: every model of a machine as a method on arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.drawing import draw_with
from kinloop.errors import (
    DescriptionError,
    NotFinite,
    ShapeError,
    UnsupportedOperation,
    listing,
    unknown_name,
)
from kinloop.mechanism.formats.read import read
from kinloop.mechanism.formats.text_file import save_text
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.parts.units import ColumnUnits, column_units
from kinloop.mechanism.validate.faults import description_error
from kinloop.mechanism.validate.validate import require_valid
from kinloop.model.array_arguments import numbers
from kinloop.model.call_errors import TASK_SINGULAR
from kinloop.model.compiled_models import CompiledModels, restore
from kinloop.model.formulas.closed_form import Direction
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.forward_dynamics import forward_dynamics
from kinloop.model.geometry.configuration import Configuration, Configurations
from kinloop.model.geometry.mode import ModeLike
from kinloop.model.geometry.select_configuration import as_targets, require_target, solve
from kinloop.model.input_output import input_output
from kinloop.model.read_only import ReadOnlyAttributes
from kinloop.model.results import Acceleration, Energy, ForwardDynamics, FramePose, InputOutput, Jerk, LinkPoses, Velocity
from kinloop.model.singularity.classify import AT, Singularity, singularity
from kinloop.model.singularity.type2_limit import crossing_effort

if TYPE_CHECKING:
    from kinloop.equations.symbolic import Equations
    from kinloop.model.dh_table import DHTable
    from kinloop.model.forces.linearise import Linearisation
    from kinloop.model.forces.reactions import Reactions
    from kinloop.model.forces.statics import Stiffness

Array = np.ndarray


class Robot(ReadOnlyAttributes):
    """A machine with the values of its parameters. Leading axes of every array are batches.

    A single call raises an error where an input is NaN or the model has no result; a batch returns NaN in these rows. A robot
    never changes: :meth:`with_parameters` returns another one.
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
        shared = ("mechanism", "threads", "parameters", "active", "passive", "task", "n_active")
        vars(self).update(models=models, **{name: getattr(models, name) for name in shared})

    def _instead(self, name: str, value: Any) -> str:
        if name in self.parameters:
            return f"a robot never changes; robot.with_parameters({name}={value!r:.40}) returns another one"
        return f"a robot never changes; robot.with_parameters(...) returns another one, and takes: {listing(self.parameters)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (Robot, *self.models.arguments)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value}" for name, value in self.parameters.items() if np.ndim(value) == 0)
        joints = f"active {', '.join(self.active)}; passive {', '.join(self.passive) or 'none'}"
        return f"<Robot {self.mechanism.name}: {joints}; {values or 'no parameters'}>"

    def with_parameters(self, /, **values: ArrayLike) -> Robot:
        """The same machine with other parameter values; it shares the compiled code. Arrays are copied, and broadcast against
        the batch.

        Raises: DescriptionError: values that describe no machine (a negative mass), as in a file.
        """
        changed = self.models.parameter_values(values)
        try:
            robot = Robot(self.mechanism, self.models.described_formulas, self.models.overrides | changed, self.threads)
        except DescriptionError:
            raise
        except ValueError as fault:
            shapes = ", ".join(f"{name} {np.shape(value)}" for name, value in changed.items())
            raise ShapeError(f"{self.mechanism.name}: the parameters' shapes do not fit each other: {shapes}") from fault
        self.models.described_formulas.parameter_rules.require_possible(robot.parameters, changed)
        return robot

    def with_threads(self, threads: int | None) -> Robot:
        """The same machine with its batches divided among ``threads`` threads. None chooses the number: one for less than a
        millisecond of work."""
        if threads is not None and (not isinstance(threads, int) or isinstance(threads, bool) or threads < 1):
            raise ShapeError(f"threads is {threads!r}, expected a whole number of at least 1, or None")
        return Robot(self.mechanism, self.models.described_formulas, self.models.overrides, threads)

    @property
    def start(self) -> Array:
        """The description's starting configuration, shape (nq,), assembled.

        Where the described numbers leave the loops open, joints move until the loops are closed, except the active coordinates
        that the description gives. Where the described start does not exist for the given lengths, a configuration near the
        start of the described lengths is taken, with a warning. Arrays of parameters give a batch of configurations, as
        described.
        Raises: DescriptionError: the loops do not close there.
        """
        return self.models.start

    @property
    def start_rates(self) -> Array:
        """The description's rates at :attr:`start`, shape (nv,): the given ones, and for the others those that keep the loops
        closed; zero where none is given.

        Raises: DescriptionError: the given rates open the loops. ShapeError: a parameter is an array.
        """
        return self.models.start_rates

    @property
    def units(self) -> ColumnUnits:
        """The unit of every column of the robot's arrays: ``robot.units.positions`` has those of ``q``."""
        return column_units(self.mechanism)

    def describe(self) -> str:
        """The machine as text to print: parameters with unit and meaning, joints with limits, loops, task, modes, degrees of
        freedom."""
        from kinloop.model.describe import describe

        return describe(self.models)

    def draw(self, q: ArrayLike | Sequence[Any] | None = None, *, ax: Any = None) -> Any:
        """A matplotlib figure of the links, the joints by kind, loops, rails and the tool at ``q`` (nq,), the start unless
        given; several configurations, such as all of :meth:`configurations`, side by side. With ``ax`` one configuration is
        drawn there, and the axes is returned."""
        return draw_with("figures.robot_figure.draw_robot", self, q, ax=ax)

    def _repr_html_(self) -> str:
        return str(draw_with("figures.notebook.robot_html", self))

    def _repr_png_(self) -> Any:
        return draw_with("figures.notebook.robot_png", self)

    # ---------------------------------------------------------------- geometry and velocity

    def frame_pose(self, q: ArrayLike, frame: str = "tool") -> FramePose:
        """Position and axes of a frame in the world: ``"tool"``, a declared frame or a link."""
        return FramePose(*self.models.call(self.models.kernel("pose", frame), q))

    def link_poses(self, q: ArrayLike) -> LinkPoses:
        """Position and axes of every link in the world, the base included, by one kernel."""
        position, axes = self.models.call(self.models.kernel("link_poses"), q)
        links = tuple(self.models.formulas.tree.links)
        return LinkPoses(links, position, np.asarray(axes).reshape(*np.shape(axes)[:-2], len(links), 3, 3))

    def configurations(
        self,
        *,
        q_active: ArrayLike | None = None,
        x: ArrayLike | None = None,
        method: str | None = None,
        variants: bool = False,
    ) -> Configurations:
        """Every configuration at given active joints (all assembly modes, DGM) or at a given task (all working modes, IGM).

        The method is the description's closed form where it has a complete one; parameter homotopy for a hexapod's forward model
        (40 paths) and for an arm of six revolute joints (16 paths), complete unless the result's note says otherwise; else
        Newton's method from many starts, until each solution was found at least eight times. ``method`` selects one of them:
        "closed form", "homotopy", "many starts". The list is empty where there is no configuration; ``.complete`` says whether
        any can be missing.

        Configurations that differ only inside the legs (a leg between universal joints turned by half a turn about itself) are
        listed once; ``variants=True`` lists the others too, after them.
        """
        if (q_active is None) == (x is None):
            raise ShapeError(
                f"{self.mechanism.name}.configurations takes either q_active or x; given: {'neither' if x is None else 'both'}"
            )
        direction: Direction = "forward" if x is None else "inverse"
        what, target = ("q_active", q_active) if x is None else ("x", x)
        given = as_targets(self.models.geometry, direction, target, what)
        names = self.models.geometry.names(direction)
        if given.ndim > 1 or self.models.is_batch:
            raise ShapeError(
                f"{self.mechanism.name}.configurations takes one target of one machine, shape ({len(names)},): {listing(names)}; "
                "forward_geometry and inverse_geometry take batches"
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
        """The :class:`Configuration` at given active joints (DGM), in an assembly mode or near another configuration.

        ``mode`` is a :class:`Mode`, the signs of the assembly, or signs by name: ``{"g": 1}``, ``"g=+1"``. ``near`` is a
        configuration: the result is the one on its branch or, where all are known, the nearest. Without either there must be only
        one configuration (or only one within the limits). A batch gives a :class:`ConfigurationBatch` and does not raise.

        Raises: Unreachable: the loops do not close; it has the nearest active joints at which they do. AmbiguousMode: several
            configurations match.
        """
        return solve(
            self.models.geometry, "forward", as_targets(self.models.geometry, "forward", q_active, "q_active"), mode, near
        )

    def inverse_geometry(self, x: ArrayLike, mode: ModeLike | None = None, near: Configuration | ArrayLike | None = None) -> Any:
        """The :class:`Configuration` at a given task (IGM), in a working mode or near another configuration, as with
        :meth:`forward_geometry`; a batch gives a :class:`ConfigurationBatch`. Signs with labels can be given by them:
        ``"elbow up"``.

        Raises: Unreachable: it has the distance to the workspace and its nearest point. AmbiguousMode: several configurations
            match.
        """
        return solve(self.models.geometry, "inverse", as_targets(self.models.geometry, "inverse", x, "x"), mode, near)

    def forward_velocity(self, q: ArrayLike, qd_active: ArrayLike) -> Velocity:
        """The rates of the tool and of the passive joints from the active ones (DKM). Raises SingularConfiguration at Type 2."""
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
        """The third derivatives of all joints from the task's; the efforts at a Type 2 crossing depend on them."""
        return Jerk(*self.models.call(self.models.kernel("inverse_jerk"), q, qd, qdd, xddd, singular=TASK_SINGULAR))

    def jacobian(self, q: ArrayLike, frame: str = "tool", kind: str = "geometric") -> Array:
        """The Jacobian of a frame with respect to all the rates of the tree.

        ``"geometric"`` maps to the twist at the frame's origin in world axes, linear first, shape (..., 6, nv). ``"analytic"``
        maps to the derivatives of the task's coordinates at that frame, four for a quaternion, shape (..., n_x, nv).
        """
        kernels = {"geometric": "jacobian", "analytic": "analytic_jacobian"}
        if not isinstance(kind, str) or kind not in kernels:
            raise unknown_name("kind of Jacobian", kind, kernels, "kinloop")
        return self.models.call(self.models.kernel(kernels[kind], frame), q)

    def task_jacobian(self, q: ArrayLike) -> Array:
        """``J`` of ``xd = J qd_active``, with the passive joints eliminated, shape (..., n_xd, n_active)."""
        return self.models.call(self.models.kernel("task_jacobian"), q)

    def inverse_jacobian(self, q: ArrayLike) -> Array:
        """The matrix that maps the task's rates to all joint rates, shape (..., nv, n_xd), the active ones first.

        It is the pseudo-inverse (least rates) where the task does not determine all joints. Raises SingularConfiguration at
        Type 1.
        """
        return self.models.call(self.models.kernel("inverse_jacobian"), q, singular=TASK_SINGULAR)

    def input_output(self, q: ArrayLike) -> InputOutput:
        """``A`` and ``B`` of ``A xd + B qd_active = 0``, one row per leg, with a unit force part."""
        return input_output(self.models, q)

    def singularity(self, q: ArrayLike, tolerance: float = AT) -> Singularity:
        """The singularities of a configuration, and how near the others are: kind, uncontrollable twist, criterion, ..."""
        return singularity(self.models, q, tolerance)

    def closure(self, q: ArrayLike) -> Array:
        """The gaps of the loops [m and rad], shape (..., rows): all rows, the redundant ones too."""
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
            jerk: third derivatives of all joints, shape (..., nv). With it, and all of ``qdd``, a trajectory that crosses a
                Type 2 singularity has its finite limit efforts there.
            weights: with more actuators than degrees of freedom the efforts with the least :math:`\sum w_i \tau_i^2` are
                returned; all weights are 1 by default.
            wrenches: external wrenches by the name of a frame ("tool", a declared frame or a link), shape (..., 6): the force
                [N] and then the moment [N m] that act on the link at the frame's origin, in world axes.
        Returns: active efforts [N m or N], shape (..., n_active).
        Raises: SingularConfiguration: at Type 2, where the passive joints do not follow the active ones; with a jerk, where the
            motion cannot cross with finite efforts, with the reason.
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
        r"""Accelerations and loop forces under active efforts (DDM).

        .. math:: M \ddot q + b = \tau + K^T \lambda, \quad K \ddot q + \gamma = 0

        This form is regular at a Type 2 singularity.

        Args: all positions (..., nq), all rates (..., nv), active efforts (..., n_active), and external wrenches as in
            :meth:`inverse_dynamics`.
        Raises: SingularConfiguration: where masses and closures do not determine the accelerations.
        """
        return forward_dynamics(self.models, q, qd, tau, wrenches)

    def inertia(self, q: ArrayLike) -> Array:
        """``M`` of ``tau = M qdd_active + bias``, reduced to the active joints, shape (..., n_active, n_active)."""
        return self.models.call_effort("inertia", (q,))

    def bias(self, q: ArrayLike, qd: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None) -> Array:
        """The active efforts at zero active accelerations: Coriolis, centrifugal, gravity, friction, springs and external
        wrenches; shape (..., n_active)."""
        return self.models.call_effort("bias", (q, qd), wrenches)

    def coriolis(self, q: ArrayLike, qd: ArrayLike) -> Array:
        r"""``C`` of Christoffel's symbols, with which :math:`\dot M - 2 C` is skew-symmetric; shape (..., n_active, n_active).
        With more actuators than degrees of freedom only the equation holds.

        .. math:: \tau = M(q)\,\ddot q_a + C(q, \dot q)\,\dot q_a + g(q) + \text{friction} + \text{springs}

        Raises: SingularConfiguration: at Type 2. UnsupportedOperation: passive joints have rates of their own.
        """
        return self.models.call_effort("coriolis", (q, qd))

    def gravity(self, q: ArrayLike) -> Array:
        """``g`` of :meth:`coriolis`: the active efforts that hold the weight, shape (..., n_active)."""
        return self.models.call_effort("gravity", (q,))

    def friction(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """The active efforts that friction takes, that of the passive joints included, shape (..., n_active)."""
        return self.models.call_effort("friction", (q, qd))

    def spring(self, q: ArrayLike) -> Array:
        """The active efforts that hold the springs, those of the passive joints included, shape (..., n_active)."""
        return self.models.call_effort("spring", (q,))

    def energy(self, q: ArrayLike, qd: ArrayLike) -> Energy:
        """The kinetic and the potential energy [J]."""
        return Energy(*self.models.call(self.models.kernel("energy"), q, qd))

    # ---------------------------------------------------------------- reactions, statics and linearisation

    def reactions(
        self, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, wrenches: Mapping[str, ArrayLike] | None = None
    ) -> Reactions:
        """Forces and moments in every joint, fixed ones too, and in every loop, for the motion that active efforts produce.

        For a given motion, :meth:`inverse_dynamics` gives the efforts first. Regular at a Type 2 singularity.

        Args: those of :meth:`forward_dynamics`.
        Returns: wrenches (..., 6) by name, force first, in world axes: the parent's on the child at the child's origin, and that
            of a loop's side a on its side b at anchor b; and which components rigid-body mechanics leaves indeterminate.
        Raises: SingularConfiguration: where masses and closures do not determine the accelerations.
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
        r"""The external wrench on a frame that active efforts balance at rest, with gravity, springs and other wrenches.

        It solves ``static_effort(q, {frame: wrench}) == tau``. The wrench on the environment is its opposite.

        .. math:: J^T w = g - \tau - K^T \lambda

        Args: all positions (..., nq), active efforts (..., n_active), the frame and the other wrenches by frame.
        Returns: force [N], then moment [N m], at the frame's origin in world axes, shape (..., 6); zero in rows that the task
            does not have.
        Raises: SingularConfiguration: at Type 1, where a joint motion leaves the tool at rest. UnsupportedOperation: the task
            does not have as many coordinates as the machine has degrees of freedom.
        """
        from kinloop.model.forces.statics import static_wrench

        return static_wrench(self.models, q, tau, frame, wrenches)

    def stiffness(
        self, q: ArrayLike, joint_stiffness: ArrayLike, wrench: ArrayLike | None = None, frame: str = "tool"
    ) -> Stiffness:
        r"""The stiffness of the tool, in the task's rows, with elastic active joints and all else rigid.

        .. math:: K_x = (J N)^{-T} N^T \left(S^T K_q S + \partial_q (g - J^T w - K^T \lambda)\right) N (J N)^{-1}

        The machine is at rest at ``q``, held by its active joints against gravity, springs and ``wrench``. These loads stay
        constant while the tool is displaced, which gives the preload's part; without loads the stiffness is
        :math:`J^{-T} K_q J^{-1}`. With more actuators than degrees of freedom the efforts are the least ones, those of
        :meth:`static_effort`.

        Args:
            q: all joint positions, shape (..., nq).
            joint_stiffness: stiffness of the active joints [N m/rad or N/m], shape (..., n_active), or a matrix
                (..., n_active, n_active).
            wrench: the wrench on the frame at rest, force first, in world axes, shape (..., 6).
        Returns: stiffness, compliance and their parts, (..., rows, rows); rotations are about world axes.
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
        r"""The equations of motion linearised about a state and its efforts, with two states per degree of freedom: ``A``,
        ``B``, ``C``, ``D``.

        .. math:: \dot z = A z + B\, \delta\tau, \quad z = (\xi, \eta)

        The states are small changes of the independent joints and of their rates; the outputs are the task and its rate. ``qd``
        must keep the loops closed. Wrenches keep their world axes. Regular at a Type 2 singularity.

        Args:
            q, qd, tau, wrenches: those of :meth:`forward_dynamics`.
            independent: names of rates, as many as degrees of freedom; the same for the whole batch. By default the active
                joints where they determine the motion, and others where they do not.
        Raises: SingularConfiguration: where masses and closures do not determine the accelerations, or the independent joints do
            not determine the motion.
        """
        from kinloop.model.forces.linearise import linearise

        return linearise(self.models, q, qd, tau, wrenches, independent)

    # ---------------------------------------------------------------- exporting

    def dh_table(self) -> DHTable:
        """The Denavit-Hartenberg table of a serial arm, with the parameters' names; print it to read it.

        Raises: UnsupportedOperation: it is not a chain of revolute and prismatic joints. ShapeError: a parameter is an array.
        """
        from kinloop.model.dh_table import dh_table

        return dh_table(self.mechanism, self.models.single_values())

    def equations(self, name: str) -> Equations:
        """A model as readable SymPy expressions: ``inertia``, ``coriolis``, ``gravity``, ``lagrangian``, ``state_space``,
        ``jacobian``, ``input_output``, ...; ``link_transforms`` of a serial arm, and ``forward_geometry`` and
        ``inverse_geometry`` where the description has a closed form.

        Raises: UnknownName: there is no such model. UnsupportedOperation: the machine has none, with the reason.
            SingularConfiguration: the machine has infinitesimal mobility, and the model describes its motion.
        """
        from kinloop.model.robot_equations import equations_of

        return equations_of(self.models, name)

    def c_source(self, name: str) -> str:
        """A model as C source for an embedded target: ``inverse_dynamics``, ``forward_dynamics``, ``inertia``, ..."""
        from kinloop.compile.c.c_source import to_c

        return to_c(self.models.formulas.tape(name))

    def save(self, path: str | Path) -> None:
        """Write the description with this robot's parameters as ``.toml``, or as ``.xml`` (MJCF, for MuJoCo and Pinocchio)."""
        if any(np.ndim(value) for value in self.parameters.values()):
            raise ShapeError(
                f"{self.mechanism.name}: a robot with arrays of parameters cannot be saved; save one with single values"
            )
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
                raise UnsupportedOperation(f"{str(path)!r}: expected a name that ends in .toml or .xml, not in {other!r}")


def load(source: str | Path | Mechanism, /, **parameters: ArrayLike) -> Robot:
    """A robot from the library, a file (``.toml``, ``.urdf``, ``.xml``) or a :class:`Mechanism`, with parameters by name."""
    if isinstance(source, Mechanism):
        require_valid(source, bodies="positive")
    robot = Robot(source if isinstance(source, Mechanism) else read(source))
    if robot.models.is_closed:
        _require_assembly(robot, source)
        robot.start_rates  # noqa: B018 raises an error for rates that open the loops, which ``check`` reports as a fault
    return robot.with_parameters(**parameters) if parameters else robot


def _require_assembly(robot: Robot, source: str | Path | Mechanism) -> None:
    """Refuse a description whose loops do not close. A compiled kernel in the cache shows that they do.

    Raises: DescriptionError: it has the faults that ``check`` reports.
    """
    try:
        robot.models.formulas.kernel("closure")
    except (ValueError, ArithmeticError, RuntimeError) as fault:
        from kinloop.model.checking.check import check

        report = check(source)
        if report.ok:
            raise
        raise description_error(report.name, report.where, report.faults) from fault
