"""The description of a run as plain JSON: the law, its gains and the options. Nothing is pickled."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from hashlib import sha256
from tokenize import TokenError
from typing import Any

import numpy as np

from kinloop.control.function_law import FunctionLaw
from kinloop.control.law import Law
from kinloop.control.law_advice import law_name
from kinloop.control.tunable import is_option
from kinloop.mechanism.parts.part import Part

LARGEST = 1000  # numbers of an array that are written out; of a larger one its shape and hash


def describe_run(law: Law, options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields ``law`` and ``options`` of a record, as plain JSON; options that were not given are left out."""
    return {"law": describe_law(law), "options": {name: as_json(value) for name, value in options.items() if value is not None}}


def describe_law(law: Law) -> dict[str, Any]:
    """The law's name, gains and choices; for a user's law also the SHA-256 of its Python source, None where there is none."""
    name: str = type(law).__name__
    source: Any = None if type(law).__module__.startswith("kinloop.") else type(law)
    gains: dict[str, Any] = {each.name: getattr(law, each.name) for each in fields(law) if not is_option(each)}
    if isinstance(law, FunctionLaw):
        name, source, gains = law_name(law.function), law.function, dict(law.gains)
    described = {"name": name, "gains": {gain: as_json(value) for gain, value in gains.items()}}
    if choices := {each.name: as_json(getattr(law, each.name)) for each in fields(law) if is_option(each)}:
        described["options"] = choices
    return described if source is None else {**described, "source_sha256": source_hash(source)}


def source_hash(code: Any) -> str | None:
    """The SHA-256 of the Python source of a function, a class or a callable object; None where there is no source."""
    while isinstance(code, partial):
        code = code.func
    for each in (code, type(code)):
        try:
            return sha256(inspect.getsource(each).encode()).hexdigest()
        except (OSError, TypeError, SyntaxError, TokenError):  # no file, or one that was changed since
            continue
    return None


def as_json(value: Any) -> Any:
    """A value as plain JSON: arrays as lists, dataclasses as mappings with their type, functions by name and source hash, and any
    other object by its type."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | float):
        return int(value) if isinstance(value, int) else float(value)
    if isinstance(value, Part):
        return {"type": type(value).__name__, **value.model_dump(mode="json")}
    if isinstance(value, np.ndarray | np.generic):
        array = np.asarray(value)
        if array.size <= LARGEST and array.dtype.kind in "biufU":
            return array.tolist()
        return {"type": "array", "shape": list(array.shape), "sha256": sha256(array.tobytes()).hexdigest()}
    if isinstance(value, Mapping):
        return {str(name): as_json(each) for name, each in value.items()}
    if isinstance(value, tuple | list | set | frozenset | range):
        each = [as_json(item) for item in (sorted(value, key=str) if isinstance(value, set | frozenset) else value)]
        if len(each) <= LARGEST:
            return each
        return {"type": type(value).__name__, "length": len(each), "sha256": sha256(json.dumps(each).encode()).hexdigest()}
    if inspect.isroutine(value):
        return {"type": "function", "name": law_name(value), "source_sha256": source_hash(value)}
    kind = type(value)
    described: dict[str, Any] = {
        "type": kind.__name__ if kind.__module__.startswith("kinloop.") else f"{kind.__module__}.{kind.__qualname__}"
    }
    if is_dataclass(value):
        described |= {each.name: as_json(getattr(value, each.name)) for each in fields(value) if each.init and each.repr}
    return described
