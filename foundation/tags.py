"""What every template may use without loading it: moments in the reader's zone, sentences of the
code in the reader's language."""

from datetime import UTC, date, datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html

from foundation.request_ids import request_id
from foundation.words import mid_sentence, translated, unbroken

register = template.Library()
register.simple_tag(request_id, name="request_number")
register.filter("translated", lambda text: translated(str(text)))
register.filter("unbroken", unbroken)
register.filter("mid_sentence", mid_sentence)

# The same in every language: nobody has to guess which number is the month.
LOOKS = {
    "": "%Y-%m-%d %H:%M",
    "seconds": "%Y-%m-%d %H:%M:%S",
    "day": "%Y-%m-%d",
    "clock": "%H:%M",
    "clock seconds": "%H:%M:%S",
}


@register.filter
def moment(at: datetime | date | None, look: str = "") -> str:
    """`<time>` as the reader's clock has it: to the minute, or as LOOKS says. With `zone` behind,
    the zone is named: {{ job.ended_at|moment:"seconds zone" }}. A day has no zone."""
    if at is None:
        return ""
    exact = f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if isinstance(at, datetime) else str(at)
    return format_html('<time datetime="{}">{}</time>', exact, plain_moment(at, look))


@register.filter
def plain_moment(at: datetime | date | None, look: str = "") -> str:
    """The same as text, for the places where HTML takes nothing else."""
    if not isinstance(at, datetime):
        return str(at or "")
    here = timezone.localtime(at)
    zone = f" {here.tzname()}" if look.endswith("zone") else ""
    return f"{here:{LOOKS[look.removesuffix('zone').strip()]}}{zone}"


@register.simple_tag
def time_zone() -> str:
    """The reader's zone, for the head of a column of moments."""
    return str(timezone.get_current_timezone())
