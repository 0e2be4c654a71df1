"""manage.py graded BENCHMARK PROXY: nDCG of the runs under a proxy."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["graded"]
