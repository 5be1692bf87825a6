"""Export to MJCF with the same motion, also where links have no mass and loops slide.

MuJoCo needs mass on every moving body. Massless links that only keep two points at a constant distance are written as tendons,
prismatic loops as carriages, and massless links that carry others, where the motion is determined without their mass, with a
millionth of a gram.
"""

from __future__ import annotations

import warnings

import casadi as ca
import numpy as np

from kinloop.errors import KinloopWarning, UnsupportedOperation, listing
from kinloop.mechanism.formats.mjcf.mjcf_bodies import LEAST
from kinloop.mechanism.formats.mjcf.mjcf_write import write_mjcf
from kinloop.mechanism.parts.parts import Anchor
from kinloop.mechanism.parts.transforms import at, vector
from kinloop.model.compiled_models import CompiledModels
from kinloop.model.export.massless_rods import with_rods
from kinloop.model.export.sliding_loops import with_carriages

MILLIONTH_OF_A_GRAM = 1e-9  # kg
REGULAR = 1e-9  # the least eigenvalue of the tree's scaled inertia with which such a mass changes nothing


# The largest ratio of MuJoCo's least moment of inertia to the machine's mass times its size squared.
ADDED = 1e-6


def require_enough_inertia(models: CompiledModels) -> None:
    """Check that MuJoCo's least moment of inertia of a body does not change the machine's motion.

    Raises: UnsupportedOperation: the machine is too small or light.
    """
    values = {name: float(value) for name, value in models.parameters.items()}
    mass = sum(at(link.mass, values) for link in models.mechanism.links)
    inertia = mass * float(models.geometry.size) ** 2
    if 0 < ADDED * inertia < LEAST:
        raise UnsupportedOperation(
            f"{models.mechanism.name}: its mass times its size squared is {inertia:.3g} kg m^2, expected {LEAST / ADDED:.3g} or "
            "more: MuJoCo refuses a moving body with less than 1e-15 kg m^2; describe it in smaller units of length or mass"
        )


def mjcf_text(models: CompiledModels) -> str:
    """The MJCF text of models with single parameter values; its keyframe is the start configuration.

    A warning names the joints that the file lacks or has in addition.

    Raises: UnsupportedOperation: MuJoCo does not support a loop or a link; the message says what can be done.
    """
    require_enough_inertia(models)
    carried = with_carriages(models)
    replaced = with_rods(carried.models)
    mechanism = replaced.models.mechanism
    configuration = dict(zip(models.mechanism.coordinates, models.start.tolist(), strict=True))
    configuration |= {name: _slide(models, carried.models, name) for name in carried.joints}
    q = [configuration[name] for name in mechanism.coordinates]
    values = {name: float(value) for name, value in replaced.models.parameters.items()}
    try:
        text = write_mjcf(mechanism, values, q)
    except UnsupportedOperation:
        if not _is_regular(replaced.models, np.array(q)):
            raise
        text = write_mjcf(mechanism, values, q, least_mass=MILLIONTH_OF_A_GRAM)
    _warn(models.mechanism.name, replaced.joints, carried.joints)
    return text


def _slide(models: CompiledModels, carried: CompiledModels, name: str) -> float:
    """The position of a carriage on its rail at the start, from that of the body to which it is welded."""
    joint = next(joint for joint in carried.mechanism.joints if joint.name == name)
    weld = next(loop for loop in carried.mechanism.loops if loop.a.link == joint.child)
    model, values = models.formulas.model.tree_model, {key: float(value) for key, value in models.parameters.items()}
    rail, side = (model.placement(model.tree.anchor(end)) for end in (Anchor(link=joint.parent, origin=joint.origin), weld.b))
    from_rail = ca.Function("from_rail", [model.q, model.parameters], [rail.R.T @ (side.p - rail.p)])
    along = vector(joint.axis, values)
    return float(along @ from_rail(models.start, list(values.values())).full().ravel() / np.linalg.norm(along))


def _is_regular(models: CompiledModels, q: np.ndarray) -> bool:
    """Whether every joint motion has inertia without the mass that MuJoCo requires."""
    M = np.asarray(models.formulas.kernel("tree_inertia")(q, *models.parameter_inputs))
    if np.diag(M).min() <= 0:
        return False
    size = np.sqrt(np.diag(M))
    return bool(np.linalg.eigvalsh(M / np.outer(size, size))[0] > REGULAR)


def _warn(name: str, rods: tuple[str, ...], carriages: tuple[str, ...]) -> None:
    sentences = []
    if rods:
        sentences.append(
            f"without the joints {listing(rods)}, since the links that they carry have no mass and are tendons there"
        )
    if carriages:
        sentences.append(f"with the joints {listing(carriages)}, the carriages of prismatic loops")
    if sentences:
        warnings.warn(f"{name}: MJCF is written {', and '.join(sentences)}", KinloopWarning, stacklevel=4)
