"""Labels in files, both ways: the standard library and numpy, no framework, no database."""
