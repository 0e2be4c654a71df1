"""How a person has set the screen."""

from django.conf import settings
from django.db import models


class Preference(models.Model):
    """One row for each person who has set anything; the usual otherwise."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="+"
    )
    keys = models.JSONField(default=dict, help_text="By action, the key that the person chose.")
    single_keys = models.BooleanField(
        default=True, help_text="Whether single characters act as keys."
    )
