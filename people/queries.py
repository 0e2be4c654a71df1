"""Reads. `access_*` functions are the only way to an object on a person's behalf: what is not
theirs to see is refused here."""

import json
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, reduce
from operator import or_
from typing import TypeVar

from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.db.models.functions import Lower
from django.http import Http404

from foundation.asking.questions import asked
from foundation.database.prepared import prepared_cursor
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import mid_sentence
from people.models import (
    ApiToken,
    AuditEvent,
    Invitation,
    LinkState,
    PasswordLink,
    RecoveryCode,
    Role,
    SecondFactor,
    SignInAttempt,
    User,
)
from people.secret import digest_of

Row = TypeVar("Row", bound=Model)
TOKEN_COLUMNS, USER_COLUMNS = (
    [field.attname for field in model._meta.concrete_fields] for model in (ApiToken, User)
)


def require_role(asking: User, least: Role) -> None:
    if not asking.at_least(least):
        raise PermissionDenied(
            f"This is for {mid_sentence(least.label)}s; you are signed in as"
            f" {mid_sentence(Role(asking.role).label)}."
        )


def require_reader(asking: User) -> None:
    """Requires somebody who may read what raters must not know. Whether they have the scope to
    change it as well is asked by require_role."""
    if not asking.is_reader:
        role = mid_sentence(Role(asking.role).label)
        raise PermissionDenied(
            f"This is for viewers, leads and administrators; you are signed in as {role}."
        )


def _get(rows: QuerySet[Row], pk: int) -> Row:
    found = rows.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


# People


def access_people(asking: User) -> QuerySet[User]:
    require_role(asking, Role.LEAD)
    return User.objects.all()


def access_person(asking: User, person_id: int) -> User:
    return _get(access_people(asking), person_id)


@frozen
class PeopleFilter:
    """What is asked of the list of people; empty means any."""

    search: str = asked(
        "Only people with this in a name or the e-mail address.",
        default="",
        longest=120,
        label="Name or e-mail",
    )
    role: str = asked("Only people in this role.", default="", choices=dict(Role.choices))
    state: str = asked(
        "Only accounts in this state.",
        default="",
        choices={"active": "Active", "inactive": "Deactivated"},
    )

    def of(self, people: QuerySet[User]) -> QuerySet[User]:
        names = ("username", "name", "email")
        if self.search:
            found = [Q(**{f"{name}__icontains": self.search}) for name in names]
            people = people.filter(reduce(or_, found))
        if self.role:
            people = people.filter(role=self.role)
        return people.filter(is_active=self.state == "active") if self.state else people


def find_person(username: str) -> User | None:
    """The person who signs in with this name, in any case. For doors and commands."""
    return User.objects.alias(folded=Lower("username")).filter(folded=username.lower()).first()


def find_called(names: Iterable[str]) -> dict[str, list[User]]:
    """The people by each of these names, folded: the person who signs in with it; if there is none,
    those who are called so in full."""
    wanted = {name.lower() for name in names}
    folded = User.objects.alias(folded=Lower("username"), full=Lower("name"))
    found: list[User] = list(
        folded.filter(Q(folded__in=wanted) | Q(full__in=wanted)).order_by("pk")
    )
    by_username = {person.username.lower(): [person] for person in found}
    by_name: dict[str, list[User]] = {}
    for person in found:
        by_name.setdefault(person.name.lower(), []).append(person)
    return {name: by_username.get(name) or by_name.get(name, []) for name in wanted}


# Invitations


def access_invitations(asking: User) -> QuerySet[Invitation]:
    """Those to roles that this person manages: a lead sees no link that makes a lead."""
    require_role(asking, Role.LEAD)
    return Invitation.objects.filter(role__in=asking.manageable_roles).select_related(
        "invited_by", "used_by"
    )


def access_invitation(asking: User, invitation_id: int) -> Invitation:
    return _get(access_invitations(asking), invitation_id)


def find_invitation(secret: str) -> Invitation | None:
    """Whoever holds the secret may see what it invites to."""
    return Invitation.objects.filter(digest=digest_of(secret)).select_related("invited_by").first()


def access_password_link(asking: User, person: User) -> PasswordLink | None:
    """The open one of a person, for administrators; None where there is none, or for others."""
    if not asking.at_least(Role.ADMIN):
        return None
    link = person.password_links.select_related("made_by").order_by("pk").last()
    return link if link is not None and link.state == LinkState.OPEN else None


def find_password_link(secret: str) -> PasswordLink | None:
    """Whoever holds the secret may see whose password it changes."""
    links = PasswordLink.objects.select_related("person", "made_by")
    return links.filter(digest=digest_of(secret)).first()


def find_second_factor(person: User) -> SecondFactor | None:
    return SecondFactor.objects.filter(person=person).first()


def recovery_codes_left(person: User) -> int:
    return RecoveryCode.objects.filter(factor__person=person, used_at__isnull=True).count()


# Tokens


def access_tokens(asking: User) -> QuerySet[ApiToken]:
    """A person's own: nobody lists another's, and revoked ones are past."""
    return ApiToken.objects.filter(user=asking, revoked_at__isnull=True)


def tokens_that_end(people: Collection[User]) -> int:
    """How many tokens are revoked if these people's accounts are deactivated."""
    return ApiToken.objects.filter(user__in=people, revoked_at__isnull=True).count()


def access_token(asking: User, token_id: int) -> ApiToken:
    return _get(access_tokens(asking), token_id)


def find_token(secret: str) -> ApiToken | None:
    return ApiToken.objects.filter(digest=digest_of(secret)).select_related("user").first()


def networks_of_attempts(attempts: QuerySet[SignInAttempt]) -> list[str]:
    return list(attempts.order_by("network").values_list("network", flat=True).distinct())


def find_unsuspected_token(secret: str, network: str, since: datetime) -> ApiToken | None:
    """A token, if nobody failed to come in from there under its owner's name since then.

    Every call of every script asks this, so it is one statement, and its text is made once.
    """
    with prepared_cursor() as cursor:
        cursor.execute(_unsuspected_token(), [digest_of(secret), network, since])
        found = cursor.fetchone()
    if found is None:
        return None
    token = ApiToken.from_db("default", TOKEN_COLUMNS, found[: len(TOKEN_COLUMNS)])
    token.user = User.from_db("default", USER_COLUMNS, found[len(TOKEN_COLUMNS) :])
    return token


@cache
def _unsuspected_token() -> str:
    columns = [f"t.{name}" for name in TOKEN_COLUMNS] + [f"u.{name}" for name in USER_COLUMNS]
    return (
        f"SELECT {', '.join(columns)} FROM people_apitoken t"
        " JOIN people_user u ON u.id = t.user_id WHERE t.digest = %s"
        " AND NOT EXISTS (SELECT FROM people_signinattempt a WHERE a.network = %s"
        " AND a.name = lower(u.username) AND a.at > %s)"
    )


# The audit log


@frozen
class AuditFilter:
    """What is asked of the audit log; empty means any. Days are whole days of UTC, both
    included."""

    person: str = asked("Only what this person did.", default="", longest=60, label="By (username)")
    verb: str = asked("Only what was done so.", default="", longest=60, label="Did")
    object_type: str = asked(
        "Only what was done to things of this kind.", default="", longest=40, label="Kind of thing"
    )
    object_name: str = asked(
        "Only what was done to this thing.",
        default="",
        longest=200,
        label="To what (name or number)",
    )
    since: date | None = asked("Only from this day on.", default=None, label="From")
    until: date | None = asked("Only up to this day.", default=None, label="To")

    def check(self) -> None:
        if self.since and self.until and self.since > self.until:
            raise Refused("Expected a day that is not before the first.", field="until")

    def of(self, events: QuerySet[AuditEvent]) -> QuerySet[AuditEvent]:
        if self.person:
            actor = find_person(self.person)
            events = events.filter(actor=actor) if actor else events.none()
        if self.verb:
            events = events.filter(verb__icontains=self.verb)
        if self.object_type:
            events = events.filter(object_type__iexact=self.object_type)
        if self.object_name:
            number = Q(object_id=self.object_name)
            events = events.filter(Q(object_name__icontains=self.object_name) | number)
        if self.since:
            events = events.filter(at__gte=_midnight(self.since))
        if self.until:
            events = events.filter(at__lt=_midnight(self.until) + timedelta(days=1))
        return events


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def access_audit(asking: User) -> QuerySet[AuditEvent]:
    require_role(asking, Role.ADMIN)
    return AuditEvent.objects.select_related("actor")


AUDIT_COLUMNS = (
    "at",
    "by",
    "via",
    "address",
    "verb",
    "object_type",
    "object_id",
    "object_name",
    "before",
    "after",
)


def audit_rows(events: QuerySet[AuditEvent]) -> Iterator[tuple[object, ...]]:
    """The newest first, as AUDIT_COLUMNS name it, read piece by piece."""
    for event in events.order_by("-pk").iterator(chunk_size=1_000):
        by = event.actor.username if event.actor else ""
        as_they_are = (getattr(event, name) for name in AUDIT_COLUMNS[2:-2])
        yield event.at.isoformat(), by, *as_they_are, _json(event.before), _json(event.after)


def _json(value: object) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)


def access_audit_of(asking: User, person: User) -> QuerySet[AuditEvent]:
    """What this person did and what was done to them, for whoever manages them; one's own is
    everybody's to see."""
    if asking != person and not asking.may_manage(Role(person.role)):
        return AuditEvent.objects.none()
    about = Q(object_type=User._meta.verbose_name, object_id=str(person.pk))
    return AuditEvent.objects.filter(Q(actor=person) | about).select_related("actor")
