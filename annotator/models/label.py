"""What people said. Labels are appended and never change: a trigger in the database refuses it."""

from django.db import models
from django.db.models import Q

from annotator.models.campaign import Campaign, whose
from annotator.models.item import Item, Slot
from annotator.models.policy import Shown
from foundation.database.columns import part_of
from foundation.database.rules import differ, found_by, holds


class Answer(models.TextChoices):
    RELEVANT = "relevant", "Relevant"
    IRRELEVANT = "irrelevant", "Irrelevant"
    CANNOT_JUDGE = "cannot_judge", "Cannot judge"
    # An undo: it supersedes an answer and gives none.
    WITHDRAWN = "withdrawn", "Withdrawn"


class Reason(models.TextChoices):
    """Why somebody could not judge."""

    DOES_NOT_PLAY = "does_not_play", "The clip does not play"
    UNCLEAR_CAPTION = "unclear_caption", "The caption cannot be understood"
    UNCLEAR_VIDEO = "unclear_video", "The clip cannot be made out"
    GUIDELINES_SILENT = "guidelines_silent", "The guidelines do not say"
    NOT_FOR_ME = "not_for_me", "I should not judge this"


class Mistake(models.TextChoices):
    """What a decision was about: what those who were overruled got wrong."""

    PERSON = "person", "Person"
    OBJECT = "object", "Object"
    ACTION = "action", "Action"
    PLACE = "place", "Place"
    NUMBER = "number", "Number"
    ATTRIBUTE = "attribute", "Attribute"
    CAPTION_UNCLEAR = "caption_unclear", "Caption unclear"


class Label(models.Model):
    """One answer by one rater to one slot. A change of mind is a new label that supersedes the old
    one."""

    campaign = part_of(Campaign, db_index=False)
    item = part_of(Item, "labels")
    slot = part_of(Slot, "labels", db_index=False)
    rater = whose(db_index=False)
    answer = models.CharField(max_length=12, choices=Answer)
    # Its place on the campaign's ordered scale, from which the answer follows; none where it judges
    # nothing (docs/decisions/0092).
    value = models.SmallIntegerField(null=True)
    reason = models.CharField(max_length=20, choices=Reason, blank=True)
    comment = models.CharField(max_length=2000, blank=True)
    request_id = models.UUIDField()
    supersedes = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    given_at = models.DateTimeField()
    active_ms = models.PositiveIntegerField(null=True)
    plays = models.PositiveIntegerField(null=True)
    too_fast = models.BooleanField(default=False)
    guideline_version = models.PositiveIntegerField(default=0)
    client = models.CharField(max_length=40, blank=True)
    shown = models.CharField(
        max_length=8, choices=Shown, default=Shown.SINGLE, db_default=Shown.SINGLE.value
    )
    # Labels of pairs that were shown together have the same.
    shown_group = models.UUIDField(null=True)
    # Of an adjudicator's decision, where it was named.
    mistake = models.CharField(
        max_length=16, choices=Mistake, blank=True, default="", db_default=""
    )

    class Meta:
        constraints = [
            differ(["rater", "request_id"], "annotator_a_request_counts_once"),
            holds(
                Q(answer__in=["relevant", "irrelevant"], value__gte=0)
                | Q(answer__in=["cannot_judge", "withdrawn"], value=None),
                "annotator_a_label_that_judges_has_a_value",
            ),
            holds(~Q(answer="cannot_judge") | ~Q(reason=""), "annotator_cannot_judge_says_why"),
            holds(
                ~Q(answer="withdrawn") | Q(supersedes__isnull=False),
                "annotator_only_an_answer_can_be_withdrawn",
            ),
            holds(
                Q(shown="single", shown_group__isnull=True)
                | Q(shown__in=["grid", "captions"], shown_group__isnull=False),
                "annotator_what_was_shown_together_is_a_group",
            ),
            holds(
                Q(mistake="") | Q(answer__in=["relevant", "irrelevant"]),
                "annotator_a_mistake_belongs_to_a_verdict",
            ),
        ]
        indexes = [
            # A rater's own history, newest first.
            found_by(["campaign", "rater", "-id"], "annotator_labels_of_a_rater"),
            # What a lead should read.
            found_by(["campaign", "-id"], "annotator_comments", among=~Q(comment="")),
            found_by(
                ["campaign", "-id"], "annotator_reports_of_clips", among=Q(reason="does_not_play")
            ),
        ]


class RaterDay(models.Model):
    """Counts of one rater on one day in one campaign: many small rows, so that no two raters ever
    wait for one."""

    pk = models.CompositePrimaryKey("campaign_id", "rater_id", "day")
    campaign = part_of(Campaign, "days", db_index=False)
    rater = whose(db_index=False)
    day = models.DateField(help_text="By the database's clock, in UTC.")
    labels = models.PositiveIntegerField(default=0)
    relevant = models.PositiveIntegerField(default=0)
    cannot_judge = models.PositiveIntegerField(default=0)
    too_fast = models.PositiveIntegerField(default=0)
    active_ms = models.BigIntegerField(default=0)
