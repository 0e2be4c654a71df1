"""manage.py ceiling BENCHMARK PROXY: the least and the most of instance-based scores."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["ceiling"]
