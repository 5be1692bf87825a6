"""The key of a run: two runs with one key would store the same results."""

from __future__ import annotations

import hashlib
import platform
import sys
from pathlib import Path

import numpy as np

from kinloop.studies.framework.study_context import StudyContext

SHOWN_ONLY = ("view", "cli")  # packages that show results and do not make them


def run_key(context: StudyContext) -> str:
    """A hash of kinloop's source and library, of the context and of the versions that numbers depend on."""
    source = Path(__file__).parents[2]
    content = hashlib.sha256()
    for path in sorted(p for p in source.rglob("*") if p.suffix in (".py", ".toml")):
        name = path.relative_to(source)
        if name.parts[0] not in SHOWN_ONLY:
            content.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    versions = (sys.version, np.__version__, platform.machine(), context.full, context.engines)
    content.update(repr(versions).encode())
    return content.hexdigest()
