"""The actuators of an MJCF file: which joints are actuated, and their largest efforts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kinloop.mechanism.formats.mjcf.mjcf_model import BALL, FREE, HINGE, SLIDE, Model

JOINT, JOINT_IN_PARENT, TENDON = 0, 1, 3  # mjtTrn
FIXED_GAIN, NO_BIAS = 0, 0  # mjtGain, mjtBias
RATES = {FREE: 6, BALL: 3, SLIDE: 1, HINGE: 1}


@dataclass(frozen=True)
class Drive:
    """Whether a joint is actuated, and the largest effort of each of its rates, if known."""

    actuated: bool
    effort: float | None = None


def drives(model: Model, has_actuators: bool, faults: list[str]) -> dict[int, Drive]:
    """The drive of every joint; if a file has no actuators, all hinges and slides are actuated."""
    m: Any = model.m
    if not has_actuators:
        return {k: Drive(m.jnt_type[k] in (SLIDE, HINGE)) for k in range(m.njnt)}
    acting: dict[int, list[int]] = {k: [] for k in range(m.njnt)}
    for k in range(len(m.actuator_trntype)):
        joint = _target(model, k)
        if joint is None:
            faults.append(
                f"{model.label('actuator', k)}: expected one on a joint, or on a tendon whose joints follow one of them"
            )
            continue
        reflected = [name for name in ("armature", "damping", "dampingpoly") if model.has(f"actuator_{name}", k)]
        if reflected:
            faults.append(f"{model.label('actuator', k)}: its {', '.join(reflected)} is not read; give it to the joint")
        acting[joint].append(k)
    return {joint: _drive(model, joint, actuators, faults) for joint, actuators in acting.items()}


def _target(model: Model, k: int) -> int | None:
    """The joint on which an actuator acts; for a fixed tendon the one that its other joints follow."""
    m, target = model.m, int(model.m.actuator_trnid[k, 0])
    if m.actuator_trntype[k] in (JOINT, JOINT_IN_PARENT):
        return target
    if m.actuator_trntype[k] != TENDON or not (pulled := model.tendon_joints(target)):
        return None
    leaders = {model.leaders.get(joint, joint) for joint in pulled}
    return leaders.pop() if len(leaders) == 1 else None


def _drive(model: Model, joint: int, actuators: list[int], faults: list[str]) -> Drive:
    """The drive of one joint; one with several degrees of freedom is actuated if its actuators' gears span them."""
    m, rates = model.m, RATES[int(model.m.jnt_type[joint])]
    if not actuators:
        return Drive(False)
    gears = m.actuator_gear[actuators][:, :rates]  # for a tendon only whether it is zero matters
    rank = np.linalg.matrix_rank(gears)
    if 0 < rank < rates:
        faults.append(
            f"{model.label('joint', joint)}: {rank} of its {rates} degrees of freedom are actuated; expected all or none"
        )
    efforts = [_effort(m, k) for k in actuators]
    known = [effort for effort in efforts if effort is not None]
    effort = None if len(known) < len(efforts) else sum(known) if rates == 1 else min(known)
    if rates == 1 and m.jnt_actfrclimited[joint]:
        bound = float(np.abs(m.jnt_actfrcrange[joint]).max())
        effort = bound if effort is None else min(effort, bound)
    return Drive(bool(rank == rates), effort or None)


def _effort(m: Any, k: int) -> float | None:
    """The largest effort of an actuator, by its force and, where the input is the force, by its input."""
    if m.actuator_trntype[k] == TENDON:
        return None  # it is shared between joints
    gear = float(np.abs(m.actuator_gear[k]).max())
    bounds = [float(np.abs(m.actuator_forcerange[k]).max())] if m.actuator_forcelimited[k] else []
    control = int(m.actuator_ctrladr[k]) if hasattr(m, "actuator_ctrladr") else k
    plain = m.actuator_gaintype[k] == FIXED_GAIN and m.actuator_biastype[k] == NO_BIAS
    if plain and m.actuator_ctrllimited[control]:
        bounds.append(float(abs(m.actuator_gainprm[k, 0]) * np.abs(m.actuator_ctrlrange[control]).max()))
    return gear * min(bounds) if bounds else None
