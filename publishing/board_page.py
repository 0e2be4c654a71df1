"""A leaderboard as a page, and as a folder of files that needs no server."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from metrics.frozen import canonical
from metrics.table import Corrected, Percent, Span
from metrics.table_files import as_csv
from metrics.words import format_cell, percent
from publishing.board import NAMED, SHORT, board_table, leader_of, span_of
from publishing.board_chart import board_lines
from publishing.queries.boards import PublicBoard

STYLES = ("css/truepool.css", "css/leaderboard.css")
EMBEDDED_FRAME, EMBEDDED_WARNING, EMBEDDED_ROW = 490, 110, 104
PAGE, EMBEDDED = "publishing/leaderboard.html", "publishing/leaderboard_embed.html"


@dataclass(frozen=True, slots=True)
class Score:
    measure: str
    corrected: Corrected
    interval: Span
    group: str  # of this measure
    no_interval: str = ""  # why there is none


@dataclass(frozen=True, slots=True)
class PageRow:
    run: str
    model: str
    link: str
    day: str
    group: str
    scores: Sequence[Score]
    judged: Percent
    judged_low: bool


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where what belongs to a leaderboard is, as its pages link to it."""

    page: str
    json: str
    csv: str
    report: str
    bundle: str
    light: str
    dark: str
    styles: Sequence[str]
    icon: str = ""
    embedded: str = ""  # whole, to be copied; empty where there is none


IN_A_FOLDER = Addresses(
    page="index.html",
    json="leaderboard.json",
    csv="leaderboard.csv",
    report="report.json",
    bundle="bundle.zip",
    light="scores.svg",
    dark="scores-dark.svg",
    styles=[Path(one).name for one in STYLES],
)


def page_of(board: PublicBoard, at: Addresses, theme: str = "") -> dict[str, Any]:
    """What its templates are given. theme: light or dark; empty for the reader's own."""
    content = board.content
    return {
        "board": content,
        "table": board_table(content),
        "rows": [_row(row, content) for row in content["rows"]],
        "sentence": sentence_of(content),
        "judged": judged_of(content),
        "low": ", ".join(content["too_few_judged"]),
        "at": at,
        "has_chart": bool(board.pictures),
        "lines": board_lines(content),
        "height": height_of(content),
        "theme": theme,
        "short": content["sha256"][:SHORT],
        "name": f"Truepool {content['versions']['truepool']}",
    }


def height_of(content: Mapping[str, Any]) -> int:
    """Pixels that the embedded page takes in a column of text, so that it needs no second scroll
    bar: all above and around the rows, and those in the picture and in the table."""
    warning = EMBEDDED_WARNING if content["too_few_judged"] else 0
    return EMBEDDED_FRAME + warning + EMBEDDED_ROW * len(content["rows"])


def _row(row: Mapping[str, Any], content: Mapping[str, Any]) -> PageRow:
    judged = row["judged"]
    return PageRow(
        row["run"],
        row["model"] or "",
        row["link"] or "",
        row["date"] or "",
        row["group"],
        [_score(measure, row["scores"][measure]) for measure in content["measures"]],
        Percent(judged),
        row["run"] in content["too_few_judged"],
    )


def _score(measure: str, score: Mapping[str, Any]) -> Score:
    corrected, interval = Corrected(score["all"], score["original"]), span_of(score["interval"])
    return Score(measure, corrected, interval, score["group"], score["why"] or "")


def sentence_of(content: Mapping[str, Any]) -> str:
    """What it says first: who leads, and who cannot be told apart from them."""
    lead, measure = leader_of(content), content["ordered_by"]
    best = content["rows"][0]["scores"][measure]
    words = {"run": lead.run, "measure": measure, "near": ", ".join(lead.near)}
    words["score"] = format_cell(_score(measure, best).corrected)
    words["count"] = str(len(content["rows"]) if lead.all_alike else len(lead.near))
    if lead.alone:
        return _("One run is shown: %(run)s, with %(measure)s %(score)s.") % words
    if lead.all_alike:
        return _("None of the %(count)s runs can be told apart under %(measure)s.") % words
    if not lead.near:
        return _("%(run)s leads with %(measure)s %(score)s, and all others are behind.") % words
    if len(lead.near) > NAMED:
        text = _(
            "%(run)s leads with %(measure)s %(score)s, and cannot be told apart from %(count)s"
            " other runs."
        )
        return text % words
    text = _("%(run)s leads with %(measure)s %(score)s, and cannot be told apart from %(near)s.")
    return text % words


def judged_of(content: Mapping[str, Any]) -> str:
    """How much of the runs' first ranks has a verdict, from the least to the most of them."""
    shares = [row["judged"] for row in content["rows"] if row["judged"] is not None]
    least, most = percent(min(shares, default=None)), percent(max(shares, default=None))
    words = {"k": content["k"], "least": least, "most": most}
    if least == most:
        return _("Judged@%(k)s is %(least)s %%.") % words
    return _("Judged@%(k)s is %(least)s to %(most)s %%.") % words


def files_of(board: PublicBoard, report: bytes, bundle: bytes) -> Iterator[tuple[str, bytes]]:
    """A folder that shows the leaderboard from anywhere, without a server. By file name."""
    yield IN_A_FOLDER.page, render_to_string(PAGE, page_of(board, IN_A_FOLDER)).encode()
    yield IN_A_FOLDER.json, canonical(board.content)
    yield IN_A_FOLDER.csv, as_csv(board.table).encode()
    yield IN_A_FOLDER.report, report
    yield IN_A_FOLDER.bundle, bundle
    for theme, name in (("light", IN_A_FOLDER.light), ("dark", IN_A_FOLDER.dark)):
        if theme in board.pictures:
            yield name, board.pictures[theme].encode()
    for style in STYLES:
        found = finders.find(style) or Path(settings.STATIC_ROOT or "") / style
        yield Path(style).name, Path(str(found)).read_bytes()
