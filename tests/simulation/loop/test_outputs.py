"""The outputs of a record are one table."""

from __future__ import annotations

from dataclasses import fields

import kinloop as kl
from kinloop.simulation.loop.results.outputs import OUTPUTS, SampledMotion


def test_every_array_of_a_record_is_a_sample_or_an_output() -> None:
    arrays = {each.name for each in fields(kl.Record) if each.type == "Array"}
    samples = {each.name for each in fields(SampledMotion)} & arrays
    assert arrays == {"t", *samples, *OUTPUTS}
    assert not samples & set(OUTPUTS)
