"""Reads. `access_*` functions are the only way to an object on a person's behalf."""
