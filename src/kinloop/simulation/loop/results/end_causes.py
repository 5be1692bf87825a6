"""Whether the law ended a run: efforts grow without bound beside a Type 2 singularity."""

from __future__ import annotations

import numpy as np

from kinloop.model.robot import Robot

Array = np.ndarray
# Samples before the end that count; how near to Type 2 they come; and by how much their commands exceed those before.
LAST, BESIDE, EXCESS = 20, 0.05, 100.0


def growth_at_type_2(machine: Robot, q: Array, command: Array) -> str | None:
    """A sentence that the efforts grew beside a Type 2 singularity, with remedies; None where they did not.

    Args: all positions (k, nq) and commands (k, n_active) of the samples of a run up to its end.
    """
    if not machine.models.is_closed or not len(q) or not command.shape[-1]:
        return None
    size = np.abs(command).max(axis=-1)
    last, known = q[-LAST:], size[-LAST:][np.isfinite(size[-LAST:])]
    with np.errstate(invalid="ignore"):
        near = float(np.nanmin(machine.singularity(last).nearness["type 2"], initial=np.inf))
    peak, usual = float(known.max(initial=0.0)), float(np.nanmedian(size)) if np.isfinite(size).any() else 0.0
    if not near < BESIDE or not (peak > EXCESS * usual or not np.isfinite(size[-1])):
        return None
    commands = (
        f"commands of up to {peak:.3g} N (or N m), {usual:.3g} in the middle of the run" if known.size else "no finite command"
    )
    return (
        f"this is beside a Type 2 singularity (nearness {near:.2g}; 0 at it, about 1 elsewhere) under {commands}: where a law "
        "inverts the model, efforts grow without bound there; limit them (actuators=kl.Actuators(saturation=...)), begin in "
        "another mode (mode=), or follow a motion that crosses with finite efforts (plant='prescribed' returns them)"
    )
