"""What submitters hand in."""

from django.db import models

from foundation.database.rules import holds
from people.models.user import by_whom
from pooling.models.pool import Pool
from pooling.models.run import NAME, Run


class Submission(models.Model):
    """What is only known of a submitter's run: how its author calls it, and what a lead decided.

    The run's own row bears none of that until it is published, so that whatever shows a run shows
    nothing that it must not: until then it is called "Submission N", and so is its model.
    """

    class Stage(models.TextChoices):
        WAITING = "waiting", "Waiting for a lead"
        APPROVED = "approved", "Approved"
        REFUSED = "refused", "Refused"

    class Rule(models.TextChoices):
        CAPTIONS = "captions", "All ranks of captions that are drawn at random"
        RANKS = "ranks", "The first ranks of all captions"

    run = models.OneToOneField(
        Run, on_delete=models.CASCADE, primary_key=True, related_name="submission"
    )
    # Drawn at random: counted up, it would tell how many others there are.
    number = models.PositiveIntegerField(unique=True)
    name = models.CharField(max_length=120, validators=[NAME])
    model_name = models.CharField(max_length=80, validators=[NAME])
    file_name = models.CharField(max_length=255)
    checks = models.JSONField(default=list, help_text="What was looked at in the file, and found.")
    wish = models.CharField(
        max_length=9,
        choices=Run.State,
        blank=True,
        default="",
        help_text="The state that the submitter asks for; empty where they ask for none.",
    )
    stage = models.CharField(max_length=8, choices=Stage, default=Stage.WAITING)
    reason = models.TextField(blank=True, help_text="Why it was refused; its submitter reads it.")
    decided_at = models.DateTimeField(null=True)
    decided_by = by_whom()
    budget = models.PositiveIntegerField(
        null=True, help_text="How many pairs may be judged for it at most."
    )
    depth = models.PositiveSmallIntegerField(
        default=10, help_text="The rank down to which its pairs are judged."
    )
    rule = models.CharField(max_length=8, choices=Rule, default=Rule.CAPTIONS)
    pool = models.ForeignKey(Pool, null=True, on_delete=models.SET_NULL, related_name="+")
    reference = models.ForeignKey(
        Run,
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="The run that its scores are held against.",
    )
    submitted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            holds(
                models.Q(stage__in=["waiting", "approved", "refused"]),
                "pooling_a_stage_is_one_of_ours",
            ),
            holds(
                models.Q(rule__in=["captions", "ranks"]),
                "pooling_a_rule_of_increments_is_one_of_ours",
            ),
            holds(
                models.Q(wish__in=["", "private", "blinded", "published"]),
                "pooling_a_wished_state_is_one_of_ours",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def blind_name(self) -> str:
        return f"Submission {self.number}"
