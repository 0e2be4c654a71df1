import importlib

from django.apps import AppConfig


class MetricsConfig(AppConfig):
    name = "metrics"

    def ready(self) -> None:
        importlib.import_module("metrics.actions.measure_goals")  # what campaigns are asked until
