"""Metrics: what that does to the scores."""
