"""Releases: all formats of a benchmark's labels, kept as they were written."""

from django.conf import settings
from django.db import models

from annotator.models import Release
from pooling.models import Benchmark


class FrozenRelease(models.Model):
    """All formats of a benchmark's labels, written by one job at one moment under one set of
    pseudonyms. Frozen: the database refuses every change. It may be deleted, with its files."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=120)
    # The key to who is who stays there, and never leaves the database.
    pseudonyms = models.OneToOneField(Release, on_delete=models.PROTECT, related_name="+")
    asked = models.JSONField(help_text="Campaign, what was left out, license, and so on.")
    log_position = models.PositiveBigIntegerField(help_text="The newest label that was there.")
    # Reports may be deleted, and a frozen row cannot be told of it.
    report_id = models.BigIntegerField(null=True, help_text="The report that was frozen with it.")
    folder = models.CharField(max_length=200, help_text="Of its files, under MEDIA_ROOT.")
    files = models.JSONField(help_text="Name, bytes, rows and SHA-256 of each file.")
    archive = models.JSONField(help_text="Name, bytes and SHA-256 of the archive of all files.")
    left_out = models.JSONField(default=dict, help_text="Formats that could not be written: why.")
    job_id = models.BigIntegerField(null=True, help_text="The job that made it.")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["benchmark", "name"], name="metrics_a_releases_name_is_its_own"
            )
        ]

    def __str__(self) -> str:
        return self.name
