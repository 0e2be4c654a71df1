"""Files of the field, read into frozen dataclasses: the standard library and numpy, no framework,
no database."""
