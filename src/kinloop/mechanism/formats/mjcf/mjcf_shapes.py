"""The shapes of an MJCF file's bodies, and geoms whose meshes are not loaded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from kinloop.mechanism.formats.mjcf.mjcf_model import Model
from kinloop.mechanism.formats.mjcf.mjcf_source import Mesh
from kinloop.mechanism.parts.parts import Shape

# MuJoCo's kinds that can be drawn, with factors from its half lengths to lengths.
SIZES: dict[str, tuple[float, ...]] = {"box": (2.0, 2.0, 2.0), "cylinder": (1.0, 2.0), "capsule": (1.0, 2.0), "sphere": (1.0,)}
FROM_FILES = ("MESH", "HFIELD", "SDF")
LAST_SHOWN = 2  # MuJoCo's viewer shows groups of geoms up to this one; bodies for contacts are in later ones


def replace_file_geoms(spec: Any, mujoco: Any, faults: list[str]) -> list[tuple[Any, str]]:
    """Replace each geom with a mesh or a height field by a small massless ball; returns the geoms with their meshes' names.

    A moving body whose mass would come from such a geom is a fault.
    """
    kinds = [getattr(mujoco.mjtGeom, f"mjGEOM_{kind}") for kind in FROM_FILES]
    mode = int(spec.compiler.inertiafromgeom)  # 0: never, 1: always, 2: where there is no other
    first, last = spec.compiler.inertiagrouprange
    changed = []
    for body in spec.bodies:
        for geom in body.geoms:
            if geom.type not in kinds and not geom.meshname:
                continue
            massive = geom.mass != 0 and (geom.density != 0 or geom.mass > 0) and first <= geom.group <= last
            if massive and (mode == 1 or (mode == 2 and not body.explicitinertial)) and _moves(body):
                source = f"mesh {geom.meshname!r}" if geom.meshname else "a height field"
                faults.append(f"body {body.name!r}: its mass comes from {source}, which is not loaded; write an <inertial>")
            changed.append((geom, geom.meshname))
            geom.type, geom.meshname, geom.hfieldname = mujoco.mjtGeom.mjGEOM_SPHERE, "", ""
            geom.size, geom.mass = [1e-3, 0.0, 0.0], 0.0
    return changed


def _moves(body: Any) -> bool:
    while body is not None and body.name != "world":
        if body.joints:
            return True
        body = body.parent
    return False


def body_shapes(model: Model, meshes: Mapping[str, Mesh]) -> dict[int, tuple[Shape, ...]]:
    """The geoms of each body that can be drawn, of the groups that MuJoCo shows."""
    m, shapes = model.m, defaultdict[int, list[Shape]](list)
    names = {int(geom.id): name for geom, name in model.meshes}
    kinds = {int(getattr(model.mujoco.mjtGeom, f"mjGEOM_{kind.upper()}")): kind for kind in SIZES}
    for k in range(m.ngeom):
        shape = _shape(model, k, names, kinds, meshes) if m.geom_group[k] <= LAST_SHOWN else None
        if shape is not None:
            shapes[int(m.geom_bodyid[k])].append(shape)
    return {body: tuple(drawn) for body, drawn in shapes.items()}


def _shape(model: Model, k: int, names: Mapping[int, str], kinds: Mapping[int, Any], meshes: Mapping[str, Mesh]) -> Shape | None:
    m, origin = model.m, model.placement("geom", k).pose()
    material = int(m.geom_matid[k])
    plain = m.geom_rgba[k].tolist() == [0.5, 0.5, 0.5, 1.0]  # the default: the color of the material holds
    red, green, blue, alpha = (round(float(c), 6) for c in (m.mat_rgba[material] if material >= 0 and plain else m.geom_rgba[k]))
    color = (red, green, blue, alpha)
    if k in names:
        mesh = meshes.get(names[k])
        return None if mesh is None else Shape(kind="mesh", size=mesh.scale, file=mesh.file, origin=origin, color=color)
    kind = kinds.get(int(m.geom_type[k]))
    if kind is None:
        return None  # planes and ellipsoids
    scale = SIZES[kind]
    size = tuple(float(length * factor) for length, factor in zip(m.geom_size[k], scale, strict=False))
    return Shape(kind=kind, size=size, origin=origin, color=color)
