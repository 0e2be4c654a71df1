"""Pooling: what might be relevant."""
