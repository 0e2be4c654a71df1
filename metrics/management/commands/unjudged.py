"""manage.py unjudged BENCHMARK RUN: what a new run would cost to judge."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["unjudged"]
