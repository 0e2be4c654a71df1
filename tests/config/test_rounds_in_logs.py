"""A sweep that finds nothing to do is no line in the log; one that did something is."""

import logging

import pytest
from celery.app.trace import LOG_RECEIVED, LOG_SUCCESS

from config.logs import WithoutRounds
from jobs.doorbell import RING, SWEEP


def shown(name, level, message, *args):
    return WithoutRounds().filter(logging.LogRecord(name, level, "", 0, message, args, None))


@pytest.mark.parametrize(("task", "is_shown"), [(SWEEP, False), (RING, True)])
def test_celery_s_lines_about_sweeps_are_left_out(task, is_shown):
    told = {"id": "7", "name": task, "runtime": 0.1, "return_value": None}
    assert shown("celery.worker.strategy", logging.INFO, LOG_RECEIVED, told) == is_shown
    assert shown("celery.app.trace", logging.INFO, LOG_SUCCESS, told) == is_shown
    sending = "Scheduler: Sending due task %s (%s)"
    assert shown("celery.beat", logging.INFO, sending, "sweep", task) == is_shown


def test_one_that_fails_is_a_line():
    told = {"id": "7", "name": SWEEP}
    assert shown("celery.app.trace", logging.ERROR, "Task %(name)s raised", told)
    assert shown("celery.beat", logging.INFO, "beat: Starting...")
    assert shown("truepool", logging.INFO, "%s", SWEEP)
