"""Pairs whose answer is known."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile

from annotator.asked.answering import LARGEST_COUNT, ON_SCALE, VALUE, refuse_neither
from annotator.models import KnownAnswer
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import in_english
from pooling.plain_text import no_controls, one_plain_line

ANSWER = "Whether the pair is relevant. On a scale of more than two values its value says it."
KEY: dict[str, Any] = {"longest": 500, "exact": True}
EXPLANATION: dict[str, Any] = {"longest": 2_000, "checks": [no_controls]}
ONE_LINE: dict[str, Any] = {"longest": 500, "checks": [one_plain_line]}
EXPLAIN = (
    "What in the caption is, or is not, in the clip: raters read it after their answer. Training"
    " does not ask a question without it."
)
WORDS = "The words of the caption that decide, copied from it: they are marked for raters."
MOST_DRAWN = 10_000
DRAWN = (KnownAnswer.Origin.ORIGINAL, KnownAnswer.Origin.FAR, KnownAnswer.Origin.ADJUDICATED)
Use = KnownAnswer.Use
# What is known already is not in the training queue.
USES = {one.value: in_english(one.label) for one in Use if one is not Use.QUEUE}


@frozen
class KnownAnswerWanted:
    """One pair, by the keys of its caption and its video."""

    caption: str = asked("The caption's key.", label="Caption's key", **KEY)
    video: str = asked("The video's key.", label="Video's key", **KEY)
    answer: KnownAnswer.Truth | None = asked(ANSWER, default=None)
    value: int | None = asked(VALUE, **ON_SCALE)
    explanation: str = asked(EXPLAIN, default="", **EXPLANATION)
    words: str = asked(WORDS, default="", label="Words that decide", **ONE_LINE)
    use: Use = asked("What it is used for.", default=Use.BOTH, choices=USES)

    def check(self) -> None:
        refuse_neither(self.answer, self.value)


@frozen
class KnownAnswersFileWanted:
    """Known answers from a file."""

    file: UploadedFile = asked(  # type: ignore[type-arg]  # at run time it takes no argument
        "CSV with the columns caption_id, video_id, answer, explanation. The answer is relevant or"
        " irrelevant, or a grade's number. All of it is taken, or nothing."
    )
    use: Use = asked("What they are used for.", default=Use.BOTH, choices=USES)


@frozen
class DrawWanted:
    """Known answers that are drawn."""

    origin: KnownAnswer.Origin = asked(
        "Draw known answers from these.",
        label="Origin",
        choices={one.value: in_english(one.label) for one in DRAWN},
        option="--draw",
    )
    count: int = asked(
        "How many are drawn at most.",
        label="How many, at most",
        default=50,
        at_least=1,
        at_most=MOST_DRAWN,
    )
    seed: int = asked("The seed of the draw.", default=1, at_least=0, at_most=LARGEST_COUNT)
    use: Use = asked("What they are used for.", default=Use.BOTH, choices=USES)


@frozen
class Explained:
    """Why a known answer is what it is."""

    explanation: str = asked(EXPLAIN, **EXPLANATION)
    words: str = asked(WORDS, default="", label="Words that decide", **ONE_LINE)


@frozen
class Settled(Explained):
    """What a pair of the training queue is, and why."""

    answer: KnownAnswer.Truth | None = asked(ANSWER, default=None)
    value: int | None = asked(VALUE, **ON_SCALE)

    def check(self) -> None:
        refuse_neither(self.answer, self.value)


@frozen
class KnownAnswerChanged:
    """What changes of a known answer; what is left out stays. Its pair and its answer never change,
    for it may have been used."""

    active: bool | None = asked(
        "If false, it is asked no more; the answers given to it stay.", default=None
    )
    explanation: str | None = asked(EXPLAIN, default=None, **EXPLANATION)
    words: str | None = asked(WORDS, default=None, **ONE_LINE)
    example: bool | None = asked(
        "If true, the guidelines show it as an example from now on, and it is asked no more.",
        default=None,
    )

    def check(self) -> None:
        given = (self.active, self.explanation, self.words, self.example)
        if all(value is None for value in given):
            raise Refused("Say what changes: active, explanation, words or example.")
        if self.example is False:
            raise Refused(
                "An example has been shown with its answer: retire it instead.", field="example"
            )
