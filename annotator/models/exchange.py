"""Labels that came from elsewhere, and labels that went out."""

from django.conf import settings
from django.db import models

from annotator.models.campaign import Campaign, whose
from annotator.models.grade_map import GradeMap
from annotator.models.item import Item
from foundation.database.columns import extends, part_of
from foundation.database.rules import differ
from people.models.user import by_whom
from pooling.models import Benchmark


class LabelImport(models.Model):
    """One file of labels that was imported whole, as a closed campaign of its own. The same file
    again is recognised."""

    benchmark = part_of(Benchmark, "label_imports")
    campaign = models.OneToOneField(Campaign, on_delete=models.PROTECT, related_name="label_import")
    file_name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    format = models.CharField(max_length=20)
    pairs = models.PositiveIntegerField()
    labels = models.PositiveIntegerField()
    raters = models.PositiveIntegerField()
    about = models.JSONField(default=dict, help_text="What a FIRE release says of itself.")
    warnings = models.JSONField(default=list)
    imported_at = models.DateTimeField(auto_now_add=True)
    imported_by = by_whom()

    class Meta:
        constraints = [
            differ(["benchmark", "sha256"], "annotator_a_file_of_labels_is_imported_once")
        ]


class ForeignRater(models.Model):
    """Who gave labels elsewhere: an account that nobody can sign in to, and what the file calls
    this person."""

    campaign = part_of(Campaign, "foreign_raters")
    rater = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    name = models.CharField(max_length=100)

    class Meta:
        constraints = [
            differ(["campaign", "name"], "annotator_a_foreign_raters_name_is_one_in_its_file")
        ]


class ForeignPair(models.Model):
    """What a FIRE release says of a pair and this product has no use for: kept, so that it can be
    given back. And the grade that qrels gave it."""

    item = extends(Item, db_constraint=False)
    facts = models.JSONField(help_text="Its response_ids, queue_ids, models and dataset.")


class Release(models.Model):
    """Exports that belong together: a rater has one pseudonym in all of them, and another in every
    other release."""

    benchmark = part_of(Benchmark, "releases")
    name = models.CharField(max_length=120)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [differ(["benchmark", "name"], "annotator_a_releases_name_is_its_own")]

    def __str__(self) -> str:
        return self.name


class Pseudonym(models.Model):
    """The key to a release's pseudonyms. It never leaves this database."""

    release = part_of(Release, "pseudonyms")
    rater = whose()
    name = models.CharField(max_length=100)

    class Meta:
        constraints = [
            differ(["release", "rater"], "annotator_a_rater_has_one_pseudonym_in_a_release"),
            differ(["release", "name"], "annotator_a_pseudonym_is_one_raters"),
        ]


class Export(models.Model):
    """Files that were written, as their manifest tells."""

    MANIFEST = "manifest.json"

    release = part_of(Release, "exports")
    campaign = models.ForeignKey(Campaign, null=True, on_delete=models.PROTECT, related_name="+")
    # By which its labels were mapped to another scale: a derived set.
    grade_map = models.ForeignKey(
        GradeMap, null=True, on_delete=models.PROTECT, related_name="exports"
    )
    format = models.CharField(max_length=20)
    folder = models.CharField(
        max_length=200,
        blank=True,
        help_text="Under MEDIA_ROOT; empty where a command wrote elsewhere.",
    )
    manifest = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    def __str__(self) -> str:
        return f"{self.format} of {self.release}"
