"""A leaderboard as a page, and as a folder of files that needs no server."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from metrics.frozen import canonical
from metrics.table import Percent
from metrics.table_files import as_csv
from metrics.words import format_cell, percent
from publishing.board import NAMED, SHORT, board_table, cells_of, leader_of
from publishing.board_chart import board_lines
from publishing.queries.boards import PublicBoard

FONT = re.compile(rb"@font-face \{.*?\}\n", re.DOTALL)
STYLES = ("css/truepool.css", "css/leaderboard.css")
EMBEDDED_FRAME, EMBEDDED_WARNING, EMBEDDED_ROW = 490, 110, 104
PAGE, EMBEDDED = "publishing/leaderboard.html", "publishing/leaderboard_embed.html"


# Where what belongs to a leaderboard is, as its pages link to it. Served, it has an icon, and
# `embedded`: the whole address, to be copied.
IN_A_FOLDER = {
    "page": "index.html",
    "json": "leaderboard.json",
    "csv": "leaderboard.csv",
    "report": "report.json",
    "bundle": "bundle.zip",
    "light": "scores.svg",
    "dark": "scores-dark.svg",
    "styles": [Path(one).name for one in STYLES],
}


def page_of(board: PublicBoard, at: Mapping[str, Any], theme: str = "") -> dict[str, Any]:
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


def _row(row: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
    """The row with cells in place of numbers."""
    scores = [row["scores"][measure] for measure in content["measures"]]
    return {
        **row,
        "scores": [(*cells_of(score), score["why"]) for score in scores],
        "judged": Percent(row["judged"]),
        "judged_low": row["run"] in content["too_few_judged"],
    }


def sentence_of(content: Mapping[str, Any]) -> str:
    """What it says first: who leads, and who cannot be told apart from them."""
    lead, measure = leader_of(content), content["ordered_by"]
    best = content["rows"][0]["scores"][measure]
    words = {"run": lead.run, "measure": measure, "near": ", ".join(lead.near)}
    words["score"] = format_cell(cells_of(best)[0])
    words["count"] = str(len(content["rows"]) if lead.all_alike else len(lead.near))
    if lead.alone:
        return _("One run is shown: %(run)s, with %(measure)s %(score)s.") % words
    if lead.all_alike:
        return _("None of the %(count)s runs can be told apart under %(measure)s.") % words
    if not lead.near:
        return _("%(run)s leads with %(measure)s %(score)s, and all others are behind.") % words
    if len(lead.near) > NAMED:
        return (
            _(
                "%(run)s leads with %(measure)s %(score)s, and cannot be told apart from %(count)s"
                " other runs."
            )
            % words
        )
    return (
        _("%(run)s leads with %(measure)s %(score)s, and cannot be told apart from %(near)s.")
        % words
    )


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
    files = {
        "page": render_to_string(PAGE, page_of(board, IN_A_FOLDER)).encode(),
        "json": canonical(board.content),
        "csv": as_csv(board.table).encode(),
        "report": report,
        "bundle": bundle,
    }
    themes = (theme for theme in ("light", "dark") if theme in board.pictures)
    files |= {theme: board.pictures[theme].encode() for theme in themes}
    for what, content in files.items():
        yield str(IN_A_FOLDER[what]), content
    for style in STYLES:
        found = finders.find(style) or Path(settings.STATIC_ROOT or "") / style
        # Without the font, which is no file of the folder: it has the reader's own.
        yield Path(style).name, FONT.sub(b"", Path(str(found)).read_bytes())
