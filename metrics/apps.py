import importlib

from django.apps import AppConfig


class MetricsConfig(AppConfig):
    name = "metrics"

    def ready(self) -> None:
        importlib.import_module("metrics.actions.look_at_goal")  # what campaigns are asked until
