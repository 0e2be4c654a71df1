from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class StackConfig(AppConfig):
    """Has no tables: an app so that its commands are found."""

    name = "stack"

    def ready(self) -> None:
        autodiscover_modules("integrity")  # what each app asks of itself, for commands of ours
