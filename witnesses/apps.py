from django.apps import AppConfig


class WitnessesConfig(AppConfig):
    name = "witnesses"
