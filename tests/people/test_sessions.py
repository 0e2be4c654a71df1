"""What the database holds of a session: nothing that a cookie could be made of."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.factories import PASSWORD


@pytest.fixture
def browser(rater) -> Client:
    client = Client()
    client.post("/people/sign-in/", {"username": "rosa", "password": PASSWORD})
    return client


def tables_with(text: str) -> list[str]:
    """Every table of ours that has a row in which this stands."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(
                f'SELECT count(*) FROM "{table}" t WHERE strpos(t::text, %s) > 0', [text]
            )
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def test_the_cookies_value_is_in_no_row_of_any_table(browser):
    key = browser.cookies["sessionid"].value
    assert browser.get("/people/account/").status_code == 200
    assert tables_with("Rosa Rater") != [], "the search finds what is there"
    assert tables_with(key) == []


def test_what_the_table_holds_opens_nothing(browser):
    stolen = Client()
    stolen.cookies["sessionid"] = Session.objects.get().session_key
    assert stolen.get("/people/account/").status_code == 302
    assert browser.get("/people/account/").status_code == 200


def test_signing_out_deletes_the_row_and_ends_the_session_for_a_copied_cookie(browser):
    copied = Client()
    copied.cookies["sessionid"] = browser.cookies["sessionid"].value
    assert copied.get("/people/account/").status_code == 200
    browser.post("/people/sign-out/")
    assert copied.get("/people/account/").status_code == 302
    assert not Session.objects.exists()


def test_what_a_session_holds_comes_back(browser):
    session = browser.session
    session["kept"] = "word"
    session.save()
    assert browser.session["kept"] == "word"
    session.cycle_key()
    assert (Session.objects.count(), browser.session.exists(session.session_key)) == (1, True)


def test_an_expired_session_opens_nothing_and_is_cleared(browser):
    Session.objects.update(expire_date=timezone.now())
    assert browser.get("/people/account/").status_code == 302
    Session.objects.update(expire_date=timezone.now())
    call_command("clearsessions")
    assert not Session.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.django_db(transaction=True)
def test_it_is_the_same_for_who_asks_asynchronously():
    """In a thread of its own: where browsers were driven before, this one has a loop already."""
    from asgiref.sync import async_to_sync

    from people.sessions import SessionStore

    def in_thread():
        try:
            return async_to_sync(walk)()
        finally:
            connection.close()

    async def walk():
        store = SessionStore()
        store["kept"] = "word"
        await store.acreate()
        store["kept"] = "word"
        await store.asave()
        again = SessionStore(store.session_key)
        found = await again.aget("kept"), await again.aexists(store.session_key), store.session_key
        await again.adelete()
        return found

    with ThreadPoolExecutor(1) as thread:
        kept, exists, key = thread.submit(in_thread).result()
    assert (kept, exists, tables_with(key), Session.objects.count()) == ("word", True, [], 0)
