"""Videos: what a benchmark names, and the file that plays."""

from django.db import models

from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.models.benchmark import Benchmark


class Video(models.Model):
    """A video that a benchmark names. Its file may be missing, waiting, playable, or refused with a
    reason."""

    class State(models.TextChoices):
        MISSING = "missing", "No file yet"
        WAITING = "waiting", "Waiting to be made playable"
        READY = "ready", "Plays"
        FAILED = "failed", "Does not play"

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="videos")
    number = models.PositiveIntegerField()
    key = models.TextField()
    film = models.TextField(
        default="",
        db_default="",
        blank=True,
        help_text="The longer video that this one is a piece of, where its benchmark says so.",
    )
    start = models.FloatField(null=True, help_text="Where the piece begins, in seconds.")
    stop = models.FloatField(null=True, help_text="Where the piece ends, in seconds.")
    state = models.CharField(max_length=10, choices=State, default=State.MISSING)
    reason = models.CharField(
        max_length=40, blank=True, help_text="Why it does not play: a code from docs/videos.md."
    )
    explanation = models.TextField(blank=True)
    source_is_film = models.BooleanField(
        default=False, db_default=False, help_text="Whether the piece is to be cut from that file."
    )
    source_name = models.CharField(max_length=255, blank=True, help_text="The file as it came.")
    source_sha256 = models.CharField(max_length=64, blank=True)
    source = models.CharField(
        max_length=200, blank=True, help_text="Where the file waits, under MEDIA_ROOT."
    )
    path = models.CharField(
        max_length=200,
        blank=True,
        help_text="The playable file, under MEDIA_ROOT, named by its content.",
    )
    sha256 = models.CharField(max_length=64, blank=True)
    bytes = models.BigIntegerField(null=True)
    poster = models.CharField(max_length=200, blank=True)
    seconds = models.FloatField(null=True)
    width = models.PositiveIntegerField(null=True)
    height = models.PositiveIntegerField(null=True)
    fingerprint = models.BinaryField(
        null=True,
        help_text=(
            "What its pictures look like, for finding copies; empty where they tell nothing, null"
            " where it was not taken yet."
        ),
    )
    changes = models.JSONField(
        default=list, help_text="What was changed to make it play, in sentences."
    )

    class Meta:
        constraints = [
            differ(["benchmark", "number"], "pooling_a_videos_number_is_its_own"),
            differ(["benchmark", "key"], "pooling_a_videos_key_is_its_own"),
            holds(
                ~models.Q(state="ready") | ~models.Q(path=""),
                "pooling_a_video_that_plays_has_a_file",
            ),
            holds(
                ~models.Q(state="failed") | ~models.Q(reason=""),
                "pooling_a_video_that_does_not_play_says_why",
            ),
        ]
        indexes = [
            # The list of a benchmark's videos by state, and the job that works through those that
            # wait.
            models.Index(fields=["benchmark", "state", "number"], name="pooling_videos_by_state")
        ]

    def __str__(self) -> str:
        return self.key


class Upload(models.Model):
    """A file as it came, under TRUEPOOL_HOME/media/uploads. The job that takes it removes the file;
    the row stays."""

    name = models.CharField(max_length=255, help_text="What its owner called it.")
    path = models.CharField(
        max_length=200,
        help_text="Under MEDIA_ROOT; empty once the file has been taken.",
        blank=True,
    )
    bytes = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    uploaded_at = models.DateTimeField(auto_now_add=True)
    uploaded_by = by_whom()

    def __str__(self) -> str:
        return self.name
