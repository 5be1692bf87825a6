"""The public names: one table, lazily loaded, and names of earlier versions."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kinloop as kl


def test_dir_has_the_public_names_and_nothing_else() -> None:
    assert dir(kl) == sorted([*kl.__all__, "lab", "__version__"])


def test_every_public_name_is_defined_where_the_table_says() -> None:
    for name, (module, attribute) in kl._PUBLIC.items():  # type: ignore[attr-defined]
        assert attribute == name  # type checkers take a stub's `import a as b` for private
        value = getattr(kl, name)
        assert value is getattr(import_module(module), name)
        assert value.__module__ == module


def test_no_public_name_is_the_name_of_a_package() -> None:
    """Importing ``kinloop.crossing`` would replace ``kl.crossing`` by the package."""
    assert not set(kl.__all__) & {path.stem for path in Path(kl.__file__).parent.iterdir()}


def test_a_public_package_is_loaded_when_it_is_used() -> None:
    program = "import sys, kinloop as kl\nassert 'kinloop.lab' not in sys.modules\nprint(kl.lab.compare.__module__)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["kinloop.lab.compare_function"]


def test_a_star_import_gives_the_public_names() -> None:
    program = "before = set(dir())\nfrom kinloop import *\nprint(*sorted(set(dir()) - before - {'before'}))"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.split() == sorted(kl.__all__)


@pytest.mark.parametrize(("old", "new"), [("Chain", "Sequence"), ("own_motion", "described_motion"), ("crossings", "assess")])
def test_a_renamed_name_raises_and_gives_the_new_one(old: str, new: str) -> None:
    assert new in kl.__all__
    with pytest.raises(AttributeError, match=rf"no attribute '{old}'; it is now kinloop\.{new}$"):
        getattr(kl, old)


def test_an_unknown_name_raises() -> None:
    with pytest.raises(AttributeError, match=r"module 'kinloop' has no attribute 'Robott'$"):
        kl.Robott  # type: ignore[attr-defined]  # noqa: B018
