"""A sampled closed loop as formulas: reference, law, what lies between the law and the plant, and the plant."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from kinloop.compile.kernel import Kernel, compile_formula
from kinloop.compile.scan import Program, Scan, compile_scan
from kinloop.compile.tape import Argument, Formula, record, scalar, vector
from kinloop.control.law import Law, LawModel, Measured, Reference
from kinloop.errors import ShapeError, UnsupportedOperation, listing
from kinloop.mechanism.uses import task_names
from kinloop.model.closed import ClosedModel
from kinloop.model.derived import Derived
from kinloop.model.robot import Robot
from kinloop.model.task import task_rows
from kinloop.simulation.native import plant_parts, state_of
from kinloop.trajectory.motion import Motion, Trajectory, sampled

Array = np.ndarray
# Steps of Newton's method that carry the joints' reference from one sample to the next: each squares what is left of the change.
NEWTON_STEPS = 3


@dataclass(frozen=True)
class Wiring:
    """What lies between controller and plant. Arrays may have a batch axis first.

    ``saturation``: the largest command of each active joint (..., n). ``quantum``: of each measured position and rate
    (..., nq + nv); zero measures exactly. ``delay``: a command acts one period late. ``wrenches``: on the plant, by frame.
    """

    saturation: Array | None = None
    quantum: Array | None = None
    delay: bool = False
    wrenches: Mapping[str, Array] = field(default_factory=dict)


class ClosedLoop:
    """A robot under a law: the formulas of one period, the numbers they take, and their compiled forms.

    ``robot`` is what the controller knows, ``plant`` the machine itself: the same description with parameters of its own. With
    ``kinematic`` the command is joint rates and the plant follows them.
    """

    def __init__(
        self, robot: Robot, plant: Robot, law: Law, trajectory: Trajectory | None, wiring: Wiring, kinematic: bool = False
    ) -> None:
        self.robot, self.plant, self.law, self.trajectory, self.wiring = robot, plant, law, trajectory, wiring
        self.kinematic = kinematic
        mechanism = robot.mechanism
        self.commanded = mechanism.rates[: robot.n_active]
        self.nq, self.nv, self.n = len(mechanism.coordinates), len(mechanism.rates), robot.n_active
        self._check()
        # A task's trajectory is carried to the joints by Newton's method, which remembers where it was.
        self.tracks = law.joint_reference and trajectory is not None and trajectory.space != "active"
        self.references = law.joint_reference or (trajectory is not None and trajectory.space == "active")

    def _check(self) -> None:
        name, law = self.robot.mechanism.name, type(self.law).__name__
        if not self.n:
            raise UnsupportedOperation(f"{name} has no actuated joint, so there is nothing to command")
        expected = "rate" if self.kinematic else "effort"
        if self.law.drives != expected:
            words = {"rate": "joint rates, so it needs plant='kinematic'", "effort": "efforts, so it needs another plant"}
            raise UnsupportedOperation(f"{law} commands {words[self.law.drives]}")
        if self.trajectory is None:
            if self.law.joint_reference:
                raise ShapeError(f"{law} follows a reference, but trajectory is None")
            return
        space, size = self.trajectory.space, sampled(self.trajectory, 0.0).x.shape[-1]
        if space == "active":
            names = self.robot.active
            if len(names) != self.n:
                raise UnsupportedOperation(f"{name}: an active spherical joint has no trajectory of its numbers; give the task's")
        else:
            names = task_names(self.robot.mechanism)
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
        if self.robot._p and self.plant._p:
            blocks |= {"plant": self.plant._p[0], "model": self.robot._p[0]}
        gains = {f"gain {name}": np.ravel(gain, order="F") for name, gain in self.law.gains.items()}
        blocks |= {name: gain for name, gain in gains.items() if gain.size}
        if self.trajectory is not None:
            blocks["trajectory"] = self.trajectory.parameters
        if self.wiring.saturation is not None:
            blocks["saturation"] = self.wiring.saturation
        if self.wiring.quantum is not None:
            blocks["quantum"] = self.wiring.quantum
        return blocks | {f"wrench {frame}": self.wiring.wrenches[frame] for frame in self.loads}

    @property
    def loads(self) -> tuple[str, ...]:
        return tuple(sorted(self.wiring.wrenches))

    def packed(self, values: Mapping[str, Array]) -> Array:
        """The blocks as one array (..., size)."""
        batch = np.broadcast_shapes(*(block.shape[:-1] for block in values.values()))
        return np.concatenate([np.zeros((*batch, 0)), *(np.broadcast_to(b, (*batch, b.shape[-1])) for b in values.values())], -1)

    def start_memory(self, q_reference: Array | None, batch: tuple[int, ...] = ()) -> Array:
        """The law's memory, the reference's posture and the command that is held before the first."""
        parts = [self.law.memory]
        if self.tracks:
            assert q_reference is not None
            parts.append(q_reference)
        if self._holds:
            parts.append(np.zeros(self.n))
        batch = np.broadcast_shapes(batch, *(part.shape[:-1] for part in parts))
        return np.concatenate([np.broadcast_to(part, (*batch, part.shape[-1])) for part in parts], axis=-1)

    @property
    def _holds(self) -> bool:
        return self.wiring.delay or self.kinematic

    # ---------------------------------------------------------------- formulas

    def derive(self) -> Program:
        """The parts of the loop on symbols."""
        model = self.robot._derived.variant(self.loads)
        symbols = {name: ca.SX.sym(name, block.shape[-1]) for name, block in self.values.items()}
        if "plant" in symbols:
            symbols["plant"] = model.open.parameters
        symbols |= {f"wrench {frame}": w for frame, w in zip(self.loads, model.open.wrenches, strict=True)}
        parameters = [vector("parameters", ca.vertcat(*symbols.values()))] if symbols else []
        command = vector("command", ca.vertcat(model.tau, ca.SX.sym("reference", self._recorded_reference)))
        state = state_of(self.robot._derived, self.loads, self.kinematic)
        rate, project = plant_parts(self.robot._derived, self.loads, self.kinematic, command, tuple(parameters))
        return Program(
            command=self._command(model, symbols, state, parameters),
            rate=rate,
            project=project,
            record=Formula("record", (state, command), (vector("record", ca.vertcat(state.expression, command.expression)),)),
        )

    @property
    def _recorded_reference(self) -> int:
        return len(self.robot.active) if self.references else 0

    def _command(self, model: ClosedModel, symbols: Mapping[str, ca.SX], state: Argument, parameters: list[Argument]) -> Formula:
        t = ca.SX.sym("t")
        controller = LawModel(self.robot._derived, symbols.get("model", ca.SX(0, 1)))
        sizes = (self.law.memory.size, self.nq if self.tracks else 0, self.n if self._holds else 0)
        own, posture, held = (ca.SX.sym(name, size) for name, size in zip(("own", "posture", "held"), sizes, strict=True))
        q, qd = model.open.q, model.open.v
        if self.kinematic:
            qd = controller("forward_velocity", q=q, qd_active=held)["qd"]
        if "quantum" in symbols:
            q, qd = _quantised(q, symbols["quantum"][: self.nq]), _quantised(qd, symbols["quantum"][self.nq :])
        measured = Measured(q, qd, (len(self.robot.active), self.n), controller)
        reference, posture_next = self._reference(t, controller, symbols, posture)
        gains = {
            name: ca.reshape(symbols[f"gain {name}"], *(gain.shape if gain.ndim == 2 else (gain.size, 1)))
            for name, gain in self.law.gains.items()
            if gain.size
        }
        wanted, own_next = self.law.with_gains(gains)(t, measured, reference, own, controller)
        wanted, own_next = self._checked(wanted, "command", self.n), self._checked(own_next, "state", self.law.memory.size)
        if "saturation" in symbols:
            limit = symbols["saturation"]
            # Comparisons with NaN are false, so a NaN stays one and stops the run.
            wanted = ca.if_else(wanted > limit, limit, ca.if_else(wanted < -limit, -limit, wanted))
        applied = held if self.wiring.delay else wanted
        recorded = reference.q_active if self.references else ca.SX(0, 1)
        memory_next = ca.vertcat(own_next, posture_next, wanted if self._holds else ca.SX(0, 1))
        memory = ca.vertcat(own, posture, held)
        remembers = [vector("memory", memory)] if memory.numel() else []
        gives = [vector("command", ca.vertcat(applied, recorded))]
        gives += [vector("memory", memory_next)] if memory.numel() else []
        return Formula("command", (scalar("t", t), state, *remembers, *parameters), tuple(gives))

    def _reference(self, t: ca.SX, controller: LawModel, symbols: Mapping[str, ca.SX], posture: ca.SX) -> tuple[Reference, ca.SX]:
        """What to follow now, and the posture that the joints' reference is carried on from."""
        if self.trajectory is None:
            return Reference(), posture
        motion: Motion = self.trajectory.formula(t, symbols["trajectory"])
        if self.trajectory.space == "active":
            return Reference(q_active=motion.x, qd_active=motion.xd, qdd_active=motion.xdd), posture
        task = Reference(motion.x, motion.xd, motion.xdd, motion.xddd)
        if not self.tracks:
            return task, posture
        posture, qd, qdd = carried_to_joints(controller, motion, posture)
        joints = (posture[: len(self.robot.active)], qd[: self.n], qdd[: self.n])
        return Reference(task.x, task.xd, task.xdd, task.xddd, *joints), posture

    def _checked(self, given: Any, what: str, size: int) -> ca.SX:
        law = self.law_name
        try:
            expression = ca.SX(given) if given is not None else ca.SX(0, 1)
        except (NotImplementedError, TypeError, ValueError):
            raise ShapeError(f"the law {law!r} gave the {what} {given!r:.80}, expected a CasADi expression") from None
        if expression.numel() != size:
            names = self.commanded if what == "command" else ()
            raise ShapeError(
                f"the law {law!r} gave a {what} of {expression.numel()} numbers, expected {size}"
                + (f": {listing(names)}" if names else "")
            )
        return ca.reshape(expression, size, 1)

    @property
    def law_name(self) -> str:
        function = getattr(self.law, "function", None)
        return str(getattr(function, "__name__", type(self.law).__name__))

    # ---------------------------------------------------------------- compiled

    @cached_property
    def key(self) -> dict[str, object]:
        """All that the formulas depend on."""
        trajectory = self.trajectory
        kind = None if trajectory is None else f"{type(trajectory).__module__}.{type(trajectory).__qualname__}"
        key: dict[str, object] = {
            **self.robot._derived.key,
            "law": self.law.key,
            "gains": {name: gain.shape for name, gain in self.law.gains.items()},
            "trajectory": kind and [kind, trajectory.key],  # type: ignore[union-attr]
            "blocks": {name: block.shape[-1] for name, block in self.values.items()},
            "delay": self.wiring.delay,
            "kinematic": self.kinematic,
        }
        # The cache knows when our own source changes, not when a user's does.
        if self.law.key is None or (kind is not None and not kind.startswith("kinloop.")):
            key["tape"] = repr(record(self._program().command))
        return key

    def _program(self) -> Program:
        if not hasattr(self, "_derived_program"):
            self._derived_program = self.derive()
        return self._derived_program

    @property
    def scan(self) -> Scan:
        """The whole loop as one kernel."""
        return self._shared("scan", lambda name: compile_scan(self._program, self.key, name))

    @property
    def command_kernel(self) -> Kernel:
        """What a controller computes at a sample: ``(t, measured, memory, parameters) -> (command, memory)``."""
        key = {**self.key, "part": "command"}
        return self._shared("command", lambda name: compile_formula(lambda: self._program().command, key, name))

    @property
    def reference_kernel(self) -> Kernel:
        """A task's motion carried to the joints: ``(posture, x, xd, xdd, parameters) -> (posture, qd, qdd)``."""

        def derive() -> Formula:
            model = self.robot._derived.model
            p, n_x, rows = model.open.parameters, len(task_names(self.robot.mechanism)), len(task_rows(self.robot.mechanism))
            posture, x, xd, xdd = (ca.SX.sym(*pair) for pair in (("q", self.nq), ("x", n_x), ("xd", rows), ("xdd", rows)))
            results = carried_to_joints(LawModel(self.robot._derived, p), Motion(x, xd, xdd, None), posture)
            given = (vector("posture", posture), vector("x", x), vector("xd", xd), vector("xdd", xdd))
            outputs = tuple(vector(name, result) for name, result in zip(("posture", "qd", "qdd"), results, strict=True))
            return Formula("reference", (*given, *((vector("parameters", p),) if p.numel() else ())), outputs)

        key = {**self.robot._derived.key, "part": "reference"}
        return self._shared("reference", lambda name: compile_formula(derive, key, name))

    def _shared(self, what: str, build: Callable[[str], Any]) -> Any:
        known = _compiled.setdefault(self.robot._derived, {})
        key = what if what == "reference" else f"{what} {self.key}"
        if key not in known:
            known[key] = build(f"{self.robot.mechanism.name}.{what}")
        return known[key]


def carried_to_joints(model: LawModel, motion: Motion, posture: ca.SX) -> tuple[ca.SX, ca.SX, ca.SX]:
    """Positions, rates and accelerations of all joints along a motion of the task, on the branch of the last posture."""
    for _ in range(NEWTON_STEPS):
        posture = model("step_inverse", q=posture, x=motion.x)["q"]
    qd = model("inverse_velocity", q=posture, xd=motion.xd)["qd"]
    return posture, qd, model("inverse_acceleration", q=posture, qd=qd, xdd=motion.xdd)["qdd"]


_compiled: WeakKeyDictionary[Derived, dict[str, Any]] = WeakKeyDictionary()


def _quantised(value: ca.SX, quantum: ca.SX) -> ca.SX:
    """To the nearest multiple; a quantum of zero measures exactly."""
    exact = quantum == 0
    step = ca.if_else(exact, 1, quantum)
    return ca.if_else(exact, value, step * ca.floor(value / step + 0.5))
