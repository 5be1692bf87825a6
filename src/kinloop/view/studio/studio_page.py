"""The page of the studio: the client's script in a shell that may connect to its own server only."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

SHELL = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>kinloop studio</title>
</head>
<body class="kinloop-studio">
<noscript><p>The studio needs JavaScript.</p></noscript>
<script nonce="NONCE">SCRIPT</script>
</body>
</html>
"""


def studio_page(nonce: str) -> bytes:
    """The page; ``nonce`` is what its script is known by."""
    return SHELL.replace("NONCE", nonce).replace("SCRIPT", _script()).encode()


@cache
def _script() -> str:
    bundle = files("kinloop.view.page") / "client" / "kinloop.js"
    text = bundle.read_text(encoding="utf-8") if bundle.is_file() else ""
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def page_headers(port: int, nonce: str, length: int) -> dict[str, str]:
    """The headers of the page. It shows data and blobs as pictures, and connects to its own server alone."""
    sockets = f"ws://127.0.0.1:{port} ws://localhost:{port}"
    policy = (
        f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
        f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(length),
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
