"""Pages: escaped, without requests, readable without scripts."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from described_records import described_record

import kinloop as kl
from kinloop.view.page import page as page_module
from kinloop.view.page.html_text import escape, script_text, slug
from kinloop.view.page.motion_data import motion_data
from kinloop.view.page.pack import from_text, unpack
from kinloop.view.page.page import POLICY, Page, Section
from kinloop.view.page.parts import Context, Details, Figure, Markup, Motion, Picture, Preformatted, Table, Text

HOSTILE = "</script><script>alert(1)</script><!-- \"quoted\" 'single' & é \x00 \ud800"
VOID = {"meta", "link", "img", "br", "input", "hr"}


class Reader(HTMLParser):
    """Checks that elements are closed in order, and collects them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, str] = {}

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.text[self.open[-1]] = self.text.get(self.open[-1], "") + data


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def a_motion(title: str = "five bar", id: str = "motion") -> Motion:
    return Motion(*motion_data(described_record("five_bar"), title=title, id=id), poster=b"\x89PNG", plots=b"\x89PNG")


def check_no_request(text: str) -> None:
    """No element outside of scripts names anything but data in the page."""
    for tag, attributes in read(text).found:
        for name in ("src", "href", "action", "data", "poster", "srcset", "xlink:href"):
            value = attributes.get(name)
            assert value is None or value.startswith(("data:", "#")), (tag, name, value)


def test_a_page_has_all_parts_and_makes_no_request() -> None:
    from matplotlib.figure import Figure as MatplotlibFigure

    drawn = MatplotlibFigure(figsize=(2, 2))
    drawn.subplots().plot([0, 1], [1, 0], label="$x_1$")
    parts = [
        Text("first\n\nsecond"),
        Preformatted("a  b"),
        Markup("<math><mi>x</mi></math>"),
        Table(("name", "value"), [("l", 0.25), ("m", None)], "lengths"),
        Figure(drawn, "a falling line", "the caption"),
        Picture(b"\x89PNG", "a picture"),
        Details("more", [Text("hidden")]),
        a_motion(),
    ]
    text = Page("All parts", [Section("One", parts), Section("Two", [], level=3)], "below the title").html()
    check_no_request(text)
    reader = read(text)
    tags = [tag for tag, _ in reader.found]
    for tag in ("h1", "h2", "h3", "p", "pre", "math", "table", "svg", "img", "details", "figure", "noscript", "figcaption"):
        assert tag in tags, tag
    assert reader.text["title"] == "All parts"
    policies = [a["content"] for tag, a in reader.found if tag == "meta" and a.get("http-equiv") == "Content-Security-Policy"]
    assert policies == [POLICY]
    assert ("body", {"class": "kinloop-page"}) in reader.found
    assert any(a.get("data-motion") == "motion" for tag, a in reader.found if tag == "figure")
    assert "https://" not in re.sub(r"<script>.*</script>", "", text, flags=re.DOTALL).replace("http://www.w3.org", "")


def test_the_data_of_a_motion_are_in_its_script_element() -> None:
    text = Page("Two motions", [Section("", [a_motion("first"), a_motion("second")])]).html()
    found = re.findall(r'<script type="text/plain" class="kinloop-data" id="data-([\w-]+)">(.*?)</script>', text, re.DOTALL)
    heads = [unpack(from_text(data))[0] for _, data in found]
    assert [name for name, _ in found] == ["motion", "motion-2"]
    assert [head["id"] for head in heads] == ["motion", "motion-2"]
    assert [head["title"] for head in heads] == ["first", "second"]
    assert text.count("<script>") == 1


def test_hostile_text_stays_text_everywhere() -> None:
    parts = [
        Text(HOSTILE),
        Preformatted(HOSTILE),
        Table((HOSTILE,), [(HOSTILE,)], HOSTILE),
        Picture(b"\x89PNG", HOSTILE, HOSTILE),
        Details(HOSTILE, []),
        a_motion("</script><script>alert(1)</script>", id='"><script>'),
    ]
    text = Page(HOSTILE, [Section(HOSTILE, parts)], HOSTILE).html()
    text.encode()
    reader = read(text)
    scripts = [attributes for tag, attributes in reader.found if tag == "script"]
    assert scripts == [{"type": "text/plain", "class": "kinloop-data", "id": "data-script"}, {}]
    assert "alert(1)" in reader.text["h1"]
    assert "\x00" not in text
    assert not [name for _, attributes in reader.found for name in attributes if name.startswith("on")]


def test_names_in_addresses_are_plain_and_unique() -> None:
    taken: set[str] = set()
    assert [slug(text, taken) for text in ("How it was made", "how it was made!", "</h2>", "λ", "")] == [
        "how-it-was-made",
        "how-it-was-made-2",
        "h2",
        "part",
        "part-2",
    ]


@pytest.mark.parametrize("source", ['x = "</script>"', "x = '</SCRIPT'", "x = '<!-- <script>'", "a < b"])
def test_no_script_ends_its_element(source: str) -> None:
    written = script_text(source)
    assert not re.search(r"</script|<!--", written, re.IGNORECASE)
    assert written.replace("\\", "") == source


def test_forbidden_characters_are_replaced() -> None:
    assert escape("a\x00b\x1b\ud800\n\t<>&\"'") == "a\ufffdb\ufffd\ufffd\n\t&lt;&gt;&amp;&quot;&#x27;"


def test_figures_share_a_page_without_sharing_names() -> None:
    from matplotlib.figure import Figure as MatplotlibFigure

    drawn = MatplotlibFigure(figsize=(2, 2))
    drawn.subplots().set_title('url(#clip) id="x" <b> --> label')
    context = Context()
    first, second = (Figure(drawn, "the same").html(context) for _ in range(2))
    names = [set(re.findall(r'\bid="([^"]+)"', text)) for text in (first, second)]
    assert names[0]
    assert not names[0] & names[1]
    for text, known in zip((first, second), names, strict=True):
        used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
        assert used <= known
        assert "<style" not in text
        assert "<b>" not in text
        read(text)
    assert first == Figure(drawn, "the same").html(Context())


def test_columns_of_numbers_are_aligned_and_others_are_not() -> None:
    text = Table(("name", "value", "mixed"), [("a", 1.23456789, 2), ("b", None, "two")]).html(Context())
    assert '<td class="number">1.23457</td>' in text
    assert "<td>2</td>" in text
    assert "<td></td>" in text
    assert read(Table(("only",), []).html(Context())).text["th"] == "only"


def test_long_pages_have_a_list_of_their_sections() -> None:
    sections = [Section(f"Part {k}", [Text("words")]) for k in range(8)]
    text = Page("Long", sections).html()
    reader = read(text)
    links = [attributes["href"] for tag, attributes in reader.found if tag == "a"]
    assert links == [f"#part-{k}" for k in range(8)]
    names = [attributes.get("id") for _, attributes in reader.found]
    assert all(link[1:] in names for link in links)
    assert "<nav" not in Page("Short", sections[:3]).html()


def test_a_page_without_motions_has_no_script() -> None:
    assert "<script" not in Page("Text", [Section("", [Text("words")])]).html()


def test_a_missing_script_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "SCRIPT", ("client", "nothing.js"))
    with pytest.raises(kl.FileError, match=r"nothing.js' is missing.*install kinloop again"):
        Page("Motion", [Section("", [a_motion()])]).html()


def test_pages_are_written_atomically_and_the_same_data_give_the_same_page(tmp_path: Path) -> None:
    page = Page("Same", [Section("", [a_motion(), Table(("a",), [(np.float64(0.5),)])])])
    assert page.save(tmp_path / "a.html") == tmp_path / "a.html"
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == page.html()
    assert [file.name for file in tmp_path.iterdir()] == ["a.html"]
