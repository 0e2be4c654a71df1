"""What raters and adjudicators answer, and what raters ask their leads about pairs."""

from typing import Any
from uuid import UUID

from annotator.models import Answer, ClipFailure, KnownAnswer, Mistake, Reason, Shown
from annotator.models.remarks import LONGEST_TEXT
from annotator.scales import MOST_VALUES
from annotator.slots.give import MOST_AT_ONCE
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from pooling.plain_text import no_controls

LARGEST_COUNT = 2**31 - 1  # of what the database keeps in four bytes
LARGEST_ID = 2**63 - 1
LONGEST_COMMENT = 2_000
COUNT: dict[str, Any] = {"default": None, "at_least": 0, "at_most": LARGEST_COUNT}
COMMENT: dict[str, Any] = {"longest": LONGEST_COMMENT, "checks": [no_controls]}
TEXT: dict[str, Any] = {"longest": LONGEST_TEXT, "checks": [no_controls]}
ANSWERS = [choice for choice in Answer.choices if choice[0] != Answer.WITHDRAWN]
# Who should not judge a pair does not decide it, and leaves it to another adjudicator.
UNDECIDABLE = [choice for choice in Reason.choices if choice[0] != Reason.NOT_FOR_ME]
VALUE = "What is said, as its place on the campaign's scale: 0 is the lowest."
ON_SCALE: dict[str, Any] = {"default": None, "at_least": 0, "at_most": MOST_VALUES - 1}
LEASE = "The token that the claim gave."
REQUEST = "Drawn by the client for this answer; sent again, the same answer counts once."
ACTIVE = "How long the rater was active, in milliseconds; null if it was not measured."


def refuse_neither(answer: str | None, value: int | None) -> None:
    """Either says the other."""
    if answer is None and value is None:
        raise Refused("Choose an answer.", field="answer")


@frozen
class Answered:
    """An answer, and why there is none."""

    answer: Answer | None = asked(
        "Whether the pair is relevant. On a scale of more than two values its value says it.",
        default=None,
        choices=dict(ANSWERS),
    )
    value: int | None = asked(VALUE, **ON_SCALE)
    reason: Reason | None = asked(
        "Why the pair cannot be judged.", default=None, label="Reason for Cannot judge"
    )
    comment: str = asked("What a lead should know about this answer.", default="", **COMMENT)
    request_id: UUID = asked(REQUEST)

    def check(self) -> None:
        unable = self.answer == Answer.CANNOT_JUDGE
        refuse_neither(self.answer, self.value)
        if unable and self.reason is None:
            raise Refused("Choose a reason for 'Cannot judge'.", field="reason")
        if self.reason is not None and not unable:
            raise Refused("Leave the reason out: only 'Cannot judge' takes one.", field="reason")


@frozen
class SlotAnswered(Answered):
    """An answer to a slot, as a script sends it."""

    slot: int = asked("The slot's id, as its claim gave it.", at_least=1, at_most=LARGEST_ID)
    lease: UUID = asked(LEASE)
    active_ms: int | None = asked(ACTIVE, **COUNT)
    plays: int | None = asked("How often the clip was played; null if it was not counted.", **COUNT)
    shown: Shown | None = asked(
        "How the rater saw the pair; as it was given out, if it is left out.", default=None
    )
    shown_group: UUID | None = asked(
        "The group that it was shown in, as the claim gave it.", default=None
    )
    claim: int = asked(
        "How many further slots to return.", default=0, at_least=0, at_most=MOST_AT_ONCE
    )


@frozen
class ClaimWanted:
    """How many pairs a rater wants."""

    count: int = asked(
        "How many slots to hold, those held included.", default=5, at_least=1, at_most=MOST_AT_ONCE
    )


@frozen
class LeaseKept:
    """The rater keeps a pair."""

    lease: UUID = asked(LEASE)


@frozen
class ClipFailed(LeaseKept):
    """A browser could not play a pair's clip."""

    cause: ClipFailure.Cause = asked("How it failed.")
    detail: str = asked(
        "What the browser's player said of it.", default="", longest=500, checks=[no_controls]
    )


@frozen
class SlotReleased(LeaseKept):
    """The rater gives a pair back."""

    later: bool = asked("Move the slot to the end of the queue.", default=False)


@frozen
class Decided(Answered):
    """What an adjudicator decides, and why."""

    answer: Answer | None = asked(
        "What the pair is. 'Cannot judge' takes it out of the scores: it has no verdict then.",
        default=None,
        choices=dict(ANSWERS),
    )
    reason: Reason | None = asked(
        "Why the pair is neither relevant nor irrelevant.",
        default=None,
        choices=dict(UNDECIDABLE),
        label="Reason for neither",
    )
    comment: str = asked(
        "The guidelines' words that decide it. It may be left out for 'Cannot judge', and where a"
        " rater gave a comment or a reason, unless the campaign shows its raters the decisions.",
        default="",
        label="Why",
        **COMMENT,
    )
    mistake: Mistake | None = asked(
        "What the raters who are overruled got wrong, if one word says it.",
        default=None,
        label="Kind of mistake",
    )

    def check(self) -> None:
        Answered.check(self)  # with slots, super() would name another class
        if self.mistake is not None and self.answer == Answer.CANNOT_JUDGE:
            raise Refused(
                "Leave the kind of mistake out: 'Cannot judge' overrules no rater.",
                field="mistake",
            )


@frozen
class Reopened:
    """A decision is opened again."""

    reason: str = asked(
        "Why the decision is opened again.", label="Why it is opened again", **COMMENT
    )


@frozen
class TrainingAnswered:
    """A rater's answer to a training question."""

    request_id: UUID = asked("The question's own.")
    answer: KnownAnswer.Truth | None = asked(
        "Whether the pair is relevant. On a scale of more than two values its value says it.",
        default=None,
    )
    value: int | None = asked(VALUE, **ON_SCALE)
    active_ms: int | None = asked(ACTIVE, **COUNT)

    def check(self) -> None:
        refuse_neither(self.answer, self.value)


@frozen
class TrainingDecided:
    """A lead decides about a rater in training."""

    passed: bool = asked(
        "If true, they rate from now on; if false, they get two more rounds of training."
    )


@frozen
class TrainingReviewed:
    """A lead's words to a rater about a training answer."""

    comment: str = asked("The rater reads it.", label="To the rater", **COMMENT)


@frozen
class LeadAsked:
    """A rater's question about a pair."""

    text: str = asked(
        "What you want to know about this pair. Your lead reads it with the caption and the clip.",
        label="Your question",
        **TEXT,
    )
    request_id: UUID = asked(
        "Drawn by the client for this question; sent again, the same question is asked once."
    )


@frozen
class LeadAskedAboutSlot(LeadAsked):
    """A rater's question about the pair in hand."""

    lease: UUID = asked(LEASE)


@frozen
class QuestionAnswered:
    """A lead's answer to a rater's question."""

    answer: str = asked("The rater reads it.", label="Your answer", **TEXT)
