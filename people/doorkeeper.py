"""The lock-out, the same at every door: the sign-in page, the admin site's, the API's.

django-axes counts failures by name and address together and calls its handler, this one, for whatever happens at any door.
So this is also where coming and going enters the audit log, once for all doors, and no signal of ours is needed.
"""

from datetime import datetime
from math import ceil
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.helpers import get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import authenticate
from django.db.models import Sum
from django.http import HttpRequest
from django.utils import timezone

from people.actions.record_audit import record_audit
from people.actor import Actor, actor_of
from people.models import ApiToken, User
from people.queries import find_person

# Under this name wrong tokens are counted: with its brackets no account can bear it.
TOKEN_GUESSER = "(token)"  # noqa: S105


def name_of(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """The name that failures are counted under: names that sign in as one are counted as one (AXES_USERNAME_CALLABLE)."""
    given = request.POST.get("username", "") if credentials is None else credentials.get("username")
    return str(given or "").lower()[:255]


class Doorkeeper(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """Counts as axes does, and tells the audit log. While locked out, nothing is counted or told: that could be for ever."""

    def user_login_failed(self, sender: str, credentials: dict[str, Any], request: Any = None, **kwargs: Any) -> None:
        refused_unheard = request is None or request.axes_locked_out
        super().user_login_failed(sender, credentials, request, **kwargs)
        if refused_unheard:
            return
        name = name_of(request, credentials)
        nobody = Actor(None, actor_of(request).via, request.axes_ip_address or None)
        # A name that nobody bears is not repeated: people type their password there, and the log is for ever.
        what = ApiToken(name="unknown") if name == TOKEN_GUESSER else find_person(name) or User()
        record_audit(nobody, "failed to sign in", what)
        if request.axes_locked_out:
            record_audit(nobody, "was locked out", what)

    def user_logged_in(self, sender: object, request: Any, user: User, **kwargs: Any) -> None:
        super().user_logged_in(sender, request, user, **kwargs)
        record_audit(Actor(user, "page", request.axes_ip_address or None), "signed in", user)

    def user_logged_out(self, sender: object, request: Any, user: User | None, **kwargs: Any) -> None:
        super().user_logged_out(sender, request, user, **kwargs)
        if user is not None:
            record_audit(Actor(user, "page", request.axes_ip_address or None), "signed out", user)


def knows_password(request: HttpRequest, person: User, password: str) -> bool:
    """Asked again of somebody who is signed in already: a wrong answer counts as it does at the door."""
    return authenticate(request, username=person.get_username(), password=password) == person


def count_failure(request: HttpRequest, name: str) -> None:
    AxesProxyHandler.update_request(request)
    request.axes_locked_out = False  # type: ignore[attr-defined]  # one call may count for two names, each on its own
    AxesProxyHandler.user_login_failed("people", {"username": name}, request=request)


def is_locked_out(request: HttpRequest, name: str) -> bool:
    return not AxesProxyHandler.is_allowed(request, {"username": name})


def locked_until(request: HttpRequest, name: str) -> datetime:
    """When the last failure that counts will count no more."""
    AxesProxyHandler.update_request(request)
    attempts = AxesProxyHandler.get_implementation().get_user_attempts(request, {"username": name})
    times = [attempt.attempt_time for found in attempts for attempt in found]
    until: datetime = max(times, default=timezone.now()) + get_cool_off(request)
    return until


def counted_since() -> datetime:
    """Failures before this moment count no more."""
    since: datetime = timezone.now() - get_cool_off()
    return since


def locked_addresses(person: User) -> list[str]:
    """From where this person is locked out just now."""
    counted = AccessAttempt.objects.filter(username=person.username.lower(), attempt_time__gt=timezone.now() - get_cool_off())
    by_address = counted.order_by().values_list("ip_address").annotate(failures=Sum("failures_since_start"))
    return sorted(str(address) for address, failures in by_address if failures >= settings.AXES_FAILURE_LIMIT)


def seconds_until(moment: datetime) -> int:
    return max(1, ceil((moment - timezone.now()).total_seconds()))
