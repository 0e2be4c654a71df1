"""Proxies of relevance, and the tables of word classes that some of them rest on."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast, Lower

from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.models import Benchmark
from pooling.models.run import NAME

FOLDER = "proxies"  # below MEDIA_ROOT
# What `--relevance` means where it does not name a proxy.
NOT_NAMES = ("instance", "collected", "original", "both", "all")


def no_word_of_ours(name: str) -> None:
    if name.lower() in NOT_NAMES:
        raise ValidationError(
            f"{name} means another kind of relevance where a proxy is named: expected another name."
        )


class StoredClasses(models.Model):
    """A table of classes of verbs or nouns as it was read, so that a proxy can be computed again.
    The same content is one row, whatever its files are called."""

    sha256 = models.CharField(max_length=64, unique=True, help_text="The checksum of its content.")
    file_name = models.CharField(max_length=255, help_text="What its first owner called it.")
    names = models.JSONField(help_text="The names of the classes, in the table's order.")
    instances = models.JSONField(help_text="The place of its class among the names, by the word.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "class table"

    def __str__(self) -> str:
        return self.file_name


class Proxy(models.Model):
    """How relevant every video of a benchmark is to every caption, computed from what captions say
    or imported. The matrix is a file; it never changes."""

    class Kind(models.TextChoices):
        BOW = "bow", "Bag of words"
        POS = "pos", "Parts of speech"
        SYN = "syn", "Synsets"
        METEOR = "meteor", "METEOR"
        RANP = "ranp", "Verb and noun classes"
        ANGULAR = "angular", "Angle between caption vectors"
        GIVEN = "given", "Classes of the data set"
        IMPORTED = "imported", "Imported"

    class Layout(models.TextChoices):
        SPARSE = "sparse", "Sparse"
        HALF = "half", "Half precision"

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="proxies")
    name = models.CharField(max_length=120, validators=[NAME, no_word_of_ours])
    kind = models.CharField(max_length=8, choices=Kind)
    parameters = models.JSONField(help_text="All that it follows from, beside the captions.")
    # Of the kind, the parameters and the counts of captions and videos.
    digest = models.CharField(max_length=64)
    verbs = models.ForeignKey(
        StoredClasses, null=True, on_delete=models.PROTECT, related_name="proxies_of_verbs"
    )
    nouns = models.ForeignKey(
        StoredClasses, null=True, on_delete=models.PROTECT, related_name="proxies_of_nouns"
    )
    # The benchmark's when it was made: captions that are added later have no row in it.
    captions = models.PositiveIntegerField()
    videos = models.PositiveIntegerField()
    pairs = models.PositiveBigIntegerField(help_text="How many cells are above 0.")
    without_words = models.PositiveIntegerField(
        null=True,
        help_text=(
            "How many captions have no word that this kind looks at; empty where it was imported."
        ),
    )
    layout = models.CharField(max_length=6, choices=Layout)
    path = models.CharField(max_length=200, help_text="The place of its file, under MEDIA_ROOT.")
    sha256 = models.CharField(max_length=64)
    bytes = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    class Meta:
        verbose_name_plural = "proxies"
        constraints = [
            models.UniqueConstraint(
                "benchmark",
                Lower("name"),
                name="semantics_proxy_names_differ_within_a_benchmark",
                violation_error_message="This name is taken.",
            ),
            differ(["benchmark", "digest"], "semantics_a_proxy_is_stored_once"),
            differ(["path"], "semantics_a_file_is_one_proxys"),
            holds(
                Q(kind__in=["bow", "pos", "syn", "meteor", "ranp", "angular", "given", "imported"]),
                "semantics_a_kind_is_one_of_ours",
            ),
            holds(Q(layout__in=["sparse", "half"]), "semantics_a_layout_is_one_of_ours"),
            holds(
                Q(pairs__lte=Cast("captions", models.BigIntegerField()) * F("videos")),
                "semantics_pairs_are_cells_of_the_matrix",
            ),
            holds(
                Q(without_words__isnull=True) | Q(without_words__lte=F("captions")),
                "semantics_captions_without_words_are_captions",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_outdated(self) -> bool:
        """Whether the benchmark has grown since it was made."""
        of = self.benchmark
        return (self.captions, self.videos) != (of.caption_count, of.video_count)

    @property
    def warnings(self) -> list[str]:
        """The warnings about the file that it was imported from."""
        return list(self.parameters.get("warnings", ()))

    @property
    def share(self) -> float:
        """The share of all cells that is above 0."""
        return self.pairs / (self.captions * self.videos)

    @property
    def ending(self) -> str:
        """The ending of its file, and so of the export that is made without work."""
        return "npz" if self.layout == self.Layout.SPARSE else "npy"
