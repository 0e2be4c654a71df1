"""Agreement for pages and the API: at once where it is quickly computed, else from what was kept,
while a job computes what is newer.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from annotator.models import Campaign
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from jobs.models import Job
from jobs.one_by_one import Failures
from measures.agreement_errors import RaterEffect
from measures.estimate import Estimate
from metrics.actions.compute_once import KeptStudy, Progress, job_for, unheard
from metrics.labels import Filters, Which
from metrics.queries.counted_pairs import CountedPairs, counted_pairs
from metrics.queries.kept import Kept, LogState, Question, find_kept, log_state, newest_kept
from metrics.queries.labels import campaigns_with_raters, read_labels
from metrics.queries.raters import access_campaigns, access_raters, hidden_campaigns, hidden_in
from metrics.studies.agreement import STUDY, AgreementStudy, agreement
from metrics.studies.agreement_figures import RESAMPLES
from metrics.studies.study import NothingToStudy
from people.actor import Actor
from people.models import Role, User
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmarks

MOST_RESAMPLES = 100_000
WHICH: dict[Which, str] = {"independent": "First and second", "all": "Third ones too"}
RATERS_AS: dict[RaterEffect, str] = {"fixed": "These raters", "drawn": "Raters like these"}
# What is computed while somebody waits: with so many labels, and no more resamples than usual, it
# takes a fraction of a second on a slow machine.
LABELS_AT_ONCE = 20_000


@frozen
class AgreementAsked(KeptStudy[AgreementStudy]):
    """Whose agreement: a benchmark's, or that of one of its campaigns, some days or some raters."""

    JOB = "metrics.agreement"
    finds = AgreementStudy

    benchmark: Benchmark = asked("The id of the benchmark.", rows=access_benchmarks)
    campaign: Campaign | None = asked(
        "The id of one of its campaigns: only this one.", default=None, rows=access_campaigns
    )
    labels: Which = asked(
        "First and second labels, or third ones too.", default="independent", choices=WHICH
    )
    since: date | None = asked(
        "Only labels given on this day or later, in UTC, as in 2026-01-31.",
        default=None,
        label="From",
        page="from",
        option="--from",
    )
    until: date | None = asked(
        "Only labels given on this day or earlier, in UTC, as in 2026-01-31.",
        default=None,
        label="To",
        page="to",
        option="--to",
    )
    raters: tuple[User, ...] = asked(
        "The ids of raters: only their labels. For leads.", default=(), rows=access_raters
    )
    raters_as: RaterEffect = asked(
        "Whether intervals are about these raters alone, or about raters like these.",
        default="fixed",
        label="Intervals of",
        choices=RATERS_AS,
    )
    seed: int = asked("The seed of the bootstrap.", default=0, at_least=0, at_most=2**31 - 1)
    resamples: int = asked(
        "How many resamples the bootstrap draws.",
        default=RESAMPLES,
        at_least=1,
        at_most=MOST_RESAMPLES,
    )

    # Campaigns that whoever asks may not learn of; nothing asks for them.
    hidden: tuple[int, ...] = ()

    def seen_by(self, person: User) -> "AgreementAsked":
        """The same, as far as this person may know."""
        return replace(self, hidden=hidden_campaigns(person, self.benchmark))

    def check(self) -> None:
        if self.campaign is not None and self.campaign.benchmark_id != self.benchmark.pk:
            raise Refused(f"Expected a campaign of {self.benchmark}.", field="campaign")
        if self.since and self.until and self.until < self.since:
            raise Refused("The last day is before the first.", field="until")

    @property
    def filters(self) -> Filters:
        raters = sorted({one.pk for one in self.raters})
        return Filters(self.since, self.until, tuple(raters))

    @property
    def question(self) -> Question:
        plain = ("labels", "raters_as", "seed", "resamples")
        options: dict[str, Any] = {name: getattr(self, name) for name in plain}
        for name, day in (("since", self.since), ("until", self.until)):
            options[name] = day.isoformat() if day else None
        options["campaign"] = self.campaign.pk if self.campaign else None
        options |= {"raters": list(self.filters.raters), "hidden": list(self.hidden)}
        return Question(self.benchmark, "agreement", options, STUDY.version)

    @property
    def pairs(self) -> CountedPairs:
        """Why each of its pairs counts, or does not."""
        return counted_pairs(
            self.benchmark, self.campaign, self.labels, self.filters, but=self.hidden
        )

    def state(self) -> LogState:
        campaigns, left_out = campaigns_with_raters(self.benchmark, self.campaign, self.hidden)
        names = [one.campaign for one in left_out]
        named = Campaign.objects.filter(benchmark=self.benchmark, name__in=names)
        return log_state(campaigns, list(named) if left_out else [])

    def at_once(self, state: LogState) -> bool:
        few = state.labels <= LABELS_AT_ONCE and self.resamples <= RESAMPLES
        return few or not state.labels

    def compute(self, report: Progress = unheard) -> AgreementStudy:
        """Raises NothingToStudy."""
        report(0, 1, "Reading labels")
        return agreement(
            read_labels(self.benchmark, self.campaign, self.filters, but=self.hidden),
            self.labels,
            seed=self.seed,
            resamples=self.resamples,
            raters_as=self.raters_as,
        )

    def start(self, actor: Actor) -> Job:
        of = self.campaign or self.benchmark
        title = f"Compute the agreement of {of}"
        return job_for(actor, self.benchmark, self.JOB, title, self.arguments)

    def done(self, kept: Kept[AgreementStudy]) -> dict[str, Any]:
        return {"benchmark": self.benchmark.pk} | KeptStudy.done(self, kept)

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "AgreementAsked":
        shown, campaign = dict(arguments), arguments["campaign"]
        shown["benchmark"] = Benchmark.objects.get(pk=shown["benchmark"])
        shown["campaign"] = None if campaign is None else Campaign.objects.get(pk=campaign)
        shown["raters"] = tuple(User.objects.filter(pk__in=shown["raters"]))
        shown["hidden"] = tuple(shown["hidden"])
        days = {name: shown[name] for name in ("since", "until") if shown[name]}
        return cls(**shown | {name: date.fromisoformat(day) for name, day in days.items()})


@frozen
class KeptAlpha:
    """Alpha as it was last computed, and when."""

    estimate: Estimate
    computed_at: datetime


def kept_alphas(asking: User, benchmarks: Sequence[Benchmark]) -> dict[int, KeptAlpha]:
    """By the benchmark's number, of those of which it was ever computed; nothing is computed
    here."""
    hidden = hidden_in(asking, benchmarks)
    wanted = [AgreementAsked(benchmark=one, hidden=hidden[one.pk]) for one in benchmarks]
    kept = newest_kept((one.question for one in wanted), AgreementStudy)
    return {
        row.benchmark_id: KeptAlpha(study.main, row.computed_at) for study, row in kept.values()
    }


def compute_agreements(failures: Failures, report: Progress = unheard) -> dict[str, int]:
    """Of each benchmark whose labels are others than those of the last time, as leads read it and
    as viewers do: so that lists show alpha without computing it."""
    readers = [
        person
        for role in (Role.LEAD, Role.VIEWER)
        if (person := User.objects.filter(role=role, is_active=True).first())
    ]
    labelled = Campaign.objects.exclude(state=Campaign.State.DRAFT).values("benchmark")
    benchmarks, computed = list(Benchmark.objects.filter(pk__in=labelled).order_by("pk")), 0
    for step, benchmark in enumerate(benchmarks):
        report(step, len(benchmarks), benchmark.name)
        for hidden in {hidden_campaigns(person, benchmark) for person in readers}:
            with failures.of(benchmark.name):
                computed += keep_if_newer(AgreementAsked(benchmark=benchmark, hidden=hidden))
    return {"agreements computed": computed}


def keep_if_newer(wanted: AgreementAsked) -> bool:
    kept = find_kept(wanted.question, AgreementStudy, wanted.state())
    if kept is None or not kept.current:
        with suppress(NothingToStudy):
            wanted.keep()
            return True
    return False


def agreement_now(
    benchmark: Benchmark, campaign: Campaign | None = None
) -> tuple[AgreementStudy | None, str]:
    """Or why there is none. Nothing is written: what was kept of this very state of the log is
    taken, and computed if there is none."""
    wanted = AgreementAsked(benchmark=benchmark, campaign=campaign)
    kept = find_kept(wanted.question, AgreementStudy, wanted.state())
    if kept is not None and kept.current:
        return kept.result, ""
    try:
        return wanted.compute(), ""
    except NothingToStudy as nothing:
        return None, str(nothing)
