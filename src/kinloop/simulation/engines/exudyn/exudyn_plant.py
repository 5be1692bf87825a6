"""A machine simulated by Exudyn: an external engine with rigid constraints and an implicit solver."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import EngineFailed, UnsupportedOperation
from kinloop.model.dynamics.tree import frame_of_load
from kinloop.model.robot import Robot
from kinloop.simulation.engines.common.closure_forces import ClosureForces
from kinloop.simulation.engines.common.engine import EngineArguments, require_step, single_machine, substeps
from kinloop.simulation.engines.common.joint_readout import JointReadout
from kinloop.simulation.engines.common.rigid_tree import RigidTree
from kinloop.simulation.engines.exudyn.exudyn_loops import Closures
from kinloop.simulation.engines.exudyn.exudyn_system import ExudynSystem, refuse_unsupported_parts
from kinloop.simulation.plants.plant import PlantState


class ExudynPlant:
    """The same mechanism as rigid bodies in absolute coordinates, under Newmark's trapezoidal rule with constraints on rates.

    The solver starts anew at every :meth:`advance`, with accelerations of the new efforts: a jump of forces inside a step would
    cost an order. So the error falls with the square of the step. Positions of loops drift with it too, by about 1e-9 m in half
    a second at 0.1 ms.

    References: [Gerstmayr2024].
    """

    def __init__(
        self,
        robot: Robot,
        step: float = 1e-4,
        *,
        wrenches: Mapping[str, ArrayLike] | None = None,
        tolerance: float = 1e-12,
    ) -> None:
        """Args:
            robot: with single values of its parameters.
            step: the longest step of the solver [s].
            wrenches: constant wrenches on frames, as in ``robot.forward_dynamics``: force, then moment, in world axes.
            tolerance: of Newton's iteration in a step, relative to the forces that are out of balance before it.
        Raises: UnsupportedOperation: Exudyn is not installed, or has no twin for a part of the machine.
        """
        self._exudyn = _exudyn()
        self.robot, self.step = robot, require_step(step)
        if robot.mechanism.surfaces:
            raise UnsupportedOperation(
                f"{robot.mechanism.name}: kinloop has no surfaces for Exudyn; they act on plant='native' and plant='mujoco'"
            )
        values = single_machine(robot, "Exudyn")
        tree = RigidTree(robot, values)
        refuse_unsupported_parts(tree)
        self._closures = Closures(tree)
        self._arguments = EngineArguments(robot)
        self._wrenches = self._arguments.wrenches(wrenches)
        if any(frame_of_load(name)[1] for name in self._wrenches):
            raise UnsupportedOperation(
                f"{robot.mechanism.name}: kinloop has no follower wrenches for Exudyn; plant='native' and plant='mujoco' have"
            )
        self._forces = ClosureForces(robot, values)
        mechanism = robot.mechanism
        self._readout = JointReadout(tree.joints, len(mechanism.coordinates), len(mechanism.rates))
        self._settings = _settings(self._exudyn, tolerance)
        self._system: ExudynSystem | None = None
        self._qd = np.full(len(mechanism.rates), np.nan)
        self._q = np.full(len(mechanism.coordinates), np.nan)

    def start(self, q: ArrayLike, qd: ArrayLike) -> None:
        """Set the state: all positions (nq,), closing the loops, and all rates (nv,)."""
        self._q, self._qd = self._arguments.state(q, qd)
        self._system = self._build()

    def _build(self) -> ExudynSystem:
        return ExudynSystem(self._exudyn, self._closures, self._q, self._qd, self._wrenches)

    def set_wrenches(self, wrenches: Mapping[str, ArrayLike]) -> None:
        """Change the wrenches, on the frames that the plant was made with, from now on."""
        self._wrenches = self._arguments.wrenches(wrenches)
        if self._system is not None:
            self._system = self._build()

    def advance(self, tau: ArrayLike, duration: float) -> PlantState:
        """Hold the active efforts (n_active,) for a duration [s]; the state after it.

        Accelerations and loop forces are Exudyn's own, at the end and still under these efforts.

        Raises: EngineFailed: Exudyn's iteration does not converge, or the plant was not started.
        """
        efforts, steps = self._arguments.efforts(tau), substeps(duration, self.step)
        if self._system is None:
            raise EngineFailed(f"{self.robot.mechanism.name}: advance was called before start, or after a failure")
        if self._system.holds_badly():
            self._system = self._build()
        self._system.set_efforts(efforts)
        time = self._settings.timeIntegration
        time.numberOfSteps, time.endTime = steps, float(duration)
        if not self._system.solve(self._settings):
            self._system = None  # what it holds is no state
            raise EngineFailed(
                f"{self.robot.mechanism.name}: Exudyn found no motion for {duration:g} s in {steps} steps from q = {self._q} "
                f"under tau = {efforts}"
            )
        bodies = self._system.state()
        now = self._readout.read(bodies.poses, bodies.linear, bodies.angular, self._q)
        self._q, self._qd = now.q, now.qd
        loop_force = self._forces.read(now.q, self._system.loop_effort(now.q))
        return PlantState(now.q.copy(), now.qd.copy(), now.qdd, loop_force)


def _exudyn() -> Any:
    try:
        import exudyn
    except ImportError as error:  # also where libGL is missing
        raise UnsupportedOperation(
            f"the plant 'exudyn' needs the package exudyn (pip install kinloop[engines]), and on Linux libGL: {error}"
        ) from error
    return exudyn


def _settings(exudyn: Any, tolerance: float) -> Any:
    settings = exudyn.SimulationSettings()
    time = settings.timeIntegration
    time.generalizedAlpha.useNewmark = True  # beta 1/4, gamma 1/2
    time.generalizedAlpha.useIndex2Constraints = True
    time.newton.relativeTolerance = tolerance
    time.newton.useModifiedNewton = True
    time.adaptiveStep = False  # else a step that does not converge would be cut silently
    time.verboseMode = 0
    settings.linearSolver.solverType = exudyn.LinearSolverType.EigenSparse
    settings.solution.file.write = False
    return settings
