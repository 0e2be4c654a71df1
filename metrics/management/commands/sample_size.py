"""manage.py sample_size BENCHMARK RUN: how many captions must be labelled."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["sample_size"]
