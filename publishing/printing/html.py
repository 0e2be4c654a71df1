"""A document as one HTML file that needs nothing but itself, with a style for paper."""

from functools import cache
from pathlib import Path

from django.template.loader import render_to_string

from publishing.printing.document import Document

STYLE = Path(__file__).with_name("report.css")


@cache
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")


def as_html(document: Document) -> str:
    return render_to_string(
        "publishing/print/report.html", {"document": document, "style": _style()}
    )
