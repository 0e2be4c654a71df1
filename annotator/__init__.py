"""Annotator: what people say is relevant."""
