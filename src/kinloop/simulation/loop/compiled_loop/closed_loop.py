"""A sampled closed loop as formulas: sensors, law, actuators and plant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from kinloop.compile.llvm.kernel import Kernel, compile_formula
from kinloop.compile.llvm.scan import Program, Scan, compile_scan
from kinloop.compile.tape.tape import Argument, Formula, record, vector
from kinloop.control.function_law import PythonLaw
from kinloop.control.law import Law, NoEffort
from kinloop.control.law_advice import advice_on_not_finite, is_always_nan
from kinloop.control.tunable import Tables
from kinloop.errors import NotFinite, ShapeError, UnsupportedOperation, listing
from kinloop.model.dynamics.task import task_rows
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot
from kinloop.simulation.loop.compiled_loop.io_model import IoModel, IoSettings, Sizes, gain_symbols
from kinloop.simulation.loop.compiled_loop.loop_symbols import Symbols
from kinloop.simulation.loop.compiled_loop.summary import Summary
from kinloop.simulation.loop.inputs.exogenous_inputs import has_joint_tables, input_layout
from kinloop.simulation.loop.inputs.input_rows import InputRows
from kinloop.simulation.loop.inputs.wrench_schedule import wrench_expressions
from kinloop.simulation.plants.plant_formulas import plant_parts
from kinloop.trajectory.trajectory import Trajectory

Array = np.ndarray


class ClosedLoop:
    """A robot under a law: the formulas of one period, the numbers they take, and their compiled forms.

    ``robot`` is what the controller knows, ``plant`` the machine itself: the same description with parameters of its own. With
    ``kinematic`` the command is joint rates and the plant follows them.
    """

    def __init__(
        self,
        robot: Robot,
        plant: Robot,
        law: Law,
        trajectory: Trajectory | None,
        io_settings: IoSettings,
        kinematic: bool = False,
        tables: Tables | None = None,
    ) -> None:
        self.robot, self.plant, self.law, self.trajectory, self.io_settings = robot, plant, law, trajectory, io_settings
        self.kinematic, self.tables = kinematic, tables
        mechanism = robot.mechanism
        self.commanded = mechanism.rates[: robot.n_active]
        self.sizes = Sizes(
            len(mechanism.coordinates),
            len(mechanism.rates),
            len(robot.active),
            robot.n_active,
            len(mechanism.task_names),
            len(task_rows(mechanism)),
        )
        self.nq, self.nv, self.n = self.sizes.nq, self.sizes.nv, self.sizes.n
        self._check()
        self.tracks = self._tracks()
        self.io_model = IoModel(io_settings, self.sizes, kinematic)
        #: Numbers of sensor noise at a sample.
        self.noise = sum(self.io_model.noise_sizes) if io_settings.is_noisy else 0
        self.layout = input_layout(robot, trajectory, self.tracks, law.reads, tables)
        self.summary = Summary(self.n, trajectory is not None, not kinematic)

    def _tracks(self) -> bool:
        """Whether the trajectory is carried to all joints by Newton's method: a law reads them, and no table has them."""
        if not self.law.joint_reference or self.trajectory is None or has_joint_tables(self.trajectory):
            return False
        return self.trajectory.space != "active" or (bool(self.robot.passive) and bool({"q", "qd", "qdd"} & set(self.law.reads)))

    def _check(self) -> None:
        name, law = self.robot.mechanism.name, self.law_name
        if not self.n and not isinstance(self.law, NoEffort):
            raise UnsupportedOperation(
                f"{name} has no actuated joint, so there is nothing for {law} to command; expected None in place of a controller"
            )
        if not self.n and self.kinematic:
            raise UnsupportedOperation(
                f"{name} has no actuated joint, so there are no joint rates for plant='kinematic' to follow"
            )
        if self.kinematic and self.io_settings.wrenches:
            raise UnsupportedOperation(
                "plant='kinematic' follows joint rates whatever the forces, so wrenches of the environment have no effect on it; "
                "expected another plant, or no wrenches"
            )
        if self.kinematic and isinstance(self.law, NoEffort):
            raise UnsupportedOperation(
                "plant='kinematic' follows joint rates, but the controller is None; expected one that commands them, such as "
                "kl.KinematicControl"
            )
        expected = "rate" if self.kinematic else "effort"
        if self.law.drives != expected:
            rate = "joint rates, so it needs plant='kinematic', or an inner loop: kl.Cascade(law, kl.VelocityControl(gain))"
            words = {"rate": rate, "effort": "efforts, so it needs another plant"}
            raise UnsupportedOperation(f"{law} commands {words[self.law.drives]}")
        if self.trajectory is None:
            if self.law.joint_reference or self.law.task_reference:
                raise ShapeError(f"{law} follows a reference, but trajectory is None")
            return
        if self.law.task_reference and self.trajectory.space == "active":
            raise ShapeError(
                f"{law} follows the task of {name}, but the trajectory is one of the active joints; expected one of the task, or "
                'a law of the joints, such as kl.ComputedTorque(kp, kd, space="joint")'
            )
        space, size = self.trajectory.space, self.trajectory(0.0).x.shape[-1]
        if space == "active":
            names = self.robot.active
            if len(names) != self.n:
                raise UnsupportedOperation(f"{name}: an active spherical joint has no trajectory of its numbers; give the task's")
        else:
            names = self.robot.mechanism.task_names
            if ("pose" in self.robot.task) != (space == "pose") or (space == "pose" and self.robot.task != ("pose",)):
                wanted = "pose" if self.robot.task == ("pose",) else "task"
                raise ShapeError(f"{name} has the task {listing(self.robot.task)}; expected a trajectory with space={wanted!r}")
        if size != len(names):
            raise ShapeError(f"the trajectory has {size} coordinates, but {name} has {len(names)}: {listing(names)}")
        if self.law.joint_reference and len(self.robot.active) != self.n:
            raise UnsupportedOperation(f"{law}: {name} has an active spherical joint, whose numbers have no difference")

    # ---------------------------------------------------------------- numbers

    @cached_property
    def values(self) -> dict[str, Array]:
        """What the formulas take, by block, each (..., size)."""
        blocks: dict[str, Array] = {}
        if self.robot.models.parameter_inputs and self.plant.models.parameter_inputs:
            blocks |= {"plant": self.plant.models.parameter_inputs[0], "model": self.robot.models.parameter_inputs[0]}
        blocks["period"] = np.array([self.io_settings.period])
        tuned = {"gain": self.law.gains, "observer": self.io_settings.observer.gains}
        gains = {f"{owner} {name}": np.ravel(gain, order="F") for owner in tuned for name, gain in tuned[owner].items()}
        blocks |= {name: gain for name, gain in gains.items() if gain.size}
        for name in ("saturation", "change", "quantum"):
            if (values := getattr(self.io_settings, name)) is not None:
                blocks[name] = values
        if self.io_settings.force_sensor is not None:
            blocks["force sensor"] = self.io_settings.force_sensor
        blocks |= {f"wrench {frame}": self.io_settings.wrenches[frame] for frame in self.loads}
        return blocks | {f"pulse {k}": pulse.values for k, pulse in enumerate(self.io_settings.pulses)}

    @property
    def loads(self) -> tuple[str, ...]:
        """The frames with a wrench, sorted."""
        return tuple(sorted(self.io_settings.wrenches))

    def pack(self, values: Mapping[str, Array]) -> Array:
        """The blocks as one array (..., size)."""
        batch = np.broadcast_shapes(*(block.shape[:-1] for block in values.values()))
        return np.concatenate([np.zeros((*batch, 0)), *(np.broadcast_to(b, (*batch, b.shape[-1])) for b in values.values())], -1)

    def start_memory(self, q: Array, qd: Array, first: InputRows, parameters: Array) -> Array:
        """The memory of sensors and actuators, law and summary, for runs that begin at ``q`` (..., nq) and ``qd`` (..., nv), with
        the ``first`` row of their inputs."""
        io = self.io_model.start(q, qd)
        own = self.law.memory
        if self.law.depends_on_start and self.own_size:
            state = q if self.kinematic else np.concatenate([q, qd], axis=-1)
            remembered = (io,) if io.shape[-1] else ()
            own = np.asarray(self.begin_kernel(*first.at(0), state, *remembered, parameters))
        parts = [io, np.asarray(own), self.summary.start]
        return np.concatenate([np.broadcast_to(part, (*q.shape[:-1], part.shape[-1])) for part in parts], axis=-1)

    def law_state(self, memory: Array) -> Array:
        """The law's state, a part of the memory (..., n) of sensors and actuators, law and summary."""
        begin = sum(self.io_model.memory.values())
        return np.asarray(memory)[..., begin : begin + self.own_size]

    @cached_property
    def own_size(self) -> int:
        """The numbers of the law's own memory in the compiled loop."""
        if not self.law.depends_on_start or isinstance(self.law, PythonLaw):
            return self.law.memory.size
        if self.law.key is None:  # a user's: its formulas are derived anyway
            return int(self._begin().outputs[0].expression.numel())
        return self.begin_kernel.outputs[0].size

    # ---------------------------------------------------------------- formulas

    def derive(self) -> Program:
        """The parts of the loop on symbols."""
        s = self._symbols
        rate, project = plant_parts(self.robot.models.formulas, self.loads, self.kinematic, s.command, s.parameters)
        if self.io_settings.schedule.varies:
            rate = self._with_time(rate)
        kept = ca.vertcat(s.state.expression, s.command.expression)
        return Program(self._command(), rate, project, Formula("record", (s.state, s.command), (vector("record", kept),)))

    def _with_time(self, rate: Formula) -> Formula:
        """The state's rate with the wrenches of the period, which depend on its time."""
        s = self._symbols
        io = self.io_settings
        wrenches = wrench_expressions(self.loads, {**s.blocks, "t": s.reference.t}, io.pulses, io.signals)
        constant = ca.vertcat(*(s.blocks[f"wrench {frame}"] for frame in self.loads))
        changed = ca.substitute(rate.outputs[0].expression, constant, ca.vertcat(*(wrenches[frame] for frame in self.loads)))
        return Formula("rate", (*rate.inputs, s.signal), (vector("rate", changed),))

    @cached_property
    def _symbols(self) -> Symbols:
        return Symbols(self)

    def _measure(self, memory: dict[str, ca.SX]) -> ca.SX:
        """The measurement on symbols. Changes ``memory``."""
        s = self._symbols
        return self.io_model.measure(s.q, s.qd, s.of_plant, s.of_controller, s.blocks, memory, s.reference)

    @property
    def _tuned_law(self) -> Law:
        """The law with symbols for its gains."""
        tuned: Law = self.law.with_gains(gain_symbols(self.law.gains, "gain", self._symbols.blocks))
        return tuned

    def _begin(self) -> Formula:
        """The law's memory at the start."""
        s = self._symbols
        memory = s.memory(self.io_model.memory)
        before = ca.vertcat(*memory.values())
        measured = self.io_model.as_measured(self._measure(memory), s.of_controller)
        begun = self._tuned_law.begin(s.reference.t, measured, s.reference, s.of_controller)
        own = self._as_expression(begun, "state", None)
        remembers = (vector("memory", before),) if before.numel() else ()
        return Formula("begin", (*s.inputs, s.state, *remembers, *s.parameters), (vector("own", own),))

    def _command(self) -> Formula:
        """Measure, ask the law, actuate; and add to the summary."""
        s = self._symbols
        memory = s.memory(self.io_model.memory)
        own, summary = ca.SX.sym("own", self.own_size), ca.SX.sym("summary", self.summary.size)
        before = ca.vertcat(*memory.values(), own, summary)
        measurement = self._measure(memory)
        measured = self.io_model.as_measured(measurement, s.of_controller)
        reference, t = s.reference, s.reference.t
        asked = s.of_controller.asked
        wanted, own_next = self._tuned_law(t, measured, reference, own, s.of_controller)
        wanted, own_next = self._as_expression(wanted, "command", self.n), self._as_expression(own_next, "state", self.own_size)
        # Formulas of the model have NaN in them, for where they are undetermined; without one, NaN is the law's own.
        if s.of_controller.asked == asked and is_always_nan(wanted) and not is_always_nan(measurement):
            raise NotFinite(
                f"the law {self.law_name!r} gave a command that is NaN whatever is measured: {advice_on_not_finite(True)}"
            )
        command = self.io_model.actuate(wanted, s.blocks, memory)
        summary = self.summary.next(summary, s.q, reference, command, s.of_plant)
        after = ca.vertcat(*memory.values(), own_next, summary)
        return Formula(
            "command",
            (*s.inputs, s.state, vector("memory", before), *s.parameters),
            (vector("command", command), vector("memory", after)),
        )

    @cached_property
    def formulas(self) -> tuple[str, ...]:
        """The names of the formulas that the controller computes with. What a law in Python asks its model is not known."""
        s = self._symbols
        if isinstance(self.law, PythonLaw):
            self._measure(s.memory(self.io_model.memory))
        else:
            self._command()
        return s.of_controller.used

    def _as_expression(self, given: Any, what: str, size: int | None) -> ca.SX:
        """A result of the law as a column of ``size`` numbers, or of any number."""
        law = self.law_name
        try:
            expression = ca.SX(given) if given is not None else ca.SX(0, 1)
        except (NotImplementedError, TypeError, ValueError):
            raise ShapeError(f"the law {law!r} gave the {what} {given!r:.80}, expected a CasADi expression") from None
        if size is None:
            return ca.densify(ca.vec(expression))
        if expression.numel() != size:
            count = expression.numel()
            given = f"the law {law!r} gave a {what} of {count} number{'s' * (count != 1)}, expected {size}"
            if what == "command":
                raise ShapeError(f"{given}: {listing(self.commanded)}; ca.vertcat(a, b) stacks several")
            raise ShapeError(
                f"{given}, as many as it begins with; kl.casadi_law(f, memory=[...]) begins with others, and a law without "
                "memory returns the state that it was given"
            )
        return ca.reshape(expression, size, 1)

    @property
    def law_name(self) -> str:
        """The name of the law or of its function."""
        function = getattr(self.law, "function", None)
        return str(getattr(function, "__name__", type(self.law).__name__))

    # ---------------------------------------------------------------- compiled

    @cached_property
    def key(self) -> dict[str, object]:
        """All that the formulas depend on."""
        key: dict[str, object] = {
            **self.robot.models.formulas.key,
            "law": self.law.key,
            "gains": {name: gain.shape for name, gain in self.law.gains.items()},
            "signal": self.layout.sizes,
            "blocks": {name: block.shape[-1] for name, block in self.values.items()},
            "io": [self.io_settings.measured, self.io_settings.has_rates, self.io_settings.delay, self.io_settings.is_noisy],
            "observer": self.io_settings.observer.key,
            "kinematic": self.kinematic,
            "pulses": [pulse.frame for pulse in self.io_settings.pulses],
            "signals": sorted(self.io_settings.signals.items()),
        }
        # The cache notices changes of kinloop's source, not of a user's.
        own = self.law.key is not None or isinstance(self.law, PythonLaw)
        if self.io_settings.observer.key is None and isinstance(self.law, PythonLaw):
            key["tape"] = repr(record(self._measure_formula()))
        elif not own or self.io_settings.observer.key is None:
            key["tape"] = repr(record(self._program.command))
        if self.law.key is None and self.law.depends_on_start and not isinstance(self.law, PythonLaw):
            key["begin"] = repr(record(self._begin()))
        return key

    @cached_property
    def _program(self) -> Program:
        return self.derive()

    @property
    def scan(self) -> Scan:
        """The whole loop as one kernel."""
        return self._share("scan", lambda name: compile_scan(lambda: self._program, self.key, name))

    @property
    def command_kernel(self) -> Kernel:
        """What a controller computes at a sample: ``(signal, noise, state, memory, parameters) -> (command, memory)``."""
        return self._kernel("command", self._command)

    @property
    def begin_kernel(self) -> Kernel:
        """The law's memory at the start: ``(signal, noise, state, memory, parameters) -> own``, with the IoModel's memory."""
        return self._kernel("begin", self._begin)

    @property
    def measure_kernel(self) -> Kernel:
        """The sensors: ``(signal, noise, state, memory, parameters) -> (measurement, memory)``, with the IoModel's memory."""
        return self._kernel("measure", self._measure_formula)

    def _measure_formula(self) -> Formula:
        s = self._symbols
        memory = s.memory(self.io_model.memory)
        before = ca.vertcat(*memory.values())
        return self._io_formula("measure", (*s.inputs, s.state), before, "measurement", self._measure(memory), memory)

    @property
    def actuate_kernel(self) -> Kernel:
        """The actuators: ``(wanted, memory, parameters) -> (command, memory)``."""

        def derive() -> Formula:
            s = self._symbols
            memory, wanted = s.memory(self.io_model.memory), ca.SX.sym("wanted", self.n)
            before = ca.vertcat(*memory.values())
            command = self.io_model.actuate(wanted, s.blocks, memory)
            return self._io_formula("actuate", (vector("wanted", wanted),), before, "command", command, memory)

        return self._kernel("actuate", derive)

    def _io_formula(
        self, name: str, inputs: tuple[Argument, ...], before: ca.SX, gives: str, result: ca.SX, memory: Mapping[str, ca.SX]
    ) -> Formula:
        after = ca.vertcat(*memory.values())
        remembers = ((vector("memory", before),), (vector("memory", after),)) if before.numel() else ((), ())
        return Formula(name, (*inputs, *remembers[0], *self._symbols.parameters), (vector(gives, result), *remembers[1]))

    def _kernel(self, part: str, derive: Callable[[], Formula]) -> Kernel:
        return self._share(part, lambda name: compile_formula(derive, {**self.key, "part": part}, name))

    def _share(self, what: str, build: Callable[[str], Any]) -> Any:
        known = _compiled.setdefault(self.robot.models.formulas, {})
        key = f"{what} {self.key}"
        if key not in known:
            known[key] = build(f"{self.robot.mechanism.name}.{what}")
        return known[key]


_compiled: WeakKeyDictionary[CompiledFormulas, dict[str, Any]] = WeakKeyDictionary()
