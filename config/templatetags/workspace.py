"""The tabs of a benchmark, and its overview, for templates."""

from typing import Any

from django import template

from config.overview import overview_of
from config.workspace import workspace_at
from pooling.models import Benchmark

register = template.Library()
SHOWN = 8


@register.inclusion_tag("workspace/_tabs.html", takes_context=True)
def tabs(context: dict[str, Any]) -> dict[str, Any]:
    """Of the benchmark that the page belongs to; nothing on other pages."""
    request = context.get("request")
    return {"request": request, "workspace": workspace_at(request) if request else None}


@register.inclusion_tag("workspace/_switch.html", takes_context=True)
def switch(context: dict[str, Any]) -> dict[str, Any]:
    """From the benchmark that the page belongs to, to the newest others."""
    request = context.get("request")
    found = workspace_at(request) if request else None
    if found is None:
        return {"workspace": None}
    others = Benchmark.objects.exclude(pk=found.facts.benchmark.pk).order_by("-pk")
    return {"workspace": found, "others": others[:SHOWN]}


@register.inclusion_tag("workspace/_overview.html", takes_context=True)
def overview(context: dict[str, Any]) -> dict[str, Any]:
    request = context["request"]
    found = workspace_at(request)
    shown = overview_of(request.user, found.facts) if found else {}
    return {"request": request} | shown


@register.inclusion_tag("workspace/_across.html", takes_context=True)
def across(context: dict[str, Any]) -> dict[str, Any]:
    """Ways to the lists of what all benchmarks have."""
    return {"request": context["request"]}
