"""The bundled client: made of the sources in ``client/``, which no user needs Node for."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
TARGET = ROOT / "src" / "kinloop" / "view" / "page" / "client"
# What would let data become code or markup, or make a page ask for something.
REFUSED = re.compile(
    r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|fetch\(|XMLHttpRequest|import\()"
)


@pytest.fixture(scope="module")
def tool() -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "build_client.py")))


@pytest.fixture(scope="module")
def bundle() -> str:
    return files("kinloop.view.page").joinpath("client", "kinloop.js").read_text(encoding="utf-8")


def sources() -> list[Path]:
    return sorted(path for path in (CLIENT / "src").rglob("*") if path.suffix in (".ts", ".css"))


def test_bundle_is_made_of_these_sources(tool: SimpleNamespace) -> None:
    hashes = json.loads((TARGET / "sources.json").read_text(encoding="utf-8"))
    words = "client/ has changed since the bundle was made; run: python tools/build_client.py"
    assert hashes["sources"] == tool.hash_sources(CLIENT), words
    assert hashes["bundle"] == tool.hash_file(TARGET / "kinloop.js"), words


def test_hash_of_sources_sees_names_contents_and_no_line_ends(tool: SimpleNamespace, tmp_path: Path) -> None:
    def hash_of(name: str, content: bytes) -> str:
        folder = tmp_path / f"{name}{len(list(tmp_path.iterdir()))}"
        (folder / "src").mkdir(parents=True)
        (folder / "src" / name).write_bytes(content)
        return str(tool.hash_sources(folder))

    first = hash_of("a.ts", b"one\ntwo\n")
    assert first == hash_of("a.ts", b"one\r\ntwo\r\n")
    assert len({first, hash_of("b.ts", b"one\ntwo\n"), hash_of("a.ts", b"one\n")}) == 3


def test_bundle_and_licences_are_in_the_package(bundle: str) -> None:
    licences = files("kinloop.view.page").joinpath("client", "THIRD_PARTY_LICENSES.txt").read_text(encoding="utf-8")
    for text in (bundle, licences):
        assert "three.js authors" in text
        assert "Leon Sorokin" in text
        assert text.count("Permission is hereby granted, free of charge") >= 1
    assert licences.count("Permission is hereby granted, free of charge") == 2


def test_bundle_can_be_put_into_a_page(bundle: str) -> None:
    """Pages contain it as they are, whatever their encoding, and it names no address but the names of XML's kinds."""
    assert bundle.isascii()
    assert "</script" not in bundle.lower()
    assert "<!--" not in bundle
    assert {re.sub(r"/\d+/", "/YEAR/", each) for each in re.findall(r"https?://[\w./-]+", bundle)} == {
        "http://www.w3.org/YEAR/xhtml",
        "http://www.w3.org/YEAR/svg",
    }
    assert "sourceMappingURL" not in bundle


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(CLIENT).as_posix())
def test_sources_make_no_markup_of_data_and_no_requests(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not REFUSED.findall(text)
    assert not re.findall(r"url\(|@import", text)
    assert path.suffix == ".css" or len(text.splitlines()) <= 450


def test_versions_are_exact_and_without_addresses() -> None:
    package = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    versions = {**package["dependencies"], **package["devDependencies"]}
    assert set(package["dependencies"]) == {"three", "uplot"}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values())
    assert not (CLIENT / "package-lock.json").exists()
    assert "package-lock=false" in (CLIENT / ".npmrc").read_text(encoding="utf-8").splitlines()
    assert "//" not in (CLIENT / ".npmrc").read_text(encoding="utf-8")


def test_tool_refuses_unknown_arguments(tool: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--fast"]) == 2
    assert capsys.readouterr().err == "unknown argument '--fast'; expected --quick or none\n"


@pytest.mark.long
def test_a_rebuild_gives_the_same_bytes(tool: SimpleNamespace, tmp_path: Path) -> None:
    """Installed anew in another folder, the types are right and every byte is the same."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("no Node with npm, which bundles the client")
    client = tmp_path / "client"
    shutil.copytree(CLIENT, client, ignore=shutil.ignore_patterns("node_modules"))
    try:
        tool.install(client)
    except subprocess.CalledProcessError:
        pytest.skip("npm cannot install the client's packages here")
    tool.run(["node", "node_modules/typescript/bin/tsc"], client)
    tool.build(client, tmp_path / "built")
    for name in ("kinloop.js", "THIRD_PARTY_LICENSES.txt", "sources.json"):
        assert (tmp_path / "built" / name).read_bytes() == (TARGET / name).read_bytes(), name
    assert not (client / "package-lock.json").exists()
