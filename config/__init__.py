"""Wiring: settings, URLs, the Celery application, and what every page and error shares."""
