"""Whether a description describes a machine: every fault of it, reported together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from kinloop.errors import DescriptionError, listing, unknown
from kinloop.mechanism.parts import Mechanism
from kinloop.mechanism.values import value_faults


def check_structure(mechanism: Mechanism, where: str = "") -> None:
    """Refuse names that clash or do not exist, joints that are no tree, and numbers that make no sense.

    Args:
        mechanism: the description.
        where: the file it came from, for the message.
    Raises: DescriptionError: one, that lists every fault.
    """
    faults = [*_clashes(mechanism), *_tree_faults(mechanism), *_reference_faults(mechanism), *_task_faults(mechanism)]
    faults += value_faults(mechanism)
    if faults:
        raise faulty(mechanism.name, where, faults)


def faulty(name: str, where: str, faults: Iterable[str]) -> DescriptionError:
    """The error that lists the faults of a description."""
    lines = list(dict.fromkeys(faults))
    place = f" ({where})" if where and where != name else ""
    count = "1 fault" if len(lines) == 1 else f"{len(lines)} faults"
    return DescriptionError(f"{name}{place} has {count}:" + "".join(f"\n  - {line}" for line in lines))


def link_names(mechanism: Mechanism) -> tuple[str, ...]:
    """All links, those listed first, then those that only joints name."""
    named = [link.name for link in mechanism.links]
    for joint in mechanism.joints:
        named += [joint.parent, joint.child]
    return tuple(dict.fromkeys(named))


def _clashes(mechanism: Mechanism) -> Iterator[str]:
    kinds = {
        "link": [link.name for link in mechanism.links],
        "joint": [joint.name for joint in mechanism.joints],
        "loop": [loop.name for loop in mechanism.loops],
        "coupling": [coupling.name for coupling in mechanism.couplings],
    }
    for kind, names in kinds.items():
        yield from (f"{count} {kind}s are named {name!r}" for name, count in Counter(names).items() if count > 1)
        yield from (f"a {kind} has no name" for name in names if not name.strip())
    owners: dict[str, list[str]] = {}
    for joint in mechanism.joints:
        for name in joint.coordinates:
            owners.setdefault(name, []).append(joint.name)
    for name, joints in owners.items():
        if len(set(joints)) > 1:
            yield f"joints {listing(map(repr, joints))} both have a coordinate {name!r}"
    followers = Counter(coupling.coordinate for coupling in mechanism.couplings)
    yield from (
        f"{count} couplings drive {name!r}; one coordinate follows one other" for name, count in followers.items() if count > 1
    )


def _tree_faults(mechanism: Mechanism) -> Iterator[str]:
    """The joints form one tree: every link but the base is the child of one joint, and the base reaches all."""
    if not mechanism.joints:
        yield "there are no joints"
        return
    parents: dict[str, str] = {}
    by_child: dict[str, list[str]] = {}
    for joint in mechanism.joints:
        parents.setdefault(joint.child, joint.parent)
        by_child.setdefault(joint.child, []).append(joint.name)
    for child, joints in by_child.items():
        if len(joints) > 1:
            yield f"link {child!r} is the child of {len(joints)} joints ({listing(joints)}); all but one of them must be loops"
    roots = [name for name in link_names(mechanism) if name not in parents]
    if len(roots) > 1:
        yield f"the links are not connected: {listing(map(repr, roots))} have no parent, and only the base has none"
    for cycle in _cycles(parents):
        yield f"joints run in a circle: {' -> '.join(cycle)}; one of them must be a loop"


def _cycles(parents: dict[str, str]) -> Iterator[list[str]]:
    """Circles that are met on walking from each link to its parent; each once."""
    done: set[str] = set()
    for start in parents:
        path: list[str] = []
        on_path: set[str] = set()
        link: str | None = start
        while link is not None and link not in done and link not in on_path:
            path.append(link)
            on_path.add(link)
            link = parents.get(link)
        if link is not None and link in on_path:
            circle = path[path.index(link) :]
            yield [link, *reversed(circle)]
        done |= on_path


def _reference_faults(mechanism: Mechanism) -> Iterator[str]:
    links = link_names(mechanism)
    anchors = {f"frames.{name}": anchor for name, anchor in mechanism.frames.items()}
    anchors |= {
        f"loops.{loop.name}.{side}": anchor for loop in mechanism.loops for side, anchor in (("a", loop.a), ("b", loop.b))
    }
    if mechanism.tool is not None:
        anchors["tool"] = mechanism.tool
    yield from _absent("link", [(path, anchor.link) for path, anchor in anchors.items()], links)
    for loop in mechanism.loops:
        if loop.a.link == loop.b.link:
            yield f"loops.{loop.name}: both anchors are on link {loop.a.link!r}"
    coordinates = mechanism.coordinates
    uses = [(f"start.{name}", name) for name in mechanism.start]
    for coupling in mechanism.couplings:
        uses += [(f"couplings.{coupling.name}.coordinate", coupling.coordinate), (f"couplings.{coupling.name}.of", coupling.of)]
    yield from _absent("coordinate", uses, coordinates)
    leaders = {coupling.coordinate: coupling.of for coupling in mechanism.couplings}
    for cycle in _cycles(leaders):
        yield f"couplings run in a circle: {' -> '.join(cycle)}"


def _absent(kind: str, uses: Iterable[tuple[str, str]], known: tuple[str, ...]) -> Iterator[str]:
    """The names that do not exist; what exists is listed with the first of them."""
    faults = [(path, str(unknown(kind, name, known, "the mechanism"))) for path, name in uses if name not in known]
    for index, (path, message) in enumerate(faults):
        yield f"{path}: {message.rpartition('; the mechanism has: ')[0] if index else message}"


def _task_faults(mechanism: Mechanism) -> Iterator[str]:
    task = mechanism.task
    if not task:
        yield "task: it is empty; expected some of x, y, z, phi, or pose"
    if len(set(task)) != len(task):
        yield f"task: a coordinate is repeated in ({listing(task)})"
    if "pose" in task and len(task) > 1:
        yield f"task: 'pose' stands alone, given ({listing(task)})"
