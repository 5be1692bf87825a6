"""Bundle the web client of reports and studio: needs Node 20 or newer with npm.

    python tools/build_client.py             # install, check types, bundle into src/kinloop/view/page/client, write its hashes
    python tools/build_client.py --quick     # the same without the installation and the check of types

The bundle is committed, so that users need no Node; ``sources.json`` beside it has hashes of the sources and of the bundle.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "client"
TARGET = ROOT / "src" / "kinloop" / "view" / "page" / "client"
# Of these the bundle is made; everything in src counts.
SOURCES = (".npmrc", "build.mjs", "package.json", "tsconfig.json", "src")
# Packages whose code is in the bundle.
PACKAGES = ("three", "uplot")


def main(arguments: list[str]) -> int:
    """Build the client into the package; returns the exit code."""
    if unknown := set(arguments) - {"--quick"}:
        print(f"unknown argument {sorted(unknown)[0]!r}; expected --quick or none", file=sys.stderr)
        return 2
    if shutil.which("node") is None or shutil.which("npm") is None:
        print("the client is built with Node and npm, which are not on the path", file=sys.stderr)
        return 1
    try:
        if not arguments:
            install(CLIENT)
            run(["node", "node_modules/typescript/bin/tsc"], CLIENT)
        build(CLIENT, TARGET)
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} failed", file=sys.stderr)
        return 1
    print(f"{TARGET / 'kinloop.js'}: {(TARGET / 'kinloop.js').stat().st_size / 1e3:.0f} kB")
    return 0


def install(client: Path) -> None:
    """Install the exact versions of ``package.json`` into ``node_modules``; no lock file is written."""
    run([shutil.which("npm") or "npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"], client)


def build(client: Path, target: Path) -> None:
    """Write the bundle, the licences of what it contains, and the hashes."""
    target.mkdir(parents=True, exist_ok=True)
    bundle = target / "kinloop.js"
    run(["node", "build.mjs", str(bundle)], client)
    versions = json.loads((client / "package.json").read_text(encoding="utf-8"))["dependencies"]
    licences = [(name, (client / "node_modules" / name / "LICENSE").read_text(encoding="utf-8").strip()) for name in PACKAGES]
    text = "\n\n".join(f"{name} {versions[name]}\n\n{licence}" for name, licence in licences)
    write(target / "THIRD_PARTY_LICENSES.txt", f"kinloop.js contains code of these packages.\n\n{text}\n")
    hashes = {"sources": hash_sources(client), "bundle": hash_file(bundle)}
    write(target / "sources.json", json.dumps(hashes, indent=2) + "\n")


def hash_sources(client: Path) -> str:
    """The SHA-256 of names and contents of all sources, whatever their line ends are."""
    files = [path for name in SOURCES for path in ([client / name] if (client / name).is_file() else (client / name).rglob("*"))]
    total = hashlib.sha256()
    for path in sorted((path for path in files if path.is_file()), key=lambda path: path.relative_to(client).as_posix()):
        total.update(f"{path.relative_to(client).as_posix()} {hash_file(path)}\n".encode())
    return total.hexdigest()


def hash_file(path: Path) -> str:
    """The SHA-256 of a text file with line feeds as line ends."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
