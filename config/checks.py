"""System checks: wrong combinations of settings are said before anything starts."""
