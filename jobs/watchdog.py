"""Ends a worker that has gone deaf, so that whoever looks after it (`up`, the container engine)
starts a fresh one.

Workers on Redis-like brokers have been seen to stop hearing after a reconnect: they live, the
broker answers, and nothing arrives. So each worker sends itself a probe through the broker, to a
queue that only it listens to, and notes what comes in.

The probe is a sweep: so jobs are looked after also where the clock has died, which nobody would
notice otherwise.
"""

import logging
import os
import signal
import threading
import time
from typing import Any

from celery import signals
from celery.utils.nodenames import worker_direct
from celery.worker import state
from django.conf import settings

from foundation.alive import renew
from jobs.doorbell import SWEEP, send

logger = logging.getLogger(__name__)

PROBE_EVERY = 10.0
DEAF_AFTER = 45.0
# How long an asked-to-end worker may take; a deaf one may also be one that no longer ends.
PATIENCE = 10.0


class Watchdog(threading.Thread):
    """Runs in the worker's main process, where messages are received. It touches no database
    itself.

    Three things are no deafness: a broker that does not answer (a fresh worker would hear no more),
    slots that are all busy (then a worker rightly takes nothing in), and the time just after
    either.
    """

    def __init__(self, *, hostname: str, slots: int) -> None:
        super().__init__(name="watchdog", daemon=True)
        self.queue = worker_direct(hostname)
        self.slots = slots
        self.listening_since = time.monotonic()

    def run(self) -> None:
        signals.task_received.connect(self._note, weak=False)
        while True:
            # A deaf worker ends itself; one that hangs does not, and its mark grows old.
            renew(settings.HOME.alive, "worker")
            time.sleep(PROBE_EVERY)
            self.look(time.monotonic())

    def look(self, now: float) -> None:
        if not self.probe() or self.is_busy():
            self.listening_since = now
        elif now - self.listening_since > DEAF_AFTER:
            self.end(now - self.listening_since)

    def probe(self) -> bool:
        return send(SWEEP, expires=PROBE_EVERY * 3, queue=self.queue)

    def is_busy(self) -> bool:
        return len(state.active_requests) >= self.slots

    def end(self, silence: float) -> None:
        logger.error(
            "Nothing has arrived for %.0f s although the broker answers: this worker is deaf, and"
            " ends.",
            silence,
        )
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)

    def _note(self, **_: Any) -> None:
        self.listening_since = time.monotonic()
