"""The loci that pages show: which they are, and when they have to be found anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kinloop.errors import KinloopError
from kinloop.model.robot import Robot
from kinloop.view.page.pack import pack
from kinloop.view.studio.machine.loci import LociRequest, coarse_curves, loci_message
from kinloop.view.studio.machine.machine_state import MachineState
from kinloop.view.studio.processes.answers import Answer, Job, Message, note
from kinloop.view.studio.processes.tasks import robot_arguments

NO_LOCI, OFF = (pack({"type": "loci", "on": on, "curves": [], "refined": True, "note": ""}, {}) for on in (True, False))


class LociView:
    """Loci of the machine in its working mode: coarse ones at once, refined ones from the background."""

    def __init__(self) -> None:
        self.is_on = False
        self._shown: tuple[Robot, LociRequest, Message] | None = None

    def switch(self, on: bool, state: MachineState, ticket: Callable[[], int]) -> Answer:
        """Show them, or no longer. Raises: UnsupportedOperation: the machine's tool does not move in a plane."""
        if on:
            LociRequest.of(state)
        self.is_on, self._shown = on, None
        if on:
            return self.update(state, ticket)
        ticket()  # what is being refined is of no use
        return Answer(news=[OFF])

    def update(self, state: MachineState, ticket: Callable[[], int]) -> Answer:
        """The loci of the machine as it stands, where pages show them and do not have them yet."""
        if not self.is_on:
            return Answer()
        try:
            request = LociRequest.of(state)
        except KinloopError:  # another machine
            ticket()
            self._shown = None
            return Answer(news=[NO_LOCI])
        if self._shown is not None and self._shown[0] is state.robot and self._shown[1] == request:
            return Answer()
        try:
            curves = coarse_curves(state, request)
        except KinloopError as fault:  # the map begins at the start, which may not exist with these parameters
            ticket()
            self._shown = None
            return Answer(news=[NO_LOCI, note(f"no singularity loci: {fault}")])
        news: list[Message] = [NO_LOCI if curves is None else loci_message(state, request, curves, False)]
        self._shown = state.robot, request, news[0]
        arguments = {**robot_arguments(state.robot), "x": state.x.tolist(), "q": state.q.tolist(), **request.arguments}
        what = "" if curves is not None else "finding singularity loci"
        return Answer(news=news, jobs=[Job("loci", "loci", arguments, ticket(), what, cancellable=True)])

    def refine(self, job: Job, result: Any, state: MachineState) -> Answer:
        """Take what the background found."""
        request = LociRequest.read(job.arguments)
        curves = [(kind, np.array(curve, float).reshape(-1, 2)) for kind, curve in result["curves"]]
        message = loci_message(state, request, curves, True)
        self._shown = state.robot, request, message
        return Answer(news=[message])

    def greet(self) -> list[Message]:
        """What a page that has just opened shows."""
        return [self._shown[2]] if self.is_on and self._shown is not None else []
