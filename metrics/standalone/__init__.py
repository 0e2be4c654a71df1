"""`python -m metrics`: scores from files, for whoever has no database and needs none."""
