"""MuJoCo's bodies and joints as links and joints."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kinloop.mechanism.formats.mjcf.mjcf_drives import Drive
from kinloop.mechanism.formats.mjcf.mjcf_model import FREE, HINGE, KINDS, SLIDE, UNBOUNDED, Model
from kinloop.mechanism.parts.parts import Friction, Joint, Limits, Link, Pose, Rotor, Shape, Spring
from kinloop.mechanism.parts.transforms import Placement, about, normalize, rotation
from kinloop.mechanism.parts.unique_names import unused_name


def links_of(model: Model, shapes: Mapping[int, tuple[Shape, ...]]) -> tuple[Link, ...]:
    """The links of all bodies, the world first; massless links between the joints of a body are only named by joints."""
    m = model.m
    written = {int(body.id): matrix for body, matrix in model.written_inertias}
    links = []
    for k, name in enumerate(model.bodies):
        R = rotation(normalize(m.body_iquat[k]))
        matrix = R @ np.diag(m.body_inertia[k]) @ R.T
        if k in written and not np.isnan(written[k][0]):
            xx, yy, zz, xy, xz, yz = written[k]
            full = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
            if np.allclose(full, matrix, rtol=0, atol=1e-9 * np.abs(full).max()):  # otherwise geoms or a total mass replaced it
                matrix = full
        x, y, z = map(float, m.body_ipos[k])
        entries = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
        inertia = tuple(float(matrix[entry]) for entry in entries)
        com = (x, y, z) if m.body_mass[k] else (0.0, 0.0, 0.0)
        links.append(Link(name=name, mass=float(m.body_mass[k]), com=com, inertia=inertia, shapes=shapes.get(k, ())))
    return tuple(links)


def joints_of(model: Model, drives: Mapping[int, Drive]) -> tuple[Joint, ...]:
    """The joints of all bodies, parents first."""
    taken_links, taken_joints = set(model.bodies), set(model.joints)
    joints: list[Joint] = []
    for body in range(1, model.m.nbody):
        parent, child = model.bodies[model.m.body_parentid[body]], model.bodies[body]
        place, chain = model.placement("body", body), model.joint_range(body)
        if body in model.free_bodies:
            joints.append(_free(model, body, chain, parent, child, drives))
        elif not chain:
            name = unused_name(f"{child}_fixed", taken_joints)
            joints.append(Joint(name=name, kind="fixed", parent=parent, child=child, origin=place.pose()))
        elif model.m.jnt_type[chain[0]] == FREE:  # its position is that of the body, not the one in the file
            joints.append(_joint(model, chain[0], parent, child, Pose(), drives))
        else:
            joints += _chain(model, chain, parent, child, place, drives, taken_links, taken_joints)
    return tuple(joints)


def _chain(
    model: Model,
    chain: list[int],
    parent: str,
    child: str,
    place: Placement,
    drives: Mapping[int, Drive],
    taken_links: set[str],
    taken_joints: set[str],
) -> list[Joint]:
    """The joints of one body: each rotates or shifts it about its own point, in the frame that the joints before it moved."""
    m, joints = model.m, []
    here = np.zeros(3)  # the point of the body at which the last frame stands
    for k in chain:
        anchor, axis = np.array(m.jnt_pos[k]), np.array(m.jnt_axis[k])
        if m.jnt_type[k] == SLIDE:
            anchor = here  # a translation has no point
        origin = place @ Placement(anchor - here)
        reference = float(m.qpos0[m.jnt_qposadr[k]]) if m.jnt_type[k] in (SLIDE, HINGE) else 0.0
        if reference and m.jnt_type[k] == HINGE:  # the body is where the file puts it when the joint is at its reference
            origin = origin @ Placement(quaternion=about(axis, -reference))
        elif reference:
            origin = origin @ Placement(-reference * axis)
        last = k == chain[-1] and not anchor.any()
        link = child if last else unused_name(f"{child}_{model.joints[k]}", taken_links)
        joints.append(_joint(model, k, parent, link, origin.pose(), drives))
        parent, here, place = link, anchor, Placement()
    if parent != child:
        name = unused_name(f"{child}_fixed", taken_joints)
        joints.append(Joint(name=name, kind="fixed", parent=parent, child=child, origin=Placement(-here).pose()))
    return joints


def _joint(model: Model, k: int, parent: str, child: str, origin: Pose, drives: Mapping[int, Drive]) -> Joint:
    m, kind, dof, drive = model.m, int(model.m.jnt_type[k]), int(model.m.jnt_dofadr[k]), drives[k]
    x, y, z = map(float, m.jnt_axis[k])
    scalar = kind in (SLIDE, HINGE)
    lower, upper = (bound if abs(bound) < UNBOUNDED else np.copysign(np.inf, bound) for bound in map(float, m.jnt_range[k]))
    spring = 0.0 if model.is_disabled("SPRING") else float(np.ravel(m.jnt_stiffness[k])[0])
    damping = 0.0 if model.is_disabled("DAMPER") else float(m.dof_damping[dof])
    dry = 0.0 if model.is_disabled("FRICTIONLOSS", "CONSTRAINT") else float(m.dof_frictionloss[dof])
    return Joint(
        name=model.joints[k],
        kind=KINDS[kind].name,
        parent=parent,
        child=child,
        origin=origin,
        axis=(x, y, z) if scalar else (0.0, 0.0, 1.0),
        actuated=drive.actuated,
        limits=Limits(position=(lower, upper) if scalar and m.jnt_limited[k] else None, effort=drive.effort),
        friction=Friction(viscous=damping, coulomb=dry),
        rotor=Rotor(inertia=float(m.dof_armature[dof])),
        spring=Spring(stiffness=spring, rest=float(m.qpos_spring[m.jnt_qposadr[k]])) if scalar and spring else Spring(),
    )


def _free(model: Model, body: int, chain: list[int], parent: str, child: str, drives: Mapping[int, Drive]) -> Joint:
    """Three slides and a ball as one joint."""
    ball = _joint(model, chain[-1], parent, child, model.placement("body", body).pose(), drives)
    efforts = [effort for k in chain if (effort := drives[k].effort) is not None]
    limits = Limits(effort=min(efforts)) if efforts else Limits()
    return ball.model_copy(update={"name": model.free_bodies[body], "kind": "free", "limits": limits})
