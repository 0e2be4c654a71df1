"""Jobs: background work as rows."""
