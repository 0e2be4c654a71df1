"""Public leaderboards."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from metrics.models.report import Report
from pooling.models import Benchmark


class LeaderboardIssue(models.Model):
    """A leaderboard as it was made from one frozen report: what the public is shown, whole, so that
    a page computes nothing. It is shown only while each of its runs is as public as it was then."""

    benchmark = models.ForeignKey(
        Benchmark, on_delete=models.CASCADE, related_name="leaderboard_issues"
    )
    report = models.OneToOneField(Report, on_delete=models.CASCADE, related_name="issue")
    shown = models.JSONField(help_text="The runs that it shows: their ids, states and names.")
    content = models.BinaryField(help_text="What is public of it, as JSON in its one spelling.")
    pictures = models.JSONField(
        help_text="The chart as SVG, by theme; nothing where there is none."
    )
    bundle = models.BinaryField(help_text="A zip of all that is needed to compute it again.")
    bundle_sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"Leaderboard of {self.benchmark}"


class Leaderboard(models.Model):
    """Whether a benchmark has a public leaderboard, and of what. There is no row until somebody
    asks for one, and what is off cannot be told from what was never there."""

    benchmark = models.OneToOneField(
        Benchmark, on_delete=models.CASCADE, related_name="leaderboard", primary_key=True
    )
    is_public = models.BooleanField(default=False)
    measures = ArrayField(models.CharField(max_length=40))
    issue = models.ForeignKey(
        LeaderboardIssue,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="What it shows; nothing until a job has made it.",
    )

    def __str__(self) -> str:
        return f"Leaderboard of {self.benchmark}"
