"""Files that would take long to read: excessive sizes are refused with a message, and others take time in proportion."""

from __future__ import annotations

import pytest

from kinloop.errors import DescriptionError
from kinloop.mechanism.formats.toml.toml_file import mechanism_from_text
from kinloop.mechanism.formats.toml.toml_syntax import MAX_PARTS

ARM = '[links.arm]\nmass = 1\n[joints.q]\nkind = "revolute"\nparent = "base"\nchild = "arm"\n'


def dotted(parts: int, name: str = "a") -> str:
    return ".".join([name] * parts)


@pytest.mark.parametrize(
    "text",
    [
        f"{dotted(20_000)} = 1\n",
        f"[{dotted(20_000)}]\nx = 1\n",
        f"[[{dotted(20_000)}]]\nx = 1\n",
        f"x = {{ {dotted(20_000)} = 1 }}\n",
        f"x = [1, {{ y = 2, {dotted(20_000)} = 1 }}]\n",
        dotted(20_000, '"a b"') + " = 1\n",
        dotted(20_000, "'a'").replace(".", " . ") + " = 1\n",
        f'broken = "no end\n{dotted(20_000)} = 1\n',
        f"x = 1\n  {dotted(MAX_PARTS + 1)} = 1\n",
    ],
)
def test_a_key_of_very_many_names_is_refused(text: str) -> None:
    """Python's own reader takes a time that grows with the square of their number: minutes for a file of 1 MB."""
    with pytest.raises(DescriptionError, match=rf"f\.toml:\d+:\d+: a key of more than {MAX_PARTS} names") as raised:
        mechanism_from_text(ARM + text, "f.toml", "f")
    assert len(str(raised.value)) < 1000


def test_dots_that_are_no_key_are_none() -> None:
    dots = dotted(40)
    comment = f"# {dots}\n"
    texts = f'description = """\n{dots} = 1\n"""\nsource = \'{dots} "x" \'\n'
    numbers = "[motion]\npoints = [" + ", ".join(["[0.5]"] * 2) + "]\ntimes = [0.0, 1.0]\nspace = 'active'\n"
    mechanism = mechanism_from_text(comment + texts + ARM + numbers, "f.toml", "f")
    assert dots in mechanism.description
    deepest = mechanism_from_text(texts + ARM + "joints.q.limits.speed = 1\n".replace("joints.q.", ""), "f.toml", "f")
    assert deepest.joints[0].limits.speed == 1.0


def test_very_many_parameters_are_refused() -> None:
    many = "[parameters]\n" + "".join(f"p{k} = {k}\n" for k in range(20_000))
    with pytest.raises(DescriptionError, match=r"parameters: there are 20000, expected at most 1000"):
        mechanism_from_text(many + ARM, "f.toml", "f")
    enough = "[parameters]\n" + "".join(f"p{k} = {k}\n" for k in range(1000))
    assert len(mechanism_from_text(enough + ARM, "f.toml", "f").parameters) == 1000


@pytest.mark.parametrize("depth", [100, 300, 600, 900, 5_000, 100_000])
@pytest.mark.parametrize("kind", ["array", "table"])
def test_deep_nesting_is_a_fault(depth: int, kind: str) -> None:
    value = "[" * depth + "]" * depth if kind == "array" else "{a=" * depth + "1" + "}" * depth
    for text in (f"x = {value}\n" + ARM, ARM + f"[start]\nq = {value}\n"):
        with pytest.raises(DescriptionError):
            mechanism_from_text(text, "f.toml", "f")


def unknown_names(n: int) -> str:
    return ARM + "[motion]\nspace = 'active'\ntimes = [0, 1]\npoints = [" + ",".join(f'["x{k}"]' for k in range(n)) + "]\n"


def test_the_nearest_name_is_looked_for_a_hundred_times_at_most() -> None:
    """It takes milliseconds each, and no more faults than these are shown: half a minute for 16 000 of them."""
    with pytest.raises(DescriptionError) as raised:
        mechanism_from_text("[parameters]\nx = 1\n" + unknown_names(4_000), "f.toml", "f")
    unknown = [fault.message for fault in raised.value.faults if "no parameter" in fault.message]
    assert len(unknown) == 4_000
    assert 0 < sum("the mechanism has" in message for message in unknown) <= 100


def test_faults_in_one_long_line_share_its_text() -> None:
    """Each fault has the line that it is in: 4 000 copies of a line of 60 000 characters were 250 MB."""
    with pytest.raises(DescriptionError) as raised:
        mechanism_from_text(unknown_names(4_000), "f.toml", "f")
    places = [fault.place for fault in raised.value.faults if fault.place is not None]
    assert len(places) > 1000
    assert len({id(place.source) for place in places}) <= 3
