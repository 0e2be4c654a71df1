"""A pool given to people: the campaign with its scale, its guidelines and its members. Its policy
is in policy.py."""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotator.models.policy import CampaignPolicy
from annotator.scales import MOST_VALUES, TWO_VALUES, Scale
from foundation.database.columns import extends, part_of
from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.models import Benchmark, Pool
from pooling.models.run import NAME


def whose(related_name: str = "+", **more: Any) -> Any:
    """A column for a person's account, which stays as long as the row."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name=related_name, **more
    )


def two_values() -> list[str]:
    return list(TWO_VALUES)


class Campaign(CampaignPolicy):
    """A pool given to people under a policy. The policy is fixed when the campaign is opened, for
    its labels rest on it."""

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        OPEN = "open", "Open"
        PAUSED = "paused", "Paused"
        CLOSED = "closed", "Closed"

    class Source(models.TextChoices):
        HERE = "here", "Labelled here"
        IMPORT = "import", "Imported labels"

    benchmark = part_of(Benchmark, "campaigns")
    # Empty where labels were collected elsewhere: their file tells which pairs were judged, not how
    # they were chosen.
    pool = models.ForeignKey(Pool, null=True, on_delete=models.PROTECT, related_name="campaigns")
    source = models.CharField(max_length=10, choices=Source, default=Source.HERE, editable=False)
    name = models.CharField(max_length=120, validators=[NAME])
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    created_by = by_whom()
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    items_count = models.PositiveIntegerField(
        default=0, help_text="Pairs that it asks about, kept by its opening."
    )

    # What can be said of a pair, the worst first; a label's value is its place here, from 0.
    scale = ArrayField(models.CharField(max_length=40), default=two_values)
    relevant_from = models.PositiveSmallIntegerField(
        "relevant from",
        default=1,
        db_default=1,
        validators=[MinValueValidator(1)],
        help_text="The lowest value of the scale that counts as relevant.",
    )
    far = models.PositiveSmallIntegerField(
        "far apart",
        default=1,
        db_default=1,
        validators=[MinValueValidator(1)],
        help_text=(
            "Two labels disagree where they differ by as many values, or more: then another rater"
            " is asked, or an adjudicator where a pair has as many labels as it may have."
        ),
    )
    gold_exact = models.BooleanField(
        "known answers are met exactly",
        default=False,
        db_default=False,
        help_text=(
            "On scales of more than three values, an answer within one value of the known one, and"
            " on its side of what counts as relevant, is right; or the known one alone is."
        ),
    )

    class Meta:
        constraints = [
            *CampaignPolicy.Meta.constraints,
            models.UniqueConstraint(
                fields=["benchmark", "name"],
                name="annotator_a_campaigns_name_is_its_own",
                violation_error_message="This name is taken.",
            ),
            holds(
                Q(source="here", pool__isnull=False)
                | Q(source="import", pool__isnull=True, state="closed"),
                "annotator_only_imported_labels_have_no_pool",
            ),
            holds(
                Q(state="draft") | Q(opened_at__isnull=False),
                "annotator_what_is_no_draft_was_opened",
            ),
            holds(Q(scale__len__gte=2), "annotator_a_scale_has_two_values_or_more"),
            models.CheckConstraint(
                condition=Q(scale__len__lte=MOST_VALUES),
                name="annotator_a_scale_has_eleven_values_at_most",
                violation_error_message=_(
                    "A scale has 2 to 11 values. Map a longer one to fewer first."
                ),
            ),
            models.CheckConstraint(
                condition=Q(relevant_from__gte=1, relevant_from__lt=F("scale__len")),
                name="annotator_relevant_begins_within_the_scale",
                violation_error_message=_(
                    "Relevant begins above the lowest value of the scale and not above its highest."
                ),
            ),
            models.CheckConstraint(
                condition=Q(far__gte=1, far__lt=F("scale__len")),
                name="annotator_far_apart_is_within_the_scale",
                violation_error_message=_(
                    "Two values of a scale differ by 1 to one less than it has values."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def raters(self, **which: Any) -> "models.QuerySet[Member]":
        """Its members who rate. which: those of them."""
        return Member.objects.filter(campaign=self, role=Member.Role.RATER, **which)

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_closed(self) -> bool:
        return self.state == self.State.CLOSED

    @property
    def on_scale(self) -> Scale:
        return Scale(tuple(self.scale), self.relevant_from, self.far, self.gold_exact)

    @property
    def trains(self) -> bool:
        """Whether its raters begin in training."""
        return self.training_required or self.queue_pairs > 0

    @property
    def queued(self) -> int:
        """How many pairs of its training queue are not settled."""
        return self.known_answers.filter(use="queue", active=True).count() if self.trains else 0

    @property
    def look_ms(self) -> int:
        """How long a pair must be on the screen before an answer is taken. A press that comes
        sooner was meant for the pair before."""
        return self.seen_ms // 4


UNDER_WAY = (Campaign.State.OPEN, Campaign.State.PAUSED)


class MeasuredPace(models.Model):
    """How long answers took when it was last looked at. A row of its own: the campaign's is read
    with every claim."""

    campaign = extends(Campaign, "pace")
    answers = models.PositiveIntegerField(help_text="How many were timed.")
    mean_seconds = models.FloatField()
    long_seconds = models.FloatField(help_text="The time that 95 % of the answers did not exceed.")
    measured_at = models.DateTimeField()

    class Meta:
        constraints = [
            holds(
                Q(answers__gte=1, mean_seconds__gte=0, long_seconds__gte=0),
                "annotator_a_pace_is_of_some_answers",
            )
        ]


class Guideline(models.Model):
    """What raters are told. A change is a new version; each label knows which one its rater had
    before them."""

    campaign = part_of(Campaign, "guidelines")
    version = models.PositiveIntegerField()
    markdown = models.TextField()
    html = models.TextField(help_text="Made from the Markdown, with nothing in it that could run.")
    confirm = models.BooleanField(
        default=False, help_text="Raters confirm this version before they go on."
    )
    written_by = by_whom()
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [differ(["campaign", "version"], "annotator_a_guideline_version_is_one")]

    def __str__(self) -> str:
        return f"{self.campaign}, version {self.version}"


class Member(models.Model):
    """A person in a campaign."""

    class Role(models.TextChoices):
        RATER = "rater", "Rater"
        ADJUDICATOR = "adjudicator", "Adjudicator"

    class State(models.TextChoices):
        TRAINING = "training", "In training"
        ACTIVE = "active", "Active"
        PAUSED = "paused", "Paused"
        REMOVED = "removed", "Removed"

    campaign = part_of(Campaign, "members")
    person = whose("memberships")
    role = models.CharField(max_length=12, choices=Role, default=Role.RATER)
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    reason = models.CharField(max_length=200, blank=True, help_text="Why paused or removed.")
    confirmed_version = models.PositiveIntegerField(
        default=0, help_text="The last guideline version they confirmed."
    )
    joined_at = models.DateTimeField(auto_now_add=True)
    training_since = models.DateTimeField(
        null=True, help_text="Training answers from here on count for the pass mark."
    )
    qualified_at = models.DateTimeField(null=True)
    checked_since = models.DateTimeField(
        null=True, help_text="Gold answers from here on count for the automatic pause."
    )
    drawn = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text=(
            "Pairs drawn for this rater. Whether the next is a check is drawn once for each number."
        ),
    )
    left_until = models.IntegerField(
        null=True,
        editable=False,
        help_text="After this many answers, about nothing would be left for this rater.",
    )
    left_taken = models.DateTimeField(
        null=True, editable=False, help_text="The hour in which that was counted."
    )

    class Meta:
        constraints = [differ(["campaign", "person"], "annotator_a_person_is_a_member_once")]

    def __str__(self) -> str:
        return f"{self.person} in {self.campaign}"

    @property
    def rates(self) -> bool:
        return self.role == self.Role.RATER

    @property
    def in_training(self) -> bool:
        return self.state == self.State.TRAINING

    @property
    def is_active(self) -> bool:
        return self.state == self.State.ACTIVE

    @property
    def words(self) -> dict[str, int]:
        """What statements and filters for this person's rows in the campaign are given."""
        return {"campaign": self.campaign_id, "rater": self.person_id}
