"""Names and connections of a description: names that can be printed, joints that form a tree, references that exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kinloop.errors import Fault, Path, listing, nearest, printable, unknown_name
from kinloop.mechanism.parts.part import shorten
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.faults import fault_at


def name_faults(mechanism: Mechanism) -> Iterator[Fault]:
    """Names that cannot be printed, and names that two parts share."""
    yield from _unprintable_names(mechanism)
    yield from _clashes(mechanism)


def connection_faults(mechanism: Mechanism) -> Iterator[Fault]:
    """Joints that form no tree, and references to what does not exist."""
    yield from _tree_faults(mechanism)
    yield from _reference_faults(mechanism)


def _unprintable_names(mechanism: Mechanism) -> Iterator[Fault]:
    """Names with line breaks or control characters, and texts with control characters."""
    listed: list[tuple[Path, str]] = [(("name",), mechanism.name)]
    for kind in ("links", "joints", "loops", "couplings", "surfaces"):
        listed += [((kind, part.name), part.name) for part in getattr(mechanism, kind)]
    listed += [(("frames", name), name) for name in mechanism.frames]
    for joint in mechanism.joints:
        listed += [(("joints", joint.name, side), getattr(joint, side)) for side in ("parent", "child")]
    for path, name in listed:
        if not name.isprintable():
            yield fault_at(path, f"{name!r} is not a valid name: it has characters that cannot be printed", of_key=len(path) == 2)
    texts: list[tuple[Path, str]] = [((key,), getattr(mechanism, key)) for key in ("description", "source")]
    texts += [(("parameters", name, "meaning"), note.meaning) for name, note in mechanism.parameter_notes.items()]
    for path, text in texts:
        if printable(text) != text:
            yield fault_at(path, f"{shorten(repr(text))} has characters that cannot be printed")


def _clashes(mechanism: Mechanism) -> Iterator[Fault]:
    """Names that two parts or coordinates share, parts without a name, and coordinates that follow two others."""
    kinds = {
        "link": [link.name for link in mechanism.links],
        "joint": [joint.name for joint in mechanism.joints],
        "loop": [loop.name for loop in mechanism.loops],
        "coupling": [coupling.name for coupling in mechanism.couplings],
        "surface": [surface.name for surface in mechanism.surfaces],
    }
    for kind, names in kinds.items():
        for name, count in Counter(names).items():
            if count > 1:
                yield Fault(f"{count} {kind}s are named {name!r}", (f"{kind}s", name), of_key=True)
            if not name.strip():
                yield Fault(f"a {kind} has no name", (f"{kind}s", name), of_key=True)
    owners: dict[str, list[str]] = {}
    for joint in mechanism.joints:
        for name in joint.coordinates:
            owners.setdefault(name, []).append(joint.name)
    for name, joints in owners.items():
        if len(set(joints)) > 1:
            yield Fault(f"joints {listing(map(repr, joints))} both have a coordinate {name!r}", ("joints", joints[-1]))
    followers: dict[str, list[str]] = {}
    for coupling in mechanism.couplings:
        followers.setdefault(coupling.coordinate, []).append(coupling.name)
    for name, couplings in followers.items():
        if len(couplings) > 1:
            message = f"{len(couplings)} couplings drive {name!r}; one coordinate follows one other"
            yield Fault(message, ("couplings", couplings[-1], "coordinate"))


def _tree_faults(mechanism: Mechanism) -> Iterator[Fault]:
    """Joints that do not form one tree, in which every link but the base is the child of one joint."""
    if not mechanism.joints:
        yield Fault("there are no joints", ("joints",))
        return
    parents: dict[str, str] = {}
    by_child: dict[str, list[str]] = {}
    for joint in mechanism.joints:
        parents.setdefault(joint.child, joint.parent)
        by_child.setdefault(joint.child, []).append(joint.name)
    for child, joints in by_child.items():
        if len(joints) > 1:
            message = f"link {child!r} is the child of {len(joints)} joints ({listing(joints)})"
            yield Fault(f"{message}; all but one of them must be loops", ("joints", joints[-1], "child"))
    yield from _disconnected_links(mechanism, parents)
    for cycle in _cycles(parents):
        message = f"joints run in a circle: {' -> '.join(cycle)}; one of them must be a loop"
        closing = next(joint.name for joint in mechanism.joints if joint.child == cycle[0])
        yield Fault(message, ("joints", closing, "child"))


def _disconnected_links(mechanism: Mechanism, parents: dict[str, str]) -> Iterator[Fault]:
    """Links without a parent beside the base, which is the one that carries most joints."""
    known = mechanism.link_names
    roots = [name for name in known if name not in parents]
    if len(roots) < 2:
        return
    carried = Counter(joint.parent for joint in mechanism.joints)
    base = max(roots, key=lambda root: (root in ("base", "world"), carried[root]))
    apart = [root for root in roots if root != base]
    hints = [hint.strip() for root in apart[:3] if (hint := nearest(root, [name for name in known if name != root]))]
    user = next((joint.name for joint in mechanism.joints if joint.parent == apart[0]), None)
    path: Path = ("joints", user, "parent") if user else ("links", apart[0])
    message = f"the links are not connected: {listing(map(repr, roots))} have no parent, and only the base has none"
    yield Fault(" ".join([message, *hints]), path)


def _cycles(parents: dict[str, str]) -> Iterator[list[str]]:
    """Closed paths from a link through its parents back to it, each reported once."""
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


def _reference_faults(mechanism: Mechanism) -> Iterator[Fault]:
    """Links, coordinates and rates that do not exist, and couplings of quaternions or in a circle."""
    links = mechanism.link_names
    anchors: list[tuple[Path, str]] = [(("frames", name), anchor.link) for name, anchor in mechanism.frames.items()]
    for loop in mechanism.loops:
        anchors += [(("loops", loop.name, side), anchor.link) for side, anchor in (("a", loop.a), ("b", loop.b))]
    if mechanism.tool is not None:
        anchors.append((("tool",), mechanism.tool.link))
    yield from _absent("link", anchors, links, "link")
    for loop in mechanism.loops:
        if loop.a.link == loop.b.link:
            yield Fault(f"loops.{loop.name}: both anchors are on link {loop.a.link!r}", ("loops", loop.name, "b", "link"))
    touching: list[tuple[Path, str]] = [(("surfaces", surface.name), surface.frame) for surface in mechanism.surfaces]
    yield from _absent("frame", touching, ("tool", *mechanism.frames, *links), "frame")
    uses: list[tuple[Path, str]] = []
    for coupling in mechanism.couplings:
        path = ("couplings", coupling.name)
        uses += [((*path, "coordinate"), coupling.coordinate), ((*path, "of"), coupling.of)]
    yield from _absent("coordinate", [(("start", name), name) for name in mechanism.start] + uses, mechanism.coordinates)
    yield from _absent("rate", [(("start_rates", name), name) for name in mechanism.start_rates], mechanism.rates)
    entries = {name: joint for joint in mechanism.joints for name in joint.quaternion}
    for use, name in uses:
        if name in entries:
            message = (
                f"{name!r} is an entry of the quaternion of joint {entries[name].name!r}; only angles and lengths are coupled"
            )
            yield fault_at(use, message)
    leaders = {coupling.coordinate: coupling.of for coupling in mechanism.couplings}
    for cycle in _cycles(leaders):
        closing = next(coupling.name for coupling in mechanism.couplings if coupling.coordinate == cycle[0])
        yield Fault(f"couplings run in a circle: {' -> '.join(cycle)}", ("couplings", closing, "of"))


def _absent(kind: str, uses: Iterable[tuple[Path, str]], known: tuple[str, ...], key: str = "") -> Iterator[Fault]:
    """Names that do not exist; the first of these faults lists the names that do."""
    existing = set(known)
    faults = [(path, str(unknown_name(kind, name, known, "the mechanism"))) for path, name in uses if name not in existing]
    for index, (path, message) in enumerate(faults):
        fault = fault_at(
            path, message.rpartition("; the mechanism has: ")[0] if index else message, of_key=path[0] in ("start", "start_rates")
        )
        yield replace(fault, path=(*path, key)) if key else fault
