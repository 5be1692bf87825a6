"""Binary messages of the studio: poses of the links after a move, scenes, modes and loci."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy as np

from kinloop.model.robot import Robot
from kinloop.view.page.pack import pack
from kinloop.view.scene.build_scene import build_scene
from kinloop.view.scene.link_numbers import link_numbers
from kinloop.view.studio.machine.machine_state import MachineState

Array = np.ndarray
# The first number of a pose frame; packed data begin with the length of their JSON, which is smaller.
MAGIC = 0xF0A3E5
REACHABLE, WITHIN_LIMITS, AT_BORDER = 1, 2, 4
HEAD = struct.Struct("<IIIff")


def pose_frame(state: MachineState, seq: int, reached: bool) -> bytes:
    """The poses of all links, the active joints and the tool: the answer to a move with this number, or 0 for other pages."""
    found = state.singularity().nearness
    near = [_single(float(found[kind][0])) for kind in ("type 2", "type 1")]
    flags = (REACHABLE if reached else AT_BORDER) | (WITHIN_LIMITS if state.is_within_limits else 0)
    numbers = np.concatenate([link_numbers(state.robot, state.q).ravel(), state.q[state.sliders], state.x])
    return HEAD.pack(MAGIC, seq, flags, *near) + numbers.astype("<f4").tobytes()


def _single(value: float) -> float:
    """A nearness as a 32-bit number; 1 where the machine has no such singularity, NaN where it is not known."""
    return 1.0 if value == np.inf else float(np.clip(value, 0.0, 1e30))


def scene_message(state: MachineState) -> bytes:
    """The machine in three dimensions, and its poses."""
    scene = build_scene(state.robot, state.q)
    meshes, arrays = scene.mesh_data()
    head = {"type": "scene", "scene": scene.as_json(), "meshes": meshes, "poses": "poses"}
    return pack(head, {**arrays, "poses": link_numbers(state.robot, state.q).astype(np.float32)})


def mode_message(robot: Robot, configurations: Sequence[Array]) -> bytes:
    """The poses of all links in each of some configurations."""
    poses = link_numbers(robot, np.array(configurations)).astype(np.float32)
    return pack({"type": "mode_poses", "count": len(configurations)}, {"poses": poses})
