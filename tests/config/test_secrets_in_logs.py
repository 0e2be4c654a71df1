"""What is a secret in an address is not in the log lines of requests that were refused, or
broke."""

import json
import logging
from io import StringIO

import pytest
from django.conf import settings
from django.test import Client
from django.utils.log import configure_logging

from people.actions.invitations import invite_person
from people.actions.passwords import make_password_link
from people.actor import COMMAND, Actor
from people.models import Role
from pooling.media_links import media_link
from stack.web.limits import KnownAs
from stack.web.refusal import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture
def logged():
    """logged() is what the process has written to its log so far, a dictionary a line: by its own
    settings."""
    root = logging.getLogger()
    before = root.handlers[:]
    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    (ours,) = [handler for handler in root.handlers if handler not in before]
    written = StringIO()
    ours.setStream(written)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.handlers[:] = before


@pytest.fixture
def secret(lead):
    return invite_person(Actor(lead, "page"), role=Role.RATER, for_whom="Nora")[1]


def said(lines, logger, secret):
    """The messages of this logger: there must be one, and nothing of the secret in any line."""
    assert secret not in json.dumps(lines)
    return [line["message"] for line in lines if line["logger"] == logger]


def test_a_form_without_its_csrf_token_does_not_log_the_invitation(logged, secret):
    assert Client(enforce_csrf_checks=True).post(f"/people/join/{secret}/").status_code == 403
    assert said(logged(), "django.security.csrf", secret) == [
        "Forbidden (CSRF cookie not set.): /people/join/.../"
    ]


def test_a_link_for_a_new_password_is_not_logged_either(logged, lead):
    _, secret = make_password_link(COMMAND, lead)
    assert Client().put(f"/people/new-password/{secret}/").status_code == 405
    found = said(logged(), "django.request", secret)
    assert "Method Not Allowed: /people/new-password/.../" in found


def test_another_method_does_not_log_it(logged, secret):
    assert Client().put(f"/people/join/{secret}/").status_code == 405
    found = said(logged(), "django.request", secret)
    assert "Method Not Allowed: /people/join/.../" in found


def test_too_large_a_body_does_not_log_it(logged, secret):
    refusal = Refusal(
        413, "Too large.", standing=KnownAs.NO_ONE
    )  # as stack/web/entry.py hands it to Django
    assert (
        Client().post(f"/people/join/{secret}/", **{"truepool.refusal": refusal}).status_code == 413
    )
    assert said(logged(), "django.request", secret) == [
        "Request Entity Too Large: /people/join/.../"
    ]


def test_an_address_that_leads_nowhere_does_not_log_it(logged, secret):
    assert Client().get(f"/people/join/{secret}/form").status_code == 404
    assert said(logged(), "django.request", secret) == ["Not Found: /people/join/.../form"]


def test_a_link_to_media_of_somebody_else_is_not_logged(logged, rater, lead, client):
    client.force_login(rater)
    link = media_link(lead, "videos/7/clip.mp4")
    assert client.get(link).status_code == 403
    assert said(logged(), "django.request", link.split("/")[2]) == [
        "Forbidden: /media/.../clip.mp4"
    ]


def test_a_traceback_does_not_tell_it_either(logged, secret):
    try:
        raise ValueError(f"GET /people/join/{secret}/ broke")
    except ValueError:
        logging.getLogger("people").exception(
            "while answering %s", f"%2Fpeople%2Fjoin%2F{secret}%2F"
        )
    (line,) = logged()
    assert secret not in json.dumps(line)
    assert "ValueError: GET /people/join/.../ broke" in line["traceback"]


def test_places_of_files_stay_as_they_are(logged):
    place = "/srv/truepool/media/videos/7/clip.mp4"
    logging.getLogger("pooling").warning("%s is gone", place)
    assert [line["message"] for line in logged()] == [f"{place} is gone"]
