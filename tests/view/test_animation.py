"""Animations: the asked number of pictures, pages without requests, atomic writes, and refusals in words."""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import kinloop as kl


def test_a_gif_has_the_asked_number_of_pictures_and_the_duration_of_the_run(run: kl.Record, tmp_path: Path) -> None:
    path = run.animate(tmp_path / "run.gif", frames=11)
    assert path == tmp_path / "run.gif"
    with Image.open(path) as image:
        assert image.n_frames == 11
        assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255), "paper is white"
        durations = []
        for k in range(11):
            image.seek(k)
            durations.append(image.info["duration"])
    assert sum(durations[:-1]) == pytest.approx(500, abs=60)


@pytest.mark.parametrize(("options", "count"), [({}, 11), ({"speed": 0.5}, 21), ({"rate": 10.0}, 6), ({"frames": 1}, 1)])
def test_the_rate_and_the_speed_set_the_number_of_pictures(run: kl.Record, tmp_path: Path, options: dict, count: int) -> None:
    with Image.open(run.animate(tmp_path / "run.gif", **options)) as image:
        assert getattr(image, "n_frames", 1) == count


def test_the_machine_moves(run: kl.Record, tmp_path: Path) -> None:
    with Image.open(run.animate(tmp_path / "run.gif", frames=2, trace=False)) as image:
        first = np.asarray(image.convert("RGB"), float)
        image.seek(1)
        second = np.asarray(image.convert("RGB"), float)
    assert first.shape == second.shape
    below_the_title = np.abs(first - second)[60:]
    assert (below_the_title.max(axis=2) > 50).sum() > 200


def test_a_page_needs_nothing_but_itself(run: kl.Record, tmp_path: Path) -> None:
    text = run.animate(tmp_path / "run.html", frames=4).read_text(encoding="utf-8")
    assert "http://" not in text
    assert "https://" not in text
    assert not re.search(r"<link|<iframe|src=\"(?!data:)|@import|fetch\(|XMLHttp", text)
    assert "default-src 'none'" in text
    data = json.loads(re.search(r"const data = (\{.*\});", text)[1])
    assert len(data["pictures"]) == len(data["times"]) == 4
    np.testing.assert_allclose(data["times"], np.linspace(0, 0.5, 4), atol=1e-9)
    picture = base64.b64decode(data["pictures"][0].removeprefix("data:image/png;base64,"))
    assert Image.open(io.BytesIO(picture)).format == "PNG"


@pytest.mark.long
def test_a_spatial_machine_is_animated(tmp_path: Path) -> None:
    robot = kl.load("puma560")
    run = kl.simulate(robot, kl.ComputedTorque(100.0, 20.0), kl.described_motion(robot), duration=0.1, period=1e-2)
    with Image.open(run.animate(tmp_path / "arm.gif", frames=3)) as image:
        assert image.n_frames == 3


@pytest.mark.parametrize("name", ["run.avi", "run", "run.gif.txt"])
def test_another_ending_is_refused_in_words(run: kl.Record, tmp_path: Path, name: str) -> None:
    with pytest.raises(kl.UnsupportedOperation, match=r"expected a name that ends in \.gif, \.html, \.mp4"):
        run.animate(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_refused_before_anything_is_drawn(run: kl.Record, tmp_path: Path) -> None:
    with pytest.raises(kl.FileError, match=r"there is no folder '.*missing'"):
        run.animate(tmp_path / "missing" / "run.gif")


def test_a_video_without_ffmpeg_is_refused_in_words(run: kl.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(kl.UnsupportedOperation, match=r"needs the program ffmpeg, which is not installed; \.gif and \.html"):
        run.animate(tmp_path / "run.mp4")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for ffmpeg is a script")
def test_a_video_is_what_ffmpeg_wrote(run: kl.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for ffmpeg that checks the size of what it is given, since not every machine has the program."""
    program = tmp_path / "ffmpeg"
    program.write_text(
        "#!/usr/bin/env python3\n"
        "import sys\n"
        "width, height = map(int, sys.argv[sys.argv.index('-s') + 1].split('x'))\n"
        "count, rest = divmod(len(sys.stdin.buffer.read()), 3 * width * height)\n"
        "assert rest == 0\n"
        "open(sys.argv[-1], 'w').write(f'{count} pictures')\n"
    )
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda _: str(program))
    assert run.animate(tmp_path / "run.mp4", frames=3).read_text() == "3 pictures"
    program.write_text("#!/bin/sh\ncat > /dev/null\necho no such codec >&2\nexit 1\n")
    with pytest.raises(kl.UnsupportedOperation, match=r"ffmpeg failed: no such codec"):
        run.animate(tmp_path / "other.mp4", frames=3)
    assert not (tmp_path / "other.mp4").exists()


def test_a_write_that_fails_leaves_the_old_file(run: kl.Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.gif"
    path.write_bytes(b"old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(kl.FileError, match=r"No space left on device"):
        run.animate(path, frames=2)
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["run.gif"]


def test_wrong_numbers_are_sentences(run: kl.Record, tmp_path: Path) -> None:
    for options, message in (
        ({"speed": 0.0}, r"speed is 0\.0, expected a number above zero"),
        ({"rate": float("nan")}, r"rate is nan"),
        ({"frames": 0}, r"frames is 0, expected a whole number from 1"),
        ({"frames": 3, "rate": 10.0}, r"expected one of them"),
        ({"speed": 1e-4}, r"100001 pictures, expected at most 3000"),
    ):
        with pytest.raises(kl.ShapeError, match=message):
            run.animate(tmp_path / "run.gif", **options)


def test_configurations_with_nan_are_left_out(run: kl.Record, tmp_path: Path) -> None:
    q = run.q.copy()
    q[20:] = np.nan
    text = replace(run, q=q).animate(tmp_path / "run.html", frames=3).read_text(encoding="utf-8")
    data = json.loads(re.search(r"const data = (\{.*\});", text)[1])
    assert data["times"][-1] == pytest.approx(run.t[19])
    with pytest.raises(kl.ShapeError, match=r"no configuration without NaN"):
        replace(run, q=np.full_like(q, np.nan)).animate(tmp_path / "other.gif")
