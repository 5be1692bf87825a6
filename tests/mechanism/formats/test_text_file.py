"""Files are written atomically, through links, and never in place of something that is not a regular file."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from machines import robot_named

import kinloop as kl
from kinloop.errors import FileError
from kinloop.mechanism.formats.text_file import save_bytes

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


@cache
def record() -> kl.Record:
    path = kl.Quintic([0.1, 0.3], [0.12, 0.28], 0.1)
    return kl.simulate(robot_named("biglide"), kl.ComputedTorque(100.0, 20.0), path, duration=0.05, period=0.01)


# What writes a file, and the end of the name that it asks for.
WRITERS: dict[str, tuple[Callable[[Path], None], str]] = {
    "content": (lambda path: save_bytes(path, b"content"), ""),
    "a record": (lambda path: record().save(path), ".npz"),
    "a table": (lambda path: record().to_csv(path), ".csv"),
    "a description": (lambda path: robot_named("biglide").save(path), ".toml"),
    "a description for MuJoCo": (lambda path: robot_named("two_r").save(path), ".xml"),
}


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_folder(path: Path) -> None:
    path.mkdir()


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))  # these names are short


@pytest.mark.parametrize("by_link", [False, True], ids=["itself", "a link to it"])
@pytest.mark.parametrize(("make", "word"), [(make_pipe, "pipe"), (make_folder, "folder"), (make_socket, "socket")])
@pytest.mark.parametrize("what", WRITERS)
def test_what_is_no_regular_file_is_not_replaced(
    what: str, make: Callable[[Path], None], word: str, by_link: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write, ending = WRITERS[what]
    thing = given = tmp_path / f"thing{ending}"
    make(thing)
    if by_link:
        given = tmp_path / f"link{ending}"
        given.symlink_to(thing)
    before = thing.stat()
    with pytest.raises(FileError, match=rf"is a {word}, expected a regular file or a new name; nothing was written"):
        write(given)
    after = thing.stat()
    assert (after.st_mode, after.st_ino) == (before.st_mode, before.st_ino)
    assert {path.name for path in tmp_path.iterdir()} == {thing.name, given.name}  # nothing is left lying about


@pytest.mark.parametrize("kind", [stat.S_IFCHR, stat.S_IFBLK])
def test_a_device_is_not_replaced(kind: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a file system would report one: a real one might not survive this test."""
    path = tmp_path / "null"
    path.write_bytes(b"as it was")
    real = Path.stat

    def as_device(self: Path, **options: bool) -> os.stat_result:
        found = real(self, **options)
        return os.stat_result((kind | 0o666, *found[1:])) if self.name == "null" else found

    monkeypatch.setattr(Path, "stat", as_device)
    with pytest.raises(FileError, match="is a device"):
        save_bytes(path, b"other")
    monkeypatch.undo()
    assert path.read_bytes() == b"as it was"


@pytest.mark.parametrize("what", WRITERS)
def test_a_link_stays_one_and_its_file_is_written(what: str, tmp_path: Path) -> None:
    write, ending = WRITERS[what]
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / f"target{ending}", tmp_path / f"link{ending}"
    link.symlink_to(target)
    write(link)  # to a file that is not there yet
    first = target.read_bytes()
    write(link)
    assert link.is_symlink()
    assert target.read_bytes() == first
    assert not target.is_symlink()


def test_links_in_a_circle_and_impossible_names_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    for path in (tmp_path / "a", tmp_path / "null\0character"):
        with pytest.raises(FileError, match="cannot be written"):
            save_bytes(path, b"content")


def test_a_pipe_is_not_read_as_a_record(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.npz")
    with pytest.raises(FileError, match="not a regular file"):
        kl.Record.load(tmp_path / "pipe.npz")


def test_the_command_refuses_before_it_simulates(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run.npz")
    command = [sys.executable, "-m", "kinloop.cli", "simulate", "biglide", "--out", str(tmp_path / "run.npz")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert "is a pipe, expected a regular file" in done.stderr
    assert "samples" not in done.stdout
