"""Ways on from an object's page, for templates."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.apps import apps
from django.db.models import Model

from config.ways import FROM_LISTS, Way, ways_from
from pooling.models import Benchmark

register = template.Library()


@register.inclusion_tag("_ways.html", takes_context=True)
def ways(context: dict[str, Any], of: Model) -> dict[str, Any]:
    """Those that the person who looks at the page may go."""
    return _open_to(context, of, ways_from(of))


@register.inclusion_tag("_ways.html", takes_context=True)
def ways_from_list(context: dict[str, Any], of: Benchmark, rows: str) -> dict[str, Any]:
    """Ways on from a list of its rows, as in `{% ways_from_list benchmark "semantics.Proxy" %}`."""
    return _open_to(context, of, FROM_LISTS[apps.get_model(rows)])


def _open_to(context: dict[str, Any], of: Model, found: Sequence[Way]) -> dict[str, Any]:
    leads = context["request"].user.is_lead
    shown = [(way.label, way.address(of)) for way in found if leads or way.to_read]
    return {"of": of, "ways": shown}
