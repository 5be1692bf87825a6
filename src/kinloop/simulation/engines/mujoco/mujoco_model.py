"""A machine as MuJoCo takes it: the MJCF that kinloop writes, wrenches on frames, and links without mass where it can have them.

A wrench is an actuator on a site whose axes are those of a site that does not move, so that MuJoCo itself keeps it in world axes.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from kinloop.errors import UnsupportedOperation
from kinloop.mechanism.formats.mjcf.mjcf_bodies import inertia
from kinloop.mechanism.formats.mjcf.mjcf_write import write_mjcf
from kinloop.mechanism.parts.parts import Anchor, Mechanism
from kinloop.mechanism.parts.transforms import placement

Array = np.ndarray
STAND_IN = 1.0  # kg, while MuJoCo compiles
SINGULAR = 1e-12  # of the joints' inertia matrix, each joint in units of its own inertia


def mujoco_model(
    mechanism: Mechanism, values: dict[str, float], step: float, q: Array, wrenches: Mapping[str, Array]
) -> tuple[Any, list[int]]:
    """MuJoCo's model, and which of its controls are wrenches, to be set to 1.

    Raises: UnsupportedOperation: a loop, a link or a wrench that MuJoCo cannot have.
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
    model = spec.compile()
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_AUTORESET  # else a diverged run starts again without a word
    if refused is not None:
        _take_mass_back(mujoco, model, mechanism, values, refused)
    return model, [model.actuator(name).id for name in controls]


@contextmanager
def quiet(mujoco: Any) -> Iterator[None]:
    """MuJoCo's warnings are printed and logged to a file unless somebody takes them; who calls this looks at the numbers."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda message: None)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)


def anchor_of(mechanism: Mechanism, frame: str) -> Anchor:
    """The tool, a declared frame or a link."""
    if frame == "tool":
        return mechanism.tool or Anchor(link=mechanism.joints[-1].child)
    return mechanism.frames.get(frame) or Anchor(link=frame)


def _add_wrenches(
    mujoco: Any, spec: Any, mechanism: Mechanism, values: dict[str, float], wrenches: Mapping[str, Array]
) -> list[str]:
    base = next(link for link in mechanism.link_names if link not in {joint.child for joint in mechanism.joints})
    bodies, names = {body.name: body for body in spec.bodies}, list[str]()
    for frame, wrench in wrenches.items():
        anchor = anchor_of(mechanism, frame)
        if anchor.link == base:
            continue  # which takes it
        body = bodies.get(anchor.link)
        if body is None:
            raise UnsupportedOperation(
                f"{mechanism.name}: the wrench on {frame!r} acts on link {anchor.link!r}, which has no mass and in MuJoCo no body"
            )
        name = f"wrench on {frame}"
        if not names:
            spec.worldbody.add_site(name="world axes of wrenches")
        body.add_site(name=name, pos=placement(anchor.origin, values).p)
        spec.add_actuator(name=name, trntype=mujoco.mjtTrn.mjTRN_SITE, target=name, refsite="world axes of wrenches", gear=wrench)
        names.append(name)
    return names


def _take_mass_back(
    mujoco: Any, model: Any, mechanism: Mechanism, values: dict[str, float], refused: UnsupportedOperation
) -> None:
    """MuJoCo's compiler wants mass on every body that moves, its dynamics only an inertia of the joints that is regular: a link
    without mass that carries others has it. Raises ``refused`` where it is not."""
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
