"""What proves a person besides their password."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from foundation.database.rules import holds


class SecondFactor(models.Model):
    """A person's authenticator app. There is a row once a code of it was right."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="second_factor"
    )
    # What the app reckons its codes from, as people/sealing.py keeps it.
    sealed = models.CharField(max_length=120)
    set_up_at = models.DateTimeField(default=timezone.now, editable=False)
    # Of the latest code that was taken: no code is taken twice, nor one before it.
    last_step = models.BigIntegerField()
    wrong_codes = models.PositiveIntegerField(
        default=0, help_text="Wrong codes since the last right one, from all addresses together."
    )

    def __str__(self) -> str:
        return f"second factor of {self.person}"


class RecoveryCode(models.Model):
    """Taken once in place of a code of the app, and kept only as its digest."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="codes")
    digest = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            holds(
                models.Q(digest__regex="^[0-9a-f]{64}$"),
                "people_a_recovery_code_keeps_a_digest_only",
            )
        ]

    def __str__(self) -> str:
        return f"recovery code of {self.factor.person}"
