"""Grids of trainings: many at once, one for each combination of what is varied."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from foundation.database.rules import differ, holds
from people.models.user import by_whom
from pooling.models import Benchmark
from retrieval.models.trained_model import TrainedModel


class TrainingGrid(models.Model):
    """What all cells have in common, and what the job that is working on them has spent."""

    benchmark = models.ForeignKey(
        Benchmark, on_delete=models.PROTECT, related_name="training_grids"
    )
    name = models.CharField(max_length=80)
    varied = models.JSONField(help_text="The names of what is varied, in their order.")
    base = models.JSONField(
        help_text="The answers that all cells share, with the checksums of the files."
    )
    score_by = models.JSONField(help_text="The relevances that cells are scored by.")
    keep_runs = models.BooleanField(default=False)
    hours = models.FloatField(help_text="What the job may spend.")
    job_id = models.BigIntegerField(null=True, help_text="The job that last worked on it.")
    spent = models.FloatField(
        default=0.0, help_text="The seconds that this job has spent, over all its attempts."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = by_whom()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "benchmark",
                Lower("name"),
                name="retrieval_grid_names_differ_within_a_benchmark",
            ),
            holds(Q(hours__gt=0), "retrieval_a_grid_has_a_budget"),
            holds(Q(spent__gte=0), "retrieval_a_grid_spends_time"),
        ]

    def __str__(self) -> str:
        return self.name


class GridCell(models.Model):
    """One training of a grid. Its model is kept only where the grid keeps runs."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    grid = models.ForeignKey(TrainingGrid, on_delete=models.CASCADE, related_name="cells")
    number = models.PositiveIntegerField(help_text="From 1, in the order in which they came.")
    values = models.JSONField(help_text="What is varied, by name, as this cell has it.")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    job_id = models.BigIntegerField(null=True, help_text="The job that last tried it.")
    error = models.CharField(max_length=500, blank=True, default="")
    scores = models.JSONField(
        null=True, help_text="For each measure its means, text to video (tv) and back (vt)."
    )
    by_caption = models.BinaryField(
        null=True, help_text="Scores of each caption, text to video, as an .npz."
    )
    curve = models.JSONField(
        null=True, help_text="For each epoch its loss, and its scores on validation."
    )
    best = models.PositiveIntegerField(null=True)
    card = models.JSONField(null=True)
    seconds = models.FloatField(default=0.0, help_text="How long its training took.")
    model = models.OneToOneField(TrainedModel, on_delete=models.PROTECT, null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            differ(["grid", "number"], "retrieval_cells_of_a_grid_have_their_numbers"),
            differ(["grid", "values"], "retrieval_cells_of_a_grid_differ"),
            holds(
                ~Q(state="done")
                | Q(
                    scores__isnull=False,
                    by_caption__isnull=False,
                    curve__isnull=False,
                    best__gte=1,
                    card__isnull=False,
                ),
                "retrieval_a_cell_that_is_done_has_its_scores",
            ),
            holds(~Q(state="failed") | ~Q(error=""), "retrieval_a_cell_that_failed_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.grid} {self.number}"
