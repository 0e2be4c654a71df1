"""Ways on from an object's page, for templates."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.apps import apps
from django.db.models import Model

from annotator.models import Campaign
from config.ways import FROM_LISTS, WAYS, Way, ways_from
from pooling.models import Benchmark, Pool

register = template.Library()


@register.inclusion_tag("_ways.html", takes_context=True)
def ways(context: dict[str, Any], of: Model) -> dict[str, Any]:
    """Those that the person who looks at the page may go."""
    return _open_to(context, of, ways_from(of))


@register.inclusion_tag("_ways.html", takes_context=True)
def ways_from_list(context: dict[str, Any], of: Benchmark, rows: str) -> dict[str, Any]:
    """Ways on from a list of its rows, as in `{% ways_from_list benchmark "semantics.Proxy" %}`."""
    return _open_to(context, of, FROM_LISTS[apps.get_model(rows)])


@register.simple_tag
def first_campaign(pool: int) -> str:
    """Where a benchmark's first campaign is planned, on this pool: what a lead freezes the first
    pool for. Empty where there are campaigns already."""
    frozen = Pool.objects.get(pk=pool)
    if Campaign.objects.filter(pool__benchmark=frozen.benchmark_id).exists():
        return ""
    (plan,) = WAYS[Pool]
    return plan.address(frozen)


def _open_to(context: dict[str, Any], of: Model, found: Sequence[Way]) -> dict[str, Any]:
    leads = context["request"].user.is_lead
    shown = [(way.label, way.address(of)) for way in found if leads or way.to_read]
    return {"of": of, "ways": shown}
