"""When a worker is deaf, and when it only has nothing to hear."""

import pytest
from celery import current_app
from celery.worker import state

from jobs.watchdog import DEAF_AFTER, Watchdog


class Ended(Exception):
    pass


@pytest.fixture
def dog(stack, monkeypatch):
    """On a real broker that nobody listens to: each probe is sent, and none arrives. Its end is
    told, not done."""
    monkeypatch.setitem(current_app.conf, "broker_url", stack.home.broker_url)
    monkeypatch.setitem(current_app.conf, "broker_write_url", stack.home.broker_url)

    def end(self, silence):
        raise Ended

    monkeypatch.setattr(Watchdog, "end", end)
    dog = Watchdog(hostname="celery@test", slots=1)
    dog.listening_since = 0.0
    return dog


def test_silence_ends_the_worker_though_the_broker_answers(dog):
    dog.look(DEAF_AFTER)
    with pytest.raises(Ended):
        dog.look(DEAF_AFTER + 1)


def test_probes_go_to_the_workers_own_queue(dog, stack):
    dog.look(1.0)
    assert stack.broker_client.llen("celery@test.dq2") == 1


def test_whatever_arrives_shows_that_the_worker_hears(dog):
    dog._note()
    dog.look(dog.listening_since + DEAF_AFTER - 1)


def test_a_broker_that_does_not_answer_is_no_deafness(dog, stack):
    stack.stop_broker()
    dog.look(DEAF_AFTER + 1)
    stack.start_broker()
    dog.look(DEAF_AFTER * 2)
    with pytest.raises(Ended):
        dog.look(DEAF_AFTER * 2 + 2)


def test_a_worker_whose_slots_are_all_busy_is_not_deaf(dog):
    class Request:
        pass

    busy_with = Request()
    state.active_requests.add(busy_with)
    dog.look(DEAF_AFTER + 1)
    state.active_requests.discard(busy_with)
    with pytest.raises(Ended):
        dog.look(DEAF_AFTER * 3)
