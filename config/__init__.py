"""Wiring: settings, addresses, the Celery application, and what joins the pages of all packages."""
