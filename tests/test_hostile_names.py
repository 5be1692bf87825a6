"""Names and texts from files reach the terminal as text: never as markup, commands or lines of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kinloop as kl
from kinloop.cli import app
from kinloop.errors import DescriptionError, KinloopError
from kinloop.simulation.loop.running.run_progress import Progress

ARM = """
name = {name}
description = {description}
task = ["phi"]

[links.{link}]
mass = 1.0
inertia = [0, 0.1, 0.1, 0, 0, 0]

[joints.{joint}]
kind = "revolute"
parent = {base}
child = {link}
limits = {{ position = [-1, 1] }}

[frames.{frame}]
link = {link}

[tool]
link = {link}

[motion]
points = [[0], [0.1]]
times = [0, 0.1]
"""
PLAIN = {"name": '"arm"', "description": '"an arm"', "link": '"bar"', "joint": '"theta"', "base": '"base"', "frame": '"f"'}
# In TOML: a command of a terminal, a line break, text that is written from right to left, a null character, a bell.
COMMANDS = {
    "escape": '"red\\u001b[31m"',
    "line break": '"a\\nkinloop: all is well"',
    "right to left": '"a\\u202eb"',
    "null": '"a\\u0000b"',
    "bell": '"a\\u0007"',
    "delete": '"a\\u007f"',
    "one byte": '"a\\u009b31m"',
}
# Text that is markup or an emoji to others.
MARKUP = ('"[/]"', '"[bold]a[/bold] :smile: \\\\[/] {task.total} [link=file:///etc]x"')


def written(tmp_path: Path, **changed: str) -> Path:
    path = tmp_path / "arm.toml"
    path.write_text(ARM.format(**{**PLAIN, **changed}))
    return path


def assert_harmless(text: str) -> None:
    assert all(c.isprintable() or c == "\n" for c in text), text
    assert not any(line.startswith("kinloop: all is well") for line in text.splitlines())


@pytest.mark.parametrize("place", PLAIN)
@pytest.mark.parametrize("what", COMMANDS)
def test_a_name_that_cannot_be_printed_is_refused(place: str, what: str, tmp_path: Path) -> None:
    path = written(tmp_path, **{place: COMMANDS[what]})
    if (place, what) == ("description", "line break"):  # texts may have lines
        assert kl.load(path).mechanism.description.count("\n") == 1
        return
    with pytest.raises(DescriptionError, match="characters that cannot be printed") as raised:
        kl.load(path)
    assert_harmless(str(raised.value))
    report = kl.check(path)
    assert not report.ok
    assert all("\x1b" not in fault.message for fault in report.faults)
    for command in ("check", "models"):
        result = CliRunner().invoke(app, [command, str(path)])
        assert result.exit_code
        assert_harmless(result.output)


@pytest.mark.parametrize("where", ["robot", "link", "joint"])
def test_the_names_of_a_urdf_file_too(where: str, tmp_path: Path) -> None:
    names = {"robot": "arm", "link": "bar", "joint": "theta"} | {where: "a&#x202e;b"}
    (tmp_path / "arm.urdf").write_text(
        f"""<robot name="{names["robot"]}"><link name="base"/><link name="{names["link"]}"><inertial><mass value="1"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="{names["joint"]}"
        type="continuous"><parent link="base"/><child link="{names["link"]}"/></joint></robot>"""
    )
    with pytest.raises(KinloopError) as raised:
        kl.load(tmp_path / "arm.urdf")
    assert_harmless(str(raised.value))


@pytest.mark.parametrize("where", ["model", "body", "joint"])
def test_the_names_of_an_mjcf_file_too(where: str, tmp_path: Path) -> None:
    names = {"model": "arm", "body": "bar", "joint": "theta"} | {where: "a&#x202e;b"}
    (tmp_path / "arm.xml").write_text(
        f"""<mujoco model="{names["model"]}"><worldbody><body name="{names["body"]}"><joint name="{names["joint"]}"/>
        <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody></mujoco>"""
    )
    with pytest.raises(KinloopError) as raised:
        kl.load(tmp_path / "arm.xml")
    assert_harmless(str(raised.value))


def test_the_names_of_a_table_and_of_parts_in_python_too() -> None:
    with pytest.raises(DescriptionError, match="cannot be printed") as raised:
        kl.load(kl.Mechanism.from_dh("arm", [{"a": 0.1, "name": "q\x1b[2J"}]))
    assert_harmless(str(raised.value))
    arm = kl.Mechanism.from_dh("arm", [{"a": 0.1}])
    with pytest.raises(DescriptionError, match="cannot be printed"):
        kl.load(arm.model_copy(update={"name": "a\x1b]0;title\x07"}))


@pytest.mark.parametrize("key", ['"x\\u001b[2J"', '"x\\ny"'])
def test_keys_that_do_not_exist_are_escaped(key: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.toml"
    for text in (
        f"{key} = 1\n",
        f"[joints.a]\n{key} = 1\n",
        f"[parameters]\n{key} = 1\n",
        f"{key} = 1\n{key} = 2\n",
        f"{key} 1\n",
    ):
        path.write_text(text)
        with pytest.raises(DescriptionError) as raised:
            kl.load(path)
        assert_harmless(str(raised.value))


def test_names_of_files_are_escaped(tmp_path: Path) -> None:
    for name in ("a\x1b[31m.toml", "a\nkinloop: all is well.toml"):
        path = tmp_path / name
        for content in (None, "a = \n", "a = 1\n"):
            if content is not None:
                path.write_text(content)
            with pytest.raises(KinloopError) as raised:
                kl.load(path)
            assert_harmless(str(raised.value))
            assert_harmless(CliRunner().invoke(app, ["check", str(path)]).output)


def test_a_message_that_repeats_anything_is_harmless() -> None:
    for name in ("\x1b[31m", "\udc80", "\x9b2J"):
        with pytest.raises(KinloopError) as raised:
            kl.load("biglide", **{name: 1.0})
        assert_harmless(str(raised.value))
        assert_harmless(str(KinloopError(f"given {name}")))


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_names_is_text(name: str, tmp_path: Path) -> None:
    """Every command prints such names as text; ``[/]`` caused a traceback."""
    path = written(tmp_path, name=name, joint=name, link=name, description=name)
    shown = kl.load(path).mechanism.name
    for command in ("models", "singularity", "simulate", "check"):
        result = CliRunner().invoke(app, [command, str(path)])
        assert result.exception is None or isinstance(result.exception, SystemExit), command
        assert result.exit_code == 0, result.output
        assert command == "singularity" or shown in result.output, command
    result = CliRunner().invoke(app, ["configurations", str(path), "--q-active", "0.1"])
    assert shown in result.output


@pytest.mark.parametrize("name", ["[/]", "[bold]", "{task.total}"])
def test_the_progress_of_a_machine_with_such_a_name_is_shown(name: str, capsys: Any) -> None:
    with Progress(f"rollouts of {name}", True) as told:
        told(0.5)
        told(1.0)
    assert "Error" not in capsys.readouterr().err
