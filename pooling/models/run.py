"""Registered systems and what they predicted."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.formats.keys import WITHIN
from pooling.models.benchmark import Benchmark
from pooling.plain_text import NameValidator, no_controls, one_plain_line, refusal

NAME = NameValidator(
    r"^[^\s,][^,\x00-\x1f]*\Z",
    "Any letters, but no comma, and no space in front: commands list names with commas.",
)


class Cardinality(models.Func):
    """How many elements; 0 for an empty array, where PostgreSQL's array_length knows nothing."""

    function = "cardinality"
    output_field = models.IntegerField()


class RetrievalModel(models.Model):
    """A registered retrieval system. *Model* on pages and in the API."""

    name = models.CharField(max_length=80, validators=[NAME])
    version = models.CharField(max_length=40, blank=True)
    family = models.CharField(
        max_length=80,
        blank=True,
        help_text="Models that share a design: left out together in the metrics.",
    )
    link = models.URLField(blank=True, help_text="The paper or the code.")
    notes = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    class Meta:
        verbose_name = "model"
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="pooling_model_names_differ_by_more_than_case",
                violation_error_message="This name is taken.",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """What may stand in the texts beside the name, wherever they come from; rows from earlier
        days stay."""
        checks = {"version": one_plain_line, "family": one_plain_line, "notes": no_controls}
        wrong = {
            name: refused
            for name, check in checks.items()
            if (refused := refusal(check, getattr(self, name)))
        }
        if wrong:
            raise ValidationError(wrong)


class Run(models.Model):
    """A model's predictions on a benchmark. The row is written with its rankings, when the whole
    file has been read."""

    class Direction(models.TextChoices):
        TEXT_TO_VIDEO = "t2v", "Text to video"
        VIDEO_TO_TEXT = "v2t", "Video to text"
        VIDEO_TO_VIDEO = "vv", "Video to video"
        TEXT_TO_TEXT = "tt", "Text to text"

    class State(models.TextChoices):
        """Who may learn of a run outside the team; see docs/pooling.md."""

        PRIVATE = "private", "Private"
        BLINDED = "blinded", "Blinded"
        PUBLISHED = "published", "Published"

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="runs")
    model = models.ForeignKey(RetrievalModel, on_delete=models.PROTECT, related_name="runs")
    name = models.CharField(max_length=120, validators=[NAME])
    direction = models.CharField(max_length=3, choices=Direction, default=Direction.TEXT_TO_VIDEO)
    depth = models.PositiveIntegerField()
    format = models.CharField(max_length=10)
    file_name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    items = models.PositiveIntegerField(
        help_text="Captions (or videos, by the direction) that have a ranking."
    )
    ties = models.PositiveIntegerField(help_text="Rankings in which a tie crosses the depth.")
    full_ranks = models.BooleanField(
        help_text="Whether the original positive's rank is known beyond the depth."
    )
    whole = models.CharField(
        max_length=200,
        blank=True,
        default="",
        help_text=(
            "The file with every rank there is, under MEDIA_ROOT; empty where the run's own file"
            " told no more than its depth."
        ),
    )
    whole_sha256 = models.CharField(max_length=64, blank=True, default="")
    warnings = models.JSONField(default=list)
    state = models.CharField(
        max_length=9,
        choices=State,
        default=State.PRIVATE,
        help_text="Whether a public leaderboard shows it: not, without its name, or by its name.",
    )
    submitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The submitter who handed it in; empty for a run of the team's own.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    class Meta:
        constraints = [
            holds(
                models.Q(state__in=["private", "blinded", "published"]),
                "pooling_a_run_state_is_one_of_ours",
            ),
            models.UniqueConstraint(
                "benchmark",
                Lower("name"),
                name="pooling_run_names_differ_within_a_benchmark",
                violation_error_message="This name is taken.",
            ),
            differ(
                ["benchmark", "model", "sha256", "direction", "depth"],
                "pooling_a_run_file_is_imported_once",
            ),
            holds(models.Q(depth__gte=1, depth__lte=1000), "pooling_a_depth_is_1_to_1000"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def of_captions(self) -> bool:
        """Whether captions have its rankings, and not videos."""
        return self.direction in (self.Direction.TEXT_TO_VIDEO, self.Direction.TEXT_TO_TEXT)

    @property
    def within(self) -> bool:
        """Whether it ranks one kind for itself, each for all others."""
        return self.direction in WITHIN

    @property
    def expected(self) -> int:
        """How many rankings there could be."""
        return self.benchmark.caption_count if self.of_captions else self.benchmark.video_count

    @property
    def candidates(self) -> int:
        """All that there is to rank for an item."""
        of, captions = self.benchmark, self.of_captions is self.within
        return (of.caption_count if captions else of.video_count) - self.within

    @property
    def deepest(self) -> int:
        """The last rank that a ranking of it can have: its depth, or all that there is to rank."""
        return min(self.depth, self.candidates)


class Ranking(models.Model):
    """One item's ordered targets: numbers of videos for a caption's number, or of captions for a
    video's.

    Ordered by score descending, then by the target's key descending: the one tie rule.
    """

    pk = models.CompositePrimaryKey("run_id", "item")
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="rankings")
    item = models.PositiveIntegerField()
    targets = ArrayField(models.IntegerField())
    scores = ArrayField(models.FloatField())
    # In the full matrix, not only within the depth; empty where it is not known or there is no
    # original positive.
    own_rank = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            holds(
                Exact(Cardinality(models.F("targets")), Cardinality(models.F("scores"))),
                "pooling_each_target_has_a_score",
            )
        ]


class Provenance(models.Model):
    """The provenance of a run whose model was trained here. A run without one came from elsewhere:
    what its model saw is not known."""

    INSTANCE, COLLECTED = "instance", "collected"

    run = models.OneToOneField(
        Run, on_delete=models.CASCADE, primary_key=True, related_name="provenance"
    )
    trained_on = models.ForeignKey(
        Benchmark,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The benchmark whose training captions it learnt from.",
    )
    captions = models.PositiveIntegerField(help_text="How many captions it learnt from.")
    videos = models.PositiveIntegerField(help_text="How many videos it learnt from.")
    captions_sha256 = models.CharField(
        max_length=64, help_text="The checksum of these captions: keys, videos and texts."
    )
    relevance = models.CharField(
        max_length=120,
        help_text="What was relevant in training: instance, collected, or the name of a proxy.",
    )
    tau = models.FloatField(
        null=True, help_text="The relevance from which a pair was a positive; empty for instances."
    )
    labels_of = models.ForeignKey(
        Benchmark,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The benchmark whose collected positives it learnt from.",
    )
    log_position = models.BigIntegerField(
        null=True, help_text="The newest label there was when they were read."
    )
    labels = models.PositiveIntegerField(
        default=0, help_text="How many collected positives it learnt from."
    )
    evaluated_labels = models.PositiveIntegerField(
        default=0,
        help_text=(
            "How many of them are of evaluated captions, or of captions that share a text or a"
            " video with one."
        ),
    )
    evaluated_videos = models.PositiveIntegerField(
        default=0, help_text="How many videos that it learnt from are evaluated, too."
    )
    shared_texts = models.PositiveIntegerField(
        default=0, help_text="How many captions it learnt from have the text of an evaluated one."
    )

    class Meta:
        constraints = [
            holds(
                Q(relevance="collected", labels_of__isnull=False, log_position__isnull=False)
                | Q(
                    ~Q(relevance="collected"),
                    labels_of__isnull=True,
                    log_position__isnull=True,
                    labels=0,
                ),
                "pooling_collected_positives_say_whose_labels_and_when",
            ),
            holds(
                Q(evaluated_labels__lte=F("labels")),
                "pooling_a_model_saw_no_more_labels_than_it_was_given",
            ),
            holds(
                Q(evaluated_videos__lte=F("videos")) & Q(shared_texts__lte=F("captions")),
                "pooling_a_model_shares_no_more_than_it_learnt_from",
            ),
        ]

    @property
    def saw_evaluated(self) -> bool:
        """Whether it is marked wherever the run is shown: its scores are of pairs that it may have
        learnt by heart."""
        return bool(self.evaluated_labels or self.evaluated_videos)
