"""What raters ask their leads about pairs."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from annotator.models.campaign import Campaign
from annotator.models.whose import whose
from foundation.database.rules import differ, found_by, holds
from people.models.user import by_whom
from pooling.models import Query, Video

LONGEST_TEXT = 2_000


class PairQuestion(models.Model):
    """A rater's question about a pair that they were given, and the lead's answer.

    It names the pair, and neither its slot nor its item: so a question about a check, or about a
    training question, is a row like any other.
    """

    campaign = models.ForeignKey(
        Campaign, on_delete=models.PROTECT, related_name="questions", db_index=False
    )
    query = models.ForeignKey(Query, on_delete=models.PROTECT, related_name="+", db_index=False)
    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="+", db_index=False)
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
