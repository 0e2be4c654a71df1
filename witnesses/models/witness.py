"""Witnesses and what they said. Neither ever changes: triggers in the database refuse it."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from foundation.database.columns import part_of
from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.depth import SCORE_LIMIT
from pooling.models import Benchmark, Pool, Query, Video
from pooling.models.run import NAME


class Kind(models.TextChoices):
    JUDGE = "judge", "Model that judges"
    LABELS = "labels", "Labels from elsewhere"
    PROXY = "proxy", "Proxy"
    RUN = "run", "Run"


class Status(models.TextChoices):
    """What came of asking about a pair."""

    GIVEN = "given", "Given"
    REFUSED = "refused", "Refused"
    UNPARSABLE = "unparsable", "Unparsable"
    FAILED = "failed", "Failed"


class Witness(models.Model):
    """A scorer of pairs whose opinions are kept beside people's labels, and never among them."""

    benchmark = part_of(Benchmark, "witnesses")
    name = models.CharField(max_length=120, validators=[NAME])
    kind = models.CharField(max_length=6, choices=Kind)
    adapter = models.CharField(max_length=10, help_text="What reads its opinions.")
    source = models.CharField(
        max_length=255, help_text="What the file, proxy or run was called that they came from."
    )
    config = models.JSONField(help_text="All that can change what it says, but its adapter.")
    family = models.CharField(
        max_length=80,
        blank=True,
        help_text="Models that share a design, as of registered models; empty where not known.",
    )
    # Of the adapter and the config.
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    class Meta:
        verbose_name_plural = "witnesses"
        constraints = [
            models.UniqueConstraint(
                "benchmark",
                Lower("name"),
                name="witnesses_witness_names_differ_within_a_benchmark",
                violation_error_message="This name is taken.",
            ),
            differ(["benchmark", "digest"], "witnesses_a_witness_is_kept_once"),
            holds(
                Q(kind__in=["judge", "labels"], adapter="scores")
                | Q(kind="proxy", adapter="proxy")
                | Q(kind="run", adapter="run"),
                "witnesses_a_kind_is_one_of_its_adapters",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_circular(self) -> bool:
        """Whether what it says follows from what is measured: it is never shown as agreeing."""
        return self.kind == Kind.RUN

    @property
    def has_learnt(self) -> bool:
        """Whether it learnt from this benchmark's labels, as whoever imported it said."""
        return bool(self.config.get("learnt"))


class Hearing(models.Model):
    """One time that a witness was asked. A file that is imported is one, and over at once."""

    witness = part_of(Witness, "hearings")
    pool = part_of(Pool, null=True, help_text="Whose pairs alone it was asked about.")
    given = models.PositiveIntegerField(help_text="How many of its opinions have a value.")
    failed = models.PositiveIntegerField(help_text="How many have none, and say why.")
    heard_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            holds(Q(given__gt=0) | Q(failed__gt=0), "witnesses_at_a_hearing_something_is_said")
        ]


class Opinion(models.Model):
    """What a witness said of a pair, once or several times. It is no label.

    Written by the hundred thousand, of pairs whose keys were just looked up: foreign keys would
    check each of them again.
    """

    pk = models.CompositePrimaryKey("hearing_id", "query_id", "video_id", "sample")
    hearing = part_of(Hearing, "opinions", db_constraint=False, db_index=False)
    query = part_of(Query, db_constraint=False, db_index=False)
    video = part_of(Video, db_constraint=False, db_index=False)
    sample = models.PositiveSmallIntegerField(help_text="Of several of one pair, from 0.")
    value = models.FloatField(null=True)
    status = models.CharField(
        max_length=10, choices=Status, default=Status.GIVEN, db_default=Status.GIVEN.value
    )

    class Meta:
        constraints = [
            holds(
                Q(status="given", value__isnull=False)
                | Q(status__in=["refused", "unparsable", "failed"], value__isnull=True),
                "witnesses_an_opinion_has_a_value_or_says_why_not",
            ),
            holds(
                Q(value__isnull=True) | Q(value__gt=-SCORE_LIMIT, value__lt=SCORE_LIMIT),
                "witnesses_a_value_is_finite",
            ),
        ]
