"""Models that were trained here: what a registered model is made of."""

from django.db import models
from django.db.models import Q

from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.models import Benchmark, RetrievalModel


class TrainedModel(models.Model):
    """The card of a registered model, and its weights. It is written with the model's runs, when
    the training has ended: there is no half of one."""

    model = models.OneToOneField(
        RetrievalModel, on_delete=models.PROTECT, primary_key=True, related_name="training"
    )
    benchmark = models.ForeignKey(
        Benchmark, on_delete=models.PROTECT, related_name="trained_models"
    )
    job_id = models.BigIntegerField(null=True, help_text="The job that trained it.")
    network = models.CharField(max_length=20)
    loss = models.CharField(max_length=40)
    seed = models.BigIntegerField()
    card = models.JSONField(
        help_text="Data, features, texts, relevance, parameters and versions, as a reader needs."
    )
    curve = models.JSONField(help_text="For each epoch its loss, and its scores on validation.")
    best = models.PositiveIntegerField(help_text="The epoch whose weights these are.")
    seconds = models.FloatField(help_text="How long the training took, over all its attempts.")
    path = models.CharField(max_length=200, help_text="The weights, under MEDIA_ROOT.")
    sha256 = models.CharField(max_length=64, help_text="The checksum of the weights.")
    embeddings = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text=(
            "Where it puts what is evaluated, under MEDIA_ROOT; empty of models that were"
            " trained before this was kept, and of one's own code."
        ),
    )
    embeddings_sha256 = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="The checksum of the embeddings.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    class Meta:
        constraints = [
            holds(~Q(path="") & ~Q(sha256=""), "retrieval_a_trained_model_has_its_weights"),
            holds(
                Q(embeddings="", embeddings_sha256="")
                | (~Q(embeddings="") & ~Q(embeddings_sha256="")),
                "retrieval_embeddings_have_their_checksum",
            ),
            differ(["path"], "retrieval_weights_are_one_models"),
            holds(Q(best__gte=1), "retrieval_the_best_epoch_is_one_of_them"),
            holds(Q(seconds__gte=0), "retrieval_a_training_takes_time"),
        ]

    def __str__(self) -> str:
        return self.model.name
