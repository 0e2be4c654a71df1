"""kill -9 of the worker in the middle of a hearing: no opinion twice, none lost, and no more spent
than the budget and one batch."""

import time

import pytest
from django.conf import settings

from jobs.models import Job
from people.actor import SYSTEM
from tests.factories import make_benchmark
from tests.jobs.conftest import stack, wait_until  # noqa: F401  (fixtures)
from tests.witnesses.asking import make_clips, tried
from tests.witnesses.services import grading, service
from witnesses.actions.order_hearing import order_hearing
from witnesses.asked.tryouts import HearingWanted
from witnesses.models import Hearing, Opinion, Tryout

pytestmark = pytest.mark.stack

TOKENS = 105  # of one answer of the service
BATCH = 16  # pairs


@pytest.fixture
def asked_slowly(stack, monkeypatch, settings):  # noqa: F811
    from celery import current_app

    settings.BROKER_URL = stack.home.broker_url
    for name in ("broker_url", "broker_write_url"):
        monkeypatch.setitem(current_app.conf, name, stack.home.broker_url)
    settings.MEDIA_ROOT = stack.home.media

    def slowly(handler, asked):
        time.sleep(0.1)
        grading(handler, asked)

    with service(slowly) as running:
        origin = running.url.removesuffix("/v1")
        monkeypatch.setenv("TRUEPOOL_WITNESS_ORIGINS", origin)  # for the workers
        settings.WITNESS_ORIGINS = [origin]
        captions = [(f"a dog does thing {n}", f"v{n % 3}") for n in range(60)]
        make_clips(make_benchmark(captions, name="talk"))
        tried(running, "--at-once", "2")
        yield running


def order(**budget) -> Job:
    return order_hearing(SYSTEM, HearingWanted(tryout=Tryout.objects.get(), **budget))


def kill_amid(stack, job) -> None:  # noqa: F811
    worker = stack.start_worker()
    wait_until(lambda: Hearing.objects.filter(given__gte=BATCH, at_stake__gt=0).exists())
    stack.kill(worker)
    assert Hearing.objects.get().is_open
    stack.start_worker()
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished)
    job.refresh_from_db()


def test_a_killed_hearing_is_gone_on_with(stack, asked_slowly):  # noqa: F811
    job = order(minutes=60)
    kill_amid(stack, job)
    assert (job.state, job.attempts) == ("done", 2), job.error
    hearing = Hearing.objects.get()
    assert (hearing.given, hearing.failed, hearing.is_open, hearing.why) == (60, 0, False, "")
    pairs = Opinion.objects.values_list("query_id", "video_id", "hearing_id")
    assert len(pairs) == len(set(pairs)) == 60
    assert 1 <= hearing.lost <= 2 * BATCH
    answered = len(asked_slowly.asked) - Tryout.objects.get().tried.count()
    assert hearing.spent_tokens >= answered * TOKENS


def test_what_was_lost_counts_as_spent(stack, asked_slowly):  # noqa: F811
    budget = 40 * TOKENS
    job = order(tokens=budget)
    kill_amid(stack, job)
    hearing = Hearing.objects.get()
    assert hearing.why == f"Its budget of {budget:,} tokens is spent."
    answered = len(asked_slowly.asked) - Tryout.objects.get().tried.count()
    assert answered * TOKENS <= budget + 2 * BATCH * TOKENS
    assert answered * TOKENS <= hearing.spent_tokens
    assert hearing.given < 60
    assert settings.WITNESS_KEY == ""
