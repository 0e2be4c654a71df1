"""Imported by a worker that is to go deaf: it lives, its broker answers, and nothing arrives any
more."""

from celery import signals

from jobs import watchdog

watchdog.PROBE_EVERY = 0.5
watchdog.DEAF_AFTER = 2.0


@signals.worker_ready.connect
def _go_deaf(sender, **_):
    for queue in list(sender.app.amqp.queues.consume_from):
        sender.cancel_task_queue(queue)
