"""A start configuration where the description's own does not exist: its expressions have no value for the lengths that were
given."""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import numpy as np

from kinloop.errors import DescriptionError, ExpressionError, KinloopWarning, listing
from kinloop.model.dynamics.compiled_formulas import CompiledFormulas
from kinloop.model.dynamics.loop_closure import assemble_machine

Array = np.ndarray


def start_elsewhere(
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
