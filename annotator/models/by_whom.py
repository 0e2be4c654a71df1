"""Who did it."""

from typing import Any

from django.conf import settings
from django.db import models


def by_whom(*, null: bool = True, **words: Any) -> Any:
    """A person's account, which stays as long as the row; nobody, where the machine did it."""
    to = settings.AUTH_USER_MODEL
    return models.ForeignKey(to, null=null, on_delete=models.PROTECT, related_name="+", **words)
