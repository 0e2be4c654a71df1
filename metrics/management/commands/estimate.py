"""manage.py estimate BENCHMARK POOL: scores over all captions, from a pool that holds a sample of
them."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["estimate"]
