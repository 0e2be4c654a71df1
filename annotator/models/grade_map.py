"""What each value of a campaign's scale is on another one. A map is a statement of a person; the
labels stay as they are."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from annotator.models.campaign import Campaign
from annotator.scales import Scale
from foundation.database.columns import part_of
from foundation.database.rules import differ, holds
from people.models.user import by_whom


class GradeMap(models.Model):
    """values: by the campaign's value, from 0. The map by which a campaign's verdicts meet those of
    other graded campaigns of its benchmark is fixed when it is opened or imported."""

    campaign = part_of(Campaign, "grade_maps")
    values = ArrayField(models.PositiveSmallIntegerField())
    scale = ArrayField(models.CharField(max_length=40))  # that it leads to
    relevant_from = models.PositiveSmallIntegerField()
    meets = models.BooleanField(
        default=False, help_text="Whether verdicts meet those of other campaigns by it."
    )
    by = by_whom()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            differ(
                ["campaign"], "annotator_a_campaign_meets_others_by_one_map", among=Q(meets=True)
            ),
            holds(
                Q(scale__len__gte=2, scale__len__lte=11)
                & Q(relevant_from__gte=1, relevant_from__lt=F("scale__len")),
                "annotator_a_map_leads_to_a_scale",
            ),
        ]

    @property
    def steps(self) -> str:
        """As people write it."""
        return ",".join(f"{value}={to}" for value, to in enumerate(self.values))

    @property
    def target(self) -> Scale:
        """Of two values any difference is far; else as far as in the campaign, if there is room."""
        far = min(self.campaign.far, len(self.scale) - 1)
        return Scale(tuple(self.scale), self.relevant_from, far)
