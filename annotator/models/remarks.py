"""What raters say beside their answers: questions about pairs, and clips that do not play. And how
far a campaign's leads have read it."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotator.models.campaign import Campaign, whose
from foundation.database.columns import extends, part_of
from foundation.database.rules import differ, found_by, holds
from people.models.user import by_whom
from pooling.models import Query, Video

LONGEST_TEXT = 2_000


class PairQuestion(models.Model):
    """A rater's question about a pair that they were given, and the lead's answer.

    It names the pair, and neither its slot nor its item: so a question about a check, or about a
    training question, is a row like any other.
    """

    campaign = part_of(Campaign, "questions", db_index=False)
    query = part_of(Query, db_index=False)
    video = part_of(Video, db_index=False)
    asked_by = whose(db_index=False)
    text = models.CharField(max_length=LONGEST_TEXT)
    request_id = models.UUIDField()
    asked_at = models.DateTimeField(db_default=Now())
    answer = models.CharField(max_length=LONGEST_TEXT, blank=True, default="")
    answered_by = by_whom()
    answered_at = models.DateTimeField(null=True)
    noted_version = models.PositiveIntegerField(
        null=True, help_text="The guideline version that the answer was added to."
    )

    class Meta:
        verbose_name = "question"
        constraints = [
            differ(["asked_by", "request_id"], "annotator_a_question_is_asked_once"),
            holds(~Q(text=""), "annotator_a_question_has_words"),
            holds(
                Q(answer="", answered_at__isnull=True)
                | (~Q(answer="") & Q(answered_at__isnull=False)),
                "annotator_an_answered_question_has_an_answer",
            ),
            holds(
                Q(noted_version__isnull=True) | ~Q(answer=""),
                "annotator_only_an_answer_becomes_a_note",
            ),
        ]
        indexes = [
            # A campaign's open questions, for its lead; and how many there are.
            found_by(
                ["campaign", "id"], "annotator_open_questions", among=Q(answered_at__isnull=True)
            ),
            # A rater's own.
            found_by(["campaign", "asked_by", "-id"], "annotator_questions_of_a_rater"),
        ]

    def __str__(self) -> str:
        return f"{self.asked_by} in {self.campaign}: {self.text[:60]}"


class ClipFailure(models.Model):
    """What one rater's player said of one clip, once for each way of failing. An answer may follow
    or not: the clip may play at the second try, or for others."""

    class Cause(models.TextChoices):
        NOT_FOUND = "not_found", "The file was not delivered"
        DECODE = "decode", "The browser could not decode it"
        STALL = "stall", "It stopped and did not continue"
        NETWORK = "network", "The connection broke off"

    campaign = part_of(Campaign, "clip_failures")
    video = part_of(Video, "clip_failures", db_index=False)
    rater = whose(db_index=False)
    cause = models.CharField(max_length=10, choices=Cause)
    detail = models.CharField(
        max_length=500, blank=True, help_text="What the browser's player said of it."
    )
    browser = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            differ(
                ["video", "campaign", "rater", "cause"], "annotator_a_clips_failure_is_noted_once"
            )
        ]


class RemarksRead(models.Model):
    """The newest comment and the newest report of a clip that a lead has marked as read. What came
    later is unread. One mark for all leads: what one has read need not be read again."""

    campaign = extends(Campaign, "remarks_read")
    comments = models.BigIntegerField(default=0, help_text="Labels up to this one are read.")
    clips = models.BigIntegerField(default=0, help_text="Reports up to this label are read.")
    read_by = by_whom()
    read_at = models.DateTimeField()
