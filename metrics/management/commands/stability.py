"""manage.py stability BENCHMARK: whether what people found changes the order of the runs."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["stability"]
