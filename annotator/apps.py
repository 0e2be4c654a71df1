import importlib

from django.apps import AppConfig


class AnnotatorConfig(AppConfig):
    name = "annotator"

    def ready(self) -> None:
        importlib.import_module("annotator.actions.add_members")  # invitations lead into campaigns
        importlib.import_module("annotator.queries.pace")  # plans of pools take the measured pace
        # Judgements that come with captions are labels.
        hand_in = importlib.import_module("pooling.actions.hand_in")
        hand_in.read_labels_by("annotator.import_labels")
