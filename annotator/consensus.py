"""What follows from a pair's labels: its verdict, and what is wanted next. Pure: the same labels,
the same outcome.

The middle of the first, second and third labels, which of two values is their majority. Two that
are far apart, or on different sides of what counts as relevant, ask for a third, and of three some
two have to be within one grade. Cannot judge fills no verdict: somebody else is asked. Once a pair
has as many labels as the policy allows, whatever they say, or as many Cannot judge, or a lead has
sent it to adjudication, nobody else is asked: an adjudicator decides. One who finds it neither
relevant nor irrelevant leaves it without a verdict, and nothing more is wanted for it.
"""

from collections.abc import Sequence
from dataclasses import replace

from annotator.scales import ANSWERS, Scale, middle
from foundation.frozen import frozen

CANNOT_JUDGE, DISAGREEMENT = "cannot_judge", "disagreement"
FIRST, SECOND, THIRD, ADJUDICATION = "first", "second", "third", "adjudication"


@frozen
class Given:
    """A live label: neither superseded nor withdrawn."""

    label: int
    kind: str
    answer: str
    # On the campaign's scale; of two values the answer says it.
    value: int | None = None


@frozen
class Policy:
    doubled: bool
    label_limit: int
    cannot_judge_limit: int
    # A lead sent the pair to adjudication: its labels are all there will be.
    escalated: bool = False
    scale: Scale = Scale()


@frozen
class Outcome:
    """verdict: None is open. wanted: the kind of slot that should be open now. dispute: above 0 it
    waits for an adjudicator. grade: of a verdict on a scale of more than two values, its value."""

    verdict: str | None
    used: tuple[int, ...] = ()
    wanted: str | None = None
    adjudicated: bool = False
    dispute: int = 0
    grade: int | None = None


@frozen
class Pattern:
    """All that the rule sees of a pair, whichever pair it is: the kind, the answer and the value of
    each label that counts, oldest first, and the policy."""

    labels: tuple[tuple[str, str] | tuple[str, str, int | None], ...]
    policy: Policy


def settle_many(patterns: Sequence[Pattern]) -> list[Outcome]:
    """The outcome of each pattern; the labels it used by their places in the pattern, from 0.

    Pairs by the hundred thousand have a few dozen patterns, and each of these is settled once.
    """
    settled = {
        one: settle([Given(place, *label) for place, label in enumerate(one.labels)], one.policy)
        for one in set(patterns)
    }
    return [settled[one] for one in patterns]


def settle(labels: Sequence[Given], policy: Policy) -> Outcome:
    """Which of several adjudications counts: the one given last, by its number."""
    scale, decisions = policy.scale, [given for given in labels if given.kind == ADJUDICATION]
    if decisions:
        last = max(decisions, key=lambda given: given.label)
        found = _by(scale, _value(last))
        return replace(found, used=(last.label,), adjudicated=True)
    votes = sorted(given.label for given in labels if _value(given) is not None)
    values = sorted(value for value in map(_value, labels) if value is not None)
    unable = sum(given.answer == CANNOT_JUDGE for given in labels)
    if unable >= policy.cannot_judge_limit:
        return Outcome(None, wanted=ADJUDICATION, dispute=len(labels))
    asked, split = min(2 if policy.doubled else 1, policy.label_limit), not scale.is_settled(values)
    if len(votes) >= asked and not split:
        return replace(_by(scale, middle(values)), used=tuple(votes))
    if len(labels) >= policy.label_limit or (policy.escalated and labels):
        disagree = split and bool(votes)
        return Outcome(
            DISAGREEMENT if disagree else None,
            tuple(votes) if disagree else (),
            wanted=ADJUDICATION,
            dispute=len(labels),
        )
    return Outcome(None, wanted=(FIRST, SECOND)[len(votes)] if len(votes) < asked else THIRD)


def _value(given: Given) -> int | None:
    if given.value is not None or given.answer not in ANSWERS:
        return given.value
    return ANSWERS.index(given.answer)


def _by(scale: Scale, value: int | None) -> Outcome:
    if value is None:
        return Outcome(None)
    return Outcome(scale.answer_of(value), grade=scale.grade_of(value))
