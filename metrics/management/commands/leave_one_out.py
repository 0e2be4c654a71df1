"""manage.py leave_one_out BENCHMARK: Table 4."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["leave_one_out"]
