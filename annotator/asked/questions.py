"""What raters ask their leads about pairs, and what these answer."""

from dataclasses import dataclass
from uuid import UUID

from annotator.models.remarks import LONGEST_TEXT
from foundation.asking.questions import asked
from pooling.plain_text import no_controls


@dataclass(frozen=True, slots=True)
class LeadAsked:
    """A rater's question about a pair."""

    text: str = asked(
        "What you want to know about this pair. Your lead reads it with the caption and the clip.",
        label="Your question",
        longest=LONGEST_TEXT,
        checks=[no_controls],
    )
    request_id: UUID = asked(
        "Drawn by the client for this question; sent again, the same question is asked once."
    )


@dataclass(frozen=True, slots=True)
class LeadAskedAboutSlot(LeadAsked):
    """A rater's question about the pair in hand."""

    lease: UUID = asked("The token that the claim gave.")


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """A lead's answer to a rater's question."""

    answer: str = asked(
        "The rater reads it.", label="Your answer", longest=LONGEST_TEXT, checks=[no_controls]
    )
