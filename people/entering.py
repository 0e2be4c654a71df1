"""The way in for somebody whose password was right: at once, or by their second factor.

Until that is given, or set up where their role needs one, nobody is signed in. The session only
notes who is half way, and until when; it ends with the browser, too. A session that passed says so:
where a role comes to need a second factor, the others end (people/middleware.py).
"""

from time import time
from typing import Any

from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare

from foundation.frozen import frozen
from people.actions.second_factor import draw_key, is_demanded
from people.models import User
from people.queries import find_second_factor
from people.sealing import seal, unseal

HALF_WAY = "half way"  # in the session: who, and where they wanted to go
PASSED = "passed the second factor"
DRAFT = "second factor to be"
SECONDS = 600  # from the password to the code; time enough to install an app


@frozen
class HalfWay:
    """Somebody whose password was right. then: where they go once they are in."""

    person: User
    then: str

    @property
    def step(self) -> str:
        """The page on which they go on."""
        has_one = find_second_factor(self.person) is not None
        return "people:ask_second_factor" if has_one else "people:set_up_at_the_door"


def enter(request: HttpRequest, person: User, then: str) -> HttpResponse:
    """Signs in, or leads to what is missing. then: an address of ours."""
    if is_demanded(person) or find_second_factor(person):
        return redirect(stop_half_way(request, person, then).step)
    _sign_in(request, person)
    return redirect(then)


def stop_half_way(request: HttpRequest, person: User, then: str) -> HalfWay:
    """Whoever was signed in is so no more."""
    request.session.flush()
    request.user = AnonymousUser()
    request.session.set_expiry(0)  # with the browser
    request.session[HALF_WAY] = {
        "person": person.pk,
        # It ends with what ends sessions: another password, a deactivated account.
        "proof": person.get_session_auth_hash(),
        "until": int(time()) + SECONDS,
        "then": then,
    }
    rotate_token(request)
    return HalfWay(person, then)


def half_way(request: HttpRequest) -> HalfWay | None:
    """Who is half way in this session; None where nobody is, or no longer."""
    noted: Any = request.session.get(HALF_WAY)
    if noted is None or noted["until"] < time():
        return None
    person = User.objects.filter(pk=noted["person"], is_active=True).first()
    if person is None or not constant_time_compare(noted["proof"], person.get_session_auth_hash()):
        return None
    return HalfWay(person, noted["then"])


def go_elsewhere(request: HttpRequest, then: str) -> None:
    """They asked for another page while they were half way."""
    request.session[HALF_WAY] = request.session[HALF_WAY] | {"then": then}


def pass_through(request: HttpRequest, person: User) -> None:
    """Signs in somebody who is half way: their second factor was right, or was set up just now."""
    for mark in (HALF_WAY, DRAFT):
        request.session.pop(mark, None)
    request.session.set_expiry(None)
    _sign_in(request, person)
    request.session[PASSED] = True


def stay_in(request: HttpRequest, person: User) -> None:
    """Keeps the session of somebody who changed their second factor in it: their others have
    ended."""
    request.session.pop(DRAFT, None)
    update_session_auth_hash(request, person)
    request.session[PASSED] = find_second_factor(person) is not None


def has_passed(request: HttpRequest) -> bool:
    return request.session.get(PASSED, False)


def _sign_in(request: HttpRequest, person: User) -> None:
    login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])


def has_draft(request: HttpRequest) -> bool:
    """Not where the page of codes is loaded again, which sends the form once more."""
    return DRAFT in request.session


def drafted_key(request: HttpRequest) -> bytes:
    """What an app is to reckon its codes from, until a code proves that it does: the same one
    however often the page is loaded."""
    key = unseal(request.session.get(DRAFT, seal(b"")))
    if not key:
        key = draw_key()
        request.session[DRAFT] = seal(key)
    return key
