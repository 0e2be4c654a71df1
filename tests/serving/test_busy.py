"""When all threads, or all who hash, are busy: health is answered, and pages are as they were."""

import time
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from django.db import connection, transaction

from people.models import Role, User
from tests.serving.conftest import cookies_of, head, status_of
from tests.serving.test_slow_clients import _has_answer

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]

PASSWORD = "a long enough pass phrase"
FORM = "application/x-www-form-urlencoded"


def test_health_is_answered_while_all_threads_wait(web, rater):
    cookies = cookies_of(rater)
    with ExitStack() as stack, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE people_user IN ACCESS EXCLUSIVE MODE")
        lines = [stack.enter_context(web.line()) for _ in range(80)]
        for line in lines:
            line.sendall(head("GET", "/", Cookie=cookies))
        time.sleep(1)
        assert [status_of(web.ask("GET", "/healthz")) for _ in range(6)] == [200] * 6
        assert sum(not _has_answer(line) for line in lines) > 64  # more than there are threads


def sign_in(web, username: str) -> int:
    cookie = "csrftoken=" + "a" * 32
    fields = {"username": username, "password": PASSWORD, "csrfmiddlewaretoken": "a" * 32}
    body = urllib.parse.urlencode(fields).encode()
    return status_of(web.ask("POST", "/people/sign-in/", body, Cookie=cookie, Content_Type=FORM))


def test_64_who_sign_in_at_once_leave_other_peoples_pages_as_they_were(web, rater, settings):
    """Each is let in, or refused at once; none runs into the database's pool."""
    settings.PASSWORD_HASHERS = ["people.hashing.Hasher"]  # as the web has them
    person = User.objects.create_user("many", PASSWORD, role=Role.RATER)
    people = [
        User(username=f"many-{number}", password=person.password, role=Role.RATER)
        for number in range(64)
    ]
    User.objects.bulk_create(people)
    cookies = cookies_of(rater)
    with ThreadPoolExecutor(72) as threads:
        coming = [threads.submit(sign_in, web, person.username) for person in people]
        pages = [
            threads.submit(lambda: status_of(web.ask("GET", "/people/account/", Cookie=cookies)))
            for _ in range(8)
        ]
        statuses = [one.result() for one in coming]
        assert [one.result() for one in pages] == [200] * 8
    assert set(statuses) == {302, 429}
    assert sign_in(web, "many") == 302
