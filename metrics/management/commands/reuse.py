"""manage.py reuse BENCHMARK: where positives stand, and which captions have them."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["reuse"]
