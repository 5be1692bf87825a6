"""The family of errors: each says what was given, what was expected, and what exists."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class KinloopError(Exception):
    """Everything that kinloop raises on purpose."""


class DescriptionError(KinloopError, ValueError):
    """A description (Python, TOML, URDF, ...) that does not describe a machine."""


class ExpressionError(DescriptionError):
    """A number written as text that the small expression language cannot read."""


class FileError(KinloopError, OSError):
    """A file that is missing, unreadable or too large."""


class UnknownName(KinloopError, LookupError):
    """A name that the machine or the library does not have."""


class ShapeError(KinloopError, ValueError):
    """An array of the wrong shape or type."""


class NotFinite(KinloopError, ValueError):
    """A single call was given NaN or infinity."""


class LoopNotClosed(KinloopError, ValueError):
    """A posture that does not close the loops."""


class SingularConfiguration(KinloopError, ArithmeticError):
    """The question asked has no single finite answer at this configuration."""


class UnsupportedOperation(KinloopError, NotImplementedError):
    """An operation that the compiler or a reader does not know."""


class CompileError(KinloopError, RuntimeError):
    """The machine code could not be made."""


def listing(names: Iterable[object]) -> str:
    """The names that exist, for the end of a message: ``a, b, c`` or ``(none)``."""
    return ", ".join(str(name) for name in names) or "(none)"


def unknown(kind: str, given: object, existing: Iterable[object], owner: str) -> UnknownName:
    """The error for a name that does not exist, with the nearest one that does."""
    known = [str(name) for name in existing]
    near = get_close_matches(str(given), known, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return UnknownName(f"no {kind} {str(given)!r}{hint}; {owner} has: {listing(known)}")
