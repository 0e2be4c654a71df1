"""The explorer's marks in words and its addresses, for templates, of packages below it too."""

from django import template
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

register = template.Library()

# By their names in explorer/ranked.py.
WORDS = {
    "original": gettext_noop("original positive"),
    "collected": gettext_noop("collected positive"),
    "irrelevant": gettext_noop("judged irrelevant"),
    "disagreement": gettext_noop("raters disagree"),
    "unjudged": gettext_noop("not judged"),
    "assumed": gettext_noop("counts as irrelevant"),
}


@register.filter
def in_words(mark: str) -> str:
    return gettext(WORDS[mark])


@register.simple_tag
def explored(page: str, *numbers: int) -> str:
    return reverse(f"explorer:{page}", args=numbers)
