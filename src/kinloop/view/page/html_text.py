"""Text inside HTML: escaped, and names that are safe in addresses."""

from __future__ import annotations

import html
import re

# What HTML does not allow, also not as a reference: control characters other than tab and line breaks, and halves of pairs.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def escape(text: object) -> str:
    """Text as it stands in HTML, in elements and in quoted attributes; characters that HTML forbids become U+FFFD."""
    return html.escape(FORBIDDEN.sub("\ufffd", str(text)), quote=True)


def slug(text: str, taken: set[str]) -> str:
    """A name for an address that is not taken yet, and is then: ``How the run was made`` gives ``how-the-run-was-made``."""
    plain = re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
    found, number = plain, 2
    while found in taken:
        found, number = f"{plain}-{number}", number + 1
    taken.add(found)
    return found


def script_text(source: str) -> str:
    """The source of a script as it stands in a page: nothing in it ends the script element.

    The parser of HTML looks for ``</script`` and ``<!--``, also inside strings; there a backslash changes nothing.
    """
    return re.sub(r"<(?=/script|!--)", "<\\\\", source, flags=re.IGNORECASE)
