"""Pairs whose answer is known."""

from dataclasses import dataclass

from django.core.files.uploadedfile import UploadedFile

from annotator.asked.answering import LARGEST_COUNT
from annotator.models import KnownAnswer
from foundation.asking.questions import asked
from foundation.refused import Refused
from pooling.plain_text import no_controls, one_plain_line

LONGEST_KEY = 500
LONGEST_EXPLANATION = 2_000
LONGEST_WORDS = 500
EXPLAIN = (
    "What in the caption is, or is not, in the clip: raters read it after their answer. Training"
    " does not ask a question without it."
)
WORDS = "The words of the caption that decide, copied from it: they are marked for raters."
MOST_DRAWN = 10_000
DRAWN = (KnownAnswer.Origin.ORIGINAL, KnownAnswer.Origin.FAR, KnownAnswer.Origin.ADJUDICATED)
Use = KnownAnswer.Use


@dataclass(frozen=True, slots=True)
class KnownAnswerWanted:
    """One pair, by the keys of its caption and its video."""

    caption: str = asked(
        "The caption's key.", label="Caption's key", longest=LONGEST_KEY, exact=True
    )
    video: str = asked("The video's key.", label="Video's key", longest=LONGEST_KEY, exact=True)
    answer: KnownAnswer.Truth = asked("Whether the pair is relevant.")
    explanation: str = asked(EXPLAIN, default="", longest=LONGEST_EXPLANATION, checks=[no_controls])
    words: str = asked(
        WORDS, default="", label="Words that decide", longest=LONGEST_WORDS, checks=[one_plain_line]
    )
    use: Use = asked("What it is used for.", default=Use.BOTH)


@dataclass(frozen=True, slots=True)
class KnownAnswersFileWanted:
    """Known answers from a file."""

    file: UploadedFile = asked(  # type: ignore[type-arg]  # at run time it takes no argument
        "CSV with the columns caption_id, video_id, answer, explanation. All of it is taken, or"
        " nothing."
    )
    use: Use = asked("What they are used for.", default=Use.BOTH)


@dataclass(frozen=True, slots=True)
class DrawWanted:
    """Known answers that are drawn."""

    origin: KnownAnswer.Origin = asked(
        "Draw known answers from these.",
        label="From",
        choices={one.value: str(one.label) for one in DRAWN},
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
    use: Use = asked("What they are used for.", default=Use.BOTH)


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a known answer is what it is."""

    explanation: str = asked(EXPLAIN, longest=LONGEST_EXPLANATION, checks=[no_controls])
    words: str = asked(
        WORDS, default="", label="Words that decide", longest=LONGEST_WORDS, checks=[one_plain_line]
    )


@dataclass(frozen=True, slots=True)
class KnownAnswerChanged:
    """What changes of a known answer; what is left out stays. Its pair and its answer never change,
    for it may have been used."""

    active: bool | None = asked(
        "If false, it is asked no more; the answers given to it stay.", default=None
    )
    explanation: str | None = asked(
        EXPLAIN, default=None, longest=LONGEST_EXPLANATION, checks=[no_controls]
    )
    words: str | None = asked(WORDS, default=None, longest=LONGEST_WORDS, checks=[one_plain_line])
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
