"""How scripts sign in."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from foundation.database.rules import holds
from people.models.user import Role, User


class Scope(models.TextChoices):
    """What a token is good for, least first: each scope holds those before it."""

    READ = "read", "Read"
    LABEL = "label", "Read and label"
    MANAGE = "manage", "Read, label and manage"

    @property
    def rank(self) -> int:
        return list(Scope).index(self)

    @classmethod
    def widest_of(cls, person: User) -> "Scope":
        """A token never does what its person may not. What a submitter manages is their own
        submissions; their role keeps them from all else."""
        if person.at_least(Role.LEAD) or person.is_submitter:
            return cls.MANAGE
        return cls.LABEL if person.at_least(Role.RATER) else cls.READ

    @classmethod
    def open_to(cls, person: User) -> list["Scope"]:
        return [scope for scope in cls if scope.rank <= cls.widest_of(person).rank]


def secret_constraints(kind: str) -> list[models.BaseConstraint]:
    """kind: with its article, as in `a_token`."""
    later = models.Q(expires_at__gt=models.F("created_at"))
    return [
        holds(models.Q(digest__regex="^[0-9a-f]{64}$"), f"people_{kind}_keeps_a_digest_only"),
        holds(later, f"people_{kind}_expires_after_it_was_made"),
    ]


class ApiToken(models.Model):
    """A secret for scripts, kept only as its digest, and its first characters, by which its owner
    knows it again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tokens"
    )
    name = models.CharField(max_length=60, help_text="What will use it.")
    scope = models.CharField(max_length=10, choices=Scope)
    digest = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=16)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(
        null=True, help_text="The time of its last use, to the minute."
    )

    class Meta:
        verbose_name = "API token"
        indexes = [models.Index(fields=["start"], name="people_whose_token_is_guessed")]
        constraints = [
            holds(models.Q(scope__in=Scope.values), "people_a_scope_is_one_of_ours"),
            *secret_constraints("a_token"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()
