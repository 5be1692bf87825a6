"""The mobility of a machine in plain words, as warnings and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kinloop.errors import Fault, listing
from kinloop.mechanism.parts.parts import Mechanism
from kinloop.mechanism.validate.faults import fault_at, quantity
from kinloop.model.checking.mobility import DegreesOfFreedom, Mobility, Redundant
from kinloop.model.checking.nearest_assembly import Nearest

START_GAP = 1e-6  # rad, or part of the machine's size: a larger gap is not the rounding of a start written with a few digits
NAMED_ROWS = 4  # the largest number of rows that are listed; more are summarised by their loops


@dataclass(frozen=True)
class Findings:
    """Faults, warnings and notes about the mechanics."""

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    notes: tuple[str, ...]


def findings(mechanism: Mechanism, found: Mobility, start: Nearest | None, is_kept: bool) -> Findings:
    """The warnings and notes that follow from the mobility. ``start`` is the largest loop gap at the start configuration,
    ``is_kept`` whether the loops close at the active coordinates that the description gives.

    None of them prevents loading, so none is a fault: a coordinate without mass has its geometry, and a task that cannot be
    reached has its forward model.
    """
    configuration = tuple(_start(mechanism, found, start, is_kept))
    shaky = tuple(_infinitesimal(found))
    if not found.dof:
        still = Fault("nothing can move: the loops leave no degree of freedom", ("loops",))
        return Findings((), (still, *shaky, *configuration), (_formula(mechanism, found),))
    warnings = [
        *shaky,
        *_massless(mechanism, found),
        *_unfit_task(mechanism, found),
        *_no_mass(mechanism),
        *_actuation(mechanism, found),
        *configuration,
        *_odd_task(mechanism, found),
    ]
    return Findings((), tuple(warnings), tuple(_notes(mechanism, found)))


def assembly_fault(mechanism: Mechanism, nearest: Nearest) -> Fault:
    """The fault of a machine that cannot be assembled."""
    if nearest.closes:
        configuration = zip(mechanism.coordinates, nearest.q, strict=True)
        message = "the loops do not close from the start configuration; they do at " + listing(
            f"{n} = {v:.6g}" for n, v in configuration
        )
        return fault_at(("start",), message)
    loop, _, row = nearest.row.partition(": ")
    kind = "loops" if any(loop == other.name for other in mechanism.loops) else "couplings"
    message = f"it cannot be closed: the nearest configuration found leaves {nearest.gap:.4g} {nearest.unit} in its row '{row}'"
    return fault_at((kind, loop), message)


def _infinitesimal(found: Mobility) -> Iterator[Fault]:
    for dof in found.infinitesimal:
        yield Fault(
            f"infinitesimal mobility: to first order the loops let {_joints(dof).replace(' moves', ' move')} "
            f"({quantity(dof.count, 'degree of freedom')}), but no finite motion begins that way; velocities, dynamics and "
            "simulation are refused",
            ("loops",),
        )


def _massless(mechanism: Mechanism, found: Mobility) -> Iterator[Fault]:
    for dof in found.massless if _has_mass(mechanism) else ():
        child = next(joint.child for joint in mechanism.joints if joint.name == dof.joints[-1])
        *others, last = dof.joints
        together = f"together with {_list(others)} " if others else ""
        message = f"{together}it can move without moving any mass or inertia, and no loop holds it"
        yield fault_at(("joints", last), f"{message}; give link {child!r} mass or inertia, or the joint a rotor")


def _unfit_task(mechanism: Mechanism, found: Mobility) -> Iterator[Fault]:
    if "pose" in mechanism.task:
        return
    for name in found.still:
        yield Fault(f"task: {name!r} never changes: the tool cannot move that way", ("task", mechanism.task.index(name)))
    # The path of a coupler's point is what a linkage of one degree of freedom is built for.
    if not found.still and found.task_rank < found.task_size and found.dof > 1:
        wanted = f"{quantity(found.task_size, 'coordinate')} ({listing(mechanism.task)})"
        yield fault_at(("task",), f"{wanted}, but the tool has only {quantity(found.task_rank, 'degree of freedom')} among them")


def _odd_task(mechanism: Mechanism, found: Mobility) -> Iterator[Fault]:
    if "pose" in mechanism.task and "task" in mechanism.model_fields_set and found.task_rank < found.task_size:
        yield fault_at(("task",), f"a pose has 6 degrees of freedom and the tool moves in {found.task_rank} of them")
    if "phi" in mechanism.task and found.tilts:
        yield fault_at(("task",), "'phi' is the angle about z, but this tool also turns about x or y")


def _no_mass(mechanism: Mechanism) -> Iterator[Fault]:
    if not _has_mass(mechanism):
        yield Fault("nothing has mass or inertia: geometry and velocities are defined, dynamics are not", ("links",))


def _actuation(mechanism: Mechanism, found: Mobility) -> Iterator[Fault]:
    for dof in found.undriven:
        held = "with all actuators held" if found.actuators else "without an actuator"
        message = f"underactuated: {held}, {_joints(dof)} on, in {quantity(dof.count, 'degree of freedom')}"
        yield Fault(message, ("joints", dof.joints[0]))
    active = {joint.name for joint in mechanism.active_joints}
    for name in found.held:
        if name in active:
            yield fault_at(("joints", name), "it is actuated, but the loops do not let it move")
    for dof in found.massless_internal if _has_mass(mechanism) else ():
        spin = "a spin between balls is locked in forward dynamics, any other motion is refused"
        message = f"the internal degree of freedom of {_list(dof.joints)} has no inertia: {spin}"
        yield Fault(message, ("joints", dof.joints[0]))


def _start(mechanism: Mechanism, found: Mobility, start: Nearest | None, is_kept: bool) -> Iterator[Fault]:
    if not is_kept:
        active = [name for joint in mechanism.active_joints for name in joint.coordinates if name in mechanism.start]
        yield fault_at(("start",), f"no passive joints were found that close the loops at its {listing(active)}")
    if start is not None and start.part > START_GAP:
        loop, _, row = start.row.partition(": ")
        gap = f"loop {loop!r} open by {start.gap:.3g} {start.unit} (row '{row}')"
        yield fault_at(("start",), f"it leaves {gap}" if mechanism.start else f"none is given, and zero leaves {gap}")
    elif found.start == "singular":
        yield fault_at(("start",), "it is a singular configuration: closures depend on each other there and not elsewhere")
    elif found.start == "type 2" and found.actuators:
        yield fault_at(("start",), "it is a singular configuration (Type 2): with all actuators held the machine can move there")


def _notes(mechanism: Mechanism, found: Mobility) -> Iterator[str]:
    yield _formula(mechanism, found)
    if not found.infinitesimal:  # rows that vanish at the one configuration of a shaky machine constrain it at any other
        yield from _redundant_rows(mechanism, found)
    for dof in found.internal:
        yield (
            f"internal degree of freedom: {_joints(dof)} while tool and actuators stand still "
            f"({quantity(dof.count, 'degree of freedom')})"
        )
    active = {joint.name for joint in mechanism.active_joints}
    held = [name for name in found.held if name not in active]
    if held:
        yield f"held by the loops: {_list(held)} cannot move"
    yield from _drive(mechanism, found)
    yield from _task(mechanism, found)
    if found.start == "type 1":
        yield (
            "start: it is a singular configuration (Type 1): the tool moves there in fewer directions of its task than elsewhere"
        )


def _formula(mechanism: Mechanism, found: Mobility) -> str:
    moving = f"mobility: {quantity(found.dof, 'degree of freedom')}"
    if not (mechanism.loops or mechanism.couplings):
        return f"{moving}, as many as the joints have: there are no loops"
    rates, rows = quantity(found.rates, "joint rate"), quantity(found.rows, "closure equation")
    formula = f"{rates} - {rows} = {found.gruebler}"
    if found.infinitesimal:
        by_rank = found.rates - found.rank
        return f"{moving}; by rank {by_rank}, of which {by_rank - found.dof} only infinitesimal; Gruebler's formula: {formula}"
    if found.gruebler == found.dof:
        return f"{moving}, by rank and by Gruebler's formula: {formula}"
    text = f"{moving} by rank; Gruebler's formula in space: {formula}"
    if found.planar is not None:
        text += f", in the plane: {found.rates} - {found.rates - found.planar} = {found.planar}"
        if found.planar == found.dof:
            return text
    excess = found.dof - (found.gruebler if found.planar is None else found.planar)
    return f"{text}. The formula does not see {quantity(excess, 'redundant equation')}, which special dimensions make"


def _redundant_rows(mechanism: Mechanism, found: Mobility) -> Iterator[str]:
    """A sentence for the redundant rows of each loop that have the same reason."""
    groups: dict[tuple[str, str], list[str]] = {}
    for redundant in found.redundant:
        loop, _, row = redundant.row.partition(": ")
        groups.setdefault((loop, _reason(redundant, found)), []).append(f"'{row}'")
    for (loop, reason), rows in groups.items():
        if len(rows) == 1:
            yield f"loop {loop}: the row {rows[0]} adds nothing: {reason}"
        else:
            yield f"loop {loop}: the rows {_list(rows)} add nothing: {reason.replace('it follows', 'they follow')}"


def _reason(redundant: Redundant, found: Mobility) -> str:
    if not redundant.because:
        return "all links move in one plane" if found.planar is not None else "no joint moves the two links that way"
    own = redundant.row.partition(": ")[0]
    names = [row.partition(": ") for row in redundant.because]
    if len(names) <= NAMED_ROWS:
        follows = _list([f"'{row}'" if loop == own else f"'{row}' of loop {loop}" for loop, _, row in names])
        flat = all(row.startswith(f"{own}: position") for row in (redundant.row, *redundant.because))
        return f"it follows from {follows}" + (", since its ends can only part in one plane" if flat else "")
    return f"it follows from the other rows of {_list(dict.fromkeys(f'loop {loop}' for loop, _, _ in names))}"


def _drive(mechanism: Mechanism, found: Mobility) -> Iterator[str]:
    rates = [rate for joint in mechanism.active_joints for rate in joint.rates]
    inside = sum(dof.count for dof in found.internal)
    text = f"actuators: {found.actuators} ({listing(rates)})" if rates else "actuators: none"
    text += f" for {quantity(found.dof, 'degree of freedom')}"
    text += f", {inside} of them internal" if inside else ""
    if found.actuators > found.driven > 0:
        text += f"; they decide {found.driven}, so their efforts are not unique, which is allowed"
    yield text


def _task(mechanism: Mechanism, found: Mobility) -> Iterator[str]:
    own = found.dof - sum(dof.count for dof in found.internal)
    if found.dof == 1 and not found.still and found.task_rank == 1 < found.task_size and "pose" not in mechanism.task:
        yield f"task: {listing(mechanism.task)}, along the path of the tool: one degree of freedom moves them together"
    elif found.task_rank == found.task_size and own > found.task_rank:
        yield (
            f"task: {listing(mechanism.task)}, all moved by the tool, with "
            f"{quantity(own - found.task_rank, 'degree of freedom')} to spare"
        )
    elif found.task_rank == found.task_size:
        yield f"task: {listing(mechanism.task)}, all moved by the tool"
    else:
        yield f"task: {listing(mechanism.task)}; the tool moves in {found.task_rank} of {quantity(found.task_size, 'direction')}"


def _has_mass(mechanism: Mechanism) -> bool:
    """Whether a link has mass or inertia, or a rotor has inertia."""
    rotors = any(joint.rotor.inertia for joint in mechanism.joints)
    return rotors or any(link.mass or any(link.inertia) for link in mechanism.links)


def _joints(dof: DegreesOfFreedom) -> str:
    return f"{_list(dof.joints)} {'move' if len(dof.joints) > 1 else 'moves'}"


def _list(names: Iterable[str]) -> str:
    """The names as ``a, b and c``."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
