"""Words and counts of labelling, for templates."""

from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from annotator.models import Campaign
from annotator.queries.remarks import open_questions as count_open_questions

register = template.Library()


@register.filter
def marked(caption: str, words: str) -> SafeString:
    """The caption, with the words that decide marked in it."""
    before, found, after = caption.partition(words) if words else (caption, "", "")
    if not found:
        return conditional_escape(caption)
    return format_html("{}<mark>{}</mark>{}", before, found, after)


@register.inclusion_tag("annotator/_open_questions.html")
def open_questions(campaign: Campaign) -> dict[str, Any]:
    """Open questions, shown among the parts of the campaign on its page."""
    return {"campaign": campaign, "open": count_open_questions(campaign)}
