"""The lock-out, the same at every door: the sign-in page, the admin site's, the API's, the
invitations'.

A password takes long to check, so an attempt is written before it is looked at, and taken back if
it was right: of guesses that come all at once no more are heard than of those that come one by one.
Links are looked up by their digest, which takes no time: they are looked up while their address is
held, and so are codes of a second factor. Tokens are looked up first, since a real one is served
whatever is counted, and an unknown one is counted before it is answered. All of it happens under
one lock for each address.

Coming and going enters the audit log here, once for all doors.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.db.models import Model, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.debug import sensitive_variables

from foundation.frozen import frozen
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import stranger_of
from people.guessing import Attempts, Limit, network_of, stand
from people.hashing import Kind, give_connection_back, place_for_a_password
from people.hashing import LockedOut as LockedOut  # noqa: PLC0414  (where others look for it)
from people.models import ApiToken, SignInAttempt, User
from people.queries import find_person, find_second_factor, networks_of_attempts

# Under these names wrong tokens and links are counted: with its brackets no account can bear one. A
# digest of the token follows.
TOKEN_GUESSER = "(token)"  # noqa: S105
LINK_GUESSER = "(link)"
LOCK_SPACE = 7_402  # of advisory locks: ours for addresses
PATIENCE_SECONDS = 30.0

Found = TypeVar("Found", bound=Model)


@frozen
class Guess:
    """What may be one: at whose secret, from where. Wrong passwords count for their address over
    all names as well."""

    network: str
    name: str
    by_password: bool = False
    at_code: bool = False  # by somebody who has the password

    @property
    def kind(self) -> Kind:
        if self.name.startswith(TOKEN_GUESSER):
            return "token"
        return "link" if self.name == LINK_GUESSER else "name"

    def standings(self) -> Iterator[tuple[Kind, Attempts]]:
        now = timezone.now()
        per_name, per_network = _limits()
        here = SignInAttempt.objects.filter(
            network=self.network, at__gt=now - max(per_name.within, per_network.within)
        )
        alike = [attempt for attempt in here if self.counts_with(attempt.name)]
        yield self.kind, stand(alike, per_name if self.kind == "name" else per_network, now)
        if self.by_password:
            of_all_names = [attempt for attempt in here if attempt.for_network]
            yield "address", stand(of_all_names, per_network, now)

    def counts_with(self, name: str) -> bool:
        """Unknown tokens are counted all together."""
        return name.startswith(TOKEN_GUESSER) if self.kind == "token" else name == self.name

    def locked_out(self) -> LockedOut | None:
        found = [
            LockedOut(kind, standing.locked_until)
            for kind, standing in self.standings()
            if standing.locked_until
        ]
        return max(found, key=lambda locked: locked.until, default=None)

    def refuse_while_locked(self) -> None:
        if locked := self.locked_out():
            raise locked

    def write(self, *, failed: bool) -> SignInAttempt:
        return SignInAttempt.objects.create(
            network=self.network,
            name=self.name,
            at=timezone.now(),
            failed=failed,
            for_network=self.by_password,
        )


class Guard(ModelBackend):
    """Django's way of checking a password, for those who have not guessed too often. Raises
    LockedOut for the others."""

    @sensitive_variables("password")
    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        if username is None or password is None:
            return None
        asked = request or HttpRequest()
        guess = Guess(network_asking(asked), _counted_name(username), by_password=True)
        with place_for_a_password():
            attempt = _reserve(guess)
            person = super().authenticate(request, username=username, password=password, **kwargs)
        if person is None:
            _fail(asked, guess, attempt)
            raise PermissionDenied  # no other backend is asked
        # Whoever guesses codes and has the password must not begin anew by giving it again.
        _forget(attempt, alone=find_second_factor(person) is not None)
        return person


def knows_password(request: HttpRequest, person: User, password: str) -> bool:
    """Asked again of somebody who is signed in already: a wrong answer counts as it does at the
    door."""
    return authenticate(request, username=person.get_username(), password=password) == person


def look_up(request: HttpRequest, guesser: str, find: Callable[[], Found | None]) -> Found | None:
    """What a secret opens; None, and a failure counted, where it opens nothing.

    Raises LockedOut, before looking, where too many were wrong already, and for the failure that
    makes them too many.
    """
    guess = Guess(network_asking(request), guesser)
    locked = None
    with transaction.atomic():
        _hold(guess.network)
        guess.refuse_while_locked()
        found = find()
        if found is None:
            locked = _count(request, guess, guess.write(failed=True))
    if locked:  # outside, so that what was counted stays
        raise locked
    return found


def hear_code(
    request: HttpRequest, person: User, use: Callable[[], Refused | None]
) -> Refused | None:
    """Whether a code lets in somebody whose password was right: why not, or None. A wrong one
    counts as a wrong password of theirs does, and the right one takes back both. Raises LockedOut
    as `look_up` does."""
    name = person.username.lower()
    guess = Guess(network_asking(request), name, by_password=True, at_code=True)
    locked = None
    with transaction.atomic():
        _hold(guess.network)
        guess.refuse_while_locked()
        refused = use()
        if refused is None:
            _failures_of(guess).delete()
        else:
            locked = _count(request, guess, guess.write(failed=True))
    if locked:
        raise locked
    return refused


def count_unknown_token(request: HttpRequest, secret: str) -> None:
    """The same one again, as of a script that goes on and on, is no further guess. Raises LockedOut
    as `look_up` does."""
    digest = salted_hmac("people.token", secret, algorithm="sha256").hexdigest()
    guess = Guess(network_asking(request), TOKEN_GUESSER + digest)
    since = timezone.now() - _limits()[1].within
    look_up(
        request,
        guess.name,
        SignInAttempt.objects.filter(network=guess.network, name=guess.name, at__gt=since).first,
    )


def refuse_while_locked(request: HttpRequest, person: User) -> None:
    """Refuses a person who comes with a token while their name is locked out, but not while only
    their whole address is."""
    Guess(network_asking(request), person.username.lower()).refuse_while_locked()


def counted_since() -> datetime:
    """Failures of one name before this moment count no more."""
    return timezone.now() - _limits()[0].within


def locked_addresses(person: User) -> list[str]:
    """The addresses from which this person is locked out just now, as far as they were among those
    who failed there."""
    name = person.username.lower()
    networks = networks_of_attempts(SignInAttempt.objects.filter(name=name))
    return [network for network in networks if Guess(network, name, by_password=True).locked_out()]


def locked_networks() -> list[str]:
    """The networks from which no person signs in just now, whatever their name."""
    now, (_, limit) = timezone.now(), _limits()
    counted = SignInAttempt.objects.filter(for_network=True, at__gt=now - limit.within)
    return [
        network
        for network in networks_of_attempts(counted)
        if stand(counted.filter(network=network), limit, now).locked_until
    ]


def _limits() -> tuple[Limit, Limit]:
    """The limits of a name at an address, and of an address over all names.

    The first is small and short. One colleague's typing errors lock out neither a whole lab behind
    one address nor the rightful owner of the name elsewhere; many failures at many names are no
    typing errors.
    """
    of_name = Limit(settings.SIGN_IN_FAILURES, timedelta(minutes=settings.SIGN_IN_PAUSE_MINUTES))
    return of_name, Limit(settings.SIGN_IN_FAILURES_OF_ADDRESS, timedelta(hours=1))


def network_asking(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR") or "")


def _counted_name(username: str) -> str:
    """Names that sign in as one are counted as one. What nobody bears may be somebody's password,
    and is not kept."""
    name = username.lower()
    hidden = salted_hmac("people.attempt", name, algorithm="sha256").hexdigest()
    return name if find_person(name) else f"?{hidden}"


def _hold(network: str) -> None:
    """One at a time for each address, until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [LOCK_SPACE, network])


def _reserve(guess: Guess) -> SignInAttempt:
    """Writes the attempt down. Where those under way fill the limit, it waits to see how they turn
    out."""
    deadline = monotonic() + PATIENCE_SECONDS
    while (attempt := _reserved(guess)) is None:
        if monotonic() > deadline:
            raise LockedOut("busy", timezone.now() + timedelta(seconds=10))
        give_connection_back()
        sleep(0.1)
    return attempt


@transaction.atomic
def _reserved(guess: Guess) -> SignInAttempt | None:
    _hold(guess.network)
    guess.refuse_while_locked()
    is_full = any(standing.is_full for _, standing in guess.standings())
    return None if is_full else guess.write(failed=False)


def _fail(request: HttpRequest, guess: Guess, attempt: SignInAttempt) -> None:
    with transaction.atomic():
        _hold(guess.network)
        SignInAttempt.objects.filter(pk=attempt.pk).update(failed=True)
        locked = _count(request, guess, attempt)
    if locked:
        raise locked


def _forget(attempt: SignInAttempt, *, alone: bool) -> None:
    """The right password takes back this attempt and, if it is all that is asked for, the mistakes
    before it; others that are under way stay counted."""
    if not alone:
        _failures_of(attempt).delete()
    SignInAttempt.objects.filter(pk=attempt.pk).delete()


def _failures_of(one: Guess | SignInAttempt) -> QuerySet[SignInAttempt]:
    """Those of a name at an address."""
    return SignInAttempt.objects.filter(network=one.network, name=one.name, failed=True)


def _count(request: HttpRequest, guess: Guess, attempt: SignInAttempt) -> LockedOut | None:
    """Tells the audit log of a failure that was just written, and of the lock-out that it caused,
    if it did."""
    no_one = stranger_of(request)
    what = _guessed_at(guess, attempt)
    if guess.kind == "link":
        record_audit(no_one, "tried an unknown link", what)
    elif guess.at_code:
        record_audit(no_one, "gave a wrong code", what)
    else:
        record_audit(no_one, "failed to sign in", what)
    locked = guess.locked_out()
    if locked:
        record_audit(no_one, "was locked out", attempt if locked.kind == "address" else what)
    return locked


def _guessed_at(guess: Guess, attempt: SignInAttempt) -> Model:
    """A name that nobody bears is not repeated: the audit log is for ever."""
    if guess.kind == "token":
        return ApiToken(name="unknown")
    if guess.kind == "link":
        return attempt
    return find_person(guess.name) or User()


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: User, **kwargs: Any) -> None:
    record_audit(replace(stranger_of(request), user=user), "signed in", user)


@receiver(user_logged_out)
def _signed_out(request: HttpRequest, user: User | None, **kwargs: Any) -> None:
    if user is not None:
        record_audit(replace(stranger_of(request), user=user), "signed out", user)
