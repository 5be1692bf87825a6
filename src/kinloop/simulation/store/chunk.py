"""A chunk: runs that were simulated and written together, and where."""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import casadi
import llvmlite
import numpy as np

from kinloop.compile.llvm.object_cache import source_digest
from kinloop.compile.llvm.target import host_target
from kinloop.errors import ShapeError

Array = np.ndarray
KEY = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Where:
    """Where a chunk was simulated: the host, its processor, the target that the code was compiled for, and the versions of Python
    and of the packages that compute."""

    host: str
    processor: str
    target: str
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Chunk:
    """Runs of one call that were simulated together. ``layout``: the number of the call's layout; ``first``, ``last``: numbers of
    its runs, from ``first`` to before ``last``, without those that the store had already; ``rows``: how many these are;
    ``seconds`` that they took; ``statuses``: how many runs ended with each status."""

    key: str
    layout: int
    first: int
    last: int
    rows: int
    seconds: float
    statuses: Mapping[str, int]
    where: Where | None

    @property
    def is_part(self) -> bool:
        """Whether it lacks runs that the store had already."""
        return self.rows < self.last - self.first

    def as_json(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, given: Mapping[str, Any]) -> Chunk:
        """What :meth:`as_json` wrote. Raises: ShapeError: it is something else."""
        try:
            where = None if given["where"] is None else Where(**{name: given["where"][name] for name in WHERE})
            chunk = cls(where=where, **{name: given[name] for name in NAMES if name != "where"})
            counts = (chunk.layout, chunk.first, chunk.last, chunk.rows, *chunk.statuses.values())
            is_whole = all(type(count) is int and count >= 0 for count in counts)
            texts = [] if where is None else [where.host, where.processor, where.target, *where.versions.values()]
            is_fit = is_whole and all(isinstance(text, str) for text in texts) and type(chunk.seconds) is float
            is_fit = is_fit and chunk.rows <= chunk.last - chunk.first and KEY.fullmatch(chunk.key) is not None
        except (KeyError, TypeError, AttributeError):
            is_fit = False
        if not is_fit:
            raise ShapeError(f"{str(given)[:80]} is no chunk")
        return chunk


NAMES, WHERE = tuple(Chunk.__dataclass_fields__), tuple(Where.__dataclass_fields__)


def chunk_key(experiment: str, layout: str, first: int, last: int, numbers: Array | None) -> str:
    """The content key of a chunk: a digest of all that its runs depend on. ``experiment``, ``layout``: keys; ``numbers``: of the
    runs, where they are not all from ``first`` to before ``last``."""
    runs = b"all" if numbers is None else np.asarray(numbers, np.int64).tobytes()
    return sha256(f"{experiment} {layout} {first} {last} ".encode() + runs).hexdigest()[:32]


@cache
def this_process() -> Where:
    """Where this process runs."""
    try:
        own = version("kinloop")
    except PackageNotFoundError:
        own = "not installed"
    versions = {"kinloop": f"{own}, source {source_digest()[:12]}", "python": platform.python_version()}
    versions |= {module.__name__: str(module.__version__) for module in (casadi, llvmlite, np)}
    return Where(platform.node(), _processor(), host_target().name, versions)


def _processor() -> str:
    """The name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return next(iter(named), platform.processor() or platform.machine())
