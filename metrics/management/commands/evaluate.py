"""manage.py evaluate BENCHMARK: Table 1."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["evaluate"]
