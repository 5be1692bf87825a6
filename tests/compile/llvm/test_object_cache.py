"""The cache saves deriving and compiling, and is never a reason to fail: not damaged, not foreign, not full."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import casadi as ca
import pytest

from kinloop.compile.llvm import object_cache as cache
from kinloop.compile.llvm.kernel import compile_formula
from kinloop.compile.llvm.object_cache import MAGIC, Entry
from kinloop.compile.llvm.target import possible_targets
from kinloop.compile.tape.tape import Formula, scalar
from kinloop.errors import CacheNotUsed

posix = pytest.mark.skipif(os.name != "posix", reason="owners and modes of files are POSIX")
NAME = "0" * 64
ENTRY = Entry({"inputs": [], "outputs": [], "work": 1}, b"object")
Run = Callable[..., subprocess.CompletedProcess[str]]


class Deriver:
    """Counts how often the formula had to be derived."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> Formula:
        self.calls += 1
        x = ca.SX.sym("x")
        return Formula("f", (scalar("x", x),), (scalar("o", 3 * x + 1),))

    def compiles_right(self) -> int:
        """Compile, check the answer, and say how often the formula was derived for it."""
        before = self.calls
        assert float(compile_formula(self, {"robot": "r"}, "f")(2.0)) == 7.0
        return self.calls - before


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "objects"
    monkeypatch.setenv("KINLOOP_CACHE", str(path))
    return path


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test is a process that has not warned yet."""
    monkeypatch.setattr(cache, "_warned", set())


@pytest.fixture
def derive() -> Deriver:
    return Deriver()


def only_entry(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


SCRIPT = """
import sys
import casadi as ca
from kinloop.compile.llvm.kernel import compile_formula
from kinloop.compile.tape.tape import Formula, scalar
calls = []
def derive():
    calls.append(1)
    if "must-hit" in sys.argv:
        raise AssertionError("not in the cache")
    x = ca.SX.sym("x")
    return Formula("f", (scalar("x", x),), (scalar("o", ca.exp(3 * x) + 1),))
"""


def test_another_process_does_not_derive_again(run_python: Run, tmp_path: Path) -> None:
    script = SCRIPT + 'print(compile_formula(derive, {"robot": "r"}, "f")(0.0), len(calls))'
    first = run_python(script, KINLOOP_CACHE=tmp_path / "objects")
    second = run_python(script, "must-hit", KINLOOP_CACHE=tmp_path / "objects")
    assert (first.returncode, first.stdout, first.stderr) == (0, "2.0 1\n", "")
    assert (second.returncode, second.stdout, second.stderr) == (0, "2.0 0\n", "")


def test_a_damaged_entry_is_rebuilt_and_never_reaches_the_linker(run_python: Run, tmp_path: Path) -> None:
    """In a process of its own: a damaged object that reaches the linker often kills it."""
    script = (
        SCRIPT
        + """
import os, random
from pathlib import Path
def check(expected):
    before = len(calls)
    assert float(compile_formula(derive, {}, "f")(0.0)) == 2.0
    assert len(calls) - before == expected
check(1)
check(0)
(path,) = Path(os.environ["KINLOOP_CACHE"]).iterdir()
whole = path.read_bytes()
rng = random.Random(0)
damaged = [whole[:n] for n in (*range(0, 60, 7), *range(60, len(whole), len(whole) // 15), len(whole) - 1)]
damaged += [whole + b"x", b"\\0" * len(whole), whole[8:], b"x" * 10]
for position in [*range(4), *(rng.randrange(len(whole)) for _ in range(50))]:
    flipped = bytearray(whole)
    flipped[position] ^= 1 << rng.randrange(8)
    damaged.append(bytes(flipped))
for blob in damaged:
    path.write_bytes(blob)
    check(1)
    assert path.read_bytes()[:8] == b"kinloop2"
check(0)
print(len(damaged))
"""
    )
    done = run_python(script, KINLOOP_CACHE=tmp_path / "objects")
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) > 70


def packed(name: str, header: bytes, object_file: bytes = b"", size: int | None = None) -> bytes:
    content = (len(header) if size is None else size).to_bytes(8, "little") + header + object_file
    return MAGIC + sha256(name.encode() + content).digest() + content


PORT = '["x", []]'
HEADERS = {
    "not JSON": b"{",
    "nothing": b"",
    "not text": b"\xff\xfe",
    "a list": b"[]",
    "null": b"null",
    "a number": b"3",
    "no keys": b"{}",
    "nested too deep": b"[" * 100_000,
    "ports are null": b'{"inputs": null, "outputs": [], "work": 1}',
    "ports are numbers": b'{"inputs": [1], "outputs": [2], "work": 1}',
    "a shape is text": b'{"inputs": [["x", "ab"]], "outputs": [["o", []]], "work": 1}',
    "a shape has fractions": b'{"inputs": [["x", [1.5]]], "outputs": [["o", []]], "work": 1}',
    "no work": f'{{"inputs": [{PORT}], "outputs": [{PORT}]}}'.encode(),
    "work is text": f'{{"inputs": [{PORT}], "outputs": [{PORT}], "work": "much"}}'.encode(),
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
def test_a_header_that_says_nonsense_counts_as_missing(header: bytes, folder: Path, derive: Deriver) -> None:
    derive.compiles_right()
    whole = only_entry(folder).read_bytes()
    start = len(MAGIC) + 32
    object_file = whole[start + 8 + int.from_bytes(whole[start : start + 8], "little") :]
    only_entry(folder).write_bytes(packed(only_entry(folder).name, header, object_file))
    assert derive.compiles_right() == 1
    assert derive.compiles_right() == 0


def test_a_length_beyond_the_end_counts_as_missing(folder: Path, derive: Deriver) -> None:
    derive.compiles_right()
    only_entry(folder).write_bytes(packed(only_entry(folder).name, b"{}", size=2**63))
    assert derive.compiles_right() == 1


@pytest.mark.filterwarnings("error")
def test_no_folder_named_means_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, derive: Deriver) -> None:
    """That was chosen, so there is no warning."""
    monkeypatch.setenv("KINLOOP_CACHE", "")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert [derive.compiles_right(), derive.compiles_right()] == [1, 1]
    assert list(tmp_path.iterdir()) == []


@posix
def test_the_folder_is_made_for_its_owner_alone(folder: Path, derive: Deriver) -> None:
    derive.compiles_right()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert only_entry(folder).stat().st_mode & 0o077 == 0


@posix
@pytest.mark.parametrize("mode", [0o777, 0o720, 0o702])
def test_a_folder_that_others_may_write_to_is_not_used(mode: int, folder: Path, derive: Deriver) -> None:
    derive.compiles_right()
    kept = only_entry(folder).read_bytes()
    folder.chmod(mode)
    with pytest.warns(CacheNotUsed, match=rf"objects', is not used, .*: others may write to it \(its mode is {mode:o};") as said:
        assert [derive.compiles_right(), derive.compiles_right()] == [1, 1]
    assert len(said) == 1
    folder.chmod(0o700)
    assert only_entry(folder).read_bytes() == kept
    assert derive.compiles_right() == 0


@posix
def test_a_folder_of_another_user_is_not_used(folder: Path, derive: Deriver, monkeypatch: pytest.MonkeyPatch) -> None:
    derive.compiles_right()
    monkeypatch.setattr(os, "getuid", lambda: os.stat(folder).st_uid + 1)
    with pytest.warns(CacheNotUsed, match="it belongs to another user"):
        assert derive.compiles_right() == 1


@posix
def test_a_link_in_place_of_the_folder_is_not_followed(folder: Path, derive: Deriver) -> None:
    """Whoever made the link chose the folder, and files in it would be written and trimmed."""
    elsewhere = folder.with_name("elsewhere")
    elsewhere.mkdir(mode=0o700)
    folder.symlink_to(elsewhere)
    with pytest.warns(CacheNotUsed, match="it is a link") as said:
        assert [derive.compiles_right(), derive.compiles_right()] == [1, 1]
    assert len(said) == 1
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("place", ["file", "file/below", "n" * 300])
def test_a_folder_that_cannot_be_made_means_no_cache(
    place: str, tmp_path: Path, derive: Deriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("a file")
    monkeypatch.setenv("KINLOOP_CACHE", str(tmp_path / place))
    with pytest.warns(CacheNotUsed, match="it is no folder|Not a directory|File name too long") as said:
        assert [derive.compiles_right(), derive.compiles_right()] == [1, 1]
    assert len(said) == 1
    assert (tmp_path / "file").read_text() == "a file"


def test_a_user_without_a_home_has_no_cache(derive: Deriver, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("KINLOOP_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    with pytest.warns(CacheNotUsed, match="Could not determine home directory"):
        assert [derive.compiles_right(), derive.compiles_right()] == [1, 1]


@posix
def test_a_tilde_is_the_home(tmp_path: Path, derive: Deriver, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shell does not expand it in quotes, nor in a file of settings: a folder named ~ was made where one stood."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("KINLOOP_CACHE", "~/objects")
    monkeypatch.chdir(tmp_path)
    assert [derive.compiles_right(), derive.compiles_right()] == [1, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    only_entry(tmp_path / "home" / "objects")
    monkeypatch.setenv("KINLOOP_CACHE", "~nobody-of-this-name/objects")
    with pytest.warns(CacheNotUsed, match="Could not determine home directory"):
        assert derive.compiles_right() == 1


def test_swapped_entries_are_compiled_again(folder: Path) -> None:
    """Whole entries under each other's names: the checksum of each is right, the name is not its own."""

    def compiled(factor: float) -> tuple[float, int]:
        calls = []

        def derive() -> Formula:
            calls.append(1)
            x = ca.SX.sym("x")
            return Formula("f", (scalar("x", x),), (scalar("o", factor * x),))

        return float(compile_formula(derive, {"factor": factor}, "f")(1.0)), len(calls)

    assert [compiled(2.0), compiled(3.0), compiled(2.0)] == [(2.0, 1), (3.0, 1), (2.0, 0)]
    one, other = folder.iterdir()
    one.rename(folder / "aside")
    other.rename(one)
    (folder / "aside").rename(other)
    assert [compiled(2.0), compiled(3.0)] == [(2.0, 1), (3.0, 1)]
    assert [compiled(2.0), compiled(3.0)] == [(2.0, 0), (3.0, 0)]
    one.write_bytes(other.read_bytes())
    assert [compiled(2.0)[0], compiled(3.0)[0]] == [2.0, 3.0]


def refuse(*_: Any, **__: Any) -> Any:
    raise PermissionError(30, "Read-only file system")


def test_entries_on_a_read_only_disk_are_still_read(folder: Path, derive: Deriver, monkeypatch: pytest.MonkeyPatch) -> None:
    """By refusing what such a disk refuses: permissions do not bind the superuser, who may run this test."""
    derive.compiles_right()
    for module, name in ((os, "utime"), (os, "replace"), (cache.tempfile, "mkstemp"), (Path, "unlink")):
        monkeypatch.setattr(module, name, refuse)
    assert derive.compiles_right() == 0
    assert float(compile_formula(derive, {"robot": "another"}, "f")(2.0)) == 7.0


@pytest.mark.parametrize("failing", ["os.fdopen", "os.replace", "os.replace and unlink", "Path.iterdir"])
def test_a_write_that_fails_leaves_nothing_and_is_no_error(
    failing: str, folder: Path, derive: Deriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int, *_: Any) -> Any:
        os.close(handle)
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        if failing == "os.fdopen":
            patch.setattr(os, "fdopen", full)
        if failing.startswith("os.replace"):
            patch.setattr(os, "replace", refuse)
        if failing.endswith("unlink"):
            patch.setattr(Path, "unlink", refuse)
        if failing == "Path.iterdir":
            patch.setattr(Path, "iterdir", refuse)
        derive.compiles_right()
    left = len(list(folder.iterdir()))
    assert left == (failing in ("os.replace and unlink", "Path.iterdir"))


def test_several_processes_may_write_the_same_entry_at_once(tmp_path: Path) -> None:
    script = (
        SCRIPT
        + """
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
for _ in range(5):
    for k in range(3):
        assert float(compile_formula(derive, {"k": k}, "f")(0.0)) == 2.0
"""
    )
    source = str(Path(cache.__file__).parents[3])
    environment = {**os.environ, "PYTHONPATH": source, "KINLOOP_CACHE": str(tmp_path / "objects")}
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen([sys.executable, "-c", script], env=environment, **pipes) for _ in range(4)]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    results = [(process.communicate(timeout=60)[1], process.returncode) for process in processes]
    assert results == [("", 0)] * 4
    assert len(list((tmp_path / "objects").iterdir())) == 3


def test_threads_of_one_process_may_compile_the_same_formula_at_once(folder: Path) -> None:
    right: list[int] = []
    barrier = threading.Barrier(4)

    def compile_together() -> None:
        barrier.wait()
        right.append(Deriver().compiles_right())

    threads = [threading.Thread(target=compile_together) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(right) == 4
    only_entry(folder)


def test_the_least_recently_used_entries_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{k:064x}" for k in range(6)]
    for age, name in enumerate(names):
        cache.write(name, Entry({}, b"x" * 1000))
        os.utime(folder / name, (1e9 + age, 1e9 + age))
    assert cache.read(names[0]) is not None  # used again, so the youngest now
    monkeypatch.setattr(cache, "LIMIT", 3500)
    cache.write("f" * 64, Entry({}, b"x" * 1000))
    assert {path.name for path in folder.iterdir()} == {names[0], names[5], "f" * 64}


def test_what_a_killed_writer_left_goes_in_the_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write(NAME, ENTRY)
    left = folder / ".new-abc_1234"
    left.write_bytes(b"x" * 2000)
    os.utime(left, (1e9, 1e9))
    cache.write("1" * 64, ENTRY)
    assert left.exists()
    monkeypatch.setattr(cache, "LIMIT", 1000)
    cache.write("1" * 64, ENTRY)
    assert {path.name for path in folder.iterdir()} == {NAME, "1" * 64}


def test_a_killed_writer_leaves_a_name_that_is_recognised(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    for _ in range(20):
        with pytest.raises(KeyboardInterrupt):
            cache.write(NAME, ENTRY)
    assert all(cache.OURS.fullmatch(path.name) for path in folder.iterdir())


def test_files_that_are_not_the_caches_own_are_never_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Someone may name a folder with other things in it."""
    folder.mkdir(mode=0o700)
    for name in ("thesis.tex", ".bashrc", "a" * 63, "new-abc", NAME + ".txt"):
        (folder / name).write_text("precious")
        os.utime(folder / name, (1e9, 1e9))
    (folder / ("2" * 64)).mkdir()
    os.utime(folder / ("2" * 64), (1e9, 1e9))
    before = {path.name for path in folder.iterdir()}
    monkeypatch.setattr(cache, "LIMIT", 0)
    cache.write(NAME, ENTRY)
    assert {path.name for path in folder.iterdir()} == before


def test_an_entry_comes_back_as_it_was_written(folder: Path) -> None:
    cache.write(NAME, ENTRY)
    assert cache.read(NAME) == ENTRY
    assert cache.read("3" * 64) is None


def test_the_key_covers_all_that_the_code_depends_on(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {cache.digest({"robot": "r"})}

    def adds_a_digest(key: dict[str, object] | None = None) -> bool:
        before = len(found)
        found.add(cache.digest({"robot": "r"} if key is None else key))
        return len(found) > before

    assert not adds_a_digest()
    assert adds_a_digest({"robot": "s"})
    assert adds_a_digest({"robot": "r", "frame": "tool"})
    assert adds_a_digest({"key": {"robot": "r"}})
    versions = cache._versions()
    assert set(versions) == {"casadi", "llvmlite", "numpy", "llvm", "triple"}
    for name in versions:
        with monkeypatch.context() as patch:
            patch.setattr(cache, "_versions", lambda name=name: {**versions, name: "another"})
            assert adds_a_digest(), name
    with monkeypatch.context() as patch:
        patch.setattr(cache, "source_digest", lambda: "edited")
        assert adds_a_digest()


def test_names_in_a_key_do_not_hide_those_of_the_compiler(folder: Path) -> None:
    """A robot's key may have words that the compiler uses too."""

    def scaled(factor: float) -> Callable[[], Formula]:
        x = ca.SX.sym("x")
        return lambda: Formula("f", (scalar("x", x),), (scalar("o", factor * x),))

    for k, word in enumerate(("name", "target", "kind", "versions", "source", "key", "formula")):
        for value in (1, 2):
            kernel = compile_formula(scaled(10 * k + value), {word: value}, "f")
            assert float(kernel(1.0)) == 10 * k + value


def test_an_edited_source_is_another_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("compile", "model", "view"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "compile" / "llvm" / "object_cache.py"))

    def current() -> str:
        return cache.source_digest.__wrapped__()

    first = current()
    (tmp_path / "view" / "a.py").write_text("x = 2\n")
    assert current() == first  # a view shapes no formula
    seen = {first}
    (tmp_path / "model" / "a.py").write_text("x = 2\n")
    seen.add(current())
    (tmp_path / "model" / "a.py").rename(tmp_path / "model" / "b.py")
    seen.add(current())
    (tmp_path / "compile" / "new.py").write_text("")
    seen.add(current())
    assert len(seen) == 4


def test_targets_do_not_share_entries(folder: Path, derive: Deriver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in possible_targets():
        monkeypatch.setenv("KINLOOP_TARGET", name)
        assert derive.compiles_right() == 1
    assert len(list(folder.iterdir())) == len(possible_targets())
