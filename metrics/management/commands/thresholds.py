"""manage.py thresholds BENCHMARK: how many captions proxies call relevant to a video."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["thresholds"]
