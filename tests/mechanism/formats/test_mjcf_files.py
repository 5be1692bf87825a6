"""MJCF files that are wrong, hostile or damaged: only kinloop's errors are raised, and no file outside the folder is touched."""

from __future__ import annotations

import time
import warnings
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kinloop.errors import DescriptionError, FileError, KinloopError
from kinloop.mechanism.formats.mjcf.mjcf_include import below
from kinloop.mechanism.formats.mjcf.mjcf_read import read_mjcf
from kinloop.mechanism.formats.mjcf.mjcf_source import MAX_DEPTH, MAX_ELEMENTS
from kinloop.mechanism.formats.mjcf.mjcf_write import write_mjcf
from kinloop.mechanism.formats.read import read
from kinloop.mechanism.parts.parts import Mechanism

MASS = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
BODY = f'<body name="a">{MASS}<joint name="j"/></body>'


def mjcf(inside: str, world: str = BODY) -> str:
    return f"<mujoco>{inside}<worldbody>{world}</worldbody></mujoco>"


def written(folder: Path, text: str | bytes, name: str = "machine.xml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read_quietly(path: Path) -> Mechanism:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return read_mjcf(path)


# ---------------------------------------------------------------- not a description

ENTITIES = '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OTHER_FILE = '<!DOCTYPE m [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not valid XML"),
        ("name = 'biglide'", "not valid XML"),
        (mjcf("")[:-30], "not valid XML"),
        (
            "<robot/>",
            "expected <mujoco> as the outermost element, found <robot>; a URDF file is read if its name ends in .urdf",
        ),
        (ENTITIES + mjcf(""), "<!DOCTYPE> is not allowed"),
        (OTHER_FILE + mjcf(""), "<!DOCTYPE> is not allowed"),
        ("<!doctype mujoco>" + mjcf(""), "<!DOCTYPE> is not allowed"),
        (mjcf("<nonsense/>"), "unrecognized element"),
        (mjcf('<compiler angle="grad"/>'), "invalid keyword"),
        ("<mujoco/>", "there are no joints"),
        (mjcf("", "<body>" * (MAX_DEPTH + 1) + "</body>" * (MAX_DEPTH + 1)), f"nested more than {MAX_DEPTH} deep"),
        (mjcf("", "<body>" * 5000 + "</body>" * 5000), f"nested more than {MAX_DEPTH} deep"),
        (mjcf("", "<geom/>" * (MAX_ELEMENTS + 1)), f"more than {MAX_ELEMENTS} elements"),
        (mjcf("", "<body/>" * 2001), "more than 2000 bodies"),
        (mjcf("", f'<replicate count="1000000000"><replicate count="1000000000">{BODY}</replicate></replicate>'), "more than"),
        (mjcf("", '<replicate count="nan"><body/></replicate>'), "more than"),
        (mjcf("", f'<replicate count="many">{BODY}</replicate>'), "count"),
        (mjcf("<keyframe><key qpos='1 2 3'/></keyframe>"), "qpos"),
        (mjcf('<equality><connect body1="a" anchor=""/></equality>'), 'empty is <connect anchor="">'),
        (mjcf("", BODY.replace('mass="1"', 'mass="nan"')), ""),
        (mjcf("", BODY.replace('name="j"', 'name="j" axis="nan 0 1"')), ""),
    ],
)
def test_wrong_files_are_refused_in_words(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        read_quietly(written(tmp_path, text))
    assert message in str(caught.value)
    assert str(tmp_path) in str(caught.value)


def test_files_that_cannot_be_read_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no file"):
        read_mjcf(tmp_path / "missing.xml")
    with pytest.raises(FileError, match="not a regular file"):
        read_mjcf(tmp_path)
    for encoding in ("utf-16", "utf-32"):  # where a search for DOCTYPE would find nothing
        with pytest.raises(FileError, match="not UTF-8"):
            read_mjcf(written(tmp_path, (ENTITIES + mjcf("")).encode(encoding)))
    with pytest.raises(FileError, match="not UTF-8"):
        read_mjcf(written(tmp_path, mjcf("").replace('"a"', '"é"').encode("latin-1")))
    with pytest.raises(FileError, match="larger than 20 MB"):
        read_mjcf(written(tmp_path, mjcf("") + " " * 20_000_001))


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    assert read_mjcf(written(tmp_path, b"\xef\xbb\xbf" + mjcf("").encode())).coordinates == ("j",)


def test_a_file_that_confuses_mujoco_does_not_stop_the_next(tmp_path: Path) -> None:
    """After such an error the next warning of MuJoCo 4.0, here of a NaN, does not return in the same thread."""
    with pytest.raises(DescriptionError):
        read_mjcf(written(tmp_path, mjcf('<equality><connect body1="a" anchor=""/></equality>')))
    with pytest.raises(DescriptionError, match="body 'a': expected finite numbers, its pos is"):
        read_mjcf(written(tmp_path, mjcf("", BODY.replace("<body ", '<body pos="nan 0 0" '))))


# ---------------------------------------------------------------- other files


def link(path: Path, target: Path) -> None:
    """Windows lets only some users make links; without it there is no such file, which is refused as well."""
    with suppress(OSError):
        path.symlink_to(target)


def test_included_files_are_read_below_the_folder(tmp_path: Path) -> None:
    path = written(tmp_path, '<mujoco><include file="parts/arm.xml"/></mujoco>')
    written(tmp_path, '<mujocoinclude><worldbody><include file="body.xml"/></worldbody></mujocoinclude>', "parts/arm.xml")
    written(tmp_path, f"<mujocoinclude>{BODY}</mujocoinclude>", "parts/body.xml")
    assert read_mjcf(path).coordinates == ("j",)
    other = BODY.replace('"j"', '"k"')
    written(tmp_path, f"<mujocoinclude>{other}</mujocoinclude>", "body.xml")
    assert read_mjcf(path).coordinates == ("k",), "as seen from the description's folder comes first"


@pytest.mark.parametrize(
    "file", ["../outside.xml", "/etc/passwd", "sub/../../outside.xml", "C:\\x.xml", "\\\\host\\x", "", "link.xml", "a&#0;b"]
)
def test_includes_do_not_leave_the_folder(tmp_path: Path, file: str) -> None:
    written(tmp_path, f"<mujocoinclude>{BODY}</mujocoinclude>", "outside.xml")
    folder = tmp_path / "inside"
    (folder / "sub").mkdir(parents=True)
    link(folder / "link.xml", tmp_path / "outside.xml")
    path = written(folder, mjcf("", f'<include file="{file}"/>'))
    with pytest.raises((DescriptionError, FileError)):
        read_quietly(path)


def test_includes_that_are_missing_repeated_or_endless_are_refused(tmp_path: Path) -> None:
    include = '<mujoco><include file="{}"/></mujoco>'
    with pytest.raises(FileError, match="no file"):
        read_mjcf(written(tmp_path, include.format("gone.xml")))
    with pytest.raises(DescriptionError, match="included twice"):
        read_mjcf(written(tmp_path, include.format("machine.xml")))
    written(tmp_path, "<mujocoinclude/>", "twice.xml")
    with pytest.raises(DescriptionError, match="included twice"):
        read_mjcf(written(tmp_path, '<mujoco><include file="twice.xml"/><include file="twice.xml"/></mujoco>'))
    for k in range(201):
        written(tmp_path, f'<mujocoinclude><include file="{k + 1}.xml"/></mujocoinclude>', f"{k}.xml")
    with pytest.raises(DescriptionError, match="more than 200 files"):
        read_mjcf(written(tmp_path, include.format("0.xml")))
    written(tmp_path, ENTITIES + "<mujocoinclude/>", "entities.xml")
    with pytest.raises(DescriptionError, match="<!DOCTYPE> is not allowed"):
        read_mjcf(written(tmp_path, include.format("entities.xml")))


def test_included_files_count_together(tmp_path: Path) -> None:
    path = written(tmp_path, '<mujoco><include file="a.xml"/><include file="b.xml"/></mujoco>')
    for name in ("a.xml", "b.xml"):
        written(tmp_path, "<mujocoinclude/>" + " " * 12_000_000, name)
    with pytest.raises(FileError, match="larger than"):
        read_mjcf(path)


@pytest.mark.parametrize("file", ["../outside.stl", "/etc/passwd", "link.stl", "sub/gone.stl"])
def test_a_mesh_outside_the_folder_is_not_drawn(tmp_path: Path, file: str) -> None:
    (tmp_path / "outside.stl").write_bytes(b"")
    folder = tmp_path / "inside"
    folder.mkdir()
    link(folder / "link.stl", tmp_path / "outside.stl")
    body = BODY.replace("</body>", '<geom type="mesh" mesh="m"/></body>')
    path = written(folder, mjcf(f'<asset><mesh name="m" file="{file}"/></asset>', body))
    with pytest.warns(UserWarning, match="missing meshes"):
        mechanism = read_mjcf(path)
    assert all(not link.shapes for link in mechanism.links)


def test_paths_below_a_folder_are_recognised(tmp_path: Path) -> None:
    assert below(tmp_path, "a/b.stl") == tmp_path.resolve() / "a" / "b.stl"
    assert below(tmp_path, "a/../b.stl") is not None
    assert below(tmp_path, "a\\..\\..\\b.stl") is None
    assert below(tmp_path, "x" * 10_000) in (None, tmp_path.resolve() / ("x" * 10_000))


def test_numbers_that_would_cost_memory_are_not_read(tmp_path: Path) -> None:
    """Each of these makes MuJoCo reserve gigabytes, or end the process."""
    inside = """
        <size memory="1000G" nuserdata="2000000000" nkey="100000000"/>
        <custom><numeric name="n" size="2000000000"/></custom>
        <visual><global offwidth="1000000"/></visual>
        <asset>
          <texture name="t" type="2d" builtin="flat" width="100000" height="100000"/>
          <hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/>
          <mesh name="m" builtin="sphere" params="12"/>
        </asset>
        <actuator><general joint="j" dyntype="user" actdim="2000000000"/></actuator>
        <keyframe>KEYS</keyframe>"""
    keys = "<key/>" * 5000
    user = BODY.replace("<body ", f'<body user="{"1 " * 100_000}" ')
    started = time.perf_counter()
    assert read_quietly(written(tmp_path, mjcf(inside.replace("KEYS", keys), user))).coordinates == ("j",)
    assert time.perf_counter() - started < 5


# ---------------------------------------------------------------- damaged files

EXAMPLE = write_mjcf(read("biglide"), {"m_1": 0.5, "m_2": 0.5}).encode()
WORDS = [
    b"nan",
    b"inf",
    b"1e400",
    b"-1",
    b"0",
    b"",
    b"1e-320",
    b"a",
    b"world",
    b"ball",
    b"free",
    b"weld",
    b"connect",
    b"<",
    b"/>",
    b'"',
]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """The Biglide with a few bytes changed, cut out, doubled or replaced by words that have a meaning."""
    data = EXAMPLE
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        stop = min(len(data), start + draw(st.integers(0, 40)))
        kind = draw(st.sampled_from(["cut", "double", "bytes", "word", "end"]))
        if kind == "cut":
            data = data[:start] + data[stop:]
        elif kind == "double":
            data = data[:stop] + data[start:stop] + data[stop:]
        elif kind == "bytes":
            data = data[:start] + draw(st.binary(max_size=4)) + data[stop:]
        elif kind == "word":
            quotes = [k for k, byte in enumerate(data) if byte == ord('"')]
            if len(quotes) > 1:
                k = draw(st.integers(0, len(quotes) // 2 - 1)) * 2
                data = data[: quotes[k] + 1] + draw(st.sampled_from(WORDS)) + data[quotes[k + 1] :]
        else:
            data = data[:start]
    return data


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=damaged())
def test_a_damaged_file_is_read_or_refused_with_one_of_our_errors(tmp_path: Path, data: bytes) -> None:
    path = written(tmp_path, data)
    started = time.perf_counter()
    with suppress(KinloopError):
        read_quietly(path)
    assert time.perf_counter() - started < 10
