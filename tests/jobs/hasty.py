"""Imported by the tests' workers: the same rhythm as the product's, a few times faster, so that
tests need not wait for it."""

from datetime import timedelta

from config.celery import app
from jobs import pace, watchdog

pace.STALE_AFTER = timedelta(seconds=4)
pace.RING_AGAIN_AFTER = timedelta(seconds=2)
watchdog.PROBE_EVERY = 1.0
app.conf.beat_schedule["sweep"]["schedule"] = timedelta(seconds=1)
