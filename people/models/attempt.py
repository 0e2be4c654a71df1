"""What is remembered of attempts to come in, so that nobody guesses passwords, tokens or links at
leisure."""

from django.db import models


class SignInAttempt(models.Model):
    """One attempt, written before its password is looked at; deleted again when the password was
    right.

    A row that says neither is an attempt under way, or one whose process died.
    """

    # The name as people sign in with it, in lower case; a keyed digest behind "?" where nobody
    # bears it, because people type passwords there; LINK_GUESSER, or TOKEN_GUESSER and a keyed
    # digest, for secrets that come without a name.
    name = models.CharField(max_length=255)
    network = models.CharField(
        max_length=64, help_text="An IPv4 address, or the /64 that an IPv6 address belongs to."
    )
    at = models.DateTimeField()
    failed = models.BooleanField(default=False)
    for_network = models.BooleanField(
        default=True, help_text="Counts towards the limit of its address over all names."
    )

    class Meta:
        verbose_name = "address"  # as the audit log calls what was locked out or let in again
        verbose_name_plural = "sign-in attempts"
        indexes = [
            models.Index(fields=["network", "at"], name="people_attempts_from_a_network"),
            models.Index(fields=["name", "at"], name="people_attempts_at_a_name"),
        ]

    def __str__(self) -> str:
        return self.network
