import importlib

from django.apps import AppConfig
from django.core.management import get_commands

# Commands that are rows of `metrics/management/studies.py`, where Django looks for files. Their
# names are here, because a process that only starts need not load all arithmetic.
STUDIES = (
    "audit", "ceiling", "compare", "estimate", "evaluate", "graded", "hard_negatives",
    "leave_one_out", "overlap", "proxy_correlation", "proxy_study", "reuse", "sample_size",
    "slices", "stability", "study", "thresholds", "unjudged", "witness_study",
)  # fmt: skip


class MetricsConfig(AppConfig):
    name = "metrics"

    def ready(self) -> None:
        importlib.import_module("metrics.actions.measure_goals")  # what campaigns are asked until
        get_commands().update(dict.fromkeys(STUDIES, self.name))
