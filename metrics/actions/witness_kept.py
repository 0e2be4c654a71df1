"""The study of one witness for pages, the API and the command: what it came to, kept for the
labels, runs and opinions that it looked at, and the job that looks again."""

from collections.abc import Iterable, Mapping
from typing import Any

from foundation.database.snapshot import one_moment
from foundation.frozen import frozen
from foundation.refused import Unknown
from jobs.models import Job
from metrics.actions.compute_once import KeptStudy, Progress, job_for, unheard
from metrics.queries.held_witness import (
    disputed_pairs,
    drawing_of,
    held_witness,
    witness_state,
)
from metrics.queries.kept import Kept, LogState, Question, newest_kept
from metrics.queries.proxied import runs_looked_at
from metrics.queries.snapshot import take_snapshot
from metrics.studies.witness_study import STUDY, WitnessStudy, witness_study
from people.actor import Actor
from pooling.models import Benchmark
from witnesses.models import Witness


class NoSuchWitness(Unknown):
    """There is no such witness."""


@frozen
class WitnessAsked(KeptStudy[WitnessStudy]):
    """Which witness is held against people."""

    JOB = "metrics.witness"
    finds = WitnessStudy

    benchmark: Benchmark
    witness: Witness

    @classmethod
    def numbered(cls, benchmark: Benchmark, witness_id: int) -> "WitnessAsked":
        """A judge from outside has doors of its own: these are open to viewers."""
        inside = Witness.objects.filter(benchmark=benchmark, submission__isnull=True)
        found = inside.filter(pk=witness_id).first()
        if found is None:
            raise NoSuchWitness
        return cls(benchmark, found)

    @classmethod
    def of_job(cls, arguments: dict[str, Any]) -> "WitnessAsked":
        of = Benchmark.objects.get(pk=arguments["benchmark"])
        return cls.numbered(of, arguments["witness"])

    @property
    def question(self) -> Question:
        asked = {"witness": self.witness.pk}
        return Question(self.benchmark, STUDY.name, asked, STUDY.version)

    def state(self) -> LogState:
        return witness_state(self.witness, runs_looked_at(self.benchmark))

    def compute(self, report: Progress = unheard) -> WitnessStudy:
        report(0, 1, f"Holding {self.witness} against people")
        of = self.benchmark
        with one_moment():
            snapshot = take_snapshot(of, runs_looked_at(of))
            said = held_witness(self.witness, snapshot)
            disputed, drawing = disputed_pairs(of, snapshot), drawing_of(of, snapshot)
        return witness_study(snapshot, said, unresolved=disputed, drawing=drawing)

    def start(self, actor: Actor) -> Job:
        title = f"Hold {self.witness} of {self.benchmark} against people"
        return job_for(actor, self.benchmark, self.JOB, title, self.arguments)

    def done(self, kept: Kept[WitnessStudy]) -> dict[str, Any]:
        return self.arguments | {"labels": kept.row.labels, "seconds": kept.row.seconds}


def newest_of_witnesses(witnesses: Iterable[Witness]) -> Mapping[int, WitnessStudy]:
    """What was last computed of each, by its number; of those of which anything was."""
    asked = {one.pk: WitnessAsked(one.benchmark, one).question for one in witnesses}
    kept = newest_kept(asked.values(), WitnessStudy)
    return {pk: kept[one.key][0] for pk, one in asked.items() if one.key in kept}
