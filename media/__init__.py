"""Turns a stranger's file into one that plays. Knows neither Django nor a database."""
