r"""The native plants: constrained dynamics in redundant coordinates, and a machine whose active joints follow given rates.

Classical Runge-Kutta at a fixed step with the command held; after each step the state is put back on its manifold: unit
quaternions, closed loops, rates along them. The dynamics are regular at a Type 2 singularity; a machine that follows rates has no
motion there, and stops. Near a configuration-space singularity steps are chosen (see ``careful_steps``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from kinloop.compile.llvm.scan import Program, Scan, compile_scan
from kinloop.compile.tape.tape import Formula, vector
from kinloop.errors import ShapeError
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.robot import Robot
from kinloop.simulation.plants.careful_steps import CarefulSteps
from kinloop.simulation.plants.clearance import CheckTimes
from kinloop.simulation.plants.plant import PlantState
from kinloop.simulation.plants.plant_formulas import plant_parts, state_of
from kinloop.simulation.record.record import Event

Array = np.ndarray


class NativePlant:
    """A robot's own dynamics as a plant: what the compiled loop integrates, one period a call, to the same bits.

    ``substeps`` integration steps make a period. ``wrenches`` act on frames, as in ``robot.forward_dynamics``.
    """

    kinematic = False

    def __init__(self, robot: Robot, substeps: int = 1, wrenches: Mapping[str, Any] | None = None) -> None:
        if any(values.ndim > 1 for values in robot.models.parameter_inputs):
            raise ShapeError(f"{robot.mechanism.name}: a plant is one machine, but its parameters are arrays; see kl.rollouts")
        self.robot = robot
        self.substeps = substeps
        self._nq = len(robot.mechanism.coordinates)
        self._loads, given = robot.models.wrench_inputs(wrenches)
        self._wrenches = [array.copy() for array in given]
        # Called once a period: the raw kernel, without the words for wrong shapes.
        self._period = _plant_scan(robot, self._loads, self.kinematic).kernel.ufunc
        # The command, then what does not change.
        self._given = np.concatenate(
            [np.zeros(robot.n_active), *(np.ravel(p) for p in robot.models.parameter_inputs), *self._wrenches]
        )
        self._constants = (self._given,) if self._given.size else ()
        self._state = np.zeros(0)
        # The length of the last period, and with it what the kernel takes, as arrays: NumPy reads these sooner than numbers.
        self._duration = np.nan
        self._clock: tuple[Array, ...] = ()
        self._time, self._moves = 0.0, 0  # when the present careful one began, and moves since
        self._careful: CarefulSteps | None = None

    def start(self, q: Array, qd: Array) -> None:
        """Set the state at time 0."""
        self._state = np.concatenate([q, qd])
        self._time, self._moves, self._careful = 0.0, 0, None

    @property
    def events(self) -> list[Event]:
        """Configuration-space singularities that were passed."""
        return self._careful.events if self._careful is not None else []

    def watch(self, period: float, finer: int = 1) -> CarefulSteps:
        """The integration of periods near configuration-space singularities; it keeps states between samples there."""
        wrenches = dict(zip(self._loads, self._wrenches, strict=True))
        before = self._careful
        self._careful = CarefulSteps(self.robot, wrenches, period, self.substeps, finer)
        if before is not None:
            self._time, self._moves = self._time + self._moves * before.period, 0
            self._careful.events = before.events
        return self._careful

    def set_wrenches(self, wrenches: Mapping[str, Array]) -> None:
        """Change the wrenches, on the frames that the plant was made with, from now on."""
        self._wrenches = [np.array(wrenches[frame], float) for frame in self._loads]
        if self._loads:
            self._given[len(self._given) - 6 * len(self._loads) :] = np.concatenate(self._wrenches)
        if self._careful is not None:
            self._careful.set_wrenches(wrenches)

    def advance(self, tau: Array, duration: float) -> PlantState:
        """The state after the efforts were held, and the accelerations and loop forces just before they change.

        Raises: SingularConfiguration: where masses and closures leave the accelerations open.
        """
        q, qd = np.split(self.move(tau, duration), [self._nq])
        is_near_singular = self._careful is not None and self._careful.is_active
        if is_near_singular or not np.isfinite(q).all():
            return PlantState(q, qd, np.full(qd.shape, np.nan), np.full(len(self.robot.models.formulas.model.rows), np.nan))
        wrenches = dict(zip(self._loads, self._wrenches, strict=True)) if self._loads else None
        after = self.robot.forward_dynamics(q, qd, tau, wrenches)
        return PlantState(q, qd, after.qdd, after.loop_force)

    def move(self, command: Array, duration: float) -> Array:
        """The state after the command was held; NaN where the motion left the finite numbers. Raises RunEnds where it is not
        determined."""
        if self.kinematic:
            self._state = self._step(command, duration)
            return self._state
        careful = self._careful
        if careful is None or careful.period != duration:
            careful = self.watch(duration)
        k, self._moves = self._moves, self._moves + 1
        if careful.goes_on(self._state):
            state = careful.move(k, self._time + k * duration, self._state, command)
        else:
            state = self._step(command, duration)
            is_far = careful.is_far(self._state, state) and careful.checks.parts == 1
            if not is_far and careful.is_too_short(self._within(state, command, careful)):
                state = careful.move(k, self._time + k * duration, self._state, command)
        self._state = state
        self._state.flags.writeable = False  # it is shown to others, and moves by this method alone
        return self._state

    def _step(self, command: Array, duration: float) -> Array:
        """One period with fixed steps."""
        self._given[: self.robot.n_active] = command
        if duration != self._duration:
            self._duration, self._clock = duration, tuple(np.array(each, float) for each in (duration, 1, self.substeps, 1))
        _, state, done = self._period(START, self._state, *self._constants, *self._clock)
        return state if done else np.full_like(state, np.nan)

    def _within(self, end: Array, command: Array, careful: CarefulSteps) -> Array:
        """The states of a period at which it is checked (parts + 1, n)."""
        end = end if np.isfinite(end).all() else self._state
        begin = self._state[None]
        if careful.checks.parts > 1:
            wrenches = dict(zip(self._loads, self._wrenches, strict=True))
            begin = with_parts(self.robot, wrenches, begin, np.reshape(command, (1, -1)), careful.checks)
        return np.vstack([begin, end])


class KinematicPlant(NativePlant):
    """A machine whose active joints follow given rates exactly, as [DemuttiRosi2020] drives ADAMS; the passive ones follow
    these."""

    kinematic = True

    def start(self, q: Array, qd: Array) -> None:
        """Set the state at time 0."""
        self._state = np.array(q)

    def advance(self, tau: Array, duration: float) -> PlantState:
        """``tau`` are the active joint rates. Accelerations and loop forces are not known.

        Raises: SingularConfiguration: at Type 2, where the passive joints do not follow.
        """
        q = self.move(tau, duration)
        no_forces = np.full(len(self.robot.models.formulas.model.rows), np.nan)
        qd = self.robot.forward_velocity(q, tau).qd
        return PlantState(q, qd, np.full(qd.shape, np.nan), no_forces)


START = np.zeros(1)


def between_samples(
    robot: Robot,
    wrenches: Mapping[str, Array],
    kinematic: bool,
    states: Array,
    command: Array,
    period: float,
    count: int,
    substeps: int,
) -> Array:
    """States (..., k, count - 1, n) that divide the period after each sample, the command held: all periods at once. Parameters
    may be those of each run; wrenches broadcast against the samples."""
    loads, step = tuple(sorted(wrenches)), period / count
    parameters = (p[..., None, :] if p.ndim > 1 else p for p in robot.models.parameter_inputs)
    constants = [*parameters, *(wrenches[frame] for frame in loads)]
    given = [np.broadcast_to(each, (*command.shape[:-1], each.shape[-1])) for each in constants]
    runs = _plant_scan(robot, loads, kinematic)(
        states,
        step * np.arange(count),
        step,
        parameters=np.concatenate([command, *given], axis=-1),
        substeps=-(-substeps // count),
        periods=count - 1,
    )
    return runs.record[..., 1:, :]


def with_parts(robot: Robot, wrenches: Mapping[str, Array], states: Array, command: Array, checks: CheckTimes) -> Array:
    """States (..., k, n) at samples, and between them those at which a period of many steps is checked, (..., k * parts, n)."""
    inner = between_samples(robot, wrenches, False, states, command, checks.period, checks.parts, checks.substeps)
    both = np.concatenate([states[..., None, :], inner], axis=-2)
    return both.reshape(*states.shape[:-2], -1, states.shape[-1])


def _plant_scan(robot: Robot, loads: tuple[str, ...], kinematic: bool) -> Scan:
    """One period with a command that is given among the parameters."""
    formulas = robot.models.formulas
    known = _compiled.setdefault(formulas, {})
    if (loads, kinematic) not in known:
        known[loads, kinematic] = _compile_plant(formulas, loads, kinematic)
    return known[loads, kinematic]


_compiled: WeakKeyDictionary[CompiledFormulas, dict[tuple[tuple[str, ...], bool], Scan]] = WeakKeyDictionary()


def _compile_plant(formulas: CompiledFormulas, loads: tuple[str, ...], kinematic: bool) -> Scan:

    def derive() -> Program:
        model = formulas.variant(loads)
        given = ca.SX.sym("given", model.n_active)
        parameters = vector("parameters", ca.vertcat(given, model.tree_model.parameters, *model.tree_model.wrenches))
        command = vector("command", model.tau)
        rate, project = plant_parts(formulas, loads, kinematic, command, (parameters,))
        give = Formula("command", (parameters,), (vector("command", given),))
        state = state_of(formulas, loads, kinematic)
        return Program(give, rate, project, Formula("record", (state,), (vector("record", state.expression),)))

    key = {**formulas.key, "loads": loads, "part": "plant", "kinematic": kinematic}
    return compile_scan(derive, key, f"{formulas.mechanism.name}.plant")
