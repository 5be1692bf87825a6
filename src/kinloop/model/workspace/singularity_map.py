"""Maps of singularities over two coordinates: determinants, nearness, conditioning, loci as curves, and regions between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from kinloop.drawing import draw_with
from kinloop.errors import AmbiguousMode, NotFinite, ShapeError, UnsupportedOperation, listing, unknown_name
from kinloop.model.array_arguments import numbers
from kinloop.model.formulas.closed_form import Direction, form_of, input_names, sign_choices
from kinloop.model.geometry.mode import ModeLike, as_mode, signs_by_name
from kinloop.model.workspace.map_branch import Branch, ClosedBranch, FollowedBranch, Plane, Values, has_closed_form
from kinloop.numerics.marching_squares import EdgeCrossings
from kinloop.numerics.minima import golden_section
from kinloop.numerics.roots import bisect

if TYPE_CHECKING:
    from kinloop.model.robot import Robot

Array = np.ndarray
Kind = Literal["type 2", "type 1"]
MAPPED: tuple[Kind, ...] = ("type 2", "type 1")
# Halvings of an edge of the grid: to rounding.
HALVINGS = 50
# Loci: a crossing or a valley is one where the nearness falls below this. At the edge of a workspace it grows as the root of the
# distance, of which rounding leaves 1e-8, and the closed form's tolerance 1e-5.
ON_LOCUS, ON_EDGE = 1e-6, 1e-4
# A point of the grid nearer than this is on the locus, and the sign of its determinant is due to rounding.
ON_POINT = 1e-7


@dataclass(frozen=True, eq=False, repr=False)
class SingularityMap:
    """Singularities over a grid in a plane of two coordinates, for each mode: arrays (modes, first axis, second axis).

    ``coordinates`` are the grid's values along both axes, by the coordinates' names: ``map.coordinates["x"]``. ``modes`` are the
    signs of the closed form in the order of the description, one empty tuple for a branch that was followed.
    ``determinant`` and ``nearness`` have an entry for ``"type 2"`` and ``"type 1"``: the dimensionless determinants of ``K_p``
    and of ``J`` over ``K`` (their signs are the sides of a locus; without signs where closures are redundant, NaN where there is
    no determinant), and how near, by Frobenius norms, which differ from those of :meth:`Robot.singularity` by less than the
    root of the twist's size.
    ``condition`` is ``|T| |T^-1|`` of the map ``T`` from active to task rates, infinite at either. NaN where not ``reachable``.
    """

    robot: Robot
    over: Literal["task", "active"]
    coordinates: Mapping[str, Array]
    modes: tuple[tuple[int, ...], ...]
    determinant: Mapping[str, Array]
    nearness: Mapping[str, Array]
    condition: Array
    reachable: Array
    plane: Plane
    branches: tuple[Branch, ...]
    configurations: Array | None  # of followed branches: closed forms need not keep theirs

    def __repr__(self) -> str:
        lines = self.coordinates.items()
        axes = " and ".join(f"{name} from {line[0]:g} to {line[-1]:g} ({len(line)})" for name, line in lines)
        return f"<SingularityMap of {self.robot.mechanism.name} over {axes}; modes {self._listed}>"

    @property
    def _listed(self) -> str:
        form = form_of(self.robot.mechanism, self.plane.direction)
        return "; ".join(signs_by_name(() if form is None else form.signs, signs) or "without signs" for signs in self.modes)

    @property
    def lines(self) -> tuple[Array, Array]:
        """The grid's values along the first axis and along the second."""
        first, second = self.coordinates.values()
        return first, second

    def plot(self, mode: ModeLike | None = None, *, show: str = "condition", ax: Any = None) -> Any:
        """A matplotlib figure of workspace, loci and regions, in all modes or in one; the colours ``show`` ``"condition"``,
        ``"regions"``, or the nearness of ``"type 2"`` or ``"type 1"``. With ``ax`` one mode is drawn there, and the axes is
        returned."""
        return draw_with("figures.map_figure.plot_singularity_map", self, mode, show=show, ax=ax)

    def _repr_html_(self) -> str:
        return str(draw_with("figures.notebook.map_html", self))

    def _repr_png_(self) -> Any:
        return draw_with("figures.notebook.map_png", self)

    def loci(self, kind: Kind, mode: ModeLike = 0) -> list[Array]:
        """Curves (k, 2) on which a mode is singular, refined to rounding where the determinant changes its sign; also where it
        only touches zero, and edges of the workspace at which it vanishes."""
        if kind not in MAPPED:
            raise unknown_name("kind", kind, MAPPED, "a map")
        k = self._index(mode)
        along_a, along_b = (self._crossings[axis][k][kind] for axis in (0, 1))
        return EdgeCrossings(*self.lines, along_a, along_b).curves()

    def regions(self, mode: ModeLike = 0, smallest: int = 4) -> tuple[Array, int]:
        """Labels (first axis, second axis) of the regions that are connected without a singularity, from 1, 0 where nothing is
        reached; and the number of regions. Regions of fewer than ``smallest`` points are corners cut off by the grid: label 0."""
        from scipy.ndimage import label

        k = self._index(mode)
        free = np.zeros([2 * len(line) - 1 for line in self.lines], dtype=bool)  # points, and edges between them
        free[::2, ::2] = self.reachable[k]
        for axis, (first, second), cells in (
            (0, (np.s_[:-1], np.s_[1:]), free[1::2, ::2]),
            (1, (np.s_[:, :-1], np.s_[:, 1:]), free[::2, 1::2]),
        ):
            joined = self.reachable[k][first] & self.reachable[k][second]
            for kind in MAPPED:
                sides = self._sides[k][kind]
                joined &= np.isnan(self._crossings[axis][k][kind]) & (sides[first] == sides[second])
            cells[...] = joined
        labels, count = label(free)
        labels = labels[::2, ::2]
        sizes = np.bincount(labels.ravel(), minlength=count + 1)
        kept = sizes >= smallest
        kept[0] = False
        return (np.cumsum(kept) * kept)[labels], int(kept.sum())

    def _index(self, mode: ModeLike) -> int:
        """The place of a mode among those of the map, given by that place, by all its signs or by names.

        Raises: UnknownName: a mode that the map does not have. AmbiguousMode: names that several of its modes have.
        """
        if isinstance(mode, int):
            if not 0 <= mode < len(self.modes):
                raise ShapeError(f"mode is {mode}, expected 0 to {len(self.modes) - 1}, or one of {self._listed}")
            return mode
        matches = _matching(self.robot, self.plane.direction, mode, self.modes)
        if len(matches) > 1:
            raise AmbiguousMode(f"the map has {len(matches)} modes with {mode!r:.80}; it has: {self._listed}")
        return self.modes.index(matches[0])

    @cached_property
    def _crossings(self) -> tuple[list[dict[str, Array]], list[dict[str, Array]]]:
        """The places at which each kind crosses the grid's edges, for both axes and each mode."""
        return tuple([_edges(self, k, axis) for k in range(len(self.modes))] for axis in (0, 1))  # type: ignore[return-value]

    @cached_property
    def _sides(self) -> list[dict[str, Array]]:
        """The side of each kind's loci on which the points are, for each mode."""
        return [
            {kind: _sides(self.determinant[kind][k], self.nearness[kind][k]) for kind in MAPPED} for k in range(len(self.modes))
        ]


def _sides(determinant: Array, nearness: Array) -> Array:
    """The determinant's signs; on a locus, where the sign is due to rounding, that of the neighbour farthest from it."""
    with np.errstate(invalid="ignore"):
        positive = determinant >= 0
        on = np.argwhere(nearness < ON_POINT)
    sizes = np.pad(np.nan_to_num(np.abs(determinant)), 1)
    for i, j in on:
        neighbours = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
        m, n = max(neighbours, key=lambda place: sizes[place[0] + 1, place[1] + 1])
        if sizes[m + 1, n + 1] > 0:
            positive[i, j] = determinant[m, n] >= 0
    return positive


def _edges(map_: SingularityMap, k: int, axis: int) -> dict[str, Array]:
    """The places at which the kinds cross the edges along an axis: a change of the determinant's sign, a contact with zero, or
    the end of the workspace."""
    line = map_.lines[axis]
    reachable = np.moveaxis(map_.reachable[k], axis, 0)
    result = {kind: np.full((len(line) - 1, reachable.shape[1]), np.nan) for kind in MAPPED}
    search = _Search(map_, k, axis)
    ends = np.argwhere(reachable[:-1] != reachable[1:])
    at, values = search.bisect(ends, _is_reachable, reachable)
    for kind in MAPPED:
        near = values.nearness[kind] < ON_EDGE
        result[kind][ends[near, 0], ends[near, 1]] = at[near]
        sides = np.moveaxis(map_._sides[k][kind], axis, 0)
        changes = np.argwhere((sides[:-1] != sides[1:]) & reachable[:-1] & reachable[1:])
        root, there = search.bisect(changes, partial(_is_positive, kind), sides)
        true = there.nearness[kind] < ON_LOCUS
        result[kind][changes[true, 0], changes[true, 1]] = root[true]
        search.enter_valleys(kind, result[kind])
    return {kind: np.moveaxis(values, 0, axis) for kind, values in result.items()}


def _is_reachable(values: Values) -> Array:
    return values.reachable


def _is_positive(kind: str, values: Values) -> Array:
    return values.determinant[kind] >= 0


@dataclass(frozen=True)
class _Search:
    """A search along the edges of a grid in one direction; an edge is given by the place of its first point along the axis and
    across it."""

    map_: SingularityMap
    mode: int
    axis: int

    def values(self, along: Array, across: Array, start: Array) -> Values:
        """The measures at coordinates along the axis; ``start`` are places of points whose configurations are near."""
        map_ = self.map_
        line = map_.lines[1 - self.axis]
        points = np.stack([along, line[across]][:: 1 if self.axis == 0 else -1], axis=-1)
        starts = None
        if map_.configurations is not None:
            starts = np.moveaxis(map_.configurations[self.mode], self.axis, 0)[start, across]
        return map_.plane.values(map_.branches[self.mode], points, starts)

    def bisect(self, edges: Array, test: Callable[[Values], Array], sides: Array) -> tuple[Array, Values]:
        """The places at which a test changes its result, from the reachable side, and the measures there; ``sides`` has the
        results at the points."""
        line = self.map_.lines[self.axis]
        first, across = edges[:, 0], edges[:, 1]
        # The reported value is that of the reachable end.
        forward = np.moveaxis(self.map_.reachable[self.mode], self.axis, 0)[first, across]
        start = np.where(forward, first, first + 1)
        inner, outer = line[start], line[np.where(forward, first + 1, first)]
        yes = sides[start, across]
        inner, _ = bisect(lambda place: test(self.values(place, across, start)) == yes, inner, outer, HALVINGS)
        return inner, self.values(inner, across, start)

    def enter_valleys(self, kind: str, crossed: Array) -> None:
        """Enter minima of the nearness that reach zero where no sign changes."""
        map_ = self.map_
        near = np.moveaxis(map_.nearness[kind][self.mode], self.axis, 0)
        line = map_.lines[self.axis]
        # Beyond the end of a line or of the workspace no point is lower.
        padded = np.pad(np.where(np.isnan(near), np.inf, near), ((1, 1), (0, 0)), constant_values=np.inf)
        before, here, after = padded[:-2], padded[1:-1], padded[2:]
        # The slope to the farther neighbour, which a last point does not have, shows a corner at zero between two points.
        may_reach_zero = (2 * here <= np.maximum(before, after)) | np.isinf(before) | np.isinf(after)
        low = np.isfinite(here) & (here <= before) & (here <= after) & may_reach_zero
        # A line that lies in a locus crosses it nowhere.
        low &= np.maximum(np.where(np.isinf(before), 0, before), np.where(np.isinf(after), 0, after)) > ON_POINT
        is_crossed = np.pad(~np.isnan(crossed), ((1, 1), (0, 0)))
        low &= ~is_crossed[:-1] & ~is_crossed[1:]
        places = np.argwhere(low)
        if not len(places):
            return
        middle, across = places[:, 0], places[:, 1]
        left, right = line[np.maximum(middle - 1, 0)], line[np.minimum(middle + 1, len(line) - 1)]
        best, lowest = golden_section(lambda place: self.values(place, across, middle).nearness[kind], left, right)
        found = lowest < ON_LOCUS
        best, middle, across = best[found], middle[found], across[found]
        # On a point of the grid the edge after it counts, in every row, so that the curve is one.
        edge = np.where(best < line[middle] - 1e-6 * np.diff(line).min(), middle - 1, middle)
        crossed[np.clip(edge, 0, len(line) - 2), across] = best


def singularity_map(
    robot: Robot,
    axes: Mapping[str, ArrayLike],
    *,
    over: Literal["task", "active"] = "task",
    points: int = 200,
    fixed: Mapping[str, float] | None = None,
    mode: ModeLike | Sequence[ModeLike] | None = None,
    near: ArrayLike | None = None,
) -> SingularityMap:
    """The singularities over a plane of two task coordinates, or of two active joints.

    Args:
        axes: the two names, each with its range ``(from, to)``, cut into ``points``, or with three or more increasing values.
        over: ``"task"``: working modes, by the inverse geometry; ``"active"``: assembly modes, by the forward geometry.
        fixed: values of the other coordinates; those of the start configuration unless given.
        mode: a mode of the closed form by its signs or by their names, or several in a list; names that several modes have stand
            for all of these. All modes unless given.
        near: a configuration (nq,) whose branch is followed from point to neighbouring point instead; the start configuration
            where the description has no closed form.
    Raises: UnknownName: no such coordinate or mode. SingularConfiguration: a branch that does not lead to the grid.
    """
    if not isinstance(over, str) or over not in ("task", "active"):
        raise unknown_name("kind of map", over, ("task", "active"), "singularity_map")
    direction: Direction = "inverse" if over == "task" else "forward"
    if any(np.ndim(value) for value in robot.parameters.values()):
        raise ShapeError(f"{robot.mechanism.name}: a robot with arrays of parameters is many machines; map one of them")
    if fixed is not None and not isinstance(fixed, Mapping):
        raise ShapeError(f"{robot.mechanism.name}: fixed is {fixed!r:.80}, expected names of coordinates with their values")
    if isinstance(points, bool) or not isinstance(points, int):
        raise ShapeError(f"{robot.mechanism.name}: points is {points!r:.80}, expected a whole number from 3")
    plane = _plane(robot, direction, axes, fixed or {})
    coordinates = {name: _line(robot, name, values, points) for name, values in axes.items()}
    a, b = coordinates.values()
    branches: tuple[Branch, ...]
    configurations = None
    if near is None and has_closed_form(robot, direction):
        modes = _modes(robot, direction, mode)
        branches = tuple(ClosedBranch(plane, signs) for signs in modes)
    else:
        if mode is not None:
            raise UnsupportedOperation(
                f"{robot.mechanism.name}: signs name the modes of a closed form; a branch is chosen by a configuration on "
                "it (near=...)"
            )
        start = robot.start if near is None else numbers(near, f"{robot.mechanism.name}: near")
        if start.shape != robot.start.shape:
            raise ShapeError(f"{robot.mechanism.name}: near has shape {start.shape}, expected {robot.start.shape}")
        followed = FollowedBranch(plane)
        modes, branches = ((),), (followed,)
        configurations = followed.flood(a, b, start)[None]
    grid = np.stack(np.meshgrid(a, b, indexing="ij"), axis=-1).reshape(-1, 2)
    if configurations is None:
        parts = [plane.values(branch, grid) for branch in branches]
    else:
        parts = [plane.measure(configurations.reshape(len(grid), -1), plane.all_coordinates(grid))]
    shape = (len(a), len(b))

    def stack(arrays: list[Array]) -> Array:
        return arrays[0].reshape(1, *shape) if len(arrays) == 1 else np.stack(arrays).reshape(-1, *shape)

    return SingularityMap(
        robot,
        over,
        coordinates,
        modes,
        {kind: stack([part.determinant[kind] for part in parts]) for kind in MAPPED},
        {kind: stack([part.nearness[kind] for part in parts]) for kind in MAPPED},
        stack([part.condition for part in parts]),
        stack([part.reachable for part in parts]),
        plane,
        branches,
        configurations,
    )


def _plane(robot: Robot, direction: Direction, axes: Mapping[str, ArrayLike], fixed: Mapping[str, float]) -> Plane:
    names = input_names(robot.mechanism, direction)
    if not isinstance(axes, Mapping):
        example = ", ".join(f'"{name}": (from, to)' for name in names[:2])
        raise ShapeError(f"{robot.mechanism.name}: axes is {axes!r:.80}, expected two names with their ranges: {{{example}}}")
    if len(axes) != 2:
        raise ShapeError(f"{robot.mechanism.name}: a map has two axes, given {len(axes)}: {listing(axes)}")
    for name in (*axes, *fixed):
        if name not in names:
            raise unknown_name("coordinate", name, names, repr(robot.mechanism.name))
    if turning := [name for name in axes if name in ("qw", "qx", "qy", "qz") and direction == "inverse"]:
        raise UnsupportedOperation(f"{turning[0]!r} is one of a quaternion's four numbers, which cannot change one by one")
    if both := [name for name in fixed if name in axes]:
        raise ShapeError(f"{robot.mechanism.name}: {both[0]!r} is an axis of the map and cannot be fixed as well")
    start = robot.start
    held = np.array(
        start[: len(names)] if direction == "forward" else robot.models.kernel("task")(start, *robot.models.parameter_inputs)
    )
    for name, value in fixed.items():
        held[names.index(name)] = value
    if not np.isfinite(held).all():
        k = int(np.flatnonzero(~np.isfinite(held))[0])
        raise NotFinite(f"{robot.mechanism.name}: {names[k]!r} is fixed at {held[k]}, expected a finite number")
    first, second = (names.index(name) for name in axes)
    return Plane(robot, direction, held, (first, second))


def _line(robot: Robot, name: str, values: ArrayLike, points: int) -> Array:
    line = numbers(values, f"{robot.mechanism.name}: the axis {name!r}", "(from, to), or three or more increasing values")
    if line.shape == (2,) and np.all(np.isfinite(line)):
        line = np.linspace(line[0], line[1], points)
    if line.ndim != 1 or len(line) < 3 or not np.all(np.diff(line) > 0):  # NaN is not greater either
        raise ShapeError(
            f"{robot.mechanism.name}: the axis {name!r} is {values!s:.80}, expected (from, to), "
            "or three or more increasing values"
        )
    return line


def _modes(robot: Robot, direction: Direction, mode: ModeLike | Sequence[ModeLike] | None) -> tuple[tuple[int, ...], ...]:
    """The modes to map; each once, in the order in which they are given."""
    form = form_of(robot.mechanism, direction)
    known = [()] if form is None else sign_choices(form)
    if mode is None:
        return tuple(known)
    several = isinstance(mode, Sequence) and not isinstance(mode, str) and not (mode and isinstance(mode[0], int))
    wanted: Sequence[Any] = mode if several else [mode]  # type: ignore[assignment]
    return tuple(dict.fromkeys(signs for each in wanted for signs in _matching(robot, direction, each, known)))


def _matching(robot: Robot, direction: Direction, mode: ModeLike, known: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Those of the known signs that a mode as it may be given has.

    Raises: UnknownName: there are none.
    """
    form = form_of(robot.mechanism, direction)
    kind = "working" if direction == "inverse" else "assembly"
    if isinstance(mode, tuple | list):
        matches = [signs for signs in known if signs == tuple(mode)]
    else:
        wanted = as_mode(robot.mechanism, direction, mode)
        matches = [signs for signs in known if wanted.fits(kind, signs)]
    if not matches:
        names = () if form is None else form.signs
        raise unknown_name("mode", mode, [signs_by_name(names, signs) for signs in known], repr(robot.mechanism.name))
    return matches
