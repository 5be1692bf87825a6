"""What all parts of a description share: frozen records that refuse unknown keys, and the errors of values that do not fit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from kinloop.errors import DescriptionError
from kinloop.mechanism.expressions.expression import Expression, read_number
from kinloop.mechanism.parts.advice import is_inertia, wrong_value

Number = Annotated[float | Expression, BeforeValidator(read_number)]
Vector3 = tuple[Number, Number, Number]

LONG = 200  # longest name that a message shows in full, in characters

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass
else:
    ModelMetaclass = type(BaseModel)


def shorten(text: str) -> str:
    """The text itself, or the beginning and the end of a long one."""
    return text if len(text) <= LONG else f"{text[:60]}...{text[-20:]}"


def shorten_words(message: str) -> str:
    """A message whose long words are shortened."""
    return re.sub(rf"\S{{{LONG + 1},}}", lambda word: shorten(word[0]), message)


def _fault_of_part(part: str, fault: Any) -> str:
    """One of pydantic's faults of a part that is built in Python, in words."""
    place: tuple[int | str, ...] = fault["loc"]
    try:
        given = shorten(repr(fault["input"]))
    except ValueError:  # whole numbers of thousands of digits
        given = f"a {type(fault['input']).__name__} that cannot be written out"
    if place[:1] == ("parameter_notes",):
        place = ("parameters", *place[1:])
    tables = {"Link": "links", "Joint": "joints", "Loop": "loops", "Surface": "surfaces", "Parameter": "parameters"}
    table = tables.get(part) or str(place[0] if place else "")
    if is_inertia(fault, table):
        place = place[: place.index("inertia") + 1]
    return f"{'.'.join(map(str, place))}: {wrong_value(fault, table, given)}"


class _PartType(ModelMetaclass):
    """Turns pydantic's error for a part that is built in Python into a DescriptionError."""

    def __call__(cls, *args: Any, **values: Any) -> Any:  # noqa: N805
        try:
            return super().__call__(*args, **values)
        except ValidationError as error:
            faults = dict.fromkeys(_fault_of_part(cls.__name__, fault) for fault in error.errors())
            name = shorten(repr(values.get("name", "")))
            raise DescriptionError(f"{cls.__name__}({name}): {shorten_words('; '.join(faults))}") from None


class Part(BaseModel, metaclass=_PartType):
    """A frozen record that refuses unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, allow_inf_nan=True)
