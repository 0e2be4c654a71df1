"""The questions that a report answers, in the order in which people ask them. A study that is a
part of reports says in its description which of them it helps to answer."""

from collections.abc import Sequence

from foundation.frozen import frozen


@frozen
class ReportQuestion:
    """key: its name in an address. sentence: what its parts show, before the first of them."""

    key: str
    title: str
    sentence: str


SCORED = ReportQuestion(
    key="scored",
    title="What do the runs score?",
    sentence="Scores by the original positives, and with those that people found besides; and what"
    " raters' errors leave open of them.",
)
BETTER = ReportQuestion(
    key="better",
    title="Which run is better?",
    sentence="Differences between runs that are larger than chance, and what labels change in"
    " the order of the runs.",
)
TRUSTED = ReportQuestion(
    key="trusted",
    title="How far can the scores be trusted?",
    sentence="What pairs without a verdict, and the choice of runs for the pool, may still change.",
)
ENOUGH = ReportQuestion(
    key="enough",
    title="How many captions are enough?",
    sentence="How far a score is from that of all captions when fewer of them are labelled.",
)
FOUND = ReportQuestion(
    key="found",
    title="What is found, and where?",
    sentence="How many first ranks the runs share, and where in their rankings the positives are.",
)
PROXIED = ReportQuestion(
    key="proxied",
    title="What would a proxy say?",
    sentence="A proxy estimates relevance from the captions alone, without people; here are the"
    " runs under it, and what it is worth beside people's labels.",
)
QUESTIONS: Sequence[ReportQuestion] = (SCORED, BETTER, TRUSTED, ENOUGH, FOUND, PROXIED)
