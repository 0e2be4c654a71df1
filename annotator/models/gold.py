"""Pairs whose answer is known: raters learn from them in training, and are checked by them, unseen,
ever after. Those of the training queue are not known yet."""

from django.db import models
from django.db.models import Q

from annotator.models.campaign import Campaign, Member
from foundation.database.columns import part_of
from foundation.database.rules import differ, found_by, holds
from people.models.user import by_whom
from pooling.models import Query, Video


class KnownAnswer(models.Model):
    """A pair of which it is known whether it is relevant, and why. Leads retire one; nobody changes
    one that was used."""

    class Truth(models.TextChoices):
        RELEVANT = "relevant", "Relevant"
        IRRELEVANT = "irrelevant", "Irrelevant"

    class Use(models.TextChoices):
        TRAINING = "training", "Training"
        GOLD = "gold", "Hidden gold"
        BOTH = "both", "Training and hidden gold"
        # Shown to raters with its answer, so it is asked no more.
        EXAMPLE = "example", "Example in the guidelines"
        # Nobody knows its answer yet: raters in training give theirs, and somebody settles it.
        QUEUE = "queue", "Training queue"

    class Origin(models.TextChoices):
        HAND = "hand", "By hand"
        FILE = "file", "From a file"
        ORIGINAL = "original", "Original positive"
        FAR = "far", "Far away"
        ADJUDICATED = "adjudicated", "Adjudicated"
        POOL = "pool", "From the pool"

    campaign = part_of(Campaign, "known_answers", db_index=False)
    query = part_of(Query)
    video = part_of(Video)
    answer = models.CharField(max_length=12, choices=Truth, blank=True)
    # Its value, on a scale of more than two.
    grade = models.PositiveSmallIntegerField(null=True, blank=True)
    # Without one it is not asked in training: an answer that is only called wrong teaches nothing.
    explanation = models.CharField(
        max_length=2000,
        blank=True,
        help_text="What in the caption is, or is not, in the clip. Training needs it.",
    )
    words = models.CharField(
        max_length=500,
        blank=True,
        db_default="",
        help_text="The words of the caption that decide, as they are in it.",
    )
    use = models.CharField(max_length=8, choices=Use, default=Use.BOTH)
    origin = models.CharField(max_length=12, choices=Origin, default=Origin.HAND)
    active = models.BooleanField(default=True)
    made_by = by_whom()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "known answer"
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "query", "video"],
                name="annotator_a_pairs_answer_is_known_once",
                violation_error_message="The answer to this pair is known already.",
            ),
            holds(
                Q(use="queue", answer="") | ~Q(use="queue") & ~Q(answer=""),
                "annotator_only_in_the_queue_is_an_answer_unknown",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.query}: {self.video} is {self.answer}"


class Trial(models.Model):
    """One training question to one rater, and what became of it. It is answered once, and never
    enters agreement."""

    member = part_of(Member, "trials", db_index=False)
    known = part_of(KnownAnswer, "trials")
    attempt = models.PositiveSmallIntegerField(
        help_text="How often this rater has had this question, with this time."
    )
    request_id = models.UUIDField(help_text="Made when it is asked: it can be answered once.")
    served_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=12, choices=KnownAnswer.Truth, blank=True)
    grade = models.PositiveSmallIntegerField(null=True, editable=False)
    correct = models.BooleanField(null=True)
    active_ms = models.PositiveIntegerField(null=True)
    guideline_version = models.PositiveIntegerField(default=0)
    # By a lead, for the rater to read.
    review = models.CharField(max_length=2000, blank=True)
    reviewed_by = by_whom()
    reviewed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "training answer"
        constraints = [
            differ(
                ["member", "known", "attempt"], "annotator_a_training_question_is_asked_in_turn"
            ),
            differ(["member", "request_id"], "annotator_a_training_answer_counts_once"),
            differ(
                ["member"],
                "annotator_one_training_question_at_a_time",
                among=Q(answered_at__isnull=True),
            ),
            # An answer in the queue is neither, until its pair is settled.
            holds(
                Q(answered_at__isnull=False) | Q(correct__isnull=True),
                "annotator_what_is_not_answered_is_not_right_or_wrong",
            ),
        ]
        indexes = [
            # A rater's last answers, newest first.
            found_by(["member", "-id"], "annotator_trials_of_a_rater")
        ]

    def __str__(self) -> str:
        return f"{self.member}: {self.known}"


class DisregardedLabel(models.Model):
    """A label that a lead asked for again. It stays in the log, and counts for no verdict. Appended
    only, as labels are."""

    label = models.OneToOneField(
        "annotator.Label", primary_key=True, on_delete=models.PROTECT, related_name="disregarded"
    )
    reason = models.CharField(max_length=200)
    by = by_whom()
    at = models.DateTimeField()
