from django.apps import AppConfig


class TruepoolConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401, PLC0415  (registers the system checks, once the apps are there)
