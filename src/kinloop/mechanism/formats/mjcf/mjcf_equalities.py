"""MuJoCo's equalities as loops and couplings."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from kinloop.mechanism.formats.mjcf.mjcf_model import HINGE, SLIDE, Model
from kinloop.mechanism.parts.parts import Anchor, Coupling, Loop
from kinloop.mechanism.parts.transforms import Placement, normalize, placement
from kinloop.mechanism.parts.unique_names import unused_name

CONNECT, WELD, JOINT, TENDON = range(4)  # mjtEq
WRAP_JOINT, WRAP_SITE = 1, 3  # mjtWrap
SITE = 6  # mjtObj


class _Reader:
    """Reads the active equalities; those that a mechanism cannot express go to ``faults``."""

    def __init__(self, model: Model, faults: list[str]) -> None:
        self.model, self.m, self.faults = model, model.m, faults
        self.loops: list[Loop] = []
        self.couplings: list[Coupling] = []
        self.taken: set[str] = set()

    def read(self, k: int) -> None:
        m, kind = self.m, int(self.m.eq_type[k])
        first, second, data = int(m.eq_obj1id[k]), int(m.eq_obj2id[k]), m.eq_data[k]
        if kind == CONNECT:
            a, b = self._ends(k, Placement(data[0:3]), Placement(data[3:6]))
            self.loops.append(Loop(name=self._name(k), kind="ball", a=a, b=b))
        elif kind == WELD:
            pose = Placement() if m.eq_objtype[k] == SITE else Placement(data[3:6], normalize(data[6:10]))
            a, b = self._ends(k, pose, Placement(data[0:3]))
            turning = data[10] == 0  # the scale of the torque that keeps the axes parallel
            self.loops.append(Loop(name=self._name(k), kind="ball" if turning else "weld", a=a, b=b))
        elif kind == JOINT and second < 0:
            self._refuse(k, "a joint that is held has no words here; leave the joint out")
        elif kind == JOINT:
            self._couple(k, first, second, data[:5])
        elif kind == TENDON and second >= 0 and any(data[1:5]):
            self._refuse(k, "the lengths of two tendons cannot be tied together")
        elif kind == TENDON:
            self._length(k, first, float(m.tendon_length0[first] + data[0]))
        else:
            self._refuse(k, "deformable bodies are not read")

    def _refuse(self, k: int, reason: str) -> None:
        self.faults.append(f"{self.model.label('equality', k)}: {reason}")

    def _name(self, k: int) -> str:
        kinds = {CONNECT: "connect", WELD: "weld", JOINT: "joint", TENDON: "tendon"}
        return unused_name(self.m.equality(k).name or f"{kinds[int(self.m.eq_type[k])]}{k}", self.taken)

    def _ends(self, k: int, a: Placement, b: Placement) -> tuple[Anchor, Anchor]:
        """The two frames of an equality: sites, or places on bodies."""
        first, second = int(self.m.eq_obj1id[k]), int(self.m.eq_obj2id[k])
        if self.m.eq_objtype[k] == SITE:
            return self.model.site(first), self.model.site(second)
        bodies = self.model.bodies
        return Anchor(link=bodies[first], origin=a.pose()), Anchor(link=bodies[second], origin=b.pose())

    def _couple(self, k: int, follower: int, leader: int, polynomial: np.ndarray) -> None:
        """Read a joint equality ``y - y0 = a0 + a1 (x - x0)``, with the references of both joints."""
        if any(polynomial[2:]):
            self._refuse(k, f"the polynomial {' '.join(f'{c:g}' for c in polynomial)} is not linear, and a coupling is")
        elif self._both_scalar(k, follower, leader):
            y0, x0 = (float(self.m.qpos0[self.m.jnt_qposadr[joint]]) for joint in (follower, leader))
            self._add_coupling(k, follower, leader, float(polynomial[1]), float(y0 + polynomial[0] - polynomial[1] * x0))

    def _length(self, k: int, tendon: int, length: float) -> None:
        """Read a tendon: between two sites it is a rod, between two joints a coupling."""
        first = int(self.m.tendon_adr[tendon])
        wraps = slice(first, first + int(self.m.tendon_num[tendon]))
        types, objects = [int(t) for t in self.m.wrap_type[wraps]], [int(o) for o in self.m.wrap_objid[wraps]]
        coefficients = [float(c) for c in self.m.wrap_prm[wraps]]
        if types == [WRAP_SITE, WRAP_SITE] and length > 0:
            a, b = (self.model.site(site) for site in objects)
            self.loops.append(Loop(name=self._name(k), kind="rod", a=a, b=b, length=length))
        elif types == [WRAP_JOINT, WRAP_JOINT] and coefficients[0] and self._both_scalar(k, *objects):
            ratio = -coefficients[1] / coefficients[0]
            self._add_coupling(k, objects[0], objects[1], ratio, length / coefficients[0])
        else:
            what = "a tendon between two sites with a length of more than 0, or of two joints"
            self._refuse(k, f"expected {what}; {self.model.label('tendon', tendon)} is not one")

    def _both_scalar(self, k: int, *joints: int) -> bool:
        scalar = all(self.m.jnt_type[joint] in (SLIDE, HINGE) for joint in joints)
        if not scalar:
            self._refuse(k, "only hinges and slides are coupled")
        return scalar

    def _add_coupling(self, k: int, follower: int, leader: int, ratio: float, offset: float) -> None:
        coordinate, of = (self.model.coordinates[joint][0] for joint in (follower, leader))
        self.couplings.append(Coupling(name=self._name(k), coordinate=coordinate, of=of, ratio=ratio, offset=offset))


def equalities(model: Model, faults: list[str]) -> tuple[tuple[Loop, ...], tuple[Coupling, ...]]:
    """Loops and couplings of the active equalities."""
    m: Any = model.m
    reader = _Reader(model, faults)
    if not model.is_disabled("EQUALITY", "CONSTRAINT"):
        for k in range(m.neq):
            if m.eq_active0[k]:
                reader.read(k)
    return tuple(_with_pins(reader.loops)), tuple(reader.couplings)


def _with_pins(loops: list[Loop]) -> list[Loop]:
    """Two balls between the same links, one after the other, are a pin along the line through them."""
    result: list[Loop] = []
    for (kind, _, _), group in groupby(loops, key=lambda loop: (loop.kind, loop.a.link, loop.b.link)):
        found = list(group)
        axes = [_direction(found[0], found[1], side) for side in ("a", "b")] if kind == "ball" and len(found) == 2 else []
        if axes and all(map(any, axes)):
            result.append(found[0].model_copy(update={"kind": "pin", "axis": axes[0], "axis_b": axes[1]}))
        else:
            result += found
    return result


def _direction(first: Loop, second: Loop, side: str) -> tuple[float, float, float]:
    """The vector from one anchor to the other, in the axes of the first."""
    here, there = (placement(getattr(loop, side).origin, {}) for loop in (first, second))
    x, y, z = map(float, here.R.T @ (there.p - here.p))
    return x, y, z
