"""Results that can be computed again at any time."""

from django.db import models

from pooling.models import Benchmark


class KeptResult(models.Model):
    """What a study came to, kept for the state of the label log that it was computed from.

    A row is no record: all of it can be computed again, and deleting it loses nothing. There is one
    for what was asked; a newer result takes the place of an older one.
    """

    benchmark = models.ForeignKey(Benchmark, on_delete=models.CASCADE, related_name="+")
    study = models.CharField(max_length=40)
    asked = models.JSONField(help_text="What the study was asked, its seed and resamples included.")
    key = models.CharField(
        max_length=64, unique=True, help_text="A digest of benchmark, study and question."
    )
    state = models.CharField(
        max_length=64, help_text="A digest of all that the result follows from."
    )
    labels = models.PositiveBigIntegerField(help_text="How many labels there were.")
    position = models.PositiveBigIntegerField(help_text="The number of the newest of them.")
    content = models.BinaryField(help_text="The study's fields as JSON, compressed by zlib.")
    seconds = models.FloatField(help_text="How long it took to compute.")
    computed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.study} of {self.benchmark} up to label {self.position}"
