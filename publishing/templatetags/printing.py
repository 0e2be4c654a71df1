"""A report as files to print, for its page."""

from typing import Any

from django import template

from metrics.models import Report
from publishing.actions.print_report import ENDINGS, find_printed

register = template.Library()


@register.inclusion_tag("publishing/_printed.html", takes_context=True)
def printed(context: dict[str, Any], report: Report) -> dict[str, Any]:
    """Links to those that were made, and buttons that have the others made."""
    made = find_printed(report)
    files = [(ending, ending in made) for ending in ENDINGS]
    return {"report": report, "printed": files, "csrf_token": context.get("csrf_token")}
