"""A service that is away, or takes requests and never answers: it is waited for within bounds,
holds no worker, and what was never sent costs nothing."""

import threading
import time

import pytest
from django.core.management import CommandError

from tests.witnesses import services
from tests.witnesses.asking import heard, tried
from tests.witnesses.conftest import POOLED
from tests.witnesses.services import later
from witnesses.adapters import chat
from witnesses.chatting import pacing
from witnesses.chatting.pacing import Patience, Purse
from witnesses.chatting.prompts import SYSTEM, VERSIONS
from witnesses.chatting.questions import PairQuestion
from witnesses.models import Hearing, Opinion, Tryout

pytestmark = pytest.mark.django_db
GUESS = (len(VERSIONS["grade-1"]) + len(SYSTEM) + 30) // 3 + 64**2 // 600  # of one question


@pytest.fixture
def soon(monkeypatch):
    monkeypatch.setattr(pacing, "HEARING", 0.5)
    monkeypatch.setattr(pacing, "TRYING", 0.2)


def test_a_tryout_ends_in_seconds_where_no_connection_can_be_made(judge, soon):
    with services.gone(judge) as host, pytest.raises(CommandError) as error:
        tried(judge)
    assert f"service at {host} was not reached: No connection could be made." in str(error.value)
    assert not Tryout.objects.exists()


def test_a_tryout_of_a_service_that_never_answers_ends_after_two_tries(judge, soon):
    later(judge, services.never)
    with pytest.raises(CommandError, match="does not answer: It took longer than 1 s"):
        tried(judge, "--seconds", "1")
    assert len(judge.asked) == 2


def test_a_hearing_waits_for_a_service_that_is_away_and_stops_resumably(judge, soon):
    tried(judge, "--pool", "top two")
    with services.gone(judge) as host:
        stopped = heard("--tokens", "20000")
    assert stopped["why"] == f"The service at {host} was not reached: No connection could be made."
    hearing = Hearing.objects.get()
    assert (hearing.spent_tokens, hearing.spent_money, hearing.lost) == (0, 0, 0)
    assert not Opinion.objects.exists()
    assert heard()["given"] == len(POOLED)


def test_a_hearing_goes_on_where_the_service_is_back_in_time(judge):
    tried(judge, "--pool", "top two")
    with services.gone(judge):
        back = threading.Timer(0.5, services.come_back, [judge])
        back.start()
        found = heard()
        back.join()
    assert (found["given"], found["failed"], found["why"]) == (len(POOLED), 0, "")


def test_an_address_that_may_not_be_reached_any_more_ends_a_hearing_at_once(judge, settings):
    tried(judge, "--pool", "top two")
    settings.WITNESS_ORIGINS = []
    assert "was not reached: Port" in heard()["why"]
    assert not Opinion.objects.exists()


@pytest.mark.parametrize("budget", [("--tokens", "3000"), ("--money", "0.03")])
def test_lost_answers_cost_at_most_the_budget_and_one_batch(judge, budget):
    tried(judge, "--pool", "top two", "--seconds", "1", "--at-once", "16", "--price-in", "10")
    tried_with = len(judge.asked)
    later(judge, services.never)
    heard(*budget)
    hearing = Hearing.objects.get()
    asked = len(judge.asked) - tried_with
    assert asked >= len(POOLED)
    batch = len(POOLED) + hearing.probes.count()
    assert hearing.spent_tokens <= 3000 + batch * GUESS
    # Nothing that was sent is left out.
    assert hearing.spent_tokens >= asked * (GUESS - 10)


def test_a_cancelled_wait_ends_within_seconds(judge, settings):
    """Its threads are in the middle of a request, and of a pause."""
    later(judge, services.never)
    asker = chat.Chat(
        {
            "url": judge.url,
            "seconds": 20,
            "per_minute": 0,
            "at_once": 2,
            "prompt": VERSIONS["grade-1"],
            "scale": ["no", "yes"],
            "model": "judge",
            "temperature": 0,
            "longest": 10,
            "side": 64,
        },
        {"model": "judge-2026", "offers": {"logprobs": False, "schema": False}},
    )
    questions = [PairQuestion("a", (b"1",)) for _ in range(4)]
    begun, replies = time.monotonic(), []
    for came in asker.ask(questions, Purse()):
        if came is None:
            asker.halt()
        else:
            replies.append(came[1])
    asker.close()
    assert time.monotonic() - begun < 15
    assert len(judge.asked) == 2
    assert [reply.status for reply in replies] == ["failed", "failed"]
    assert all(reply.read > 0 for reply in replies)


def test_patience_is_with_what_is_away_and_what_is_silent():
    now = time.monotonic()
    patience = Patience(away=60, silent=120)
    assert not patience.is_over(now - 59, sent=False)
    assert patience.is_over(now - 61, sent=False)
    assert not patience.is_over(now - 61, sent=True)
    assert patience.is_over(now - 121, sent=True)
    patience.answered()
    assert not patience.is_over(now, sent=False)


def test_a_purse_pays_until_it_is_empty_or_its_time_is_over():
    purse = Purse(tokens=100)
    assert [purse.pays(40) for _ in range(3)] == [True, True, False]
    assert not Purse(seconds=0).pays(0)
