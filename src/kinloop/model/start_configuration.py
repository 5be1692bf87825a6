"""The start configuration: assembled from the description's numbers, or near them where they have no value for the given
lengths."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import numpy as np

from kinloop.errors import DescriptionError, ExpressionError, KinloopWarning, listing
from kinloop.model.dynamics.loop_closure import WRITTEN, assemble_machine, assemble_with_fixed
from kinloop.model.formulas.compiled_formulas import CompiledFormulas
from kinloop.model.geometry.geometry import Geometry

Array = np.ndarray


def assemble_start(geometry: Geometry, described: Array, fixed: list[int]) -> Array:
    """The start with closed loops, as near as possible to the described one.

    Args: the geometry, the described start, and the places of the active coordinates that the description gives: they keep
        their values.
    Raises: DescriptionError: the loops do not close at these active coordinates.
    """
    mechanism, model, p = geometry.mechanism, geometry.formulas.model.tree_model, np.ravel(geometry.p)
    q = assemble_with_fixed(model, p, described, fixed, geometry.limits)
    if q is not None:
        return q
    elsewhere = assemble_machine(model, p, described).configurations[0]
    if np.all(np.abs((elsewhere - described) / geometry.units)[fixed] <= WRITTEN):
        return elsewhere
    names = mechanism.coordinates
    given, found = (listing(f"{names[k]} = {each[k]:.6g}" for k in fixed) for each in (described, elsewhere))
    raise DescriptionError(
        f"{mechanism.name}: start: its active coordinates cannot be kept: no passive joints were found that close the "
        f"loops at {given}; they close at {found}"
    )


def nearby_start(
    formulas: CompiledFormulas, parameters: Array, described: Array, overrides: Mapping[str, float], fault: ExpressionError
) -> Array:
    """An assembled configuration near the start of the described lengths, with a warning.

    Args: the formulas and the values of all parameters, the start of the described lengths, the values that were given, and why
        there is no start for them.
    Raises: DescriptionError: the loops do not close there either.
    """
    mechanism = formulas.mechanism
    name, given = mechanism.name, listing(f"{key} = {value:g}" for key, value in overrides.items())
    try:
        q = assemble_machine(formulas.model.tree_model, parameters, described).configurations[0]
    except DescriptionError:
        gap = float(np.max(np.abs(np.asarray(formulas.kernel("closure")(described, parameters))), initial=0.0))
        raise DescriptionError(
            f"{name}: its start does not exist for {given}: {fault}. Nor do the loops close near the start of the described "
            f"lengths, where the largest gap is {gap:.3g} (m or rad); check the lengths, or describe another [start]"
        ) from None
    configuration = listing(f"{key} = {value:.4g}" for key, value in zip(mechanism.coordinates, q, strict=True))
    warnings.warn(
        f"{name}: its start does not exist for {given}: {fault}. It starts near the start of the described lengths instead, "
        f"at {configuration}",
        KinloopWarning,
        stacklevel=4,
    )
    return q
