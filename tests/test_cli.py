"""The command prints models, and reports mistakes in a sentence."""

import json
import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from shaky import row_of_bars
from special_machines import three_rpr
from typer.testing import CliRunner

import kinloop as kl
from kinloop.cli import app, main
from kinloop.cli.commands.models import NO_VALUE, SINGULAR, _row
from kinloop.cli.program import COMMANDS, FORMER
from kinloop.mechanism.formats.toml.toml_write import save_toml

runner = CliRunner()
ROOT = Path(__file__).parents[1]


def test_without_arguments_an_overview_is_printed_and_nothing_is_run(monkeypatch):
    monkeypatch.setattr(kl, "load", None)
    result = runner.invoke(app, [])
    assert result.exit_code == 0
    commands = [line.split()[1] for line in result.stdout.splitlines() if line.startswith("  kinloop")]
    assert len(commands) >= 6
    assert set(commands) <= COMMANDS.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example_of_itself(name):
    result = runner.invoke(app, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert f"Example: kinloop {name}" in result.stdout
    assert f"  {name} " in runner.invoke(app, ["--help"]).stdout


@pytest.mark.long  # each command has tests of its own
def test_the_examples_of_the_help_run_in_its_order(tmp_path, monkeypatch, capsys):
    """But for those that are run elsewhere or do not end: a crossing, the studio, the documents."""
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in COMMANDS if name not in ("cross", "studio", "reproduce")]:
        status, told = call(monkeypatch, capsys, *COMMANDS[name].example.split()[1:])
        assert status == 0, (name, told.err)
        assert told.out
    written = {path.name for path in tmp_path.iterdir()} - {"examples"}
    assert written == {"five_bar.svg", "my_machine.toml", "map.png", "run.npz", "run.html", "five_bar.xml"}
    assert opened == [(tmp_path / "run.html").as_uri()]
    assert "<svg" in (tmp_path / "five_bar.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(("former", "name"), FORMER.items())
def test_former_names_of_commands_work_and_are_not_listed(former, name):
    given = {"library": [], "describe": ["two_r"], "postures": ["biglide", "--x", "0.1,0.3"]}[former]
    assert runner.invoke(app, [former, *given]).stdout == runner.invoke(app, [name, *given]).stdout != ""
    assert f"  {former} " not in runner.invoke(app, ["--help"]).stdout


@pytest.mark.parametrize(
    "arguments", [["--debug", "show", "biglid"], ["show", "--debug", "biglid"], ["show", "biglid", "--debug"]]
)
def test_debug_shows_the_traceback_wherever_it_stands(monkeypatch, arguments):
    monkeypatch.setattr(sys, "argv", ["kinloop", *arguments])
    with pytest.raises(kl.UnknownName, match="did you mean 'biglide'"):
        main()


def print_json(*arguments):
    """What a command prints as JSON, in which NaN would be a mistake."""
    result = runner.invoke(app, [*arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout, parse_constant=lambda constant: pytest.fail(constant))


def test_data_is_printed_as_json_with_all_digits():
    robot = kl.load("five_bar")
    assert [each["name"] for each in print_json("robots")] == list(kl.library())
    shown = print_json("show", "five_bar", "--set", "l2=0.123456789012345")
    assert {each["name"]: each["value"] for each in shown["parameters"]}["l2"] == 0.123456789012345
    assert shown["start"] == dict(
        zip(robot.mechanism.coordinates, robot.with_parameters(l2=0.123456789012345).start, strict=True)
    )
    rows = {each["model"]: each["value"] for each in print_json("models", "five_bar")["models"]}
    assert np.array_equal(rows["inertia on the active joints"], robot.inertia(robot.start))
    found = print_json("configurations", "five_bar", "--x", "0.02,0.12")["configurations"]
    assert [each["q"] for each in found] == [each.q.tolist() for each in robot.configurations(x=[0.02, 0.12])]
    near = print_json("singularity", "five_bar")[0]["nearness"]["type 2"]
    assert near == robot.singularity(robot.start).nearness["type 2"]
    assert print_json("check", "five_bar")[0]["ok"] is True


def test_models_are_printed_where_they_are_asked_for():
    robot = kl.load("biglide")
    for mode in ((1, -1), (1, 1)):
        printed = print_json("models", "biglide", "--at", "0.1,0.3", "--mode", f"{mode[0]},{mode[1]}")["models"]
        assert printed[0]["value"] == robot.inverse_geometry([0.1, 0.3], mode=mode).q.tolist()
    by_joints = print_json("models", "biglide", "--q-active", "0.6,0", "--mode", "1")["models"]
    assert by_joints[0]["value"] == robot.forward_geometry([0.6, 0.0], mode=(1,)).q.tolist()


@pytest.mark.parametrize("name", kl.library())
def test_every_library_machine_is_shown_with_a_drawing(name):
    result = runner.invoke(app, ["show", name])
    assert result.exit_code == 0, result.output
    drawing, text = result.stdout.split(f"\n{name}\n")
    assert "actuated joint" in drawing
    assert sum(0x2800 < ord(letter) < 0x2900 for letter in drawing) > 20
    assert "degrees of freedom" in text


def test_a_new_description_is_valid_and_replaces_nothing(tmp_path, monkeypatch):
    path = tmp_path / "mine.toml"
    assert runner.invoke(app, ["new", str(path)]).exit_code == 0
    assert runner.invoke(app, ["check", str(path)]).exit_code == 0
    before = path.read_bytes()
    assert isinstance(runner.invoke(app, ["new", str(path)]).exception, kl.FileError)
    assert path.read_bytes() == before


def test_a_map_counts_loci_and_regions_and_is_drawn(tmp_path):
    given = ["map", "five_bar", "--over", "x=-0.2:0.2", "--over", "y=-0.2:0.2", "--points", "41"]
    found = kl.singularity_map(kl.load("five_bar"), {"x": (-0.2, 0.2), "y": (-0.2, 0.2)}, points=41)
    rows = print_json(*given)["modes"]
    assert [row["regions"] for row in rows] == [found.regions(k)[1] for k in range(len(found.modes))]
    assert [len(row["type 2"]) for row in rows] == [len(found.loci("type 2", k)) for k in range(len(found.modes))]
    drawn = runner.invoke(app, [*given, "--mode", "1,-1", "--out", str(tmp_path / "map.png")])
    assert drawn.exit_code == 0, drawn.output
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert "g1=+1, g2=-1" in drawn.stdout


def test_two_plants_are_compared():
    rows = {row["quantity"]: row for row in print_json("compare", "two_r", "--plants", "native,mujoco", "--period", "0.01")}
    assert 0 < rows["x"]["largest"] < 1e-3  # steps of 10 ms
    assert rows["tau"]["largest"] == 0  # the same commands


def test_equations_are_printed_as_json():
    data = print_json("equations", "two_r", "gravity")
    assert data["latex"] == runner.invoke(app, ["equations", "two_r", "gravity", "--latex"]).stdout.rstrip("\n")
    assert data["text"] == runner.invoke(app, ["equations", "two_r", "gravity"]).stdout.rstrip("\n")


def test_equations_are_printed_as_latex():
    result = runner.invoke(app, ["equations", "two_r", "gravity", "--latex"])
    assert result.exit_code == 0, result.output
    assert "\\cos" in result.stdout
    assert max(len(line) for line in result.stdout.splitlines()) < 400


@pytest.mark.parametrize("name", kl.library())
def test_every_library_machine_prints_its_models(name):
    result = runner.invoke(app, ["models", name])
    assert result.exit_code == 0, result.output
    assert "accelerations" in result.stdout


def test_parameters_can_be_set():
    light, heavy = (runner.invoke(app, ["models", "two_r", "--set", f"m2={mass}"]).stdout for mass in (0.1, 0.2))
    assert "m2 = 0.1" in light
    assert light != heavy


def test_equations_and_c_are_printed():
    assert "cos(θ₂)" in runner.invoke(app, ["equations", "two_r", "inertia"]).stdout
    assert "void" in runner.invoke(app, ["c", "two_r", "inertia"]).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["models", "biglid"], "did you mean 'biglide'?"),
        (["models", "two_r", "--set", "m9=1"], "no parameter 'm9'"),
        (["models", "two_r", "--set", "m1"], "expected name=value"),
        (["equations", "two_r", "inertai"], "did you mean 'inertia'?"),
        (["models", "nothing/here.toml"], "here.toml"),
        (["configurations", "biglide"], "either --x x,y or --q-active q1,q2"),
        (["configurations", "biglide", "--x", "0.1,0.3", "--q-active", "0.6,0"], "either --x x,y or --q-active q1,q2"),
        (["configurations", "biglide", "--x", "0.1;0.3"], "expected numbers and commas"),
        (["singularity", "biglide", "--x", "0.1"], "expected (..., 2): x, y"),
        (["configurations", "biglide", "--x", "0.3,0.3"], "the nearest found is 0.1394 away"),
        (["models", "biglide", "--mode", "1,1"], "--mode belongs to --at or --q-active"),
        (["models", "biglide", "--at", "0,0.3", "--q-active", "0.6,0"], "given both"),
        (["map", "stewart_gough"], "say which two coordinates"),
        (["map", "five_bar", "--over", "x=1"], "expected a coordinate and its range"),
        (["map", "five_bar", "--points", "-5"], "'--points': Input should be greater than or equal to 3"),
        (["map", "five_bar", "--points", "1000000"], "'--points': Input should be less than or equal to"),
        (["map", "five_bar", "--out", "map.gif"], "expected a .png, .svg or .pdf file"),
        (["map", "five_bar", "--out", "nothing/map.png"], "there is no folder"),
        (["show", "five_bar", "--out", "five_bar.gif"], "expected a .png, .svg or .pdf file"),
        (["show", "five_bar", "--out", ""], "expected a .png, .svg or .pdf file"),
        (["show", ""], "no machine ''"),
        (["simulate", "two_r", "--frequency", "1e300"], "expected a number above zero and below 1e+09"),
        (["simulate", "two_r", "--period", "nan"], "--period is nan s"),
        (["simulate", "two_r", "--payload", "inf"], "the payload on 'tool' is inf"),
        (["configurations", "biglide", "--x", "1e308,1e308"], "biglide has no configuration at x = 1e+308"),
        (["configurations", "biglide", "--x", "nan,0"], "x[0] (x) is nan, expected a finite number"),
        (["report", "nothing.npz"], "'nothing.npz' cannot be read"),
        (["report", "nothing.npz", "--out", "nothing/run.html"], "there is no folder"),
        (["sweep", "biglide"], "biglide is a machine; expected a .toml file with [experiment] and [vary]"),
        (["shwo"], "Did you mean 'show'?"),
        (["new", "machine.urdf"], "ends in .toml"),
        (["sweep", "examples/experiments/biglide_computed_torque.toml"], "varies nothing"),
        (["compare", "five_bar", "--plants", "native"], "expected two"),
        (["cross", "biglide", "--from", "0.1,0.4", "--to", "0.05,0.3"], "meets no Type 2 singularity"),
    ],
)
def test_a_mistake_is_a_sentence_and_status_2(monkeypatch, capsys, arguments, words):
    monkeypatch.chdir(ROOT)
    status, told = call(monkeypatch, capsys, *arguments)
    assert status == 2
    assert words in told.err
    assert not told.out


def call(monkeypatch, capsys, *arguments):
    """The exit status of the program and what it printed. An exception that leaves it fails the test."""
    monkeypatch.setattr(sys, "argv", ["kinloop", *arguments])
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # the program replaces it
    try:
        main()
    except SystemExit as ended:
        return ended.code, capsys.readouterr()
    return 0, capsys.readouterr()


def test_the_process_ends_with_the_status_and_the_sentence():
    command = [sys.executable, "-m", "kinloop.cli", "models", "biglid"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("kinloop: no machine 'biglid' (did you mean 'biglide'?)")


READERS = ["show", "check", "simulate", "sweep", "report", "models", "configurations --x 0", "save out.toml"]


@pytest.mark.parametrize("command", READERS)
def test_what_is_no_readable_file_is_a_sentence_in_every_command(tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")  # a read of it would never return
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "circle.toml").symlink_to("circle.toml")
    name, *more = command.split()
    for path in ("folder.toml", "pipe.toml", "bytes.toml", "circle.toml", "nothing.toml"):
        given = [name, path, *more] if name != "save" else [name, path, "out.toml"]
        status, told = call(monkeypatch, capsys, *given)
        assert status == (1 if name == "check" else 2), path
        assert path in told.out + told.err
        assert not (tmp_path / "out.toml").exists()


@pytest.mark.parametrize(("fault", "status"), [(ValueError("a\x1b[31mb"), 3), (MemoryError(), 2), (RecursionError("deep"), 3)])
def test_an_error_within_kinloop_is_a_sentence_too(monkeypatch, capsys, fault, status):
    def fail():
        raise fault

    monkeypatch.setattr(kl, "library", fail)
    found, told = call(monkeypatch, capsys, "robots")
    assert found == status
    assert told.err.count("\n") == 1
    assert "\x1b" not in told.err
    with pytest.raises(type(fault)):
        call(monkeypatch, capsys, "robots", "--debug")


# ---------------------------------------------------------------- completion


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kinloop sh", {"show"}),
        ("kinloop show five", {"five_bar"}),
        ("kinloop simulate two", {"two_r", "two_r_exam"}),
        ("kinloop simulate two_r --plant m", {"mujoco"}),
        ("kinloop equations two_r iner", {"inertia"}),
    ],
)
def test_shells_complete_commands_machines_plants_and_models(monkeypatch, capsys, words, expected):
    monkeypatch.setenv("_KINLOOP_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    status, told = call(monkeypatch, capsys)
    assert status == 0
    assert expected <= set(told.out.split())
    assert all(word.startswith(words.rpartition(" ")[2]) for word in told.out.split())


def test_the_script_of_completion_is_printed(monkeypatch, capsys):
    monkeypatch.setattr("shellingham.detect_shell", lambda *_: ("bash", "/bin/bash"))
    status, told = call(monkeypatch, capsys, "--show-completion")
    assert status == 0
    assert "_KINLOOP_COMPLETE=complete_bash" in told.out


def test_every_configuration_of_a_task_and_of_active_joints_is_printed():
    inverse = runner.invoke(app, ["configurations", "biglide", "--x", "0.1, 0.3"])
    assert inverse.exit_code == 0, inverse.output
    assert "4 configurations, by closed form; none can be missing" in inverse.stdout
    assert inverse.stdout.count("working g1=") == 4
    forward = runner.invoke(app, ["configurations", "five_bar", "--q-active", "2.2,0.9", "--set", "l2=0.2"])
    assert forward.exit_code == 0, forward.output
    assert forward.stdout.count("assembly g=") == len(kl.load("five_bar", l2=0.2).configurations(q_active=[2.2, 0.9])) > 0


def test_legs_turned_about_themselves_are_printed_on_request():
    """Each of the six legs of one pose, both ways."""
    given = ["configurations", "stewart_gough", "--x", "-1.5,0,1,1,0,0,0"]
    once, every = (runner.invoke(app, [*given, *option]) for option in ([], ["--variants"]))
    assert once.stdout.startswith("stewart_gough: 1 configuration,")
    assert "variants=True" in once.stdout.replace("\n", "")
    assert every.stdout.startswith("stewart_gough: 64 configurations"), every.output


def test_a_family_is_printed_as_such(tmp_path):
    """A platform that translates on a circle with its legs held: two configurations beside it stand alone."""
    path = tmp_path / "family.toml"
    save_toml(three_rpr(turn=0.0), path)
    legs = ",".join(["0.223606797749979"] * 3)  # sqrt(0.1^2 + 0.2^2)
    found = runner.invoke(app, ["configurations", str(path), "--q-active", legs]).stdout
    assert "continuous family" in found.replace("\n", " ")
    rows = [row for row in found.splitlines() if "index" in row]
    assert len(rows) == 3
    assert ["of dimension 1" in row for row in rows].count(True) == 1
    assert "family" not in runner.invoke(app, ["configurations", "biglide", "--x", "0.1,0.3"]).stdout


def test_a_shaky_machine_is_printed_as_such(tmp_path):
    path = tmp_path / "shaky.toml"
    save_toml(row_of_bars(0.3, 0.2, base=0.5), path)
    assert "infinitesimal mobility" in runner.invoke(app, ["singularity", str(path)]).stdout
    with pytest.raises(kl.SingularConfiguration, match=r"no equations of inertia.*shaky"):
        kl.load(path).equations("inertia")
    assert "infinitesimal" not in runner.invoke(app, ["singularity", "biglide"]).stdout


def test_singularities_are_printed_at_the_start_and_at_every_configuration():
    start = runner.invoke(app, ["singularity", "three_rrr"])
    assert start.exit_code == 0, start.output
    assert "the start configuration" in start.stdout
    assert "regular" in start.stdout
    line = runner.invoke(app, ["singularity", "biglide", "--x", "0,0.4"]).stdout  # in two of four working modes the rods align
    kinds = [row.split("│")[2].strip() for row in line.splitlines() if "working" in row]
    assert kinds == ["regular", "type 2", "type 2", "regular"]


def test_a_machine_is_saved_and_loaded_again(tmp_path):
    for name in ("five_bar.toml", "five_bar.xml"):
        assert runner.invoke(app, ["save", "five_bar", str(tmp_path / name), "--set", "l2=0.12"]).exit_code == 0
    robot, toml, xml = (kl.load(source) for source in ("five_bar", tmp_path / "five_bar.toml", tmp_path / "five_bar.xml"))
    q = toml.start
    assert toml.parameters["l2"] == 0.12
    expected = robot.with_parameters(l2=0.12).inertia(q)
    assert toml.inertia(q) == pytest.approx(expected, rel=1e-12)
    order = [robot.mechanism.coordinates.index(name) for name in xml.mechanism.coordinates]
    assert xml.inertia(q[order]) == pytest.approx(expected, rel=1e-9)
    with pytest.raises(kl.KinloopError, match=r"\.toml or \.xml"):
        robot.save(tmp_path / "five_bar.step")


def test_check_prints_a_report_and_tells_by_its_status(tmp_path):
    assert runner.invoke(app, ["check", "biglide"]).exit_code == 0
    bad = tmp_path / "bad.toml"
    bad.write_text('[joints.a]\nkind = "hinge"\nparent = "base"\nchild = "b"\n', encoding="utf-8")
    result = runner.invoke(app, ["check", str(bad)])
    assert result.exit_code == 1
    assert "bad.toml:2:8" in result.stdout.replace("\n", "")


ARM = """
[links.arm]
mass = {mass}
com = [0.5, 0, 0]
inertia = [0, 0.1, 0.1, 0, 0, 0]
[joints.q]
kind = "{kind}"
parent = "base"
child = "arm"
actuated = {actuated}
"""
OPEN_LOOP = """
[loops.far]
kind = "pin"
a = { link = "arm", origin = { xyz = [1, 0, 0] } }
b = { link = "base", origin = { xyz = [5, 0, 0] } }
"""
EVERY_COMMAND = ["models", "configurations --q-active 0", "singularity", "equations", "simulate", "c", "save out.toml"]
EVERY_COMMAND += ["show", "map", "compare", "cross --from 0 --to 1"]


def arm(mass="1", kind="revolute", actuated="true"):
    return ARM.format(mass=mass, kind=kind, actuated=actuated)


@pytest.mark.parametrize("command", EVERY_COMMAND)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        (arm(mass='"heavy"', kind="hinge"), ("arm.toml:3:9", "arm.toml:7:8")),
        (arm() + OPEN_LOOP, ("1 fault", "loops.far")),
        ("= 1", ("not valid TOML",)),
        (arm(kind="fixed", actuated="false"), ("nothing can move",)),
    ],
    ids=["values", "loops", "syntax", "fixed"],
)
def test_faults_of_a_file_are_sentences_in_every_command(tmp_path, monkeypatch, capsys, command, text, words):
    (tmp_path / "arm.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    name, *more = command.split()
    monkeypatch.setattr(sys, "argv", ["kinloop", name, "arm.toml", *more])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr()
    assert ended.value.code == 2
    for word in words:
        assert word in told.err
    assert "Traceback" not in told.err
    assert not (tmp_path / "out.toml").exists()


def test_a_fault_of_other_parameters_is_found_too(tmp_path, monkeypatch, capsys):
    (tmp_path / "arm.toml").write_text("[parameters]\nm = 1\n" + arm(mass='"m"'), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["kinloop", "models", str(tmp_path / "arm.toml"), "--set", "m=-2"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "links.arm.mass: expected at least 0, given -2" in capsys.readouterr().err


def test_a_machine_without_actuators_prints_its_models(tmp_path):
    (tmp_path / "arm.toml").write_text(arm(actuated="false"), encoding="utf-8")
    result = runner.invoke(app, ["models", str(tmp_path / "arm.toml")])
    assert result.exit_code == 0, result.output
    assert "accelerations without efforts" in result.stdout
    assert "active: none" in result.stdout


def test_what_a_saved_file_lacks_is_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["kinloop", "save", "biglide", str(tmp_path / "biglide.xml")])
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == 0
    assert capsys.readouterr().err.startswith("kinloop: biglide: MJCF is written without the joints phi2")


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (PermissionError(13, "Permission denied", "/somewhere/file"), "'/somewhere/file': Permission denied"),
        (kl.KinloopError("a sentence"), "a sentence"),
    ],
)
def test_no_fault_of_ours_or_of_the_system_is_a_traceback(monkeypatch, capsys, fault, sentence):
    def fail():
        raise fault

    monkeypatch.setattr(kl, "library", fail)
    assert call(monkeypatch, capsys, "robots") == (2, ("", f"kinloop: {sentence}\n"))


def test_closed_forms_are_printed_as_equations():
    printed = runner.invoke(app, ["equations", "biglide", "inverse_geometry"])
    assert printed.exit_code == 0, printed.output
    assert "g₁⋅sqrt(" in printed.stdout


@pytest.mark.filterwarnings("ignore:five_bar. its start does not exist:UserWarning")
def test_lengths_without_the_described_start_are_no_fault_of_a_file(tmp_path):
    assert runner.invoke(app, ["save", "five_bar", str(tmp_path / "five_bar.toml")]).exit_code == 0
    result = runner.invoke(app, ["models", str(tmp_path / "five_bar.toml"), "--set", "l1=0.25"])
    assert result.exit_code == 0, result.output
    assert "l1 = 0.25" in result.stdout


def test_a_terminal_without_greek_letters_gets_the_rest():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "kinloop.cli", "equations", "two_r", "inertia"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "cos(" in done.stdout


def test_a_singular_start_has_the_models_that_exist_there(tmp_path):
    """Both rods of the Biglide on one line: type 2."""
    robot = kl.load("biglide")
    q = robot.inverse_geometry([0.0, 0.4], mode=(1, -1)).q
    assert "type 2" in robot.singularity(q).kinds
    start = dict(zip(robot.mechanism.coordinates, q.tolist(), strict=True))
    save_toml(robot.mechanism.model_copy(update={"start": start}), tmp_path / "flat.toml")
    result = runner.invoke(app, ["models", str(tmp_path / "flat.toml")])
    assert result.exit_code == 0, result.output
    rows = {line.split("│")[1].strip(): line.split("│")[2].strip() for line in result.stdout.splitlines() if line.count("│") == 4}
    assert rows["inertia on the active joints"] == "undetermined: singular configuration"
    assert rows["accelerations under unit efforts"].startswith("[")


def test_a_formula_without_a_value_is_not_called_a_singularity():
    """The input-output equation of an arm divides by zero at some regular configurations."""
    robot = kl.load("two_r")

    def fail():
        raise kl.SingularConfiguration("0/0")

    straight = robot.forward_geometry([0.3, 0.0]).q
    for q, words in ((robot.start, NO_VALUE), (straight, SINGULAR)):
        assert list(_row(robot, q, "A", fail, "m")) == [("A", words, "m")]


def test_a_run_that_ends_early_is_said_once(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["kinloop", "simulate", "biglide", "--frequency", "1e5"])
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        with pytest.raises(SystemExit) as ended:
            main()
    told = capsys.readouterr()
    assert ended.value.code == 1
    assert told.out.count("after t = ") == 1
    assert "stable with periods up to 1e-05 s" in told.err  # the warning before the run, and nothing else
    assert told.err.count("\n") == 1


# ---------------------------------------------------------------- experiments

EXPERIMENT = """\
[experiment]
name = "small run"
period = 0.01
duration = 0.1
[robot]
source = "biglide"
[trajectory]
kind = "Quintic"
start = [0.1, 0.3]
end = [0.15, 0.25]
duration = 0.1
[law]
kind = "ComputedTorque"
kp = 400
kd = 40
"""


def simulate_experiment(tmp_path, monkeypatch, text, *more):
    (tmp_path / "run.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["kinloop", "simulate", "run.toml", *more])
    try:
        main()
    except SystemExit as ended:
        return ended.code
    return 0


@pytest.mark.parametrize("option", ["--out", "--save"])
def test_an_experiment_is_run_and_its_record_written(tmp_path, monkeypatch, capsys, option):
    assert not simulate_experiment(tmp_path, monkeypatch, EXPERIMENT, option, "run.npz")
    told = capsys.readouterr().out
    assert "small run  11 samples to 0.1 s on native, complete" in told
    assert "written to run.npz" in told
    record = kl.Record.load(tmp_path / "run.npz")
    error = abs(record.q[:, 0] - record.q_ref[:, 0]).max()
    assert f"{error:.3e} m " in told


def test_a_sweep_prints_how_its_runs_went(tmp_path, monkeypatch, capsys):
    text = EXPERIMENT + "[vary]\nlaw.kp = [100, 400, 1e9]\n"
    assert simulate_experiment(tmp_path, monkeypatch, text, "--out", "run.npz") == 1
    told = capsys.readouterr().out
    runs = kl.Rollouts.load(tmp_path / "run.npz")
    assert "small run  3 runs, 1 of them ended early" in told
    assert f"smallest error with law.kp = {[100.0, 400.0][int(runs.error_rms[1] < runs.error_rms[0])]}" in told


@pytest.mark.parametrize(
    ("text", "more", "words"),
    [
        (EXPERIMENT, ["--period", "0.01"], "--period is for the motion of a machine's description"),
        (EXPERIMENT, ["--set", "m_p=3"], "--set is for"),
        (EXPERIMENT + "[vary]\nm_p = [1, 2]\n", ["--out", "run.csv"], "expected a .npz file, since the experiment is a sweep"),
        (EXPERIMENT, ["--out", "none/run.npz"], "in a folder that exists"),
        (EXPERIMENT.replace("kp = 400", "kq = 400"), [], "run.toml:14:1: law.kq: no such key"),
        (EXPERIMENT.replace("[0.1, 0.3]", "[9.0, 0.3]"), [], "no configuration"),
    ],
)
def test_what_is_wrong_with_an_experiment_is_a_sentence(tmp_path, monkeypatch, capsys, text, more, words):
    assert simulate_experiment(tmp_path, monkeypatch, text, *more) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert "Traceback" not in told.err
    assert not list(tmp_path.glob("*.npz"))


# ---------------------------------------------------------------- crossings

BIGLIDE = ["cross", "biglide", "--from", "0.1,0.4", "--to", "-0.1,0.2", "--duration", "2", "--mode", "1,-1"]


@pytest.fixture(scope="module")
def crossed(tmp_path_factory):
    """What the command printed, and the plan that it wrote."""
    path = tmp_path_factory.mktemp("crossing") / "plan.npz"
    result = runner.invoke(app, [*BIGLIDE, "--out", str(path)])
    assert result.exit_code == 0, result.output
    return result.stdout, kl.CrossingPlan.load(path)


def test_a_crossing_is_planned_run_and_written(crossed):
    printed, plan = crossed
    assert printed.startswith(str(plan))
    for words in ("2001 samples to 2 s on native, complete", "crosses a type 2 singularity", "from g=-1 to g=+1"):
        assert words in printed
    error, unit = printed.split("largest error of the tool: ")[1].split()[:2]
    assert float(error) < 1e-6
    assert unit == "m"
    effort = float(printed.split("largest effort: q1 ")[1].split()[0])
    assert effort == pytest.approx(plan.peak, rel=1e-2)


def test_a_crossing_is_planned_with_all_options_and_not_run(crossed, monkeypatch):
    _, plan = crossed
    given = []
    monkeypatch.setattr(kl, "crossing", lambda *points, **options: given.append((points, options)) or plan)
    monkeypatch.setattr(kl, "simulate", None)
    options = ["--set", "m_p=2", "--effort", "9", "--speed", "3,4", "--path", "straight", "--no-run"]
    result = runner.invoke(app, [*BIGLIDE[:-1], "g1=+1, g2=-1", *options])
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{plan}\n"
    ((robot, *points), limits) = given[0]
    assert robot.parameters["m_p"] == 2
    assert points == [[0.1, 0.4], [-0.1, 0.2]]
    assert limits == {"mode": "g1=+1, g2=-1", "duration": 2.0, "path": "straight", "effort": 9.0, "speed": [3.0, 4.0]}


def test_a_crossing_is_printed_as_json(crossed, monkeypatch):
    _, plan = crossed
    monkeypatch.setattr(kl, "crossing", lambda *_, **__: plan)
    data = print_json(*BIGLIDE)
    assert data["peak"] == plan.peak
    assert data["q"] == plan.q.tolist()
    assert data["mode_before"] == str(plan.mode_before)
    assert len(data["checks"]) == len(plan.checks)
    assert data["run"]["status"] == "complete"
    assert max(data["run"]["largest_error"].values()) < 1e-6
    assert print_json(*BIGLIDE, "--no-run").keys() == data.keys() - {"run"}


def test_a_stall_is_status_1(crossed, monkeypatch):
    """Actuators with less than half of the planned force do not carry the platform through in time."""
    simulate, weak = kl.simulate, kl.Actuators(saturation=1.0)
    monkeypatch.setattr(kl, "crossing", lambda *_, **__: crossed[1])
    monkeypatch.setattr(kl, "simulate", lambda *given, **options: simulate(*given, **options, actuators=weak))
    result = runner.invoke(app, BIGLIDE)
    assert result.exit_code == 1
    assert "crossed by" in result.stdout


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--plant", "exudin"], "did you mean 'exudyn'?"),
        (["--plant", "kinematic"], "cross has: native, exudyn, mujoco"),
        (["--from", "0.1"], "start has shape (1,), expected (2,): x, y"),
        (["--to", "0.1;0.2"], "--to '0.1;0.2': expected numbers and commas"),
        (["--mode", "1"], "expected 2 signs 1 or -1"),
        (["--mode", "0.5,1"], "expected signs 1 or -1, for example"),
        (["--effort", "1,2,3"], "expected one number, or one for each of q1, q2"),
        (["--speed", "fast"], "--speed 'fast': expected numbers"),
        (["--path", "curved"], "crossing has: free, straight"),
        (["--duration", "-1"], "expected one time above zero [s]"),
        (["--duration", "1e300"], "expected one time above zero [s] and below 1e+09"),
        (["--out", "plan.csv"], "expected a .npz file"),
    ],
)
def test_what_is_wrong_with_a_crossing_is_a_sentence(tmp_path, monkeypatch, capsys, more, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["kinloop", *BIGLIDE, *more])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
