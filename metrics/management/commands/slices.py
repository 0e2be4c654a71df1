"""manage.py slices BENCHMARK: scores of groups of captions."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["slices"]
