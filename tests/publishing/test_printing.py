"""Printed reports: one document as HTML and PDF, with the report's own numbers, and with nothing in
a name that could be a command."""

import re
import socket
import zlib
from dataclasses import replace
from datetime import date
from html import unescape
from html.parser import HTMLParser

import altair as alt
import pytest
import typst
from django.core.management import CommandError, call_command

from metrics.charts.chart import Chart
from metrics.charts.files import written
from metrics.models import Report
from metrics.queries.reports import result_of
from metrics.table import Column, Percent, Table
from metrics.words import format_cell
from publishing.printing.document import MOST_ROWS, Document, PrintedFigure, PrintedTable, Section
from publishing.printing.files import as_html, as_pdf
from publishing.releases.facts import Facts, LabelFacts
from tests.metrics.reporting import make_report, tables_of
from tests.metrics.worlds import make_world

EVIL = '#panic("x") $x$ *b* _i_ `r` <script>alert(1)</script> @ref \\ [a] "q" 100 %'


def pdf_text(content: bytes) -> str:
    """The letters of a PDF, by the tables with which its fonts say what their glyphs mean."""
    objects = {
        int(found[1]): found[2]
        for found in re.finditer(rb"(\d+) 0 obj\s(.*?)\sendobj", content, re.DOTALL)
    }
    glyphs = {
        number: letters_of(inflated(objects[int(found[1])]))
        for number, body in objects.items()
        if (found := re.search(rb"/ToUnicode (\d+) 0 R", body))
    }
    fonts = {
        name.decode(): glyphs.get(int(number), {})
        for body in objects.values()
        for name, number in re.findall(rb"/(fo?\d+) (\d+) 0 R", body)
    }
    pages = (inflated(body) for body in objects.values())
    text = " ".join(page_text(page, fonts) for page in pages if "BT" in page)
    return re.sub(r"\s+", " ", text).replace("\u200b", "")


def inflated(body: bytes) -> str:
    stream = re.search(rb"stream\r?\n(.*?)\r?\nendstream", body, re.DOTALL)
    if stream is None:
        return ""
    try:
        return zlib.decompress(stream[1]).decode("latin-1")
    except zlib.error:
        return stream[1].decode("latin-1")


ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


def page_text(page: str, fonts: dict[str, dict[str, str]]) -> str:
    text, font = [], dict[str, str]()
    for found in re.finditer(r"/(\w+) [\d.]+ Tf|\(((?:[^\\()]|\\.)*)\)|(\bET\b)", page, re.DOTALL):
        if found[1]:
            font = fonts.get(found[1], {})
        elif found[3]:
            text.append(" ")
        else:
            codes = re.sub(r"\\([0-7]{1,3}|.)", _unescaped, found[2], flags=re.DOTALL)
            places = range(0, len(codes) - 1, 2)
            text += [font.get(f"{ord(codes[n]):02X}{ord(codes[n + 1]):02X}", "") for n in places]
    return "".join(text)


def _unescaped(found: re.Match[str]) -> str:
    word = found[1]
    return chr(int(word, 8)) if word.isdigit() else ESCAPED.get(word, word)


def letters_of(cmap: str) -> dict[str, str]:
    found = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", cmap, re.DOTALL):
        for code, letters in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            found[code.upper()] = bytes.fromhex(letters).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", cmap, re.DOTALL):
        for first, last, letters in re.findall(
            r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block
        ):
            start = int(letters, 16)
            for number in range(int(first, 16), int(last, 16) + 1):
                found[f"{number:04X}"] = chr(start + number - int(first, 16))
    return found


def squeezed(text: str) -> str:
    """Without the white space and hyphens that the end of a line makes."""
    return re.sub(r"[\s\u200b]+", "", text)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text.append(data)


def page_of(html: str) -> _Page:
    page = _Page()
    page.feed(html)
    return page


def picture(title: str = "Alpha is ahead") -> PrintedFigure:
    rows = [("alpha", Percent(0.5)), ("beta", Percent(0.25))]
    table = Table("t", title, [Column("run", "Run"), Column("share", "Share")], rows)
    chart = Chart(
        key="t",
        title=title,
        subtitle="n = 4",
        table=table,
        picture=lambda _: alt.Chart().mark_bar().encode(x="share:Q", y="run:N"),
    )
    return PrintedFigure(title, "n = 4", written(chart, "svg"), written(chart, "pdf"))


def document(*sections: Section) -> Document:
    return Document(f"Report {EVIL}", [EVIL, "Größe 1"], "key", sections)


TABLE = PrintedTable.of(
    Table(
        "t",
        f"Runs {EVIL}",
        [Column("run", EVIL), Column("score", "Score")],
        [(EVIL, Percent(0.125)), ("b_" * 30, None)],
        [EVIL],
    )
)


def test_nothing_in_a_word_is_a_command():
    whole = document(Section(EVIL, [EVIL], [(EVIL, EVIL)], tables=[TABLE]))
    text = squeezed(pdf_text(as_pdf(whole)))
    assert text.count(squeezed(EVIL)) >= 8
    page = page_of(as_html(whole))
    assert not [tag for tag, _ in page.tags if tag == "script"]
    assert "".join(page.text).count(EVIL) >= 8


def test_a_document_needs_no_network_and_is_the_same_bytes(monkeypatch):
    def refuse(*_):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    whole = document(Section("One", figures=[picture()]), Section("Two", tables=[TABLE]))
    content = as_pdf(whole)
    assert content.startswith(b"%PDF-1.")
    assert content == as_pdf(whole)
    assert int(re.search(rb"/Count (\d+)", content)[1]) >= 1
    page = page_of(as_html(whole))
    addresses = [of.get("src") or of.get("href") for _, of in page.tags]
    assert {address[:5] for address in addresses if address} == {"data:"}
    assert [of["alt"] for tag, of in page.tags if tag == "img"] == ["Alpha is ahead. n = 4"]


def test_a_picture_is_in_the_pdf_with_its_words():
    text = squeezed(pdf_text(as_pdf(document(Section("One", figures=[picture()])))))
    for word in ("Alphaisahead", "alpha", "beta", "n=4"):
        assert word in text


def test_a_long_table_is_cut_and_says_so():
    rows = [(f"row {number}", number) for number in range(MOST_ROWS + 5)]
    table = PrintedTable.of(Table("t", "Long", [Column("a", "A"), Column("b", "B")], rows))
    assert (len(table.rows), table.notes[0]) == (MOST_ROWS, "The first 60 of 65 rows.")
    assert table.numbers == [False, True]


@pytest.mark.django_db
def test_it_says_what_the_report_says(tmp_path):
    world = make_world()
    report = make_report(world)
    told = call_command("report", world.name, out=str(tmp_path / "r.html"), json=True)
    assert f'"report": {report.pk}' in told
    text = unescape(" ".join(page_of((tmp_path / "r.html").read_text()).text))
    for _, tables, _ in tables_of(result_of(report)):
        for table in tables:
            assert table.title in text
            for row in table.rows[:MOST_ROWS]:
                assert all(format_cell(cell) in text for cell in row)
    assert report.sha256 in text
    call_command("report", world.name, report=report.pk, out=str(tmp_path / "r.pdf"))
    squashed = squeezed(pdf_text((tmp_path / "r.pdf").read_bytes()))
    assert squeezed("Corrected scores") in squashed
    assert squeezed("strong") in squashed
    assert squeezed(report.sha256) in squashed


@pytest.mark.django_db
def test_the_command_freezes_a_report_where_there_is_none_and_refuses_what_it_cannot(tmp_path):
    world = make_world()
    call_command("report", world.name, out=str(tmp_path / "r.pdf"))
    assert Report.objects.count() == 1
    with pytest.raises(CommandError, match=r"ends in \.html or \.pdf"):
        call_command("report", world.name, out=str(tmp_path / "r.docx"))
    with pytest.raises(CommandError, match="has no report 999"):
        call_command("report", world.name, report=999, out=str(tmp_path / "r.pdf"))
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("report", world.name, out=str(tmp_path / "none" / "r.pdf"))


def test_facts_without_anything_are_still_sentences():
    facts = Facts(
        benchmark="b",
        title="",
        description="",
        captions=0,
        queries=0,
        videos=0,
        release="",
        made_on=date(2026, 3, 1),
        log_position=0,
        verdicts={},
        label=LabelFacts(),
        campaigns=[],
        source_formats=[],
    )
    assert "0 single labels by 0 raters; 0 pairs found relevant" in facts.summary
    assert facts.label.days == ""
    split = replace(facts, verdicts={"relevant": 2, "irrelevant": 3, "disagreement": 1})
    assert "judgements of 6 caption-video pairs" in split.summary
    assert "2 pairs found relevant, 1 left as a disagreement." in split.summary


def test_only_the_fonts_of_the_library_are_used():
    fonts = typst.Fonts(include_system_fonts=False).families()
    assert {"Libertinus Serif", "DejaVu Sans Mono"} <= set(fonts)
