"""How far a campaign's leads have read what raters wrote."""

from django.db import models

from annotator.models.campaign import Campaign
from people.models.user import by_whom


class RemarksRead(models.Model):
    """The newest comment and the newest report of a clip that a lead has marked as read. What came
    later is unread. One mark for all leads: what one has read need not be read again."""

    campaign = models.OneToOneField(
        Campaign, primary_key=True, on_delete=models.PROTECT, related_name="remarks_read"
    )
    comments = models.BigIntegerField(default=0, help_text="Labels up to this one are read.")
    clips = models.BigIntegerField(default=0, help_text="Reports up to this label are read.")
    read_by = by_whom()
    read_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"what is read of {self.campaign}"
