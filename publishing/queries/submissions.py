"""A submission as its page, the API and commands tell of it. Its author is shown scores in
steps: finer ones would tell of single labels."""

from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from foundation.masks import drawn_share
from metrics.studies.coarse import coarse, step_of
from metrics.studies.standing import Line, Standing
from people.models import AuditEvent, User
from pooling.models import Caption, Run, Submission
from pooling.queries.submissions import known_as

WHAT_HAPPENED = {
    "submitted": gettext_lazy("handed in"),
    "approved": gettext_lazy(
        "approved by a lead: pairs of it go to raters, as far as the budget allows"
    ),
    "refused": gettext_lazy("refused by a lead"),
    "asked for a state of": gettext_lazy("its author asked for another state"),
    "changed the state of": pgettext_lazy("of a run", "its state was changed"),
}


@frozen
class Happened(Found):
    """when, what, and the state that it has since, where that was changed."""

    at: datetime = found()
    what: Any = found()
    state: str = found(or_none=True)


def history_of(submission: Submission) -> list[Happened]:
    """What happened, without who did it: an author does not learn who the leads are."""
    of_run = Q(object_type="run", verb="changed the state of")
    about = Q(object_type="submission") | of_run
    events = AuditEvent.objects.filter(about, object_id=str(submission.pk)).order_by("pk")
    return [
        Happened(event.at, WHAT_HAPPENED[event.verb], (event.after or {}).get("state", ""))
        for event in events
        if event.verb in WHAT_HAPPENED
    ]


def reference_name(found: Standing, asking: User) -> str:
    """Whom it is held against: by name where that is published; empty for none."""
    run = Run.objects.filter(pk=found.against).first() if found.against is not None else None
    if run is None:
        return ""
    known = asking.is_lead or run.state == Run.State.PUBLISHED or run.submitted_by_id == asking.pk
    return known_as(run, asking) if known else _("a run that a lead chose")


def shown_to(asking: User, found: Standing, of: Submission) -> Standing:
    """Leads have all digits."""
    if asking.is_lead:
        return found
    drawn = drawn_share("metrics.figures of a submission", of.run.sha256, str(of.number))
    return coarse(found, step_for(of), drawn)


def step_for(submission: Submission) -> float:
    """The steps in which its author is shown figures."""
    run = submission.run
    if run.direction != Run.Direction.TEXT_TO_VIDEO:
        return step_of(run.benchmark.video_count)
    of_queries = Caption.objects.filter(benchmark=run.benchmark_id).values("query")
    sizes = of_queries.annotate(captions=Count("pk")).order_by()
    heaviest = sizes.aggregate(most=Max("captions"))["most"] or 1
    return step_of(run.benchmark.caption_count, heaviest)


def sentences(found: Standing, against: str) -> list[str]:
    """How sure it is, measure by measure: whether the interval of a difference excludes 0. Where it
    is held against no run, the difference is what the labels have changed."""
    of_runs = found.against is not None
    lines = found.differences if of_runs else [one.delta for one in found.scores]
    return [
        _sentence(one, of_runs=of_runs)
        % {
            "measure": one.measure,
            "run": against,
            "points": _points(None if one.value is None else abs(one.value)),
            "low": _points(one.low),
            "high": _points(one.high),
        }
        for one in lines
        if one.low is not None
    ]


def _sentence(one: Line, *, of_runs: bool) -> str:
    if not of_runs and not one.excludes_0:
        return _(
            "%(measure)s: whether the labels change the score is open, as the interval of the"
            " difference includes 0 (%(low)s to %(high)s points)."
        )
    if not of_runs:
        return _(
            "%(measure)s: the labels change the score by %(points)s points, and the interval"
            " excludes 0 (%(low)s to %(high)s)."
        )
    if not one.excludes_0:
        return _(
            "%(measure)s: cannot be told apart from %(run)s, as the interval of the difference"
            " includes 0 (%(low)s to %(high)s points)."
        )
    if one.is_better:
        return _(
            "%(measure)s: better than %(run)s by %(points)s points, and the interval excludes 0"
            " (%(low)s to %(high)s)."
        )
    return _(
        "%(measure)s: worse than %(run)s by %(points)s points, and the interval excludes 0"
        " (%(low)s to %(high)s)."
    )


def _points(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}".replace("-", "−")


def shown_standing(found: Standing, asking: User, of: Submission) -> dict[str, Any]:
    """The standing as this person is shown it. step: null for leads, who have all digits."""
    shown, against = shown_to(asking, found, of), reference_name(found, asking)
    step = None if asking.is_lead else step_for(of)
    sentence = sentences(shown, against)
    return {"standing": shown, "against": against, "step": step, "sentences": sentence}


def standing_as_json(found: Standing, asking: User, of: Submission) -> dict[str, Any]:
    known = shown_standing(found, asking, of)
    shown: Standing = known["standing"]
    return {
        "judged": shown.judged,
        "k": shown.k,
        "unjudged": shown.unjudged,
        "captions": shown.captions,
        "hours": shown.hours,
        "pace": shown.pace,
        "step": known["step"],
        "why_no_cost": shown.why_no_cost or None,
        "scores": [
            {
                "measure": one.corrected.measure,
                "all": one.corrected.value,
                "original": one.original,
                "delta": one.delta.value,
                "interval": _ends(one.corrected),
                "delta_interval": _ends(one.delta),
                "n": one.n,
            }
            for one in shown.scores
        ],
        "bounds": [
            {"measure": one.measure, "low": one.low, "high": one.high, "reason": one.why or None}
            for one in shown.bounds
        ],
        "against": known["against"] or None,
        "differences": [
            {
                "measure": one.measure,
                "difference": one.value,
                "interval": _ends(one),
                "excludes_0": one.excludes_0,
                "why": one.why or None,
            }
            for one in shown.differences
        ],
        "sentences": known["sentences"],
    }


def _ends(one: Line) -> list[float] | None:
    return None if one.low is None or one.high is None else [one.low, one.high]


def submission_row(row: Submission) -> dict[str, Any]:
    """The row for commands, which know all."""
    run = row.run
    return {
        "run": run.name,
        "id": row.pk,
        "number": row.number,
        "name": row.name,
        "model": row.model_name,
        "submitter": run.submitted_by.username if run.submitted_by else None,
        "state": run.state,
        "wish": row.wish or None,
        "stage": row.stage,
        "reason": row.reason or None,
        "budget": row.budget,
        "pool": row.pool.name if row.pool else None,
        "submitted_at": row.submitted_at.isoformat(),
    }


def campaigns_named(row: Submission) -> list[Any]:
    """The campaigns that ask about its pool, for leads."""
    return list(row.pool.campaigns.order_by("pk").values("id", "name", "state")) if row.pool else []
