"""What a campaign is for, and the policy that follows from it. docs/decisions/0026 has the reasons.

All presets set the same parts of a policy, so that choosing another one leaves nothing behind of
the first. What somebody sets explicitly wins over any of them.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from foundation.frozen import frozen
from foundation.words import sentence

OWN = "own"


@frozen
class Preset:
    """Settings of a policy that belong together, and what they are for."""

    title: str | Promise
    about: str | Promise
    policy: Mapping[str, Any]


PAPER = {
    "double_share": 0.2,
    "label_limit": 3,
    "cannot_judge_limit": 2,
    "training_required": True,
    "pass_mark": 0.8,
    "pass_window": 20,
    "queue_pairs": 0,
    "gold_share": 0.05,
    "gold_bar": 0.7,
    "gold_minimum": 20,
    "gold_window": 50,
}
SET_BY_PRESETS = frozenset(PAPER)
PILOT = {"double_share": 0.5, "label_limit": 2, "training_required": False, "gold_share": 0.0}
# What the study of FIRE did; docs/decisions/0084 says where each comes from.
FIRE = {
    "double_share": 0.1,
    "cannot_judge_limit": 1,
    "training_required": False,
    "queue_pairs": 10,
    "gold_share": 0.0,
}
STRICT = {
    "double_share": 1.0,
    "pass_mark": 0.9,
    "pass_window": 30,
    "gold_share": 0.1,
    "gold_bar": 0.8,
}
PRESETS = {
    "pilot": Preset(
        _("Pilot"),
        _(
            "Try the guidelines on few pairs. Half of the pairs are labelled twice; where two"
            " raters disagree, an adjudicator decides. Two raters are enough."
        ),
        PAPER | PILOT,
    ),
    "paper": Preset(
        _("Paper"),
        _(
            "Collect labels to publish. Raters pass a training first, one pair in five is labelled"
            " twice, and one in twenty is a hidden check."
        ),
        PAPER,
    ),
    "strict": Preset(
        _("Strict"),
        _(
            "Every pair is labelled twice. Raters pass a harder training, one pair in ten is a"
            " hidden check, and raters who fail too many of them are paused."
        ),
        PAPER | STRICT,
    ),
    "fire": Preset(
        _("As in FIRE"),
        _(
            "Repeat FIRE's study in its own setting, with its guidelines to begin from. Each rater"
            " begins with ten pairs that you review. One pair in ten is labelled twice, a third"
            " rater is asked where two disagree, and there are no hidden checks."
        ),
        PAPER | FIRE,
    ),
}
TITLES = {name: str(preset.title) for name, preset in PRESETS.items()}
PRESET_HELP = sentence(
    "Sets how many pairs are labelled twice, training and hidden gold for a purpose. What is given"
    " explicitly wins over it."
)


def with_preset(preset: str | None, policy: Mapping[str, Any]) -> dict[str, Any]:
    """The policy, and where it does not say, what the preset has."""
    return {**(PRESETS[preset].policy if preset else {}), **policy}


def preset_of(policy: Mapping[str, Any]) -> str:
    """The preset that a policy is just as, or OWN."""
    for name, preset in PRESETS.items():
        if all(policy[part] == value for part, value in preset.policy.items()):
            return name
    return OWN
