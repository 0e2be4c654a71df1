from django.apps import AppConfig


class ExplorerConfig(AppConfig):
    name = "explorer"
