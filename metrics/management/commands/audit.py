"""manage.py audit BENCHMARK: what wrong original pairs do to C@K."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["audit"]
