"""What a run comes to under proxies, for its own page: its package knows no scores."""

from typing import Any

from django import template

from metrics.actions.proxies_kept import scores_under_proxies
from pooling.models import Run

register = template.Library()


@register.inclusion_tag("_under_proxies.html")
def under_proxies(run: Run) -> dict[str, Any]:
    return {"run": run, "rows": scores_under_proxies(run)}
