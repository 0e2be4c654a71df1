"""A report as files to print, for its page; and the words of what is written to files, which are
English whoever reads them."""

from typing import Any

from django import template

from metrics.models import Report
from metrics.words import counted
from publishing.actions.print_report import ENDINGS, find_printed
from publishing.releases.facts import figure_of

register = template.Library()
register.filter("counted", counted)
register.filter("figure", figure_of)


@register.filter
def grouped(number: float, digits: int = 0) -> str:
    return f"{number:,.{digits}f}"


@register.filter
def in_hundred(share: float) -> str:
    return f"{100 * share:g}"


@register.inclusion_tag("publishing/_printed.html", takes_context=True)
def printed(context: dict[str, Any], report: Report) -> dict[str, Any]:
    """Links to those that were made, and buttons that have the others made."""
    made = find_printed(report)
    files = [(ending, ending in made) for ending in ENDINGS]
    return {"report": report, "printed": files, "csrf_token": context.get("csrf_token")}
