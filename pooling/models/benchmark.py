"""Captions, videos, and the original positives between them."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.core.validators import RegexValidator
from django.db import models

from foundation.database.rules import differ
from people.models.user import by_whom


class Benchmark(models.Model):
    """Captions, videos and original positives under one name.

    Numbers (of captions, queries, videos) count from 0 in the order of import and never change:
    rankings and pools speak in them. The counts are kept by the import, so that no page counts a
    table.
    """

    name = models.CharField(
        max_length=60,
        unique=True,
        validators=[
            RegexValidator(
                r"^[a-z0-9][a-z0-9._-]*\Z",
                "Small letters, digits and . _ - only, beginning with a letter or digit.",
            )
        ],
        help_text="Short, for commands and addresses: msvd-test.",
    )
    title = models.CharField(max_length=200, blank=True)
    description = models.TextField(blank=True)
    caption_count = models.PositiveIntegerField(default=0)
    query_count = models.PositiveIntegerField(default=0)
    video_count = models.PositiveIntegerField(default=0)
    training_count = models.PositiveIntegerField(default=0)
    columns = models.JSONField(
        default=dict,
        blank=True,
        db_default=models.Value({}, models.JSONField()),
        help_text="What else files say of captions: columns, and how many values each has.",
    )
    takes_submissions = models.BooleanField(
        default=False, db_default=False, help_text="Whether submitters may hand in runs."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    def __str__(self) -> str:
        return self.title or self.name


class BenchmarkImport(models.Model):
    """One file that was imported whole. The same file again is recognised by its checksum."""

    class Part(models.TextChoices):
        CAPTIONS = "captions", "Captions"
        TRAINING = "training", "Training captions"

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="imports")
    part = models.CharField(max_length=10, choices=Part)
    file_name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=20)
    captions_added = models.PositiveIntegerField()
    videos_added = models.PositiveIntegerField()
    warnings = models.JSONField(default=list)
    imported_at = models.DateTimeField(auto_now_add=True)
    imported_by = by_whom()

    class Meta:
        constraints = [differ(["benchmark", "part", "sha256"], "pooling_a_file_is_imported_once")]


class Query(models.Model):
    """A distinct caption text of a benchmark, byte for byte: what a person judges."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="queries")
    number = models.PositiveIntegerField()
    text = models.TextField()
    # Texts may be longer than an index entry may be; their SHA-256 is not.
    digest = models.BinaryField(max_length=32)
    characters = models.PositiveIntegerField()
    words = models.PositiveIntegerField()

    class Meta:
        constraints = [
            differ(["benchmark", "number"], "pooling_a_querys_number_is_its_own"),
            differ(["benchmark", "digest"], "pooling_a_text_is_one_query"),
        ]
        indexes = [
            # The search, by words of the text: the expression is that of pooling/queries/search.py.
            GinIndex(SearchVector("text", config="simple"), name="pooling_queries_by_words")
        ]

    def __str__(self) -> str:
        return self.text[:80]


class Caption(models.Model):
    """A text with a key, written for one source video: its original positive."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="captions")
    number = models.PositiveIntegerField()
    key = models.TextField()
    query = models.ForeignKey(Query, on_delete=models.PROTECT, related_name="captions")
    # Empty where the file tells only which pairs were judged (a FIRE release), not what a caption
    # was written for.
    video = models.ForeignKey(
        "pooling.Video", null=True, on_delete=models.PROTECT, related_name="captions"
    )
    groups = models.JSONField(
        default=dict,
        blank=True,
        db_default=models.Value({}, models.JSONField()),
        help_text="What else its file says of it, by column: what scores are sliced by.",
    )

    class Meta:
        constraints = [
            differ(["benchmark", "number"], "pooling_a_captions_number_is_its_own"),
            differ(["benchmark", "key"], "pooling_a_captions_key_is_its_own"),
        ]

    def __str__(self) -> str:
        return self.key


class TrainingCaption(models.Model):
    """A caption that models were trained on: kept for comparing test captions with, never
    judged."""

    benchmark = models.ForeignKey(
        Benchmark, on_delete=models.PROTECT, related_name="training_captions"
    )
    key = models.TextField()
    video_key = models.TextField()
    text = models.TextField()

    class Meta:
        constraints = [differ(["benchmark", "key"], "pooling_a_training_captions_key_is_its_own")]

    def __str__(self) -> str:
        return self.key
