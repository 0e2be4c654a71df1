"""Words about jobs, for templates."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.translation import gettext as _

from foundation.words import grouped, translated
from jobs.kinds import in_own_words, words_for
from jobs.models import Job, State
from jobs.queries import number_for, worker_is_silent

register = template.Library()
# The number by which this person's addresses name it.
register.filter("number_for", lambda job, asking: number_for(asking, job))

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
    return [words_for(job, "results/{}.html"), "jobs/_result.html"]


@register.simple_tag
def asked_anew(job: Job) -> str:
    """Where the same is asked of another file, in the package's own words: pooling.import_run ->
    pooling/again/import_run.html.

    Empty unless the job was refused plainly: what failed by itself may be tried again as it stands.
    """
    refused = job.state == State.FAILED and not (job.error or {}).get("traceback")
    return in_own_words(job, "again/{}.html") if refused else ""


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
