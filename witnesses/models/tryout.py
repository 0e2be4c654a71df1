"""What was tried before a hearing was ordered: how a model is asked, and what it said of some
pairs."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from foundation.database.columns import part_of
from foundation.database.rules import differ
from people.models.user import by_whom
from pooling.models import Benchmark, Pool, Query, Video
from pooling.models.run import NAME


class Tryout(models.Model):
    """settings: all that is needed to ask, without the key. config: what the witness will be known
    by, with the model as the service reports it."""

    benchmark = part_of(Benchmark, "tryouts")
    pool = part_of(Pool, null=True)
    name = models.CharField(max_length=120, validators=[NAME])
    family = models.CharField(max_length=80, blank=True)
    adapter = models.CharField(max_length=10)
    settings = models.JSONField()
    config = models.JSONField()
    pairs = models.PositiveIntegerField(help_text="How many pairs a run would ask about.")
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    def __str__(self) -> str:
        return f"{self.name} ({self.pk})"

    @property
    def has_prices(self) -> bool:
        return bool(self.settings["price_in"] or self.settings["price_out"])


class Tried(models.Model):
    """One of a tryout's pairs. frames: the JPEG files that were sent."""

    tryout = part_of(Tryout, "tried")
    number = models.PositiveSmallIntegerField()
    query = part_of(Query)
    video = part_of(Video)
    frames = ArrayField(models.BinaryField())
    status = models.CharField(max_length=10)
    value = models.FloatField(null=True)
    answer = models.TextField(blank=True)
    tokens = models.PositiveIntegerField()
    cost = models.FloatField()
    ms = models.PositiveIntegerField()

    class Meta:
        constraints = [differ(["tryout", "number"], "witnesses_a_tryouts_pairs_are_numbered")]

    @property
    def seconds(self) -> float:
        return self.ms / 1000
