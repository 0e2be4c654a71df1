"""The policy of a campaign: its sentences, limits and defaults are those of the model's fields."""

from dataclasses import MISSING
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Field

from annotator.asked.presets import PRESET_HELP, TITLES
from annotator.asked.scales import SCALE_HELP, read_scale
from annotator.models import Campaign
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


def _as_campaign(
    name: str, option: str, *, by_preset: bool = False, at_most: int | None = None
) -> Any:
    """by_preset: not given, it is the preset's. at_most: where the field's own limit is only that
    of its column."""
    field: Field[Any, Any] = Campaign._meta.get_field(name)  # type: ignore[assignment]
    least, most = limits_of(field)
    default = field.default if field.has_default() else MISSING
    explained = f"{field.help_text} By default it is the preset's; without one, {default}."
    return asked(
        explained if by_preset else str(field.help_text),
        default=None if by_preset else default,
        choices={str(value): in_english(label) for value, label in field.choices or ()} or None,
        at_least=least,
        at_most=at_most or most,
        option=option,
    )


@frozen
class OpenWanted:
    """What a command chooses of a policy; the rest is as usual."""

    preset: str | None = asked(PRESET_HELP, default=None, choices=TITLES, option="--preset")
    scale: str | None = asked(SCALE_HELP, default=None, option="--scale", checks=[read_scale])
    relevant_from: int = _as_campaign("relevant_from", "--relevant-from", at_most=MOST_VALUES - 1)
    far: int | None = asked(
        FAR_HELP,
        label="Far apart",
        default=None,
        at_least=1,
        at_most=MOST_VALUES - 1,
        option="--far",
    )
    gold_exact: bool = _as_campaign("gold_exact", "--gold-exact")
    double_share: float | None = _as_campaign("double_share", "--double", by_preset=True)
    queue_pairs: int | None = _as_campaign("queue_pairs", "--queue", by_preset=True)
    gold_share: float | None = _as_campaign("gold_share", "--gold", by_preset=True)
    order: str = _as_campaign("order", "--order")
    stop: str = _as_campaign("stop", "--stop")
    until: str = _as_campaign("until", "--until")
    show: str = _as_campaign("show", "--show")
    group_size: int = _as_campaign("group_size", "--group")
    single_share: float = _as_campaign("single_share", "--single")
    seen_ms: int = _as_campaign("seen_ms", "--seen-ms")
    seed: int = _as_campaign("seed", "--seed")
    without_clips: bool = _as_campaign("without_clips", "--without-clips")
    feedback: bool = _as_campaign("feedback", "--feedback")

    def policy(self) -> dict[str, Any]:
        """What was chosen. Training is left out: a campaign that is opened at once has no questions
        with an explanation."""
        chosen = {name: value for name, value in values_of(self).items() if value is not None}
        if self.scale is not None:
            chosen["scale"] = read_scale(self.scale)
        return chosen | {"training_required": False}
