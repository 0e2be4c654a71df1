"""manage.py overlap BENCHMARK: Table 3, how alike every two runs are."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["overlap"]
