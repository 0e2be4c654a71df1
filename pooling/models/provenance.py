"""What a run's model was trained on, as far as it is known."""

from django.db import models
from django.db.models import F, Q

from foundation.database.rules import holds
from pooling.models.benchmark import Benchmark
from pooling.models.run import Run


class Provenance(models.Model):
    """The provenance of a run whose model was trained here. A run without one came from elsewhere:
    what its model saw is not known."""

    INSTANCE, COLLECTED = "instance", "collected"

    run = models.OneToOneField(
        Run, on_delete=models.CASCADE, primary_key=True, related_name="provenance"
    )
    trained_on = models.ForeignKey(
        Benchmark,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The benchmark whose training captions it learnt from.",
    )
    captions = models.PositiveIntegerField(help_text="How many captions it learnt from.")
    videos = models.PositiveIntegerField(help_text="How many videos it learnt from.")
    captions_sha256 = models.CharField(
        max_length=64, help_text="The checksum of these captions: keys, videos and texts."
    )
    relevance = models.CharField(
        max_length=120,
        help_text="What was relevant in training: instance, collected, or the name of a proxy.",
    )
    tau = models.FloatField(
        null=True, help_text="The relevance from which a pair was a positive; empty for instances."
    )
    labels_of = models.ForeignKey(
        Benchmark,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The benchmark whose collected positives it learnt from.",
    )
    log_position = models.BigIntegerField(
        null=True, help_text="The newest label there was when they were read."
    )
    labels = models.PositiveIntegerField(
        default=0, help_text="How many collected positives it learnt from."
    )
    evaluated_labels = models.PositiveIntegerField(
        default=0,
        help_text=(
            "How many of them are of evaluated captions, or of captions that share a text or a"
            " video with one."
        ),
    )
    evaluated_videos = models.PositiveIntegerField(
        default=0, help_text="How many videos that it learnt from are evaluated, too."
    )
    shared_texts = models.PositiveIntegerField(
        default=0, help_text="How many captions it learnt from have the text of an evaluated one."
    )

    class Meta:
        constraints = [
            holds(
                Q(relevance="collected", labels_of__isnull=False, log_position__isnull=False)
                | Q(
                    ~Q(relevance="collected"),
                    labels_of__isnull=True,
                    log_position__isnull=True,
                    labels=0,
                ),
                "pooling_collected_positives_say_whose_labels_and_when",
            ),
            holds(
                Q(evaluated_labels__lte=F("labels")),
                "pooling_a_model_saw_no_more_labels_than_it_was_given",
            ),
            holds(
                Q(evaluated_videos__lte=F("videos")) & Q(shared_texts__lte=F("captions")),
                "pooling_a_model_shares_no_more_than_it_learnt_from",
            ),
        ]

    @property
    def saw_evaluated(self) -> bool:
        """Whether it is marked wherever the run is shown: its scores are of pairs that it may have
        learnt by heart."""
        return bool(self.evaluated_labels or self.evaluated_videos)
