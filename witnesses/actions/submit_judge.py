"""Hand in a judge from outside: its opinions are a witness's, whose row says nothing of whose it
is and how it is called."""

import secrets
from typing import Any

import numpy as np
from django.db import transaction

from foundation.frozen import frozen
from foundation.progress import Report
from foundation.refused import Refused
from jobs.models import Job
from measures.arrays import Integers
from measures.spread import ROUNDING
from people.actions.record_audit import record_audit
from people.actor import SYSTEM, Actor
from people.models import User
from pooling.actions.hand_in import hand_in
from pooling.actions.submit_run import NUMBERS, Closed, EnoughForToday, check_limits
from pooling.input_files import InputFile
from pooling.models import Benchmark
from pooling.queries.axes import Axes, read_axes
from witnesses.actions.hear_witness import Heard, keep_witness
from witnesses.asked.judges import JudgeAsked
from witnesses.models import JudgeSubmission, Witness
from witnesses.opinions import Asked, Opinions
from witnesses.queries.judges import judges_left, listed_pairs, same_judge
from witnesses.registry import ADAPTERS

SUBMIT = "witnesses.submit_judge"
LEAST_SHARE = 0.8  # of the list: all of it is known to whoever hands in
SOURCE = "judge"


class TooFewOpinions(Refused):
    """The file has values for too few pairs of the list."""


class NoShare(Refused):
    """A score is not from 0 to 1."""


class SameOfAll(Refused):
    """The file says the same of every pair."""


class NothingListed(Refused):
    """No pair of this benchmark is on a list yet: there is nothing to judge."""


@frozen
class HandedJudge:
    """A file of opinions as it was read, of the pairs on the list alone."""

    benchmark: Benchmark
    model: str
    family: str
    source: InputFile
    axes: Axes
    opinions: Opinions


@transaction.atomic
def hand_in_judge(actor: Actor, wanted: JudgeAsked) -> Job:
    """Raises EnoughForToday."""
    check_limits(actor.user, int(wanted.file.size or 0), scored=False)
    _check_judges(actor.user)
    title = f"Hand in judge {wanted.model} for {wanted.benchmark}"
    return hand_in(actor, SUBMIT, {"upload": wanted.file}, title=title, **wanted.arguments())


def _check_judges(submitter: User | None) -> None:
    """Under the lock of check_limits."""
    if submitter is not None and not judges_left(submitter):
        raise EnoughForToday(
            "You have handed in as many judges as one submitter may within 24 hours."
        )


def read_judge(
    benchmark: Benchmark, model: str, family: str, source: InputFile, report: Report
) -> HandedJudge:
    """Raises Unreadable, NothingListed, NoShare, TooFewOpinions or SameOfAll."""
    axes = read_axes(benchmark)
    listed = listed_pairs(axes, benchmark)
    if not len(listed):
        raise NothingListed
    asked = Asked(axes.keys, axes.caption_queries, listed, listed, shares=True)
    opinions = ADAPTERS["scores"].read(source, asked, report)
    _check_values(axes, opinions)
    _check_share(opinions, listed)
    _check_differences(opinions)
    return HandedJudge(benchmark, model, family, source, axes, opinions)


def _check_values(axes: Axes, said: Opinions) -> None:
    """A number on a scale of its own could weigh one pair as much as a thousand, and one label
    would be read off. Of a table the reader has named each place; a matrix has none that a person
    would find."""
    given = said.statuses == 0
    off = np.flatnonzero(given & ~((said.values >= 0) & (said.values <= 1)))
    if not len(off):
        return
    pair = int(said.pairs[off[0]])
    caption = axes.caption_keys[int(np.flatnonzero(axes.caption_queries == pair >> 32)[0])]
    raise NoShare(
        f"Scores that are not from 0 to 1: {len(off):,}. The first is {said.values[off[0]]:g}, of"
        f" caption {caption} and video {axes.video_keys[pair & 0xFFFFFFFF]}."
    )


def _check_share(said: Opinions, listed: Integers) -> None:
    """A refusal is no value: a judge who refuses can never have them for enough labelled pairs."""
    valued = len(np.unique(said.pairs[said.statuses == 0]))
    if valued < LEAST_SHARE * len(listed):
        raise TooFewOpinions(
            f"The file has values for {valued:,} of the {len(listed):,} pairs of the list;"
            f" expected at least {100 * LEAST_SHARE:.0f} %."
        )


def _check_differences(said: Opinions) -> None:
    """Of several samples the mean counts. This follows from the file alone: that a judge says the
    same of every labelled pair would tell of labels."""
    given = said.statuses == 0
    _, pair = np.unique(said.pairs[given], return_inverse=True)
    means = np.bincount(pair, said.values[given]) / np.bincount(pair)
    if np.ptp(means) <= ROUNDING:
        raise SameOfAll(
            f"The file says {means[0]:g} of every pair of the list, which tells none of them from"
            " the others; expected scores that differ."
        )


@transaction.atomic
def store_judge(actor: Actor, given: HandedJudge) -> tuple[JudgeSubmission, bool]:
    """Stores it under a number, and says whether it was there already. Raises Closed or
    EnoughForToday."""
    if not Benchmark.objects.filter(pk=given.benchmark.pk, takes_submissions=True).exists():
        raise Closed
    check_limits(actor.user, 0, scored=False)
    known = same_judge(actor.user, given.benchmark, given.source.sha256)
    if known is not None:
        return known, True
    _check_judges(actor.user)
    number = _draw_number()
    name = f"Judge {number}"
    facts: dict[str, Any] = {"name": name, "kind": "judge", "adapter": "scores", "source": SOURCE}
    # Two who hand in the same file do not learn of each other: each has a witness of their own.
    facts["config"] = {"sha256": given.source.sha256, "number": number}
    heard = Heard(given.benchmark, facts, None, given.axes, given.opinions)
    witness, _ = keep_witness(SYSTEM, heard)
    made = JudgeSubmission.objects.create(
        witness=witness,
        number=number,
        model_name=given.model,
        family=given.family,
        file_name=given.source.name[-255:],
        sha256=given.source.sha256,
        submitted_by=actor.user,
    )
    record_audit(actor, "submitted", made, after={"witness": witness.pk, "as": name})
    return made, False


def _draw_number() -> int:
    """Drawn at random: counted up, it would tell how many others there are."""
    while True:
        number = secrets.choice(NUMBERS)
        taken = (
            JudgeSubmission.objects.filter(number=number),
            Witness.objects.filter(name__iexact=f"Judge {number}"),
        )
        if not any(rows.exists() for rows in taken):
            return number
