"""Changed files: whatever stands in a file, it is an experiment or it is refused by an error of kinloop."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kinloop as kl
from kinloop.simulation.experiment.experiment_file import experiment_from_text

FOLDER = Path(__file__).parents[3] / "examples" / "experiments"
TEXTS = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.toml"))]
LINES = [text.splitlines() for text in TEXTS]
WORDS = sorted({word for text in TEXTS for word in text.split()})
VALUES = ["0", "-1", "true", "nan", "inf", "1e400", "[]", "{}", '""', '"d"', "'native'", '[""]', "[true]", "1979-05-27"]
VALUES += ["99999999999999999999", "[1, [2]]", "[[1, 2], [3, 4]]", "{ kind = 'PD' }", "{ from = 1, to = 2, count = 3 }", '"2*l"']


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_changed_file_is_read_or_refused_in_words(data: st.DataObject) -> None:
    lines = list(data.draw(st.sampled_from(LINES)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["value", "drop", "copy", "word", "swap"])):
            case "value" if "=" in lines[at]:
                lines[at] = f"{lines[at].split('=')[0]}= {data.draw(st.sampled_from(VALUES))}"
            case "drop" if len(lines) > 1:
                del lines[at]
            case "copy":
                lines.insert(data.draw(st.integers(0, len(lines))), lines[at])
            case "word":
                words = lines[at].split(" ")
                words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(WORDS))
                lines[at] = " ".join(words)
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                continue
    try:
        found = experiment_from_text("\n".join(lines), "run.toml", Path(), "run")
    except kl.KinloopError:
        return
    assert found == experiment_from_text("\n".join(lines), "run.toml", Path(), "run")
    assert found.duration > 0
