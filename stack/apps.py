from django.apps import AppConfig


class StackConfig(AppConfig):
    """Has no tables: an app so that its commands are found."""

    name = "stack"
