"""A machine in MuJoCo: the MJCF that kinloop writes, wrenches on frames, and links without mass where its dynamics allow them.

A wrench is an actuator on a site whose axes are those of a site that does not move, so that MuJoCo keeps it in world axes.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.formats.mjcf.mjcf_bodies import inertia
from kinloop.mechanism.formats.mjcf.mjcf_write import write_mjcf
from kinloop.mechanism.parts.parts import Anchor, Mechanism
from kinloop.mechanism.parts.transforms import placement
from kinloop.model.dynamics.tree import frame_of_load

Array = np.ndarray
STAND_IN = 1.0  # kg, while MuJoCo compiles
SINGULAR = 1e-12  # smallest eigenvalue of the joints' inertia matrix, each joint in units of its inertia


def mujoco_model(
    mechanism: Mechanism,
    values: dict[str, float],
    step: float,
    q: Array,
    wrenches: Mapping[str, Array],
    touching: Iterable[str] = (),
) -> tuple[Any, list[int]]:
    """MuJoCo's model, and which of its controls are wrenches, to be set to 1. Frames that are ``touching`` surfaces have sites.

    Raises: UnsupportedOperation: a loop, a link or a wrench that MuJoCo does not support.
    """
    import mujoco

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Coulomb friction is the plant's, and shapes do not move
        try:
            text, refused = write_mjcf(mechanism, values, q.tolist(), step), None
        except UnsupportedOperation as error:  # perhaps for a link without mass
            text, refused = write_mjcf(mechanism, values, q.tolist(), step, least_mass=STAND_IN), error
    spec = mujoco.MjSpec.from_string(text)
    controls = _add_wrenches(mujoco, spec, mechanism, values, wrenches)
    for frame in dict.fromkeys(touching):
        _body_of(spec, mechanism, frame, "surface at").add_site(
            name=f"{CONTACT_NAME}{frame}", pos=placement(anchor_of(mechanism, frame).origin, values).p
        )
    model = spec.compile()
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET  # else a diverged run restarts silently
    if refused is not None:
        _remove_stand_in_mass(mujoco, model, mechanism, values, refused)
    return model, [model.actuator(name).id for name in controls]


@contextmanager
def quiet(mujoco: Any) -> Iterator[None]:
    """Suppress MuJoCo's warnings, which it prints and logs to a file; the caller checks the numbers instead."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda message: None)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)


def anchor_of(mechanism: Mechanism, frame: str) -> Anchor:
    """The anchor of the tool, of a declared frame or of a link."""
    if frame == "tool":
        return mechanism.tool or Anchor(link=mechanism.joints[-1].child)
    return mechanism.frames.get(frame) or Anchor(link=frame)


# The names of MuJoCo's actuators that are wrenches begin so, and go on with the frame.
WRENCH_NAME = "wrench on "


# The names of sites that touch surfaces begin so.
CONTACT_NAME = "contact of "


def _body_of(spec: Any, mechanism: Mechanism, frame: str, what: str) -> Any:
    """MuJoCo's body that carries a frame. Raises: UnsupportedOperation: there is none."""
    link = anchor_of(mechanism, frame).link
    for body in spec.bodies:
        if body.name == link:
            return body
    raise UnsupportedOperation(
        f"{mechanism.name}: the {what} {frame!r} acts on link {link!r}, which has no mass and in MuJoCo no body"
    )


def _add_wrenches(
    mujoco: Any, spec: Any, mechanism: Mechanism, values: dict[str, float], wrenches: Mapping[str, Array]
) -> list[str]:
    base = next(link for link in mechanism.link_names if link not in {joint.child for joint in mechanism.joints})
    names = list[str]()
    for frame, wrench in wrenches.items():
        on, is_follower = frame_of_load(frame)
        anchor = anchor_of(mechanism, on)
        if anchor.link == base:
            continue  # the base does not move
        body = _body_of(spec, mechanism, on, "wrench on")
        name = f"{WRENCH_NAME}{frame}"
        if not names:
            spec.worldbody.add_site(name="world axes of wrenches")
        place = placement(anchor.origin, values)
        quaternion = np.zeros(4)
        mujoco.mju_mat2Quat(quaternion, np.ravel(np.asarray(place.R, float)))
        body.add_site(name=name, pos=place.p, quat=quaternion)
        axes = {} if is_follower else {"refsite": "world axes of wrenches"}  # else in those of its own site
        spec.add_actuator(name=name, trntype=mujoco.mjtTrn.mjTRN_SITE, target=name, gear=wrench, **axes)
        names.append(name)
    return names


def _remove_stand_in_mass(
    mujoco: Any, model: Any, mechanism: Mechanism, values: dict[str, float], refused: UnsupportedOperation
) -> None:
    """Set the masses of links without mass back to zero: MuJoCo's compiler requires mass on every moving body, its dynamics only
    a regular inertia matrix of the joints. Raises ``refused`` where that matrix is singular."""
    listed = {link.name: link for link in mechanism.links}
    for link in mechanism.link_names:
        lacks = link not in listed or inertia(listed[link], values) is None
        index = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, link)
        if lacks and index > 0 and model.body_mass[index] > 0:
            model.body_mass[index] = 0.0
            model.body_inertia[index] = 0.0
    data = mujoco.MjData(model)
    with quiet(mujoco):
        mujoco.mj_setConst(model, data)
        mujoco.mj_resetDataKeyframe(model, data, 0)
        mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    for column, unit in zip(M, np.eye(model.nv), strict=True):
        mujoco.mj_mulM(model, data, column, unit)
    size = np.sqrt(np.maximum(np.diag(M), 1e-300))
    if np.linalg.eigvalsh(M / np.outer(size, size))[0] < SINGULAR or np.diag(M).min() <= 0:
        raise refused
