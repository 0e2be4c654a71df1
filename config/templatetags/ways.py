"""Ways on from an object's page, for templates."""

from typing import Any

from django import template
from django.db.models import Model

from config.ways import WAYS

register = template.Library()


@register.inclusion_tag("_ways.html")
def ways(of: Model) -> dict[str, Any]:
    return {"of": of, "ways": WAYS[type(of)](of)}
