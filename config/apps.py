from django.apps import AppConfig, apps
from django.db import models

from foundation.words import translated_lazily


class TruepoolConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from config import celery, checks  # noqa: F401, PLC0415  (every process rings by this Celery application; registers the system checks)

        name_choices()


def name_choices() -> None:
    """The names of choices are in the reader's language wherever they are shown: as what code asks
    of them (Role.LEAD.label), and as what tables say of their columns (get_role_display)."""
    for kind in models.TextChoices.__subclasses__():
        for one in kind:
            one._label_ = translated_lazily(str(one.label))
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.choices:
                named = [(value, translated_lazily(name)) for value, name in field.flatchoices]
                field.choices = named
