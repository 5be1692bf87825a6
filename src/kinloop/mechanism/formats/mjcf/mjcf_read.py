"""Descriptions in MJCF, read by MuJoCo.

``MjSpec`` reads the cleaned XML, and its compiler resolves what a file may express in several ways: default classes, units of
angles, orders of Euler angles, frames, limits that are implied, inertia from geoms, a total mass. The mechanism is made from the
result. Only a full inertia matrix is taken as written, since MuJoCo diagonalises it to twelve digits.
"""

from __future__ import annotations

import re
import warnings
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from kinloop.errors import DescriptionError, KinloopWarning
from kinloop.mechanism.formats.mjcf.mjcf_drives import drives
from kinloop.mechanism.formats.mjcf.mjcf_equalities import equalities
from kinloop.mechanism.formats.mjcf.mjcf_model import Model
from kinloop.mechanism.formats.mjcf.mjcf_shapes import body_shapes, replace_file_geoms
from kinloop.mechanism.formats.mjcf.mjcf_source import Source, read_source
from kinloop.mechanism.formats.mjcf.mjcf_tree import joints_of, links_of
from kinloop.mechanism.formats.mjcf.mujoco_quiet import run_quietly
from kinloop.mechanism.parts.parts import Anchor, Joint, Mechanism
from kinloop.mechanism.validate.faults import description_error
from kinloop.mechanism.validate.validate import require_valid


def read_mjcf(path: str | PathLike[str]) -> Mechanism:
    """The mechanism of an MJCF file; the world is its base, and all bodies of the world hang on it.

    Coordinates have MuJoCo's names and values (``qpos``). Several joints of a body become a chain with massless links between.
    ``connect`` becomes a ball (two between the same bodies a pin), ``weld`` a weld, a tendon of two sites whose length an
    equality keeps a rod, a joint equality a coupling. Actuators say which joints are actuated, and how strongly; a servo's own
    law is not part of a machine. Where a file has no actuators all hinges and slides are actuated. Sites become frames; the one
    named ``tool`` is the tool, else the end of the longest chain. The first keyframe is the start.

    Args:
        path: the file. What it includes lies in its folder; meshes are kept as references.
    Raises:
        FileError: a file that is missing, unreadable or too large.
        DescriptionError: not MJCF, or with elements that kinloop cannot express; all of them are listed.
    Warns: KinloopWarning: contacts, sensors, cameras and the like are left out; a mesh is missing.
    """
    path = Path(path)
    source = read_source(path)
    model = _compile(source, str(path))
    where = str(path)
    if endless := list(model.not_finite()):
        raise description_error(source.name, str(path), [*source.faults, *endless])
    faults = [*source.faults, *model.unsupported_features()]
    driven = drives(model, source.has_actuators, faults)
    joints = joints_of(model, driven)
    loops, couplings = equalities(model, faults)
    if faults:
        raise description_error(source.name, where, faults)
    frames = model.sites()
    mechanism = Mechanism(
        name=source.name,
        source=path.name,
        gravity=model.gravity,
        links=links_of(model, body_shapes(model, source.meshes)),
        joints=joints,
        loops=loops,
        couplings=couplings,
        tool=frames.pop("tool", None) or (Anchor(link=_last_link(joints)) if joints else None),
        frames=frames,
        start=_start(model, joints),
    )
    require_valid(mechanism, where)
    notes = source.notes + model.notes()
    if notes:
        warnings.warn(f"{where}: read without {'; '.join(notes)}", KinloopWarning, stacklevel=2)
    return mechanism.with_folder(path.parent)


def _compile(source: Source, where: str) -> Model:
    import mujoco  # costs half a second

    def compile_model() -> Model:
        spec = mujoco.MjSpec.from_string(source.text)
        spec.compiler.fusestatic = spec.compiler.discardvisual = False  # every body and geom by its name
        written = [(body, np.array(body.fullinertia)) for body in spec.bodies]
        meshes = replace_file_geoms(spec, mujoco, source.faults)
        return Model(mujoco, spec.compile(), written, meshes)

    try:
        return run_quietly(mujoco, compile_model)
    except (ValueError, RuntimeError, mujoco.FatalError) as error:
        if source.faults:  # the error may follow from these faults
            raise description_error(source.name, where, source.faults) from None
        words = re.sub(r",? line \d+", "", " ".join(str(error).split()))  # lines of the cleaned text
        if "unknown exception" in words:
            words = f"MuJoCo refuses it without a reason; {source.empty_attributes() or 'no attribute is empty'}"
        raise DescriptionError(f"{where}: {words}") from None


def _start(model: Model, joints: tuple[Joint, ...]) -> dict[str, float]:
    """The first keyframe, or the configuration of the file. Without a keyframe zeros are left out, since the file gives no start:
    then any joint may move to close the loops."""
    m: Any = model.m
    qpos = m.key_qpos[0] if m.nkey else m.qpos0
    names = [name for index in range(m.njnt) for name in model.coordinates[index]]
    known = {name for joint in joints for name in joint.coordinates}
    given = {name: float(value) for name, value in zip(names, qpos, strict=True) if name in known}
    return given if m.nkey else {name: value for name, value in given.items() if value != 0}


def _last_link(joints: tuple[Joint, ...]) -> str:
    """The last link of the longest chain of moving joints, the first such in the file; parents come before their children."""
    depths: dict[str, int] = {}
    for joint in joints:
        depths[joint.child] = depths.get(joint.parent, 0) + joint.definition.moves
    return max(depths, key=lambda link: depths[link])
