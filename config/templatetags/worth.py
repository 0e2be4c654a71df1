"""What is known of witnesses beside people, for their list: it is computed by a package further up
than theirs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import template

from metrics.actions.witness_kept import newest_of_witnesses
from metrics.studies.witness_study import WitnessStudy
from witnesses.models import Witness

register = template.Library()


@register.simple_tag
def kept_figures(rows: Sequence[Witness]) -> Mapping[int, WitnessStudy]:
    """Read once for all rows; nothing is computed here."""
    return newest_of_witnesses(rows)


@register.inclusion_tag("_beside_people.html")
def beside_people(witness: Witness, figures: Mapping[int, WitnessStudy]) -> dict[str, Any]:
    found = figures.get(witness.pk)
    kappa = found.agreement.kappa if found else None
    return {
        "witness": witness,
        "kappa": kappa,
        "saves": found.agreement.saves if found else None,
        "ends": kappa.ends() if kappa else None,
        "why": (found.nothing or kappa.reason) if found and kappa else "",
    }


@register.inclusion_tag("_judged_outside.html")
def judged_outside(witness: Witness) -> dict[str, Any]:
    return {"witness": witness}
