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
from witnesses.models.tryout import Tryout


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


class Purpose(models.TextChoices):
    """What a hearing asks about: a file says all that it has."""

    READ = "read", "Read from a source"
    ASK = "ask", "Pairs not asked about"
    RETRY = "retry", "Pairs without a value"
    AGAIN = "again", "Some pairs again, for drift"


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
                | Q(kind="judge", adapter__in=["chat", "command"])
                | Q(kind="proxy", adapter="proxy")
                | Q(kind="run", adapter="run"),
                "witnesses_a_kind_is_one_of_its_adapters",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_asked(self) -> bool:
        """Whether it can be asked: others were read from a source."""
        return self.adapter in ("chat", "command")

    @property
    def is_circular(self) -> bool:
        """Whether what it says follows from what is measured: it is never shown as agreeing."""
        return self.kind == Kind.RUN

    @property
    def has_learnt(self) -> bool:
        """Whether it learnt from this benchmark's labels, as was said at its import."""
        return bool(self.config.get("learnt"))


class Hearing(models.Model):
    """One time that a witness was asked. A file that is imported is one, and over at once; one that
    asks a model is open until it is over, and only then never changes again."""

    witness = part_of(Witness, "hearings")
    pool = part_of(Pool, null=True, help_text="Whose pairs alone it was asked about.")
    tryout = part_of(Tryout, "hearings", null=True, help_text="How a model is asked.")
    purpose = models.CharField(
        max_length=5, choices=Purpose, default=Purpose.READ, db_default=Purpose.READ.value
    )
    is_open = models.BooleanField(default=False, db_default=False)
    why = models.TextField(
        default="", db_default="", help_text="Why it ended before all was asked, in a sentence."
    )
    given = models.PositiveIntegerField(help_text="How many of its opinions have a value.")
    failed = models.PositiveIntegerField(help_text="How many have none, and say why.")
    reused = models.PositiveIntegerField(
        default=0, db_default=0, help_text="How many were known from the same clip and text."
    )
    # Asked for and not answered yet, as questions: what an attempt that dies leaves behind.
    at_stake = models.PositiveIntegerField(default=0, db_default=0)
    lost = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Questions whose answers were lost with an attempt."
    )
    budget_money = models.FloatField(null=True)
    budget_tokens = models.BigIntegerField(null=True)
    budget_minutes = models.FloatField(null=True)
    spent_money = models.FloatField(default=0, db_default=0)
    spent_tokens = models.BigIntegerField(default=0, db_default=0)
    spent_minutes = models.FloatField(default=0, db_default=0)
    heard_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            holds(
                Q(given__gt=0) | Q(failed__gt=0) | ~Q(purpose="read"),
                "witnesses_at_a_hearing_something_is_said",
            ),
            holds(Q(purpose="read") | Q(tryout__isnull=False), "witnesses_who_asks_knows_how"),
            holds(
                Q(purpose="read")
                | Q(budget_money__gt=0)
                | Q(budget_tokens__gt=0)
                | Q(budget_minutes__gt=0),
                "witnesses_who_asks_has_a_budget",
            ),
            models.UniqueConstraint(
                fields=["witness"],
                condition=Q(is_open=True),
                name="witnesses_a_witness_is_asked_by_one_hearing_at_a_time",
            ),
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
    # Of those that were asked for: of the clip and the text that were sent, so that the same is
    # not asked for again; the answer as it came, or why there is none; what it cost.
    content = models.BinaryField(null=True, max_length=32)
    answer = models.TextField(null=True)  # noqa: DJ001  (a file's opinions have none)
    tokens = models.PositiveIntegerField(null=True)
    cost = models.FloatField(null=True)
    ms = models.PositiveIntegerField(null=True)

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
        indexes = [
            models.Index(
                fields=["content"],
                condition=Q(content__isnull=False, status="given"),
                name="witnesses_opinions_by_content",
            )
        ]


class Probe(models.Model):
    """A question that looks at the witness, and whose answer is no opinion: a pair asked twice, one
    with everything the other way round, a canary, a pair asked again later."""

    class Kind(models.TextChoices):
        REPEATED = "repeated", "Asked twice"
        TURNED = "turned", "Frames and scale the other way round"
        CANARY = "canary", "Canary"
        LATER = "later", "Asked again later"

    hearing = part_of(Hearing, "probes")
    kind = models.CharField(max_length=8, choices=Kind)
    query = part_of(Query)
    video = part_of(Video)
    status = models.CharField(max_length=10, choices=Status)
    value = models.FloatField(null=True)
    answer = models.TextField(blank=True)

    class Meta:
        constraints = [
            differ(["hearing", "kind", "query", "video"], "witnesses_a_probe_is_made_once"),
            holds(
                Q(status="given", value__isnull=False)
                | (~Q(status="given") & Q(value__isnull=True)),
                "witnesses_a_probe_has_a_value_or_says_why_not",
            ),
        ]
