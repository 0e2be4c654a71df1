"""A pool given to people: policy, guidelines, members.

It passes 300 lines because a campaign's policy is one row, so that it changes as a whole and is
written into the audit log as a whole; and each of its fields has its bounds, twice: for forms, and
as a constraint with a name.
"""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import (
    BaseValidator,
    MaxValueValidator,
    MinValueValidator,
    RegexValidator,
)
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from annotator.scales import MOST_VALUES, TWO_VALUES, Scale
from foundation.database.columns import extends, part_of
from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.models import Benchmark, Pool
from pooling.models.run import NAME


def between(least: float, most: float) -> list[BaseValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


SHARE = between(0.0, 1.0)
CURRENCY = RegexValidator(r"^[A-Z]{3}\Z", _("Expected three capital letters, as in EUR."))


def whose(related_name: str = "+", **more: Any) -> Any:
    """A column for a person's account, which stays as long as the row."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name=related_name, **more
    )


class Shown(models.TextChoices):
    """How a pair is shown: by itself, or beside others that share its caption or its clip."""

    SINGLE = "single", "By itself"
    GRID = "grid", "One caption with several clips"
    CAPTIONS = "captions", "One clip with several captions"


def two_values() -> list[str]:
    return list(TWO_VALUES)


class Campaign(models.Model):
    """A pool given to people under a policy. The policy is fixed when the campaign is opened, for
    its labels rest on it."""

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        OPEN = "open", "Open"
        PAUSED = "paused", "Paused"
        CLOSED = "closed", "Closed"

    class Order(models.TextChoices):
        RANDOM = "random", "Random"
        CAPTION = "caption", "By caption"

    class Stop(models.TextChoices):
        """When a caption's pairs are enough."""

        NEVER = "never", "Never: all pairs are asked"
        FIRST_POSITIVE = "first_positive", "At a caption's first positive"

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

    # The policy
    seed = models.PositiveIntegerField(
        default=1,
        help_text="The same seed draws the same order and the same pairs to be labelled twice.",
    )
    double_share = models.FloatField(
        "share labelled twice",
        default=0.1,
        validators=SHARE,
        help_text="Share of pairs labelled twice, drawn once: 0.1 is one in ten.",
    )
    label_limit = models.PositiveSmallIntegerField(
        "most labels for a pair",
        default=3,
        validators=between(1, 9),
        help_text=(
            "After this many labels without a verdict, whatever they say, an adjudicator decides."
        ),
    )
    cannot_judge_limit = models.PositiveSmallIntegerField(
        "cannot judge before adjudication",
        default=2,
        validators=between(1, 9),
        help_text="After this many 'cannot judge' answers, an adjudicator decides.",
    )
    order = models.CharField(
        max_length=10,
        choices=Order,
        default=Order.RANDOM,
        help_text="The order in which raters get pairs: random, or a caption after another.",
    )
    stop = models.CharField(
        "a caption is done",
        max_length=14,
        choices=Stop,
        default=Stop.NEVER,
        db_default=Stop.NEVER.value,
        help_text=(
            "At its first positive, pairs that can change no run's C@K any more are not asked. P@K,"
            " AP and recall then have bounds only."
        ),
    )
    until = models.CharField(
        "asked until",
        max_length=320,
        blank=True,
        default="",
        db_default="",
        help_text=(
            "A measure, two runs of the pool and points, as in C@1:CLIP4CLIP,TeachText:2. The"
            " campaign's page says when the difference of the runs is known to these points, either"
            " way. Without it all pairs are asked."
        ),
    )
    show = models.CharField(
        "pairs are shown",
        max_length=8,
        choices=Shown,
        default=Shown.SINGLE,
        db_default=Shown.SINGLE.value,
        help_text="One pair at a time, or those of a caption or of a clip together.",
    )
    group_size = models.PositiveSmallIntegerField(
        "pairs shown together",
        default=9,
        db_default=9,
        validators=between(6, 12),
        help_text="How many pairs are shown together at most.",
    )
    single_share = models.FloatField(
        "share shown by itself all the same",
        default=0.05,
        db_default=0.05,
        validators=[*SHARE, MaxValueValidator(0.5)],
        help_text=(
            "Share of pairs that come by themselves where others come together, drawn at random:"
            " by them it is known what showing pairs together does."
        ),
    )
    seen_ms = models.PositiveIntegerField(
        "on the screen before all others are irrelevant, in milliseconds",
        default=1000,
        db_default=1000,
        validators=[MaxValueValidator(60_000)],
        help_text=(
            "How long each pair shown together must have been on the screen before all that are"
            " left can be called irrelevant at once. Any other answer, also to a pair shown by"
            " itself, is taken after a quarter of it."
        ),
    )
    ask_again = models.BooleanField(
        "ask about judged pairs again",
        default=False,
        help_text="Ask also about pairs that are judged in the benchmark already.",
    )
    without_clips = models.BooleanField(
        "raters see the clips elsewhere",
        default=False,
        db_default=False,
        help_text=(
            "Ask also about pairs whose clips do not play here. Otherwise they wait until their"
            " clips play."
        ),
    )
    lease_follows_pace = models.BooleanField(
        "how long a pair is held follows the measured pace",
        default=True,
        help_text="Once 100 answers have been timed, the lease follows from how long they took.",
    )
    lease_seconds = models.PositiveIntegerField(
        "a pair is held for, in seconds",
        default=1800,
        validators=between(30, 86_400),
        help_text="How long a rater holds a pair while the pace is not followed or not known yet.",
    )
    leases_per_rater = models.PositiveSmallIntegerField(
        "pairs held at once",
        default=20,
        validators=between(1, 200),
        help_text="How many pairs a rater may hold at a time.",
    )
    change_minutes = models.PositiveIntegerField(
        "answers may be changed for, in minutes",
        default=60,
        help_text="How long raters may change an answer after giving it.",
    )
    too_fast_ms = models.PositiveIntegerField(
        "too fast, in milliseconds",
        default=700,
        help_text="Answers in less active time are marked as too fast; they still count.",
    )
    training_required = models.BooleanField(
        "training first",
        default=False,
        help_text="Raters pass the training before they are given pairs.",
    )
    pass_mark = models.FloatField(
        default=0.8,
        validators=SHARE,
        help_text=(
            "Share of correct answers required to pass the training, for relevant and irrelevant"
            " pairs separately: 0.8 is four in five."
        ),
    )
    pass_window = models.PositiveSmallIntegerField(
        "answers that count for the pass mark",
        default=20,
        validators=between(1, 500),
        help_text=(
            "How many of the last answers count: half of them to relevant pairs, half to irrelevant"
            " ones."
        ),
    )
    queue_pairs = models.PositiveSmallIntegerField(
        "pairs of the training queue",
        default=0,
        db_default=0,
        validators=between(0, 500),
        help_text=(
            "How many pairs that nobody knows each rater answers before their answers count. Leads"
            " and adjudicators review them."
        ),
    )
    gold_share = models.FloatField(
        "share of hidden gold",
        default=0.0,
        validators=[*SHARE, MaxValueValidator(0.5)],
        help_text="Share of pairs given out whose answer is known.",
    )
    gold_bar = models.FloatField(
        "gold bar",
        default=0.7,
        validators=SHARE,
        help_text="Raters with a smaller share of correct gold answers are paused.",
    )
    gold_minimum = models.PositiveSmallIntegerField(
        "gold answers before a pause",
        default=20,
        validators=between(1, 500),
        help_text="No rater is paused before this many gold answers.",
    )
    gold_window = models.PositiveSmallIntegerField(
        "answers that count for the gold bar",
        default=50,
        validators=between(1, 500),
        help_text="How many of the most recent gold answers count.",
    )
    feedback = models.BooleanField(
        "raters see how they were overruled",
        default=False,
        db_default=False,
        help_text=(
            "Show raters which of their answers an adjudicator overruled, and why. This can be"
            " changed while the campaign is open."
        ),
    )
    # Whole hundredths: sums of money are exact.
    pay_cents = models.PositiveIntegerField(
        "pay for an hour, in hundredths",
        null=True,
        blank=True,
        validators=[MaxValueValidator(10_000_000)],
        help_text=(
            "What you pay for an hour of work, in hundredths of the currency. The cost is then"
            " shown in money, too."
        ),
    )
    currency = models.CharField(
        "currency of the pay",
        max_length=3,
        default="",
        db_default="",
        blank=True,
        validators=[CURRENCY],
        help_text="The currency of the pay, as in EUR.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["benchmark", "name"],
                name="annotator_a_campaigns_name_is_its_own",
                violation_error_message="This name is taken.",
            ),
            holds(
                Q(double_share__gte=0, double_share__lte=1),
                "annotator_the_share_labelled_twice_is_a_share",
            ),
            holds(
                Q(label_limit__gte=1, label_limit__lte=9),
                "annotator_a_pair_gets_one_to_nine_labels",
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
            models.CheckConstraint(
                condition=Q(pay_cents=None) | ~Q(currency=""),
                name="annotator_pay_has_a_currency",
                violation_error_message=_("A pay for an hour needs its currency, as in EUR."),
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
