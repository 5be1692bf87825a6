from __future__ import annotations

from pathlib import Path

import pytest

from kinloop.errors import FileError, UnknownName, UnsupportedOperation
from kinloop.mechanism.read import library_names, read


def test_the_library_has_the_machines_of_the_sources() -> None:
    assert {"biglide", "one_joint", "two_r"} <= set(library_names())


@pytest.mark.parametrize("name", library_names())
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
