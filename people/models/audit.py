"""Who did what to what, when."""

from typing import Any, NamedTuple

from django.db import models

from people.models.user import by_whom


class Door(models.TextChoices):
    """The way by which somebody came."""

    PAGE = "page", "Page"
    API = "api", "API"
    COMMAND = "command", "Command"
    SYSTEM = "system", "System"


class Change(NamedTuple):
    what: str
    before: Any
    after: Any


class AuditEvent(models.Model):
    """One thing that somebody did. Rows are appended and never change: a trigger in the database
    refuses it."""

    at = models.DateTimeField(auto_now_add=True)
    # Empty when the machine itself acted (a schedule), or nobody was signed in yet (a failed
    # sign-in).
    actor = by_whom()
    via = models.CharField(max_length=10, choices=Door)
    address = models.GenericIPAddressField(null=True)
    verb = models.CharField(
        max_length=60, help_text='What was done, in the past tense: "changed the role".'
    )
    object_type = models.CharField(max_length=40)
    object_id = models.CharField(max_length=40, blank=True)
    object_name = models.CharField(
        max_length=200, blank=True, help_text="What it was called at the time."
    )
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-id"], name="people_audit_newest_first"),
            models.Index(
                fields=["object_type", "object_id", "-id"], name="people_audit_of_one_object"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.object_type} {self.object_name}"

    @property
    def changes(self) -> list[Change]:
        """Each key's `before` and `after` side by side, for people."""
        before, after = self.before or {}, self.after or {}
        return [
            Change(key, before.get(key), after.get(key)) for key in dict.fromkeys([*before, *after])
        ]
