"""The Celery application. It is only the doorbell: what is to be done stands in the jobs table."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

app = Celery("truepool", broker=settings.BROKER_URL)
app.conf.update(
    task_serializer="json",
    accept_content=["json"],
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    # A ring is acknowledged when it is heard. A job whose worker dies is found by its heart-beat, within seconds;
    # a late acknowledgement would bring it back after the broker's visibility timeout, an hour later.
    task_acks_late=False,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_transport_options={"socket_connect_timeout": 2, "socket_timeout": 10, "health_check_interval": 10},
    task_default_queue="truepool",
    timezone="UTC",
)
app.autodiscover_tasks(["jobs"], related_name="background")
