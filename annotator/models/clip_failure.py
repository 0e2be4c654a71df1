"""A clip that a browser could not play."""

from django.db import models

from annotator.models.campaign import Campaign
from annotator.models.whose import whose
from foundation.database.rules import differ
from pooling.models import Video


class ClipFailure(models.Model):
    """What one rater's player said of one clip, once for each way of failing. An answer may follow
    or not: the clip may play at the second try, or for others."""

    class Cause(models.TextChoices):
        NOT_FOUND = "not_found", "The file was not delivered"
        DECODE = "decode", "The browser could not decode it"
        STALL = "stall", "It stopped and did not continue"
        NETWORK = "network", "The connection broke off"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="clip_failures")
    video = models.ForeignKey(
        Video, on_delete=models.PROTECT, related_name="clip_failures", db_index=False
    )
    rater = whose(db_index=False)
    cause = models.CharField(max_length=10, choices=Cause)
    detail = models.CharField(
        max_length=500, blank=True, help_text="What the browser's player said of it."
    )
    browser = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            differ(
                ["video", "campaign", "rater", "cause"], "annotator_a_clips_failure_is_noted_once"
            )
        ]

    def __str__(self) -> str:
        return self.detail or self.get_cause_display()
