from django.apps import AppConfig


class TruepoolConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery, checks  # noqa: F401, PLC0415  (every process rings by this Celery application; registers the system checks)
