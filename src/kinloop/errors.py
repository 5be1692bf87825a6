"""The errors and warnings of kinloop: each message says what was given, what was expected, and what exists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

Path = tuple[str | int, ...]  # the keys that lead to a value of a description: ("joints", "q1", "origin", "xyz", 0)
LISTED = 100  # names that a message lists at most
SHOWN = 120  # characters of a source line that are printed around a fault


def printable(text: str) -> str:
    """The text with control characters escaped, so that a terminal does not execute them; line breaks stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in text)


def in_one_line(text: str) -> str:
    """The text with control characters and line breaks escaped, for a name within a sentence."""
    return text if text.isprintable() else repr(text)[1:-1]


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int
    source: str  # the line

    def __str__(self) -> str:
        return f"{in_one_line(self.file)}:{self.line}:{self.column}"

    def drawing(self) -> str:
        """The source line and a caret under the place; long lines are cut around it."""
        first = max(0, self.column - 1 - SHOWN // 2) if len(self.source) > SHOWN else 0
        line = "".join(c if c.isprintable() else " " for c in self.source[first : first + SHOWN])
        return f"    {line.rstrip()}\n    {' ' * (self.column - 1 - first)}^"


@dataclass(frozen=True)
class Fault:
    """One fault of a description, or a warning about it.

    ``message`` is the sentence for a person. ``path`` is the place in the description, ``place`` the place in its file.
    ``of_key`` says that the key is wrong and not its value. ``column`` is the place within a text such as ``"2 * * m"``.
    """

    message: str
    path: Path = ()
    place: Place | None = None
    of_key: bool = False
    column: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", printable(self.message))

    def __str__(self) -> str:
        return f"{self.place}: {self.message}\n{self.place.drawing()}" if self.place else f"  - {self.message}"


class KinloopError(Exception):
    """The base class of all errors of kinloop. Control characters that a message quotes from a file are escaped."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*(printable(arg) if isinstance(arg, str) else arg for arg in args))

    def __reduce__(self) -> tuple[Any, ...]:
        # Python's default cannot unpickle an error whose __init__ takes other arguments, and a process pool would wait forever.
        return restore_error, (type(self), self.args, dict(self.__dict__))


def restore_error(kind: type[KinloopError], args: tuple[Any, ...], attributes: dict[str, Any]) -> KinloopError:
    """An error from its message and attributes, in another process or in a copy."""
    error = _empty(kind, args)
    error.args = args
    error.__dict__.update(attributes)
    return error


def _empty(kind: type[KinloopError], args: tuple[Any, ...]) -> KinloopError:
    """An error made without its ``__init__``, by the built-in base that has its memory layout: the one that does not refuse."""
    makers = [base for base in kind.__mro__ if base.__module__ == "builtins"]
    for maker in makers[:-1]:
        try:
            made: KinloopError = maker.__new__(kind, *args)
        except TypeError:
            continue
        return made
    return kind(*args)


class DescriptionError(KinloopError, ValueError):
    """Raised where a description (Python, TOML, URDF, ...) does not describe a machine; ``faults`` lists all its faults."""

    def __init__(self, message: str = "", faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults) or (Fault(message),)


class ExpressionError(DescriptionError):
    """Raised where a number written as text is not an expression, or has no value.

    ``reason`` is the message without the quoted text, ``column`` the place in the text, counted from 1.
    """

    def __init__(self, message: str = "", reason: str = "", column: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason or message
        self.column = column


class FileError(KinloopError, OSError):
    """Raised where a file is missing, unreadable or too large, or cannot be written."""


class UnknownName(KinloopError, LookupError):
    """Raised where the machine or the library does not have a given name."""


class ShapeError(KinloopError, ValueError):
    """Raised where an argument has the wrong shape, type or range."""


class ArgumentMissing(KinloopError, TypeError):
    """Raised where a call lacks a required argument."""


class UnknownArgument(KinloopError, TypeError):
    """A call with a keyword that the function does not take."""


class ReadOnly(KinloopError, AttributeError):
    """Raised where an attribute of an immutable object is assigned or deleted."""


class NotFinite(KinloopError, ValueError):
    """Raised where a single call is given NaN or infinity."""


class NotAUnitQuaternion(KinloopError, ValueError):
    """Raised where a quaternion of a configuration is not of unit length."""


class LoopNotClosed(KinloopError, ValueError):
    """Raised where a configuration leaves the loops open."""


class ConstraintError(KinloopError, ValueError):
    """Raised where a machine cannot satisfy a constraint, where pseudo-velocities do not complement it, or where a state violates
    it."""


class SingularConfiguration(KinloopError, ArithmeticError):
    """Raised where a model has no single finite result at a configuration."""


class AmbiguousMode(KinloopError, LookupError):
    """Raised where several configurations match and one is required."""


class Unreachable(KinloopError, ValueError):
    """Raised where no configuration reaches a target. ``nearest`` is the nearest reachable target that was found, ``distance``
    how far it is [m, angles as arcs], and ``q`` its configuration."""

    def __init__(self, message: str, distance: float, nearest: Any, q: Any) -> None:
        super().__init__(message)
        self.distance, self.nearest, self.q = distance, nearest, q


class NoCrossing(KinloopError, ValueError):
    """No motion through a Type 2 singularity was planned: there is none on the way, or none within the limits."""


class UnsupportedOperation(KinloopError, NotImplementedError):
    """Raised where a machine, the compiler or a file format does not have an operation."""


class NotEnoughMemory(KinloopError, MemoryError):
    """Raised where a result would not fit into memory; ``needed`` and ``available`` are in bytes."""

    def __init__(self, message: str, needed: float, available: float) -> None:
        super().__init__(message)
        self.needed, self.available = needed, available


class EngineFailed(KinloopError, RuntimeError):
    """Raised where an external engine cannot continue a simulation."""


class CompileError(KinloopError, RuntimeError):
    """Raised where machine code cannot be compiled."""


class KinloopWarning(UserWarning):
    """The base class of all warnings of kinloop."""


class CacheNotUsed(KinloopWarning):
    """Compiled code is not cached: its folder cannot be made, or other users may write to it."""


class UnstableLoop(KinloopWarning):
    """A sampled control loop in which small errors grow; the message names the largest stable period."""


class RunEndedEarly(KinloopWarning):
    """A simulated run ended before its duration; its record says when and why."""


def listing(names: Iterable[object]) -> str:
    """Names for the end of a message: ``a, b, c`` or ``(none)``; at most the first hundred."""
    words = [in_one_line(str(name)) for name in names]
    rest = [f"and {len(words) - LISTED} more"] if len(words) > LISTED else []
    return ", ".join([*words[:LISTED], *rest]) or "(none)"


def unknown_name(kind: str, given: object, existing: Iterable[object], owner: str) -> UnknownName:
    """The error for a name that does not exist, with the most similar name that does."""
    known = [str(name) for name in existing]
    return UnknownName(f"no {kind} {str(given)!r}{nearest(given, known)}; {owner} has: {listing(known)}")


def nearest(given: object, existing: Iterable[object]) -> str:
    """The text `` (did you mean 'name'?)``, or an empty one where no name is similar."""
    near = get_close_matches(str(given)[:LISTED], [str(name) for name in islice(existing, 5 * LISTED)], n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
