"""Wiring: settings, URLs, the Celery application, and the supervisor that starts all parts."""

VERSION = "0.1.0"
