"""Backups: one folder with the database, the files that its rows name, the home's secrets, and a
manifest of all of them."""
