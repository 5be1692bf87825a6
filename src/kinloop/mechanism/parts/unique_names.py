"""Names that no two things have."""

from __future__ import annotations

from collections.abc import Iterable


def unique_names(names: Iterable[str], taken: set[str]) -> list[str]:
    """The names, those that are taken already with underscores; they are taken from then on."""
    result = []
    for name in names:
        while name in taken:
            name += "_"
        taken.add(name)
        result.append(name)
    return result


def unused_name(name: str, taken: set[str]) -> str:
    """The name, or the next that is not taken."""
    return unique_names([name], taken)[0]
