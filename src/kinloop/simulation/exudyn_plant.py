"""A machine simulated by Exudyn: an engine of others, with rigid constraints and an implicit solver."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinloop.errors import KinloopError, ShapeError, UnsupportedOperation
from kinloop.model.robot import Robot
from kinloop.simulation.engine_state import EngineState
from kinloop.simulation.exudyn_system import ExudynSystem, refuse_what_exudyn_cannot_have
from kinloop.simulation.joint_readout import JointReadout
from kinloop.simulation.rigid_tree import RigidTree

Array = np.ndarray


class ExudynPlant:
    def __init__(self, robot: Robot, step: float = 1e-4, index2=True, newmark=True, rho=1.0, tol=1e-10, atol=1e-10, modified=True, sparse=True, resid=0) -> None:
        import exudyn
        self._exudyn = exudyn
        self._tree = RigidTree(robot)
        refuse_what_exudyn_cannot_have(self._tree)
        self.robot, self.step = robot, step
        mechanism = robot.mechanism
        self._readout = JointReadout(self._tree.joints, len(mechanism.coordinates), len(mechanism.rates))
        s = exudyn.SimulationSettings()
        t = s.timeIntegration
        t.generalizedAlpha.useNewmark = newmark
        t.generalizedAlpha.useIndex2Constraints = index2
        t.generalizedAlpha.spectralRadius = rho
        t.newton.relativeTolerance = tol
        t.newton.absoluteTolerance = atol
        t.newton.useModifiedNewton = modified
        t.verboseMode = 0
        t.adaptiveStep = False
        s.solutionSettings.writeSolutionToFile = False
        s.solutionSettings.sensorsWritePeriod = 1e9
        if sparse: s.linearSolverType = exudyn.LinearSolverType.EigenSparse
        else: s.linearSolverType = exudyn.LinearSolverType.EigenDense
        s.displayComputationTime = False
        s.displayStatistics = False
        s.displayGlobalTimers = False
        self._settings = s

    def start(self, q, qd):
        self.system = ExudynSystem(self._exudyn, self._tree, np.asarray(q, float), np.asarray(qd, float))
        self._q = np.array(q, float)

    def advance(self, tau, duration):
        self.system.set_efforts(tau)
        t = self._settings.timeIntegration
        t.numberOfSteps = max(1, int(np.ceil(duration / self.step - 1e-6)))
        t.startTime = 0.0
        t.endTime = duration
        ok = self.system.mbs.SolveDynamic(self._settings, updateInitialValues=True, storeSolver=False, showCausingItems=False)
        if not ok: raise RuntimeError("no convergence")
        self._q, qd = self._readout.read(self.system.poses(), self._q)
        return EngineState(self._q.copy(), qd, np.full(qd.shape, np.nan), np.full(0, np.nan))
