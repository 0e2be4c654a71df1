"""Words, numbers and links of pooling, for templates."""

import math
from typing import Any

from django import template

from pooling.media_links import media_link

register = template.Library()

# How many steps of colour a heat map has (static/css/truepool.css).
HEAT_STEPS = 10


@register.filter
def thousands(number: int | None) -> str:
    """27763 -> 27,763."""
    return "–" if number is None else f"{number:,}"


@register.filter
def count(number: int, noun: str) -> str:
    """2 and `query` -> `2 queries`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"


@register.filter
def decimals(value: float | None, places: int = 3) -> str:
    return "–" if value is None or math.isnan(value) else f"{value:,.{places}f}"


@register.filter
def percent(share: float) -> str:
    """0.125 -> 12.5 %."""
    return f"{share * 100:.4g} %"


@register.filter
def heat(share: float) -> str:
    """The class of a heat map's cell, for a share from 0 to 1."""
    return "" if math.isnan(share) else f"heat-{min(HEAT_STEPS - 1, int(share * HEAT_STEPS))}"


@register.filter
def at(mapping: dict[Any, Any], key: Any) -> Any:
    return mapping.get(key)


@register.simple_tag(takes_context=True)
def media(context: dict[str, Any], path: str) -> str:
    """The address of a media file for the person who looks at the page."""
    return media_link(context["request"].user, path)
