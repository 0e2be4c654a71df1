"""How well it is known what a campaign is asked for."""

from django.db import models
from django.db.models import Q

from annotator.models.campaign import Campaign
from foundation.database.columns import extends
from foundation.database.rules import holds


class Look(models.Model):
    """What was found when it was last looked whether a campaign has reached its goal. Between two
    looks nothing of it changes; the interval holds however often somebody looks."""

    campaign = extends(Campaign, "look")
    captions = models.PositiveIntegerField(help_text="Texts of captions whose pairs are all done.")
    population = models.PositiveIntegerField(help_text="Texts that the difference is about.")
    difference = models.FloatField(null=True)
    low = models.FloatField(null=True)
    high = models.FloatField(null=True)
    to_go = models.PositiveIntegerField(null=True, help_text="About how many more texts.")
    reached = models.BooleanField(default=False)
    reason = models.CharField(max_length=300, blank=True)
    looked_at = models.DateTimeField()

    class Meta:
        constraints = [
            holds(
                Q(low__isnull=True, high__isnull=True)
                | Q(low__isnull=False, high__gte=models.F("low")),
                "annotator_a_look_has_both_ends_or_neither",
            )
        ]

    @property
    def in_points(self) -> tuple[float, float, float] | None:
        """The difference, and both ends."""
        if self.difference is None or self.low is None or self.high is None:
            return None
        return 100 * self.difference, 100 * self.low, 100 * self.high

    @property
    def half_width(self) -> float | None:
        """Half the width of the interval, in points."""
        if self.low is None or self.high is None:
            return None
        return 100 * (self.high - self.low) / 2
