"""Animations of a record: a GIF, a page that plays by itself, or a video if the program ffmpeg exists."""

from __future__ import annotations

import base64
import html
import io
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError, ShapeError, UnsupportedOperation
from kinloop.mechanism.formats.text_file import file_to_write, save_bytes
from kinloop.progress import Notice
from kinloop.simulation.record.record import Record
from kinloop.view.figures.robot_figure import add_figure_legend, canvas_for, draw_skeleton, figure_for
from kinloop.view.figures.skeleton import build_skeleton
from kinloop.view.figures.style import GREEN, symbol, title

Array = np.ndarray
# Pictures a second; a GIF counts hundredths of a second, and browsers show at most 50.
RATE, FASTEST_GIF = 20.0, 50.0
MOST_FRAMES = 3000
DPI = 90
NEARLY_WHITE = 246
MAXCOVERAGE = 1  # of Pillow's methods to choose colours: rare ones are kept, such as those of small symbols


def animate_record(
    record: Record,
    path: str | PathLike[str],
    *,
    frames: int | None = None,
    rate: float | None = None,
    speed: float = 1.0,
    trace: bool = True,
) -> Path:
    """Write an animation of the machine's motion; the write is atomic.

    Args:
        path: its ending chooses the kind: ``.gif``, ``.html`` (one page without any request, with a time slider), or ``.mp4``,
            for which the program ffmpeg must be installed.
        frames: the number of pictures, spread over the record; as many as ``rate`` needs unless given.
        rate: pictures a second, 20 unless given; with ``frames`` it follows from the duration.
        speed: how much faster than the motion the animation is; 0.1 is slow motion.
        trace: whether the path of the tool is drawn.
    Returns: the path.
    Raises: UnsupportedOperation: another ending, or no ffmpeg. ShapeError: no samples, or numbers that make no sense.
        FileError: the folder is missing or not writable.
    """
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in WRITERS:
        raise UnsupportedOperation(f"{str(path)!r}: expected a name that ends in {', '.join(WRITERS)}, not in {kind!r}")
    if kind == ".mp4":
        _require_ffmpeg()
    _require_folder(target)
    times, q, fps = _choose_frames(record, frames, rate, speed, kind)
    with Notice(f"drawing {len(times)} pictures of {record.robot.mechanism.name}"):
        save_bytes(target, WRITERS[kind](_pictures(record, times, q, trace), fps, times))
    return target


def _choose_frames(record: Record, frames: int | None, rate: float | None, speed: float, kind: str) -> tuple[Array, Array, float]:
    """Times, configurations and the rate of the pictures: the last sample at or before each time."""
    name = record.robot.mechanism.name
    known = np.isfinite(record.q).all(axis=1) & np.isfinite(record.t)
    if not known.any():
        raise ShapeError(f"animate: the record of {name} has no configuration without NaN")
    t, q = record.t[known], record.q[known]
    for word, value in (("speed", speed), ("rate", rate)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < np.inf):
            raise ShapeError(f"animate: {word} is {value!r:.80}, expected a number above zero")
    if frames is not None and (isinstance(frames, bool) or not isinstance(frames, int) or frames < 1):
        raise ShapeError(f"animate: frames is {frames!r:.80}, expected a whole number from 1")
    if frames is not None and rate is not None:
        raise ShapeError("animate: frames= and rate= each set the number of pictures; expected one of them")
    shown = float(t[-1] - t[0]) / speed
    fps = RATE if rate is None else float(rate)
    count = frames if frames is not None else round(shown * fps) + 1
    if count > MOST_FRAMES:
        raise ShapeError(
            f"animate: {shown:g} s at {fps:g} pictures a second are {count} pictures, expected at most {MOST_FRAMES}; give a "
            "larger speed= or fewer frames="
        )
    if frames is not None:
        fps = (count - 1) / shown if shown > 0 and count > 1 else RATE
    if kind == ".gif" and fps > FASTEST_GIF:
        fps = FASTEST_GIF
    times = np.linspace(t[0], t[-1], count) if count > 1 else t[:1]
    return times, q[np.clip(np.searchsorted(t, times + 1e-9, side="right") - 1, 0, len(t) - 1)], fps


def _pictures(record: Record, times: Array, q: Array, trace: bool) -> Iterator[Any]:
    """The pictures, as images of Pillow, one after the other."""
    from PIL import Image

    robot = record.robot
    skeleton = build_skeleton(robot, q)
    figure, (axes,) = figure_for(robot, skeleton, 1)
    figure.set_dpi(DPI)
    canvas = canvas_for(axes, robot, skeleton)
    add_figure_legend(figure, skeleton)
    tool = next(mark for mark in skeleton.marks if mark.drive == "tool")
    path = skeleton.mark_points(tool)
    name, digits = symbol(robot.mechanism.name), _digits(times)
    title(axes, name)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # nothing moves from picture to picture
    drawn: list[Any] = []
    for k, t in enumerate(times):
        for artist in drawn:
            artist.remove()
        drawn = draw_skeleton(canvas, skeleton, k)
        if trace:
            drawn += canvas.line(path[: k + 1], 1.5, color=GREEN, linewidth=1.2)
        title(axes, f"{name}, t = {t:.{digits}f} s")
        figure.canvas.draw()
        yield Image.fromarray(np.asarray(figure.canvas.buffer_rgba())).convert("RGB")  # type: ignore[attr-defined]


def _digits(times: Array) -> int:
    """As many decimals as tell neighbouring times apart."""
    step = float(np.diff(times).min()) if len(times) > 1 else 1.0
    return int(np.clip(np.ceil(-np.log10(step)) if step > 0 else 2, 2, 9))


def _gif(pictures: Iterator[Any], fps: float, times: Array) -> bytes:
    first = next(pictures)
    content = io.BytesIO()
    # One palette for all, so that colours do not flicker; the first picture has all of them in its legend.
    palette = _with_white(first.quantize(128, method=MAXCOVERAGE))
    rest = (picture.quantize(palette=palette, dither=0) for picture in pictures)
    duration = max(round(100 / fps), 2) * 10
    first.quantize(palette=palette, dither=0).save(
        content, "GIF", save_all=True, append_images=rest, duration=duration, loop=0, optimize=False
    )
    return content.getvalue()


def _with_white(picture: Any) -> Any:
    """A picture with few colours, of which those that stand for paper are white and not nearly so."""
    colours = np.array(picture.getpalette()).reshape(-1, 3)
    colours[(colours >= NEARLY_WHITE).all(axis=1)] = 255
    picture.putpalette(colours.ravel().tolist())
    return picture


def _page(pictures: Iterator[Any], fps: float, times: Array) -> bytes:
    """A page with the pictures inside it, and a player."""
    sources = []
    for picture in pictures:
        content = io.BytesIO()
        _with_white(picture.quantize(128, method=MAXCOVERAGE, dither=0)).save(content, "PNG", optimize=True)
        sources.append("data:image/png;base64," + base64.b64encode(content.getvalue()).decode())
    data = {"pictures": sources, "times": [round(float(t), 9) for t in times], "interval": 1000 / fps}
    data["digits"] = _digits(times)
    script = json.dumps(data).replace("</", "<\\/")
    return PAGE.replace("{data}", script).replace("{label}", html.escape("the machine in motion")).encode()


def _video(pictures: Iterator[Any], fps: float, times: Array) -> bytes:
    """The video that ffmpeg makes of the pictures, in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "animation.mp4"
        first = next(pictures)
        size = f"{first.width}x{first.height}"
        command = [str(shutil.which("ffmpeg")), "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", size]
        command += ["-r", f"{fps:.6f}", "-i", "-", "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", str(result)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdin is not None
        try:
            with suppress(BrokenPipeError):  # ffmpeg ended; it says why
                for picture in chain([first], pictures):
                    process.stdin.write(picture.tobytes())
        except BaseException:  # an interrupt: nothing is left running
            process.kill()
            process.wait()
            raise
        _, fault = process.communicate()
        if process.returncode or not result.is_file():
            raise UnsupportedOperation(f"animate: ffmpeg failed: {fault.decode(errors='replace').strip()[:300]}")
        return result.read_bytes()


def _require_ffmpeg() -> None:
    if shutil.which("ffmpeg") is None:
        raise UnsupportedOperation(
            "animate: a .mp4 file needs the program ffmpeg, which is not installed; .gif and .html files need no other program"
        )


def _require_folder(path: Path) -> None:
    """Raises: FileError: nothing can be written there; before pictures are drawn, which takes long."""
    if not file_to_write(path).parent.is_dir():
        raise FileError(f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}")


WRITERS: dict[str, Callable[[Iterator[Any], float, Array], bytes]] = {".gif": _gif, ".html": _page, ".mp4": _video}
PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>kinloop animation</title>
<style>
body { font: 15px sans-serif; margin: 1rem; color: #222; background: #fff; max-width: 60rem }
img { max-width: 100%; display: block }
input { width: min(24rem, 60%); vertical-align: middle }
</style>
</head>
<body>
<img id="picture" alt="{label}">
<p><button id="play">Pause</button> <input id="place" type="range" min="0" value="0" aria-label="time"> <output id="time"></output></p>
<script>
const data = {data};
const picture = document.getElementById("picture"), place = document.getElementById("place");
const play = document.getElementById("play"), time = document.getElementById("time");
let timer = null, k = 0;
place.max = data.pictures.length - 1;
function show() { picture.src = data.pictures[k]; place.value = k; time.value = "t = " + data.times[k].toFixed(data.digits) + " s"; }
function stop() { clearInterval(timer); timer = null; play.textContent = "Play"; }
function start() {
  timer = setInterval(() => { k = (k + 1) % data.pictures.length; show(); }, data.interval);
  play.textContent = "Pause";
}
play.onclick = () => timer ? stop() : start();
place.oninput = () => { stop(); k = Number(place.value); show(); };
show();
if (matchMedia("(prefers-reduced-motion: reduce)").matches) stop(); else start();
</script>
</body>
</html>
"""  # noqa: E501
