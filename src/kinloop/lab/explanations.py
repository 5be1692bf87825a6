"""What looks wrong in values that differ, in sentences: another mode, degrees, a sign, a factor, a missing term, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from kinloop.lab.differences import Differences, find_border, fit_terms

Array = np.ndarray
LISTED = 6  # entries that have a sentence of their own
SMALL = 1e-4  # relative: differences that a rounded number may cause


@dataclass(frozen=True)
class Evidence:
    """What an explanation may use: other modes, terms, inputs and parameters by name; the shape of one value."""

    flips: Mapping[str, Array]  # values with signs of the mode the other way, by words about them
    mode: str  # the mode that was asked for, in words; empty where there is one for each sample
    modes: Sequence[str]  # that of each sample, in words; empty without modes
    terms: Sequence[Mapping[str, Array]]  # sums of which the value consists, the coarsest first
    inputs: Mapping[str, Array]
    parameters: Mapping[str, float]
    units: Mapping[str, str]  # of parameters, where they are known
    shape: tuple[int, ...]


def explain(differences: Differences, evidence: Evidence) -> list[str]:
    """Sentences that explain the differences; of entries that nothing explains, their size."""
    whole = explain_whole(differences, evidence)
    if whole:
        return whole
    sentences = []
    wrong = np.flatnonzero(differences.wrong.any(axis=0))
    for k in wrong[:LISTED]:
        sentences.append(_explain_entry(differences.entry(int(k)), _terms_of(evidence, int(k)), evidence))
    if len(wrong) > LISTED:
        sentences.append(f"And {len(wrong) - LISTED} other entries differ.")
    return sentences


def explain_whole(differences: Differences, evidence: Evidence) -> list[str]:
    """One explanation of all entries, or nothing."""
    if differences.is_tiny:
        largest = float(np.abs(differences.gap / differences.scale).max())
        return [f"The values are off by up to {largest:.1g} of their size: a rounded number, or an iteration that ends early?"]
    found = _other_mode(differences, evidence)
    if found:
        return found
    expected, names = differences.expected, differences.names
    if differences.is_in_degrees():
        return ["The angles are in degrees; kinloop has radians."]
    if differences.explains(-expected):
        return ["All values have the wrong sign." if len(names) > 1 else f"{names[0]} has the wrong sign."]
    factor = differences.constant_factor()
    if factor is not None and len(names) > 1:
        return [f"All values are {factor:.6g} times the right ones{_as_parameter(factor, evidence)}."]
    if len(evidence.shape) == 2 and evidence.shape[0] == evidence.shape[1]:
        turned = expected.reshape(-1, *evidence.shape).swapaxes(1, 2).reshape(expected.shape)
        if differences.explains(turned):
            return ["The matrix is transposed."]
    if len(evidence.shape) == 2 and evidence.shape[0] == 6:
        turned = np.roll(expected.reshape(-1, *evidence.shape), 3, axis=1).reshape(expected.shape)
        if differences.explains(turned):
            return ["The angular part comes first; kinloop has the linear part first."]
    if len(evidence.shape) == 1 and 2 <= len(names) <= 4:
        for order in list(permutations(range(len(names))))[1:]:
            if differences.explains(expected[:, list(order)]):
                moved = ", ".join(names[k] for k in order)
                return [f"The entries are in another order: {moved} in the places of {', '.join(names)}."]
    return _fitted_terms(differences, evidence.terms, "") if len(names) > 1 else []


def _other_mode(differences: Differences, evidence: Evidence) -> list[str]:
    """The signs of the mode that are the other way, where this explains what is wrong."""
    wrong = differences.wrong.any(axis=1)
    found, left = {}, wrong.copy()
    for words, values in evidence.flips.items():
        like = differences.rows_like(values) & left
        if like.any():
            found[words] = like
            left = left & ~like
    if not found or left.sum() > 0.02 * wrong.sum():
        return []
    asked = f"; {evidence.mode} was asked for" if evidence.mode else ""
    return [
        f"At {_percent(float(like.mean()))} of the samples{_where(evidence, like)} the mode is mixed up: these are the values "
        f"{words}{asked}."
        for words, like in found.items()
    ]


def _explain_entry(one: Differences, terms: Sequence[Mapping[str, Array]], evidence: Evidence) -> str:
    """One entry: what explains it, or how large the difference is; and where it is wrong."""
    name, unit, expected = one.names[0], f" {one.units[0]}".rstrip(), one.expected
    wrong = one.wrong[:, 0]
    where = _where(evidence, wrong)
    largest = f"up to {np.abs(one.gap).max():.4g}{unit}"
    if one.explains(np.zeros_like(expected)):
        return f"{name} is zero everywhere; its size is {one.size[0]:.4g}{unit}."
    if one.explains(-expected):
        return f"{name} has the wrong sign ({largest})."
    if one.is_in_degrees():
        return f"{name} is in degrees; kinloop has radians."
    if bool(one.wraps[0]) and _is_multiple(one.gap[wrong, 0], np.pi):
        return f"{name} is off by half a turn at {_percent(wrong.mean())} of the samples{where}: arctan where atan2 is needed?"
    factor = one.constant_factor()
    if factor is not None:
        return f"{name} is {factor:.6g} times the right value{_as_parameter(factor, evidence)} ({largest})."
    offset = one.constant_offset()
    if offset is not None:
        words = "larger" if offset[0] > 0 else "smaller"
        by = abs(float(offset[0]))
        return f"{name} is {words} by {by:.6g}{unit} everywhere{_as_parameter(by, evidence, one.units[0])}."
    fitted = _fitted_terms(one, terms, f"{name} ")
    if fitted:
        return fitted[0]
    if one.explains(-expected, wrong):
        return f"{name} has the wrong sign at {_percent(wrong.mean())} of the samples{where} ({largest})."
    small = " A rounded number?" if float(np.abs(one.gap / one.scale).max()) < SMALL else ""
    share = _percent(wrong.mean())
    return f"{name} differs at {share} of the samples{where}, {largest}; its size is {one.size[0]:.4g}{unit}.{small}"


def _fitted_terms(differences: Differences, choices: Sequence[Mapping[str, Array]], name: str) -> list[str]:
    """How often each term is in the values, of the first sum that fits."""
    for terms in choices:
        found = fit_terms(differences, terms)
        if found is not None:
            return _term_sentences(differences, terms, found, name)
    return []


def _term_sentences(differences: Differences, terms: Mapping[str, Array], found: Mapping[str, float], name: str) -> list[str]:
    sentences = []
    for term, times in found.items():
        if abs(times - 1) < 1e-6:
            continue
        size = f"up to {np.abs(terms[term]).max():.4g} {differences.units[0]}".rstrip()
        if abs(times) < 1e-4:
            sentences.append(f"{name}lacks the part of {_of(term)}, {size}.")
        elif abs(times + 1) < 1e-4:
            sentences.append(f"{name}has the part of {_of(term)} with the wrong sign, {size}.")
        else:
            sentences.append(f"{name}has the part of {_of(term)} {times:.7g} times, {size}.")
    return [sentence if name else f"It {sentence}" for sentence in sentences]


def _of(term: str) -> str:
    return term if term in ("gravity", "friction") else f"the {term}"


def _terms_of(evidence: Evidence, k: int) -> list[dict[str, Array]]:
    return [{name: term[:, [k]] for name, term in terms.items()} for terms in evidence.terms]


def _where(evidence: Evidence, wrong: Array) -> str:
    """The modes, or the values of one input, at which the wrong samples are."""
    here = dict.fromkeys(mode for mode, is_wrong in zip(evidence.modes, wrong, strict=False) if is_wrong)
    elsewhere = {mode for mode, is_wrong in zip(evidence.modes, wrong, strict=False) if not is_wrong}
    if here and elsewhere and not elsewhere & here.keys():
        return f", in {' and '.join(here)}"
    border = find_border(evidence.inputs, wrong)
    return "" if border is None else f", where {border[0]} {border[1]} {border[2]:.4g}"


def _is_multiple(values: Array, of: float) -> bool:
    rest = np.abs(values / of - np.round(values / of))
    return bool(len(values) and (rest < 1e-5).all())


def _as_parameter(value: float, evidence: Evidence, unit: str = "") -> str:
    """Which parameter a number is, or a simple product of two: `` (d/2)``; of a whole number only the parameter itself."""
    for name, p in evidence.parameters.items():
        if unit and evidence.units.get(name, unit) != unit:
            continue
        for text, each in ((name, p), (f"{name}/2", p / 2), (f"2 {name}", 2 * p), (f"-{name}", -p), (f"1/{name}", _inverse(p))):
            if np.isclose(value, each, rtol=1e-6, atol=0) and (text == name or value != round(value)):
                return f" ({text})"
    if value == round(value):
        return ""
    for a, p in evidence.parameters.items():
        for b, r in evidence.parameters.items():
            for text, share in (("", 1.0), ("/2", 0.5), ("/3", 1 / 3), ("/4", 0.25), ("/12", 1 / 12)):
                if p and r and a != b and np.isclose(value, share * p * r**2, rtol=1e-6, atol=0):
                    return f" ({a} {b}^2{text})"
    return ""


def _inverse(value: float) -> float:
    return 1 / value if value else np.inf


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %" if 0.005 <= share <= 0.995 or share == 1 else f"{100 * share:.2g} %"
