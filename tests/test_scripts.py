"""The scripts `run` and `test`, with a fake Python in place of the real one: nothing is installed."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")

ROOT = Path(__file__).parents[1]
PYTHONS = ("python3.13", "python3.12", "python3.11", "python3", "python")

# Answers the questions of environment.sh, writes each installation to FAKE_LOG, and prints what it is asked to run.
FAKE_PYTHON = r"""#!/bin/sh
case "$*" in
    *sys.version_info*) echo "${FAKE_VERSION:-3.12}" ;;
    *ensurepip*) exit "${FAKE_VENV_STATUS:-0}" ;;
    "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
    "-m pip "*) echo "$*" >>"$FAKE_LOG"; echo "words of pip"; exit "${FAKE_PIP_STATUS:-0}" ;;
    "-m pytest "*)
        echo "$* KINLOOP_CACHE=$KINLOOP_CACHE REQUIRE=${KINLOOP_REQUIRE:-}"
        printf '<%s>' "$@"
        exit "${FAKE_PYTEST_STATUS:-0}" ;;
    *"-m "*) printf '%s\n' "$@" ;;
esac
"""


@dataclass(frozen=True)
class Copy:
    """A copy of the scripts in a folder of its own, with its fake Python."""

    root: Path
    log: Path
    environment: dict[str, str]

    def start(self, script: str, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        command = [str(self.root / script), *arguments]
        environment = {**self.environment, **variables}
        return subprocess.Popen(  # in another folder than its own
            command, cwd="/", env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def call(self, script: str, *arguments: str, **variables: str) -> tuple[int, str, str]:
        process = self.start(script, *arguments, **variables)
        out, err = process.communicate(timeout=20)
        return process.returncode, out, err

    @property
    def installations(self) -> list[str]:
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    root = tmp_path / "a folder with spaces"
    root.mkdir()
    for name in ("run", "test", ".ci", "scripts", "pyproject.toml", "constraints.txt"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, root / name)
    commands = dict.fromkeys(PYTHONS, FAKE_PYTHON)
    commands |= {"sleep": "#!/bin/sh\nexec /bin/sleep 0.05\n", "apt-get": "#!/bin/sh\nexit 100\n"}
    for name, text in commands.items():
        file = tmp_path / "bin" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)
    log = tmp_path / "installations"
    kept = {key: value for key, value in os.environ.items() if not key.startswith("KINLOOP_")}
    return Copy(root, log, kept | {"PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "FAKE_LOG": str(log)})


def test_old_python_is_named_and_refused(copy: Copy) -> None:
    status, _, err = copy.call("run", FAKE_VERSION="3.9")
    assert status != 0
    assert "needs Python 3.11 or newer" in err
    assert "python3 (3.9)" in err
    assert not (copy.root / ".venv").exists()


def test_missing_venv_module_is_named(copy: Copy) -> None:
    status, _, err = copy.call("run", FAKE_VENV_STATUS="1")
    assert status != 0
    assert "apt install python3.12-venv" in err


def test_first_run_installs_and_the_second_does_not(copy: Copy) -> None:
    status, out, err = copy.call("run", "two words", "*")
    assert (status, out) == (0, "-P\n-m\nkinloop.cli\ntwo words\n*\n")
    assert "words of pip" not in err
    assert len(copy.installations) == 1
    assert "-c constraints.txt -e .[engines,planning,view,cluster]" in copy.installations[0]
    assert copy.call("run") == (0, "-P\n-m\nkinloop.cli\nreproduce\n", "")
    assert len(copy.installations) == 1


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        (["--quick"], ["reproduce", "--quick"]),
        (["--out", "folder", "--full"], ["reproduce", "--out", "folder", "--full"]),
        (["--help"], ["--help"]),
        (["--version"], ["--version"]),
        (["show", "five_bar"], ["show", "five_bar"]),
        (["reproduce", "000-11"], ["reproduce", "000-11"]),
    ],
)
def test_options_without_a_command_are_those_of_reproduce(copy: Copy, given: list[str], passed: list[str]) -> None:
    assert copy.call("run", *given)[1].splitlines() == ["-P", "-m", "kinloop.cli", *passed]


def test_changed_pins_are_installed_again(copy: Copy) -> None:
    copy.call("run")
    with (copy.root / "constraints.txt").open("a") as file:
        file.write("extra==1.0\n")
    assert copy.call("run")[0] == 0
    assert len(copy.installations) == 2


def test_environment_of_test_serves_run(copy: Copy) -> None:
    copy.call("test")
    copy.call("run")
    assert [line.rpartition(" ")[2] for line in copy.installations] == [".[engines,planning,view,cluster,test,dev,docs]"]


def interrupted(copy: Copy) -> None:
    (copy.root / ".venv" / "kinloop-stamp").write_text("installing\n")


def without_python(copy: Copy) -> None:
    (copy.root / ".venv" / "bin" / "python").unlink()


@pytest.mark.parametrize("damage", [interrupted, without_python])
def test_damaged_environment_is_made_again(copy: Copy, damage: Callable[[Copy], None]) -> None:
    copy.call("run")
    leftover = copy.root / ".venv" / "leftover"
    leftover.touch()
    damage(copy)
    status, _, err = copy.call("run")
    assert status == 0
    assert "making it again" in err
    assert not leftover.exists()


def test_failed_installation_shows_why_and_is_tried_again(copy: Copy) -> None:
    status, _, err = copy.call("run", FAKE_PIP_STATUS="1")
    assert status != 0
    assert "words of pip" in err
    assert copy.call("run")[0] == 0
    assert len(copy.installations) == 2


def test_waits_for_the_installation_of_another_process(copy: Copy) -> None:
    lock = copy.root / ".venv.lock"
    lock.mkdir()
    (lock / "pid").write_text(str(os.getpid()))
    process = copy.start("run")
    assert process.stderr is not None
    assert f"waiting for process {os.getpid()}" in process.stderr.readline()
    assert copy.installations == []
    shutil.rmtree(lock)
    process.communicate(timeout=20)
    assert process.returncode == 0
    assert len(copy.installations) == 1
    assert not lock.exists()


@pytest.mark.parametrize("knows_its_process", [True, False])
def test_lock_of_a_dead_process_is_removed(copy: Copy, knows_its_process: bool) -> None:
    dead = subprocess.Popen(["true"])
    dead.wait()
    lock = copy.root / ".venv.lock"
    lock.mkdir()
    if knows_its_process:
        (lock / "pid").write_text(str(dead.pid))
    else:
        os.utime(lock, (0, 0))  # old
    status, _, err = copy.call("run")
    assert status == 0
    assert "removing the lock of an interrupted installation" in err


def test_calls_at_once_install_once(copy: Copy) -> None:
    processes = [copy.start("run") for _ in range(4)]
    for process in processes:
        process.communicate(timeout=20)
    assert [process.returncode for process in processes] == [0] * 4
    assert len(copy.installations) == 1


def test_whole_check_ends_with_a_verdict(copy: Copy) -> None:
    status, out, err = copy.call("test")
    assert status == 0
    assert "ruff\nformat\n--check" in out
    assert "mypy" in out
    assert "<--durations=25>" in out
    assert err.splitlines()[-1] == "kinloop: all checks passed"
    status, _, err = copy.call("test", FAKE_PYTEST_STATUS="1")
    assert status != 0
    assert err.splitlines()[-1] == "kinloop: FAILED: pytest"


def test_arguments_go_to_pytest_alone_with_a_private_cache(copy: Copy) -> None:
    status, out, _ = copy.call("test", "-k", "one")
    cache = copy.root / ".cache" / "objects"
    assert status == 0
    assert "ruff" not in out
    assert f"-k one KINLOOP_CACHE={cache}" in out
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    assert "KINLOOP_CACHE=/elsewhere" in copy.call("test", "-x", KINLOOP_CACHE="/elsewhere")[1]


def tier(out: str) -> str:
    """The expression of the marks that pytest is asked for: the last one counts."""
    return out.split("<-m>")[-1].removeprefix("<").partition(">")[0]


def test_long_tests_are_left_out_unless_all_are_asked_for(copy: Copy) -> None:
    assert tier(copy.call("test")[1]) == "not long"
    assert tier(copy.call("test", "tests/model")[1]) == "not long"
    status, out, _ = copy.call("test", "--all")
    assert (status, tier(out)) == (0, "")
    assert "mypy" in out
    assert "<--all>" not in out


def test_all_may_be_followed_by_arguments_for_pytest(copy: Copy) -> None:
    status, out, _ = copy.call("test", "--all", "-k", "two words")
    assert (status, tier(out)) == (0, "")
    assert "<-k><two words>" in out
    assert "ruff" not in out


def test_a_choice_of_marks_replaces_the_tier(copy: Copy) -> None:
    assert tier(copy.call("test", "-m", "long")[1]) == "long"


def test_continuous_integration_runs_everything_and_takes_no_skip(copy: Copy) -> None:
    status, out, _ = copy.call(".ci/run")
    assert (status, tier(out)) == (0, "")
    assert "mypy" in out
    assert "REQUIRE=1" in out
    assert copy.call(".ci/run", FAKE_PYTEST_STATUS="1")[0] != 0


SKIPS = """
import pytest
def test_passes(): pass
def test_skips_itself(): pytest.skip("no windmill here")
@pytest.mark.skipif(True, reason="no river here")
def test_is_skipped_by_a_mark(): pass
@pytest.mark.xfail(reason="known")
def test_fails_as_expected(): assert False
@pytest.mark.long
def test_long(): pass
"""
SKIPS_AS_A_FILE = "import pytest\npytest.importorskip('no_such_module_of_anyone')\ndef test_never(): pass\n"


@pytest.mark.parametrize("workers", [(), pytest.param(("-n", "1"), marks=pytest.mark.long)])
def test_skips_are_failures_where_they_are_required(tmp_path: Path, workers: tuple[str, ...]) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "test_some.py").write_text(SKIPS)
    (tmp_path / "test_file.py").write_text(SKIPS_AS_A_FILE)

    def run(*arguments: str, **variables: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--color=no", *workers, *arguments, "."]
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("KINLOOP_REQUIRE", "PYTEST_"))}
        done = subprocess.run(command, cwd=tmp_path, env=kept | variables, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout

    status, out = run()
    assert status == 0
    assert "2 passed, 3 skipped, 1 xfailed" in out
    status, out = run("--continue-on-collection-errors", KINLOOP_REQUIRE="1", KINLOOP_CACHE=str(tmp_path))
    assert status == 1
    for reason in ("no windmill here", "no river here", "no_such_module_of_anyone"):
        assert reason in out
    assert "1 failed, 2 passed, 1 xfailed, 2 errors" in out  # a mark or a file fails before the test begins
