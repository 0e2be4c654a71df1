"""manage.py proxy_study BENCHMARK: what proxies of relevance are worth beside people's labels."""

from metrics.management.studies import COMMANDS

Command = COMMANDS["proxy_study"]
