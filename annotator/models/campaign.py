"""A pool given to people: policy, guidelines, members."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from pooling.models import Benchmark, Pool
from pooling.models.run import NAME

# The worst first: a label's value is its place here, from 0.
TWO_VALUES = ("irrelevant", "relevant")
SHARE = [MinValueValidator(0.0), MaxValueValidator(1.0)]


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

    class Source(models.TextChoices):
        HERE = "here", "Labelled here"
        IMPORT = "import", "Imported labels"

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="campaigns")
    # Empty where labels were collected elsewhere: their file tells which pairs were judged, not how
    # they were chosen.
    pool = models.ForeignKey(Pool, null=True, on_delete=models.PROTECT, related_name="campaigns")
    source = models.CharField(max_length=10, choices=Source, default=Source.HERE, editable=False)
    name = models.CharField(max_length=120, validators=[NAME])
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    items_count = models.PositiveIntegerField(
        default=0, help_text="Pairs that it asks about, kept by its opening."
    )

    # What can be said of a pair, in order. Only this scale is offered today.
    scale = ArrayField(models.CharField(max_length=40), default=two_values, editable=False)

    # The policy
    seed = models.PositiveIntegerField(default=1)
    double_share = models.FloatField(
        default=0.1, validators=SHARE, help_text="Share of pairs labelled twice, drawn once."
    )
    label_limit = models.PositiveSmallIntegerField(
        default=3,
        validators=[MinValueValidator(1), MaxValueValidator(9)],
        help_text=(
            "After this many labels without a verdict, whatever they say, an adjudicator decides."
        ),
    )
    cannot_judge_limit = models.PositiveSmallIntegerField(
        default=2,
        validators=[MinValueValidator(1), MaxValueValidator(9)],
        help_text="After this many 'cannot judge' answers, an adjudicator decides.",
    )
    order = models.CharField(max_length=10, choices=Order, default=Order.RANDOM)
    ask_again = models.BooleanField(
        default=False, help_text="Ask also about pairs that are judged in the benchmark already."
    )
    without_clips = models.BooleanField(
        default=False,
        db_default=False,
        help_text=(
            "Raters see the clips elsewhere: pairs whose clips do not play here are given out and"
            " judged all the same."
        ),
    )
    lease_follows_pace = models.BooleanField(
        default=True,
        help_text="Once 100 answers have been timed, the lease follows from how long they took.",
    )
    lease_seconds = models.PositiveIntegerField(
        default=1800,
        validators=[MinValueValidator(30), MaxValueValidator(86_400)],
        help_text="How long a rater holds a slot.",
    )
    leases_per_rater = models.PositiveSmallIntegerField(
        default=20, validators=[MinValueValidator(1), MaxValueValidator(200)]
    )
    change_minutes = models.PositiveIntegerField(
        default=60, help_text="How long raters may change an answer after giving it."
    )
    too_fast_ms = models.PositiveIntegerField(
        default=700,
        help_text="Answers in less active time are marked as too fast; they still count.",
    )
    training_required = models.BooleanField(
        default=False, help_text="Raters pass the training before they are given pairs."
    )
    pass_mark = models.FloatField(
        default=0.8,
        validators=SHARE,
        help_text="Share of correct answers required to pass the training.",
    )
    pass_window = models.PositiveSmallIntegerField(
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(500)],
        help_text="Counted over this many most recent answers.",
    )
    gold_share = models.FloatField(
        default=0.0,
        validators=[*SHARE, MaxValueValidator(0.5)],
        help_text="Share of pairs given out whose answer is known.",
    )
    gold_bar = models.FloatField(
        default=0.7,
        validators=SHARE,
        help_text="Raters with a smaller share of correct gold answers are paused.",
    )
    gold_minimum = models.PositiveSmallIntegerField(
        default=20,
        validators=[MinValueValidator(1), MaxValueValidator(500)],
        help_text="Nobody is paused before this many gold answers.",
    )
    gold_window = models.PositiveSmallIntegerField(
        default=50,
        validators=[MinValueValidator(1), MaxValueValidator(500)],
        help_text="Counted over this many most recent answers.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["benchmark", "name"],
                name="annotator_a_campaigns_name_is_its_own",
                violation_error_message="This name is taken.",
            ),
            models.CheckConstraint(
                condition=Q(double_share__gte=0, double_share__lte=1),
                name="annotator_the_share_labelled_twice_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(label_limit__gte=1, label_limit__lte=9),
                name="annotator_a_pair_gets_one_to_nine_labels",
            ),
            models.CheckConstraint(
                condition=Q(source="here", pool__isnull=False)
                | Q(source="import", pool__isnull=True, state="closed"),
                name="annotator_only_imported_labels_have_no_pool",
            ),
            models.CheckConstraint(
                condition=Q(state="draft") | Q(opened_at__isnull=False),
                name="annotator_what_is_no_draft_was_opened",
            ),
            models.CheckConstraint(
                condition=Q(scale__len__gte=2), name="annotator_a_scale_has_two_values_or_more"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class MeasuredPace(models.Model):
    """How long answers took when it was last looked at. A row of its own: the campaign's is read
    with every claim."""

    campaign = models.OneToOneField(
        Campaign, primary_key=True, on_delete=models.PROTECT, related_name="pace"
    )
    answers = models.PositiveIntegerField(help_text="How many were timed.")
    mean_seconds = models.FloatField()
    long_seconds = models.FloatField(help_text="95 % of the answers took no longer.")
    measured_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(answers__gte=1, mean_seconds__gte=0, long_seconds__gte=0),
                name="annotator_a_pace_is_of_some_answers",
            )
        ]

    def __str__(self) -> str:
        return f"the pace of {self.campaign}"


class Guideline(models.Model):
    """What raters are told. A change is a new version; each label knows which one its rater had
    before them."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="guidelines")
    version = models.PositiveIntegerField()
    markdown = models.TextField()
    html = models.TextField(help_text="Made from the Markdown, with nothing in it that could run.")
    confirm = models.BooleanField(
        default=False, help_text="Raters confirm this version before they go on."
    )
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    written_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "version"], name="annotator_a_guideline_version_is_one"
            )
        ]

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

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="members")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
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

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "person"], name="annotator_a_person_is_a_member_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.person} in {self.campaign}"
