"""Messages that pages should not send: each is answered by a sentence, and the session lives on."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from studio_session import Studio

from kinloop.errors import ShapeError
from kinloop.view.studio.choices.messages import LARGEST_MESSAGE, read_message
from kinloop.view.studio.machine.machine_state import MachineState

MESSAGES: list[dict[str, Any]] = [
    {"type": "drag", "at": [0.01, 0.13, 0.0]},
    {"type": "drag_end"},
    {"type": "joint", "index": 0, "value": 1.6},
    {"type": "task", "values": [0.01, 0.12]},
    {"type": "mode", "index": 1},
    {"type": "parameter", "name": "l2", "value": 0.1},
    {"type": "load", "source": "two_r"},
    {"type": "undo"},
    {"type": "redo"},
    {"type": "loci", "on": True},
    {"type": "trajectory", "kind": "quintic", "points": [[0.01, 0.12, 0.0]], "duration": 1.0},
    {
        "type": "run",
        "law": {"kind": "PD", "gains": {"frequency": 20}},
        "plant": "native",
        "period": 1e-3,
        "duration": None,
        "sensors": {"only_active": False, "noise": {"q": 0, "qd": 0}, "resolution": 0, "seed": 0},
        "live": True,
        "speed": 1,
    },
    {"type": "stop"},
    {"type": "push", "force": [1.0, 0.0, 0.0]},
    {"type": "cancel"},
    {"type": "save", "what": "python", "compare": False},
    {
        "type": "sweep",
        "run": {"law": {"kind": "PD", "gains": {}}, "plant": "native", "mismatch": {"plant.m_p": 0.3}},
        "vary": [{"path": "m1", "from": 0.1, "to": 0.2, "count": 5}],
    },
    {"type": "sweep_use", "run": 3},
    {"type": "sweep_python"},
]
VALUES: list[Any] = [
    None, True, False, 0, -1, 10**30, 1e308, -1e308, 5e-324, "", "x" * 500, "five_bar", "__class__", "../../etc/passwd",
    "</script>", "\0", "\ud800", [], [[]], [0], [None] * 3, [1e300] * 3, [[1, 2, 3]] * 600, {}, {"kind": {}}, {"a": [1]},
]  # fmt: skip
MISSING = object()


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "1", '"drag"', "NaN", '{"type": 1, "seq": 1}', '{"type": "drag"}', '{"type": "drag", "seq": -1}',
        '{"type": "drag", "seq": 1.5}', '{"type": "drag", "seq": 99999999999}', '{"type": "drag", "seq": NaN}', "[" * 60000,
        '{"type":' * 8000, '{"type": "drag", "seq": 1, "at": [Infinity, 0, 0]}', "9" * 60000, b"{}", "x" * (LARGEST_MESSAGE + 1),
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused_in_a_sentence(text: str | bytes) -> None:
    with pytest.raises(ShapeError):
        read_message(text)


def mutate(chance: random.Random, message: dict[str, Any]) -> dict[str, Any]:
    """A message with something wrong in it, or nothing."""
    changed = json.loads(json.dumps(message))
    for _ in range(chance.choice([0, 1, 1, 2])):
        place: Any = changed
        key: Any = chance.choice(list(place))
        while isinstance(place[key], dict | list) and place[key] and chance.random() < 0.7:
            place = place[key]
            key = chance.choice(list(place) if isinstance(place, dict) else range(len(place)))
        match chance.choice(["value", "delete", "scale", "extra"]):
            case "delete" if isinstance(place, dict) and key != "type":
                del place[key]
            case "scale" if isinstance(place[key], float):
                place[key] *= chance.choice([-1, 0, 1e3, 1e-9, 1e11])
            case "extra":
                changed[str(chance.choice(VALUES))[:50]] = deepcopy(chance.choice(VALUES))
            case _ if key != "type" or chance.random() < 0.2:
                place[key] = deepcopy(chance.choice(VALUES))
    return changed


class Answers:
    """A session that is sent messages as text. After each one it has a machine with closed loops, and its answer is JSON without
    a fault of ours in it."""

    def __init__(self) -> None:
        self.studio = Studio("five_bar")
        self.counts = {"answered": 0, "error": 0, "no message": 0}
        self._seq, self._state = 0, self.studio.state

    def send(self, message: dict[str, Any]) -> None:
        self._seq += 1
        text = json.dumps({"seq": self._seq, **message}).replace("\\ud800", "\\\\ud800")
        try:
            read = read_message(text)
        except ShapeError:
            self.counts["no message"] += 1
            return
        session = self.studio.session
        answer = session.handle(read)
        told = [reply for reply in (*answer.replies, *answer.news) if not isinstance(reply, bytes)]
        json.dumps(told, allow_nan=False).encode()
        errors = [reply["message"] for reply in told if reply["type"] == "error"]
        assert not any("this did not work" in sentence for sentence in errors), (text, errors)
        self.counts["error" if errors else "answered"] += 1
        for job in answer.jobs:
            if job.kind in ("run", "sweep"):  # it is not made here
                session.fail(job, "not made")
            elif job.kind == "load" and self._seq % 10 == 0:
                session.finish(job, {})
        self._check(session.machine_state)

    def _check(self, state: MachineState) -> None:
        if state is self._state:
            return
        self._state = state
        assert np.isfinite(state.q).all()
        size = float(state.robot.models.geometry.size)  # of a machine of 1e-10 m a rounding error is a large part
        assert not state.robot.models.is_closed or float(state.robot.models.gaps(state.q)) < max(1e-9, 1e-15 / size)

    def check_that_it_works(self) -> None:
        """A machine is loaded and dragged."""
        self.studio.send("load", source="five_bar")
        assert any(message["type"] == "frame" for message in self.studio.send("drag", at=[0.01, 0.13, 0.0]))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a message, but of its type."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if (key, path) != ("type", ()):
            yield (*path, key)
            yield from places(item, (*path, key))


def test_every_field_of_every_message_with_every_wrong_value_leaves_a_session_that_works() -> None:
    session = Answers()
    for message in MESSAGES:
        for path in places(message):
            for value in (*VALUES, MISSING):
                changed = deepcopy(message)
                owner = changed
                for key in path[:-1]:
                    owner = owner[key]
                if value is not MISSING:
                    owner[path[-1]] = value
                elif isinstance(owner, dict):
                    del owner[path[-1]]
                session.send(changed)
    for kind in VALUES:
        session.send({"type": kind})
    assert session.counts["error"] > 700
    assert session.counts["no message"] > 10
    session.check_that_it_works()


@pytest.mark.parametrize("count", [300, pytest.param(2_000, marks=pytest.mark.long)])
def test_wrong_messages_between_right_ones_leave_a_session_that_works(count: int) -> None:
    session, chance = Answers(), random.Random(count)
    for _ in range(count):
        session.send(mutate(chance, chance.choice(MESSAGES)))
    assert session.counts["error"] > count / 8
    assert session.counts["answered"] > count / 8
    assert session.counts["no message"] > count / 60
    session.check_that_it_works()
