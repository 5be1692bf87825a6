"""The family of errors: each says what was given, what was expected, and what exists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

Path = tuple[str | int, ...]  # the keys that lead to a value of a description: ("joints", "q1", "origin", "xyz", 0)
LISTED = 100  # names that a message lists at most
SHOWN = 120  # characters of a source line that are shown around a fault


def printable(text: str) -> str:
    """With escapes in place of the characters that a terminal would obey; lines stay lines."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in text)


def in_one_line(text: str) -> str:
    """The same for a name: without line breaks."""
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
    """One thing that is wrong with a description, or a warning about it.

    ``message`` is the sentence for a person. ``path`` says where in the description, ``place`` where in its file. ``of_key``:
    it is the key that is wrong and not its value. ``column``: the place within a text such as ``"2 * * m"``.
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
    """Everything that kinloop raises on purpose. What a message repeats of a file cannot reach the terminal as a command."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*(printable(arg) if isinstance(arg, str) else arg for arg in args))

    def __reduce__(self) -> tuple[Any, ...]:
        # As Python would, an error with arguments of its own cannot be unpickled, and a pool of processes waits for it forever.
        return restore_robot, (type(self), self.args, dict(self.__dict__))


def restore_robot(kind: type[KinloopError], args: tuple[Any, ...], attributes: dict[str, Any]) -> KinloopError:
    """An error from its message and attributes, in another process or in a copy."""
    error = _empty(kind, args)
    error.args = args
    error.__dict__.update(attributes)
    return error


def _empty(kind: type[KinloopError], args: tuple[Any, ...]) -> KinloopError:
    """An error without its ``__init__``, made by the built-in base whose memory layout it has: the one that does not refuse."""
    makers = [base for base in kind.__mro__ if base.__module__ == "builtins"]
    for maker in makers[:-1]:
        try:
            made: KinloopError = maker.__new__(kind, *args)
        except TypeError:
            continue
        return made
    return kind(*args)


class DescriptionError(KinloopError, ValueError):
    """A description (Python, TOML, URDF, ...) that does not describe a machine; ``faults`` has all that is wrong with it."""

    def __init__(self, message: str = "", faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults) or (Fault(message),)


class ExpressionError(DescriptionError):
    """A number written as text that the small expression language cannot read.

    ``reason`` is the message without the drawing of the text, ``column`` the place in it from 1.
    """

    def __init__(self, message: str = "", reason: str = "", column: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason or message
        self.column = column


class FileError(KinloopError, OSError):
    """A file that is missing, unreadable or too large."""


class UnknownName(KinloopError, LookupError):
    """A name that the machine or the library does not have."""


class ShapeError(KinloopError, ValueError):
    """An array of the wrong shape or type."""


class ArgumentMissing(KinloopError, TypeError):
    """A call without an argument that it cannot do without."""


class ReadOnly(KinloopError, AttributeError):
    """An attribute of an object that does not change."""


class NotFinite(KinloopError, ValueError):
    """A single call was given NaN or infinity."""


class NotAUnitQuaternion(KinloopError, ValueError):
    """Four numbers of a configuration that are no rotation."""


class LoopNotClosed(KinloopError, ValueError):
    """A configuration that does not close the loops."""


class ConstraintError(KinloopError, ValueError):
    """A constraint that a machine cannot be put under, pseudo-velocities that do not complement it, or a state off it."""


class SingularConfiguration(KinloopError, ArithmeticError):
    """The question asked has no single finite answer at this configuration."""


class AmbiguousMode(KinloopError, LookupError):
    """Several configurations where one was asked for."""


class Unreachable(KinloopError, ValueError):
    """A target that no configuration has. ``distance`` to the nearest one found that has a configuration [m, angles as arcs],
    that target ``nearest``, and its configuration ``q``."""

    def __init__(self, message: str, distance: float, nearest: Any, q: Any) -> None:
        super().__init__(message)
        self.distance, self.nearest, self.q = distance, nearest, q


class UnsupportedOperation(KinloopError, NotImplementedError):
    """An operation that the compiler or a reader does not know."""


class NotEnoughMemory(KinloopError, MemoryError):
    """What was asked for does not fit into memory: ``needed`` and ``available`` [bytes]."""

    def __init__(self, message: str, needed: float, available: float) -> None:
        super().__init__(message)
        self.needed, self.available = needed, available


class EngineFailed(KinloopError, RuntimeError):
    """An engine that others wrote could not go on with a simulation."""


class CompileError(KinloopError, RuntimeError):
    """The machine code could not be made."""


class KinloopWarning(UserWarning):
    """Everything that kinloop warns of."""


class CacheNotUsed(KinloopWarning):
    """Compiled code is not kept, since its folder is not the user's alone, or cannot be made."""


class RunEndedEarly(KinloopWarning):
    """A simulated run that did not come to its end; its record says when and why."""


def listing(names: Iterable[object]) -> str:
    """The names that exist, for the end of a message: ``a, b, c`` or ``(none)``; the first hundred."""
    words = [in_one_line(str(name)) for name in names]
    rest = [f"and {len(words) - LISTED} more"] if len(words) > LISTED else []
    return ", ".join([*words[:LISTED], *rest]) or "(none)"


def unknown(kind: str, given: object, existing: Iterable[object], owner: str) -> UnknownName:
    """The error for a name that does not exist, with the nearest one that does."""
    known = [str(name) for name in existing]
    return UnknownName(f"no {kind} {str(given)!r}{nearest(given, known)}; {owner} has: {listing(known)}")


def nearest(given: object, existing: Iterable[object]) -> str:
    """`` (did you mean 'name'?)``, or nothing where no name is near."""
    near = get_close_matches(str(given)[:LISTED], [str(name) for name in islice(existing, 5 * LISTED)], n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""
