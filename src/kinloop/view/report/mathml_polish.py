"""What browsers need to set MathML well: bold letters as characters, operators as operators, accents, names of functions."""

from __future__ import annotations

from xml.etree import ElementTree

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
Element = ElementTree.Element
ElementTree.register_namespace("", NAMESPACE)

# Browsers know no bold letters by attribute (MathML Core), but as characters: where each alphabet begins.
BOLD, BOLD_ITALIC = "bold", "bold-italic"
ALPHABETS = {
    BOLD: {"A": 0x1D400, "a": 0x1D41A, "0": 0x1D7CE, "\u0391": 0x1D6A8, "\u03b1": 0x1D6C2},
    BOLD_ITALIC: {"A": 0x1D468, "a": 0x1D482, "0": 0x1D7CE, "\u0391": 0x1D71C, "\u03b1": 0x1D736},
}
LENGTHS = {"A": 26, "a": 26, "0": 10, "\u0391": 25, "\u03b1": 25}
# Operators that come as letters, with the space on either side.
OPERATORS = {"\u00b1": "0.2222em", "\u2213": "0.2222em", "\u27fa": "0.2778em", "\u21d4": "0.2778em", "\u2192": "0.2778em"}
ACCENTS = set("\u02d9\u00a8\u20db^\u02c6~\u02dc\u00af\u2192\u20d7")
THIN = "0.1667em"
OPENING = set("([{|")


def polish(root: Element) -> None:
    """Change the elements of an equation in place."""
    for element in list(root.iter()):
        _join_letters(element)
    for element in root.iter():
        _set_bold(element)
        _set_operator(element)
        _set_accent(element)
    for element in list(root.iter()):
        _space_functions(element)


def _name(element: Element) -> str:
    return element.tag.split("}")[-1]


def _set_bold(element: Element) -> None:
    alphabets = ALPHABETS.get(element.get("mathvariant", ""))
    if alphabets is None or _name(element) not in ("mi", "mn"):
        return
    element.text = "".join(_bold_letter(letter, alphabets) for letter in element.text or "")
    element.set("mathvariant", "normal")


def _bold_letter(letter: str, alphabets: dict[str, int]) -> str:
    for first, begin in alphabets.items():
        place = ord(letter) - ord(first)
        if 0 <= place < LENGTHS[first]:
            return chr(begin + place)
    return letter


def _set_operator(element: Element) -> None:
    if _name(element) == "mi" and (space := OPERATORS.get(element.text or "")):
        element.tag = f"{{{NAMESPACE}}}mo"
        element.set("lspace", space)
        element.set("rspace", space)


def _set_accent(element: Element) -> None:
    """Dots and arrows above a letter are accents, which are not made smaller."""
    if _name(element) == "mover" and len(element) == 2 and (element[1].text or "") in ACCENTS:
        element.set("accent", "true")
        if element[1].text == "\u20db":  # three dots that combine with a letter: alone they are three dots
            element[1].text = "\u22ef"


def _join_letters(element: Element) -> None:
    r"""``\mathrm{atan2}`` comes as a letter an element; as one name it is upright and close."""
    parts = list(element)
    if _name(element) != "mrow" or len(parts) < 2:
        return
    is_upright = all((_name(part) == "mi" and part.get("mathvariant") == "normal") or _name(part) == "mn" for part in parts)
    if not is_upright or _name(parts[0]) != "mi":
        return
    name = "".join(part.text or "" for part in parts)
    for part in parts:
        element.remove(part)
    element.tag, element.text = f"{{{NAMESPACE}}}mi", name
    element.set("mathvariant", "normal")


def _is_function(element: Element) -> bool:
    text = element.text or ""
    return _name(element) == "mi" and len(text) > 1 and text.isascii() and text.isalnum()


def _space_functions(row: Element) -> None:
    """A thin space between the name of a function and what is not a bracket or an operator beside it."""
    if _name(row) not in ("mrow", "mtd", "math", "mstyle"):
        return
    parts = list(row)
    spaced: list[Element] = []
    for k, part in enumerate(parts):
        if spaced and ((_starts_with_function(part) and _is_operand(parts[k - 1])) or _starts_with_function(parts[k - 1])):
            text = part.text or ""
            if (
                _name(part) != "mo"
                and _name(part) != "mspace"
                and not (_name(part) == "mrow" and _opens(part))
                and text[:1] not in OPENING
            ):
                spaced.append(ElementTree.Element(f"{{{NAMESPACE}}}mspace", {"width": THIN}))
        spaced.append(part)
    row[:] = spaced


def _starts_with_function(element: Element) -> bool:
    return _is_function(element) or (_name(element) in ("msup", "msub") and len(element) > 0 and _is_function(element[0]))


def _is_operand(element: Element) -> bool:
    return _name(element) not in ("mo", "mspace")


def _opens(element: Element) -> bool:
    return len(element) > 0 and (element[0].text or "")[:1] in OPENING
