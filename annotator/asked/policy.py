"""The policy of a campaign: its sentences, limits and defaults are those of the model's fields."""

from dataclasses import MISSING, make_dataclass
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Field

from annotator.asked.presets import PRESET_HELP, SET_BY_PRESETS, TITLES
from annotator.asked.scales import SCALE_HELP, read_scale
from annotator.models import Campaign
from annotator.models.parts import default_of
from annotator.models.policy import PARTS
from annotator.scales import MOST_VALUES
from foundation.asking.arguments import values_of
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.words import in_english, sentence

FAR_HELP = sentence(
    "Two labels disagree where they differ by as many values, or more: then another rater is asked,"
    " or an adjudicator where a pair has as many labels as it may have. Left out, it is 2; on a"
    " scale of two values 1."
)


def limits_of(field: Any) -> tuple[Any, Any]:
    """The lowest and the highest value that a field of the table takes."""
    lowest = [one.limit_value for one in field.validators if isinstance(one, MinValueValidator)]
    highest = [one.limit_value for one in field.validators if isinstance(one, MaxValueValidator)]
    return max(lowest, default=None), min(highest, default=None)


def _option(name: str, option: str, *, at_most: int | None = None) -> Any:
    """at_most: where the field's own limit is only that of its column."""
    field: Field[Any, Any] = Campaign._meta.get_field(name)  # type: ignore[assignment]
    least, most = limits_of(field)
    default = field.default if field.has_default() else MISSING
    explained = str(field.help_text)
    if name in SET_BY_PRESETS:
        explained += f" By default it is the preset's; without one, {default}."
    return asked(
        explained,
        default=None if name in SET_BY_PRESETS else default,
        choices={str(value): in_english(label) for value, label in field.choices or ()} or None,
        at_least=least,
        at_most=at_most or most,
        option=option,
    )


@frozen
class Chosen:
    """The scale, and the preset that fills what is not given."""

    preset: str | None = asked(PRESET_HELP, default=None, choices=TITLES, option="--preset")
    scale: str | None = asked(SCALE_HELP, default=None, option="--scale", checks=[read_scale])
    relevant_from: int = _option("relevant_from", "--relevant-from", at_most=MOST_VALUES - 1)
    far: int | None = asked(
        FAR_HELP,
        label="Far apart",
        default=None,
        at_least=1,
        at_most=MOST_VALUES - 1,
        option="--far",
    )
    gold_exact: bool = _option("gold_exact", "--gold-exact")

    def policy(self) -> dict[str, Any]:
        """What was chosen. Training is left out: a campaign that is opened at once has no questions
        with an explanation."""
        chosen = {name: value for name, value in values_of(self).items() if value is not None}
        if self.scale is not None:
            chosen["scale"] = read_scale(self.scale)
        return chosen | {"training_required": False}


def _kind_of(name: str) -> Any:
    kind = type(default_of(Campaign, name))
    return kind | None if name in SET_BY_PRESETS else kind


# What a command chooses of a policy, by the parts that say their option; the rest is as usual.
OpenWanted = make_dataclass(
    "OpenWanted",
    [
        (name, _kind_of(name), _option(name, one.option))
        for name, one in PARTS.items()
        if one.option
    ],
    bases=(Chosen,),
    frozen=True,
    slots=True,
    kw_only=True,
)
