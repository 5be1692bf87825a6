"""Meshes of a scene: read by trimesh, simplified, and with whole numbers for positions. The packages are loaded when used."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import FileError
from kinloop.view.scene.items import Color

Array = np.ndarray
# Positions are whole numbers up to this, of the box of a group: finer than a pixel, and fewer digits compress better.
LEVELS = 8191
# Triangles of a mesh, and of all meshes of a scene; no mesh of many has less than the last.
MOST_OF_ONE, MOST_OF_ALL, LEAST = 6000, 22_500, 500
# Triangles of a group that keeps all of them.
SMALL_GROUP = 300
# From 0 to 10, how fast triangles are joined: at the default of 7 flat caps become lumps, with care very fine meshes stay large.
CARE = (2, 5, 8, 10)
# With care, so many times the triangles that were asked for may be left.
LOOSE = 4
# Meshes of more triangles are first joined fast: with care it would take too long.
FINE = 200_000
UNIT = re.compile(rb"<unit\b[^>]*\bmeter\s*=\s*[\"']([0-9.eE+-]+)[\"']")
MAX_MATERIALS = 1_000_000  # bytes of a file of materials


@dataclass(frozen=True, eq=False)
class MeshGroup:
    """The part of a mesh that has one colour: positions are ``lo + step * vertices``; ``vertices`` (n, 3) are whole numbers of 16
    bits, ``faces`` (m, 3) of 16 or 32 bits. ``color`` is None where the file has none."""

    vertices: Array
    faces: Array
    lo: Array
    step: Array
    color: Color | None

    @property
    def hi(self) -> Array:
        """The upper corner of its box."""
        return np.asarray(self.lo + self.step * self.vertices.max(axis=0))


def most_faces(count: int) -> int:
    """How many triangles each of ``count`` meshes may have."""
    return max(LEAST, min(MOST_OF_ONE, MOST_OF_ALL // max(count, 1)))


def load_mesh(path: Path, faces: int = MOST_OF_ONE) -> tuple[MeshGroup, ...]:
    """The groups of a mesh file, with at most about ``faces`` triangles.

    Raises: FileError: it cannot be read, or the packages that read it are not installed.
    """
    status = path.stat()
    return _load(path, faces, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=256)
def _load(path: Path, faces: int, changed: int, size: int) -> tuple[MeshGroup, ...]:
    try:
        import fast_simplification  # noqa: F401 fails early
        import trimesh
    except ImportError as error:
        raise FileError(f'meshes need the package {error.name}: pip install "kinloop[view]"') from None
    content = path.read_bytes()
    ending = path.suffix.lower().removeprefix(".")
    if ending == "dae" and re.search(rb"<!(DOCTYPE|ENTITY)", content, re.IGNORECASE):
        raise FileError(f"{path.name!r}: a DOCTYPE is not allowed")
    materials = _Materials(path.parent)
    try:
        loaded = trimesh.load(io.BytesIO(content), file_type=ending, resolver=materials, process=False)
        parts = loaded.dump() if isinstance(loaded, trimesh.Scene) else [loaded]
        has_colors = ending != "obj" or materials.found
        groups = _by_color(trimesh, parts, has_colors, _unit(content) if ending == "dae" else 1.0)
    except ImportError as error:
        raise FileError(f'{path.name!r}: needs the package {error.name}: pip install "kinloop[view]"') from None
    except Exception as error:  # readers of damaged files raise errors of every kind
        raise FileError(f"{path.name!r}: it cannot be read ({type(error).__name__})") from None
    if not groups:
        raise FileError(f"{path.name!r}: it has no triangles")
    targets = _allot(faces, groups)
    return tuple(
        _quantise(*_simplify(points, triangles, target), color)
        for (points, triangles, color), target in zip(groups, targets, strict=True)
    )


def _allot(faces: int, groups: list[tuple[Array, Array, Color | None]]) -> list[int]:
    """How many triangles each group may have: small ones, such as rings in gaps, all of theirs; others more where they have many,
    and where they are large, since large surfaces are seen most."""
    counts = np.array([len(triangles) for _, triangles, _ in groups])
    areas = np.array([_area(points, triangles) for points, triangles, _ in groups])
    weights = np.sqrt(counts * np.maximum(areas, 1e-6 * areas.max(initial=0.0))) + 1e-300
    small = counts <= SMALL_GROUP
    allotted = np.where(small & (counts[small].sum() <= faces / 2), counts, 0.0)
    for _ in groups:  # what a group does not need goes to the others
        open_ = allotted < counts
        left = min(faces, counts.sum()) - allotted.sum()
        if left < 1 or not open_.any():
            break
        allotted[open_] += left * weights[open_] / weights[open_].sum()
        allotted = np.minimum(allotted, counts)
    return [int(count) for count in allotted]


def _area(points: Array, faces: Array) -> float:
    a, b, c = (points[faces[:, k]] for k in range(3))
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


class _Materials(Mapping[Any, bytes]):
    """Gives readers the file of materials beside a mesh, and no other file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found = False

    def __getitem__(self, name: Any) -> bytes:
        text = name.decode(errors="replace") if isinstance(name, bytes) else str(name)
        path = self.folder / text.strip().replace("\\", "/").rpartition("/")[2]
        if path.suffix.lower() != ".mtl" or path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_MATERIALS:
            raise KeyError(text)
        content = path.read_bytes()
        self.found = True
        return content

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _unit(content: bytes) -> float:
    """The length unit of a COLLADA file [m]."""
    found = UNIT.search(content[:20_000])
    unit = float(found[1]) if found else 1.0
    return unit if np.isfinite(unit) and unit > 0 else 1.0


def _by_color(trimesh: Any, parts: Any, has_colors: bool, unit: float) -> list[tuple[Array, Array, Color | None]]:
    """Points and triangles of each colour, with the same points joined."""
    colors: dict[Color | None, list[Any]] = {}
    for part in parts:
        if isinstance(part, trimesh.Trimesh) and len(part.faces) and np.isfinite(part.vertices).all():
            plain = trimesh.Trimesh(part.vertices * unit, part.faces, process=False)
            plain.merge_vertices(merge_norm=True, merge_tex=True)
            colors.setdefault(_color(part.visual) if has_colors else None, []).append(plain)
    return [
        (np.asarray(joined.vertices), np.asarray(joined.faces), color)
        for color, pieces in colors.items()
        for joined in [trimesh.util.concatenate(pieces)]
    ]


def _color(visual: Any) -> Color | None:
    """The colour that a file gives; None where it gives none, or a picture."""
    source = visual
    if visual.kind == "texture":
        source = visual.material
        if getattr(source, "image", None) is not None or getattr(source, "baseColorTexture", None) is not None:
            return None
    elif visual.kind not in ("vertex", "face"):
        return None
    red, green, blue, opacity = (float(each) / 255 for each in source.main_color)
    return red, green, blue, opacity if opacity > 0.05 else 1.0  # some writers mean by 0 what others mean by 1


def _simplify(points: Array, faces: Array, most: int) -> tuple[Array, Array]:
    """At most about ``most`` triangles with nearly the same shape."""
    if len(faces) > FINE > most:
        points, faces = _join(points, faces, FINE // 2, CARE[-1])
    for care in CARE:
        if len(faces) <= (most if care == CARE[0] else LOOSE * most):
            break
        points, faces = _join(points, faces, max(most, 12), care)
    used, first = np.unique(faces.ravel(), return_index=True)
    order = used[np.argsort(first)]  # by first use, which compresses better
    places = np.zeros(len(points), int)
    places[order] = np.arange(len(order))
    return points[order], places[faces]


def _join(points: Array, faces: Array, target: int, care: int) -> tuple[Array, Array]:
    """Join triangles until ``target`` are left, or until ``care`` forbids it."""
    import fast_simplification

    fewer, triangles = fast_simplification.simplify(
        points.astype(np.float32), faces.astype(np.int32), target_count=min(target, len(faces)), agg=care
    )
    return (np.asarray(fewer, float), np.asarray(triangles)) if len(triangles) else (points, faces)


def _quantise(points: Array, faces: Array, color: Color | None) -> MeshGroup:
    lo, hi = points.min(axis=0), points.max(axis=0)
    step = (hi - lo) / LEVELS
    whole = np.round((points - lo) / np.where(step > 0, step, 1.0)).astype("<u2")
    return MeshGroup(whole, faces.astype("<u2" if len(points) <= 65536 else "<u4"), lo, step, color)
