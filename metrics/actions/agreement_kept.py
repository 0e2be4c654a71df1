"""Agreement for pages and the API: at once where it is quickly computed, else from what was kept,
while a job computes what is newer.
"""

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from annotator.models import Campaign
from annotator.queries.progress import access_read_campaigns
from foundation.asking.questions import asked
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import FINISHED, Job
from metrics.actions.keep_result import keep_result
from metrics.labels import Which
from metrics.queries.kept import Kept, Question, find_kept
from metrics.queries.labels import campaigns_with_raters, read_labels
from metrics.queries.log import LogState, log_state
from metrics.studies.agreement import RESAMPLES, STUDY, AgreementStudy, agreement
from people.actor import Actor
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmarks

JOB = "metrics.agreement"
MOST_RESAMPLES = 100_000
WHICH: dict[Which, str] = {"independent": "First and second", "all": "Third ones too"}
# What is computed while somebody waits: with so many labels, and no more resamples than usual, it
# takes a fraction of a second on a slow machine.
LABELS_AT_ONCE = 20_000
# While labels keep coming, a large study would be computed all the time: it rests for so many times
# as long as it took, and at least for so long.
REST = 20
SHORTEST_REST = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class AgreementAsked:
    """Whose agreement: a benchmark's, or that of one of its campaigns."""

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)
    campaign: Campaign | None = asked(
        "The id of one of its campaigns: only this one.", default=None, rows=access_read_campaigns
    )
    labels: Which = asked(
        "First and second labels, or third ones too.", default="independent", choices=WHICH
    )
    seed: int = asked("The seed of the bootstrap.", default=0, at_least=0, at_most=2**31 - 1)
    resamples: int = asked(
        "How many resamples the bootstrap draws.",
        default=RESAMPLES,
        at_least=1,
        at_most=MOST_RESAMPLES,
    )

    def check(self) -> None:
        if self.campaign is not None and self.campaign.benchmark_id != self.benchmark.pk:
            raise Refused(f"Expected a campaign of {self.benchmark}.", field="campaign")

    @property
    def question(self) -> Question:
        campaign = self.campaign.pk if self.campaign else None
        options = {"campaign": campaign, "labels": self.labels, "seed": self.seed}
        options |= {"resamples": self.resamples}
        return Question(self.benchmark, "agreement", options, STUDY.version)

    def state(self) -> LogState:
        campaigns, left_out = campaigns_with_raters(self.benchmark, self.campaign)
        named = Campaign.objects.filter(
            benchmark=self.benchmark, name__in=[one.campaign for one in left_out]
        )
        return log_state(campaigns, list(named) if left_out else [])

    def at_once(self, state: LogState) -> bool:
        return state.labels <= LABELS_AT_ONCE and self.resamples <= RESAMPLES


@dataclass(frozen=True, slots=True)
class Answer:
    """kept: what is known, current or not. job: what computes the current one, where that is under
    way. One of the two is there."""

    kept: Kept[AgreementStudy] | None
    job: Job | None


def find_agreement(actor: Actor, asked: AgreementAsked) -> Answer:
    """Raises NothingToStudy."""
    state = asked.state()
    kept = find_kept(asked.question, AgreementStudy, state)
    if kept is not None and kept.current:
        return Answer(kept, None)
    if asked.at_once(state) or not state.labels:
        return Answer(compute_agreement(asked), None)
    rested = kept is None or timezone.now() - kept.row.computed_at > _rest(kept)
    return Answer(kept, _job_for(actor, asked) if rested else None)


def compute_agreement(asked: AgreementAsked) -> Kept[AgreementStudy]:
    """Raises NothingToStudy."""
    began, state = time.perf_counter(), asked.state()
    study = agreement(
        read_labels(asked.benchmark, asked.campaign),
        asked.labels,
        seed=asked.seed,
        resamples=asked.resamples,
    )
    row = keep_result(asked.question, state, study, time.perf_counter() - began)
    return Kept(study, row, 0, current=True)


def _rest(kept: Kept[AgreementStudy]) -> timedelta:
    return max(SHORTEST_REST, timedelta(seconds=REST * kept.row.seconds))


@transaction.atomic
def _job_for(actor: Actor, asked: AgreementAsked) -> Job:
    """The one that is under way already, or a new one: hundred people who look at a page start one.

    The benchmark's row is the lock, so that two of them do not both find none.
    """
    Benchmark.objects.select_for_update(no_key=True).get(pk=asked.benchmark.pk)
    told: dict[str, Any] = {"benchmark": asked.benchmark.pk} | dict(asked.question.asked)
    under_way = Job.objects.filter(kind=JOB, arguments=told).exclude(state__in=FINISHED)
    title = f"Compute the agreement of {asked.campaign or asked.benchmark}"
    return under_way.first() or start_job(JOB, actor=actor, title=title, **told)
