"""Who may sign in, and as what."""

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from foundation.database.rules import holds


class Role(models.TextChoices):
    """What a person may do, least first: each role may do all that those before it may.

    That is so of what people do, not of what they read: who rates or adjudicates stays blind to
    what viewers read (READERS). And a submitter does one thing that is for no other role: they hand
    in runs of their own, and read nothing else.
    """

    SUBMITTER = "submitter", "Submitter"
    VIEWER = "viewer", "Viewer"
    RATER = "rater", "Rater"
    ADJUDICATOR = "adjudicator", "Adjudicator"
    LEAD = "lead", "Lead"
    ADMIN = "admin", "Administrator"

    @property
    def rank(self) -> int:
        return list(Role).index(self)


# Who reads benchmarks, runs, pools, agreement and reports. Raters and adjudicators do not: it would
# bias their answers.
READERS = frozenset({Role.VIEWER, Role.LEAD, Role.ADMIN})


class Theme(models.TextChoices):
    """The light of a person's pages. SYSTEM is a choice, too: it overrules what their role usually
    has."""

    DARK = "dark", "Dark"
    LIGHT = "light", "Light"
    SYSTEM = "system", "As the system has it"


class UserManager(BaseUserManager["User"]):
    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(username=username, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """How Django finds who is signing in. Upper and lower case are one, as in the constraint
        whose index serves this."""
        return self.alias(folded=Lower("username")).get(folded=(username or "").lower())


class User(AbstractBaseUser):
    """A person with an account. Accounts are deactivated, never deleted: labels and the audit log
    name them for ever."""

    username = models.CharField(
        max_length=60,
        unique=True,
        validators=[ASCIIUsernameValidator()],
        help_text="Letters, digits and @ . + - _ only; at most 60 of them.",
    )
    name = models.CharField(
        max_length=120, blank=True, help_text="The name that colleagues know this person by."
    )
    email = models.EmailField(blank=True)
    role = models.CharField(max_length=20, choices=Role, default=Role.VIEWER)
    is_active = models.BooleanField(default=True)
    # How they read pages (people/reader.py); empty until they choose. Which languages are offered
    # is a matter of the settings, which zones there are one of the machine.
    language = models.CharField(
        max_length=10, blank=True, default="", help_text="The language of this person's pages."
    )
    time_zone = models.CharField(
        max_length=60, blank=True, default="", help_text="The zone that times are shown in."
    )
    theme = models.CharField(
        max_length=6,
        choices=Theme,
        blank=True,
        default="",
        help_text="Whether this person's pages are dark or light.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # Part of what a session proves: counting it up ends all of this person's sessions, wherever
    # they are kept.
    session_round = models.PositiveIntegerField(default=0)

    objects = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="people_usernames_differ_by_more_than_case",
                violation_error_message="This username is taken.",
            ),
            holds(models.Q(role__in=Role.values), "people_a_role_is_one_of_ours"),
            holds(models.Q(theme__in=["", *Theme.values]), "people_a_theme_is_one_of_ours"),
        ]

    def __str__(self) -> str:
        return self.name or self.username

    def at_least(self, role: Role) -> bool:
        return self.is_active and Role(self.role).rank >= role.rank

    def may_manage(self, role: Role) -> bool:
        """Administrators manage everybody; leads those below them; nobody else anybody."""
        if self.at_least(Role.ADMIN):
            return True
        return self.at_least(Role.LEAD) and role.rank < Role.LEAD.rank

    @property
    def is_reader(self) -> bool:
        return self.is_active and Role(self.role) in READERS

    @property
    def is_submitter(self) -> bool:
        """Somebody from outside, who hands in runs and reads of no others."""
        return self.is_active and self.role == Role.SUBMITTER

    @property
    def is_lead(self) -> bool:
        """Leads and administrators: they change what readers only read, and know people by their
        names. For templates."""
        return self.at_least(Role.LEAD)

    @property
    def manageable_roles(self) -> list[Role]:
        return [role for role in Role if self.may_manage(role)]

    @property
    def is_staff(self) -> bool:
        """Django's admin site asks this: administrators only."""
        return self.at_least(Role.ADMIN)

    def has_perm(self, perm: str, obj: object = None) -> bool:
        return self.at_least(Role.ADMIN)

    def has_module_perms(self, app_label: str) -> bool:
        return self.at_least(Role.ADMIN)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """Django's own, which ends sessions when the password changes, and the round, which ends
        them when asked to."""
        return salted_hmac(
            "people.session",
            f"{self.password}|{self.session_round}",
            secret=secret,
            algorithm="sha256",
        ).hexdigest()


def by_whom() -> "models.ForeignKey[User | None, User | None]":
    """A column for who did it: empty where the machine itself did. Nobody's rows are deleted."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
