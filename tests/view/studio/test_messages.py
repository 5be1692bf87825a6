"""Messages that pages should not send: each is answered by a sentence, and the session lives on."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from studio_session import Studio

from kinloop.errors import ShapeError
from kinloop.view.studio.messages import LARGEST_MESSAGE, read_message

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
        "sensors": {"noise": {"q": 0, "qd": 0}, "seed": 0},
        "live": True,
        "speed": 1,
    },
    {"type": "stop"},
    {"type": "push", "force": [1.0, 0.0, 0.0]},
    {"type": "cancel"},
    {"type": "save", "what": "python", "compare": False},
]
VALUES: list[Any] = [
    None, True, False, 0, -1, 10**30, 1e308, -1e308, 5e-324, "", "x" * 500, "five_bar", "__class__", "../../etc/passwd",
    "</script>", "\0", "\ud800", [], [[]], [0], [None] * 3, [1e300] * 3, [[1, 2, 3]] * 600, {}, {"kind": {}}, {"a": [1]},
]  # fmt: skip


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


@pytest.mark.parametrize("count", [800, pytest.param(20_000, marks=pytest.mark.long)])
def test_thousands_of_wrong_messages_leave_a_session_that_works(count: int) -> None:
    studio = Studio("five_bar")
    session, chance = studio.session, random.Random(count)
    answered: dict[str, int] = {}
    for seq in range(1, count + 1):
        text = json.dumps({"seq": seq, **mutate(chance, chance.choice(MESSAGES))}).replace("\\ud800", "\\\\ud800")
        try:
            message = read_message(text)
        except ShapeError:
            answered["no message"] = answered.get("no message", 0) + 1
            continue
        answer = session.handle(message)
        for reply in (*answer.replies, *answer.news):
            if isinstance(reply, bytes):
                continue
            json.dumps(reply, allow_nan=False).encode()
            if reply["type"] == "error":
                assert "this did not work" not in reply["message"], (text, reply)
                answered["error"] = answered.get("error", 0) + 1
        for job in answer.jobs:
            if job.kind == "run":  # it is not made here
                session.fail(job, "not made")
            elif job.kind == "load" and seq % 10 == 0:
                session.finish(job, {})
        state = session.machine_state
        assert np.isfinite(state.q).all()
        size = float(state.robot.models.geometry.size)  # of a machine of 1e-10 m a rounding error is a large part
        assert not state.robot.models.is_closed or float(state.robot.models.gaps(state.q)) < max(1e-9, 1e-15 / size)
    assert answered["error"] > count / 8
    assert answered["no message"] > count / 40
    studio.send("load", source="five_bar")
    assert any(message["type"] == "frame" for message in studio.send("drag", at=[0.01, 0.13, 0.0]))
