"""Files that were handed in, until a job has read them."""

from django.db import models

from people.models.user import by_whom


class Upload(models.Model):
    """A file as it came, under TRUEPOOL_HOME/media/uploads. The job that takes it removes the file;
    the row stays."""

    name = models.CharField(max_length=255, help_text="What its owner called it.")
    path = models.CharField(
        max_length=200,
        help_text="Under MEDIA_ROOT; empty once the file has been taken.",
        blank=True,
    )
    bytes = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    uploaded_at = models.DateTimeField(auto_now_add=True)
    uploaded_by = by_whom()

    def __str__(self) -> str:
        return self.name
