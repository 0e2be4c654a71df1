"""Judges that come from outside: a witness whose opinions a submitter handed in."""

from django.db import models

from foundation.database.columns import extends
from people.models.user import by_whom
from pooling.models.run import NAME
from witnesses.models.witness import Witness


class JudgeSubmission(models.Model):
    """What is only known of a submitter's judge: whose it is, and how its author calls it.

    The witness's own row is called "Judge N" and bears none of that. Neither ever changes.
    """

    witness = extends(Witness, "submission")
    # Drawn at random: counted up, it would tell how many others there are.
    number = models.PositiveIntegerField(unique=True)
    model_name = models.CharField(max_length=80, validators=[NAME])
    family = models.CharField(max_length=80, blank=True)
    file_name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64, help_text="Of the file, as it was handed in.")
    submitted_by = by_whom()
    submitted_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.model_name

    @property
    def blind_name(self) -> str:
        return f"Judge {self.number}"
