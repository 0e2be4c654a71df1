"""What releases and leaderboards say of themselves in sentences: templates of
templates/publishing/files, filled with facts."""

from collections.abc import Mapping
from typing import Any

from django.template import Context, Engine

from publishing.releases.facts import NOT_RECORDED, Facts

# Croissant's fields for responsible AI (RAI 1.0), without `rai:`. A field that nothing is known of
# says so: readers of these fields look for each of them. Those with a template are from the facts.
RESPONSIBLE = {
    "dataCollection": "collected.txt",
    "dataCollectionType": "Manual Human Curator",
    "dataCollectionTimeframe": "days.txt",
    "dataAnnotationProtocol": "protocol.txt",
    "dataAnnotationPlatform": "Truepool",
    "dataAnnotationAnalysis": "analysis.txt",
    "annotationsPerItem": "per_item.txt",
    "annotatorDemographics": "not recorded",
    "machineAnnotationTools": "none: every label was given by a person",
    "dataBiases": "biases.txt",
    "dataLimitations": "limits.txt",
    "dataUseCases": (
        "Evaluation of text-to-video retrieval: scores that count more than each caption's own"
        " video as relevant."
    ),
    "personalSensitiveInformation": "privacy.txt",
    "dataReleaseMaintenancePlan": (
        "A release is frozen and never changed; corrections come in a later release with its own"
        " name, checksums and pseudonyms."
    ),
}


def text_of(name: str, facts: Facts) -> str:
    return filled(name, facts=facts, unknown=NOT_RECORDED)


def filled(name: str, **words: Any) -> str:
    """In English and as it is, whoever reads it: no markup, no digits of a language."""
    template = Engine.get_default().get_template(f"publishing/files/{name}")
    return template.render(Context(words, autoescape=False, use_l10n=False))


def responsible(facts: Facts) -> Mapping[str, str]:
    return {
        key: text_of(text, facts) if text.endswith(".txt") else text
        for key, text in RESPONSIBLE.items()
    }
