"""Unique names for parts that are generated."""

from __future__ import annotations

from collections.abc import Iterable


def unique_names(names: Iterable[str], taken: set[str]) -> list[str]:
    """The names, with underscores after those that are taken; all of them are added to ``taken``."""
    result = []
    for name in names:
        while name in taken:
            name += "_"
        taken.add(name)
        result.append(name)
    return result


def unused_name(name: str, taken: set[str]) -> str:
    """The name, with underscores if it is taken; it is added to ``taken``."""
    return unique_names([name], taken)[0]
