"""manage.py compare BENCHMARK RUN RUN ...: whether runs differ."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["compare"]
