"""Words, numbers and links of pooling, for templates."""

import math
from typing import Any

from django import template
from django.utils.translation import gettext_noop, ngettext

from foundation.words import grouped
from pooling.media_links import media_link

register = template.Library()

# What is known of a pair, as templates write it: {{ verdict|translated }}.
VERDICTS = (
    gettext_noop("relevant"),
    gettext_noop("irrelevant"),
    gettext_noop("cannot_judge"),
    gettext_noop("unjudged"),
    gettext_noop("original"),
)

BEARS_A_DECIMAL = 1000  # so many answers
MOST_DECIMALS = 3

# How many steps of colour a heat map has (static/css/truepool.css).
HEAT_STEPS = 10


@register.filter
def thousands(number: int | None) -> str:
    """27763 -> 27,763."""
    return "–" if number is None else grouped(number)


@register.filter
def count(number: int, noun: str) -> str:
    """2 and `query` -> `2 queries`."""
    several = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    # foundation/catalogue/in_templates.py finds the nouns.
    words = ngettext(f"%(count)s {noun}", f"%(count)s {several}", number)  # noqa: INT001
    return words % {"count": grouped(number)}


@register.filter
def decimals(value: float | None, places: int = 3) -> str:
    return "–" if value is None or math.isnan(value) else grouped(value, places)


@register.filter
def percent(share: float) -> str:
    """0.125 -> 12.5 %."""
    return f"{share * 100:.4g} %"


@register.filter
def percent_of(share: float | None, n: int) -> str:
    """0.8712 of 31 -> 87 %: a share that was counted, or an end of its interval. Fewer than a
    thousand answers do not bear a decimal, but what is above none is not shown as none: the
    interval of 0 of 820 ends at 0.5 %."""
    if share is None:
        return "–"
    places = int(n >= BEARS_A_DECIMAL)
    while places < MOST_DECIMALS and 0 < share < 1 and round(100 * share, places) in {0, 100}:
        places += 1
    return f"{100 * share:.{places}f} %"


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
