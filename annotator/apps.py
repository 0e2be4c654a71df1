import importlib

from django.apps import AppConfig


class AnnotatorConfig(AppConfig):
    name = "annotator"

    def ready(self) -> None:
        importlib.import_module("annotator.actions.add_members")  # invitations lead into campaigns
        importlib.import_module("annotator.queries.pace")  # plans of pools take the measured pace
