"""What was computed, and all that is needed to compute it again."""

from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models

from metrics.frozen import PackedArray
from pooling.models import Benchmark


class Report(models.Model):
    """Frozen: the database refuses every change. It may be deleted: the labels and rankings that it
    follows from stay."""

    class Kind(models.TextChoices):
        EVALUATION = "evaluation", "Evaluation"
        # Of public runs alone, and of nothing that another run could have changed.
        LEADERBOARD = "leaderboard", "Leaderboard"

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="reports")
    kind = models.CharField(max_length=20, choices=Kind)
    title = models.CharField(max_length=120)
    asked = models.JSONField(
        help_text=(
            "Measures, positives' rule, intervals, seed, resamples, and what else was to be"
            " computed."
        )
    )
    inputs = models.JSONField(
        help_text="Position in the label log, runs with their files' checksums, counts, versions."
    )
    result = models.BinaryField(
        help_text="JSON in its one spelling: what each study tells, and its tables."
    )
    sha256 = models.CharField(max_length=64, help_text="Of asked, inputs, result and arrays.")
    # Jobs are tidied away in time, and a frozen row cannot be told of it.
    job_id = models.BigIntegerField(null=True, help_text="The job that made it.")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(sha256__regex=r"^[0-9a-f]{64}$"),
                name="metrics_a_report_has_its_checksum",
            )
        ]
        indexes = [
            # The list of one benchmark's, newest first. (All, newest first, is the primary key.)
            models.Index(fields=["benchmark", "-id"], name="metrics_reports_newest_first")
        ]

    def __str__(self) -> str:
        return self.title


class ReportArray(models.Model):
    """One array of a report: a score for each caption, or the pairs that it was computed from.
    Never a row for each caption."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="arrays")
    name = models.CharField(max_length=300)
    dtype = models.CharField(max_length=10)
    shape = ArrayField(models.BigIntegerField())
    content = models.BinaryField(help_text="zlib.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["report", "name"], name="metrics_an_arrays_name_is_its_own"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def packed(self) -> PackedArray:
        return PackedArray(self.dtype, self.shape, bytes(self.content))

    @staticmethod
    def fields_of(packed: PackedArray) -> dict[str, Any]:
        return {"dtype": packed.dtype, "shape": packed.shape, "content": packed.content}
