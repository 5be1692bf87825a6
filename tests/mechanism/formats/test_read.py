from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinloop as kl
from kinloop.errors import DescriptionError, FileError, UnknownName, UnsupportedOperation
from kinloop.mechanism.formats.read import library, read


def test_the_library_has_the_machines_of_the_sources() -> None:
    assert {"biglide", "one_joint", "two_r"} <= set(library())


@pytest.mark.parametrize("name", library())
def test_every_machine_of_the_library_reads_and_says_where_it_comes_from(name: str) -> None:
    mechanism = read(name)
    assert mechanism.name == name
    assert mechanism.description
    assert mechanism.source
    assert mechanism.tool is not None
    assert set(mechanism.start) == set(mechanism.coordinates)


def test_an_unknown_machine_lists_the_library() -> None:
    with pytest.raises(UnknownName, match=r"no machine 'biglid' \(did you mean 'biglide'\?\); the library has: biglide, .*two_r"):
        read("biglid")


def test_other_kinds_of_files_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no file"):
        read(tmp_path / "arm.xml")
    for source in ("arm.step", tmp_path / "arm", "folder/biglide"):
        with pytest.raises(UnsupportedOperation, match=r"expected a \.toml, \.urdf or \.xml file, or a name of the library"):
            read(source)
    with pytest.raises(FileError, match="no file"):
        read(tmp_path / "arm.toml")
    with pytest.raises(FileError, match="no file"):
        read(str(tmp_path / "arm.urdf"))


@pytest.mark.parametrize(
    ("source", "kind"), [(None, "NoneType"), (1, "int"), (b"biglide", "bytes"), (["biglide"], "list"), (np.zeros(2), "ndarray")]
)
def test_what_is_neither_text_nor_a_path_is_refused_with_its_type(source: Any, kind: str) -> None:
    for use in (read, kl.load, kl.check):
        with pytest.raises(
            DescriptionError, match=f"^expected a name of the library, the path of a file or a Mechanism, given {kind}$"
        ):
            use(source)


@pytest.mark.parametrize(
    "source", ["n" * 5000, "n" * 5000 + ".toml", "n" * 5000 + ".step", "n/" * 2500 + "arm.toml", "a b\n" * 1000]
)
def test_long_names_are_shortened(source: str) -> None:
    with pytest.raises((UnknownName, FileError)) as caught:
        read(source)
    assert len(str(caught.value)) < 400
