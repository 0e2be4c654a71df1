"""Charts: each says something, of one table, in one look."""
