"""Ways on from an object's page, for templates."""

from typing import Any

from django import template
from django.db.models import Model

from config.ways import WAYS

register = template.Library()


@register.inclusion_tag("_ways.html", takes_context=True)
def ways(context: dict[str, Any], of: Model) -> dict[str, Any]:
    """Those that the person who looks at the page may go."""
    leads = context["request"].user.is_lead
    return {"of": of, "ways": [way for way in WAYS[type(of)](of) if leads or way.to_read]}
