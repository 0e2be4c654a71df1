"""Pairs, and frozen choices of them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from foundation.database.rules import holds
from people.models.user import by_whom
from pooling.models.benchmark import Benchmark, Query
from pooling.models.run import NAME
from pooling.models.video import Video

# Of the parameters of a pool that was drawn to have original pairs looked at: how it was drawn.
ORIGINALS_KEY = "originals"


class JudgedPair(models.Model):
    """What people's labels say of a pair (query, video), over all campaigns of its benchmark. No
    row: not judged.

    Kept by the annotator, and rebuilt from its labels.
    """

    class Verdict(models.TextChoices):
        RELEVANT = "relevant", "Relevant"
        IRRELEVANT = "irrelevant", "Irrelevant"
        DISAGREEMENT = "disagreement", "Disagreement"

    pk = models.CompositePrimaryKey("query_id", "video_id")
    query = models.ForeignKey(
        Query, on_delete=models.PROTECT, related_name="judged", db_index=False
    )
    video = models.ForeignKey(Video, on_delete=models.PROTECT, related_name="judged")
    verdict = models.CharField(max_length=12, choices=Verdict)
    # Its value, where it rests on labels of more than two values.
    grade = models.PositiveSmallIntegerField(null=True, editable=False)
    # Of several campaigns' verdicts the one counts that rests on the newest label: its number.
    rests_on = models.BigIntegerField(default=0, db_default=0)


class Pool(models.Model):
    """A frozen choice of pairs. `parameters` are enough to build the same pool again; nothing of it
    changes after it is made."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="pools")
    name = models.CharField(max_length=120, validators=[NAME])
    depth = models.PositiveIntegerField()
    parameters = models.JSONField(help_text="Runs, depth, sample, strata, seed, what it adds to.")
    captions = models.PositiveIntegerField()
    pairs = models.PositiveIntegerField()
    unjudged = models.PositiveIntegerField(help_text="Of its pairs, when it was frozen.")
    by_run = models.JSONField(
        help_text="For each run: pairs it found, and those that no other run found."
    )
    frozen_at = models.DateTimeField(auto_now_add=True)
    frozen_by = by_whom()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["benchmark", "name"],
                name="pooling_a_pools_name_is_its_own",
                violation_error_message="This name is taken.",
            )
        ]

    def __str__(self) -> str:
        return self.name


class PoolCaption(models.Model):
    """A caption that was chosen for a pool, with the probability that a draw like this one chooses
    it."""

    pk = models.CompositePrimaryKey("pool_id", "caption_id")
    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="chosen")
    caption = models.ForeignKey(
        "pooling.Caption", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    stratum = models.SmallIntegerField()
    inclusion = models.FloatField()

    class Meta:
        constraints = [
            holds(
                models.Q(inclusion__gt=0, inclusion__lte=1),
                "pooling_a_chosen_caption_could_be_chosen",
            )
        ]


class PoolPair(models.Model):
    """A pair (query, video) in a pool, and why it is there.

    Pools are written by the hundred thousand rows, from rankings whose numbers were checked against
    the benchmark at import. A foreign key would check each of them again, one by one, and take
    longer than all the rest of freezing a pool.
    """

    pk = models.CompositePrimaryKey("pool_id", "query_id", "video_id")
    pool = models.ForeignKey(
        Pool, on_delete=models.CASCADE, related_name="members", db_constraint=False, db_index=False
    )
    query = models.ForeignKey(
        Query, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    video = models.ForeignKey(
        Video, on_delete=models.PROTECT, related_name="+", db_constraint=False, db_index=False
    )
    # For each run of the pool, in the order of its parameters, the pair's rank; 0 where the run did
    # not find it.
    ranks = ArrayField(models.SmallIntegerField())
    best_rank = models.SmallIntegerField()
    stratum = models.SmallIntegerField()
    # That a draw like this one has at least one of the captions with this text.
    inclusion = models.FloatField()
    original = models.BooleanField(help_text="The video is the source of a caption with this text.")
    judged = models.BooleanField(help_text="It had a verdict when the pool was frozen.")
