"""Words about jobs, for templates."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from foundation.frozen import frozen
from foundation.words import grouped, translated, translated_title
from jobs.begun import NAMED, begun_at, is_same_page, jobs_here, naming, onward_of
from jobs.kinds import known_kind, words_for
from jobs.models import Job, State
from jobs.queries import may_start, number_for, worker_is_silent
from people.models import User

register = template.Library()
# The number by which this person's addresses name it.
register.filter("number_for", lambda job, asking: number_for(asking, job))

register.filter("translated_title", translated_title)

# A pace of fewer seconds foretells nothing.
LEAST_TOOK = timedelta(seconds=5)

STATES = {
    State.QUEUED: "idle",
    State.RUNNING: "idle",
    State.DONE: "good",
    State.FAILED: "bad",
    State.CANCELLED: "warn",
}


@register.filter
def duration(time: timedelta | None) -> str:
    """`4 s`, `3 min 12 s`, `2 h 5 min`: as exact as anybody needs to know."""
    if time is None:
        return "–"
    seconds = max(0, int(time.total_seconds()))
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3_600:
        return f"{seconds // 60} min {seconds % 60} s"
    return f"{seconds // 3_600} h {seconds % 3_600 // 60} min"


@register.filter
def state_class(job: Job) -> str:
    return f"state state-{STATES[State(job.state)]}"


@register.filter
def how_far(job: Job) -> str:
    """`Reading run.csv: 40 of 100 (40 %).`, or as much of it as the work has told."""
    if job.percent is not None:
        counted = _("%(done)s of %(total)s (%(percent)s %%)") % {
            "done": grouped(job.done),
            "total": grouped(job.total or 0),
            "percent": job.percent,
        }
    else:
        counted = _("%(done)s so far") % {"done": grouped(job.done)} if job.done else ""
    message = translated(job.message).rstrip(" .")
    shown = ": ".join(part for part in (message, counted) if part)
    return f"{shown}." if shown else ""


@register.simple_tag
def waits_for_none(job: Job) -> bool:
    """Whether it waits although no worker has given a sign of life: then patience does not help."""
    return job.state == State.QUEUED and worker_is_silent()


@register.filter
def result_templates(job: Job) -> list[str]:
    """The package's own words for a result of this kind, where it has them: pooling.import_run ->
    pooling/results/import_run.html."""
    return [*words_for(job, "results/{}.html"), "jobs/_result.html"]


@register.inclusion_tag("jobs/_waiting.html", takes_context=True)
def waiting(context: dict[str, Any]) -> dict[str, Any]:
    """The jobs that were begun on this page. Raters and viewers begin none."""
    request = context.get("request")
    asking = getattr(request, "user", None)
    kept = {name: context.get(name) for name in ("request", "csrf_token", "CSP_NONCE")}
    if request is None or not isinstance(asking, User):
        return kept | {"jobs": []}
    if not (asking.is_lead or asking.is_submitter):
        return kept | {"jobs": []}
    named = request.GET.get(NAMED, "")
    return kept | {"jobs": jobs_here(asking, request.path, named)}


@frozen
class Steps:
    """What a person may do about a job, by addresses. own: its own page. begun: where it is asked
    for, empty where that is this very page. begun_here: there, with what has become of it. again:
    it may be tried again as it stands."""

    number: int
    own: str
    begun: str
    begun_here: str
    onward: str
    again: bool


@register.simple_tag(takes_context=True)
def next_steps(context: dict[str, Any], job: Job) -> Steps:
    request, asking = context["request"], context["request"].user
    seen = HtmxDetails(request).current_url_abs_path or request.get_full_path()
    begun, kind = _asked_at(job, asking), known_kind(job.kind)
    refused = job.state == State.FAILED and not (job.error or {}).get("traceback")
    final = refused and kind is not None and kind.asked_anew
    number = number_for(asking, job)
    away = bool(begun) and not is_same_page(begun, seen)
    onward = onward_of(job, asking)
    return Steps(
        number,
        reverse("jobs:detail", args=[number]),
        begun if away else "",
        naming(begun, number) if away else "",
        "" if is_same_page(onward, seen) else onward,
        job.may_be_retried and may_start(asking, job.kind) and not final,
    )


def _asked_at(job: Job, asking: User) -> str:
    """Where it is asked for. What a submitter hands in is asked for by submitters alone: of them a
    lead reads the job, and what it has made."""
    by = job.requested_by
    return "" if by is not None and by.is_submitter and asking.is_lead else begun_at(job)


@register.filter
def left(job: Job) -> timedelta | None:
    """How long it will take at the pace so far; None where that is not known yet."""
    took = job.took
    if job.state != State.RUNNING or not job.percent or took is None or took < LEAST_TOOK:
        return None
    return took * (100 - job.percent) / job.percent


@register.simple_tag
def asking(arguments: dict[str, Any], names: str) -> str:
    """Some of a job's arguments as an address takes them, so that a form begins with what was
    answered before."""
    shown = {name: arguments[name] for name in names.split() if arguments.get(name)}
    return f"?{urlencode(shown)}" if shown else ""


@register.filter
def as_rows(value: Any) -> list[tuple[str, str]]:
    """A result or an error's details as labels and texts."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value, start=1)
        return [(str(name), _text(item)) for name, item in items]
    return [("", _text(value))]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
