"""Whose something is."""

from typing import Any

from django.conf import settings
from django.db import models


def whose(**words: Any) -> Any:
    """A person's account, which stays as long as the row."""
    to = settings.AUTH_USER_MODEL
    return models.ForeignKey(to, on_delete=models.PROTECT, related_name="+", **words)
