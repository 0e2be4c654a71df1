"""Imported by a worker that is to find its jobs stuck after seconds instead of minutes."""

from datetime import timedelta

from jobs import pace

pace.STUCK_AFTER = timedelta(seconds=2)
