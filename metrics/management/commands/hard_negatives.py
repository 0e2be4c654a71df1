"""manage.py hard_negatives BENCHMARK PROXY: how many hard negatives are relevant."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["hard_negatives"]
