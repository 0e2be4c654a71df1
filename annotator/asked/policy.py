"""The policy of a campaign: its sentences, limits and defaults are those of the model's fields."""

from dataclasses import MISSING, dataclass
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Field

from annotator.models import Campaign
from foundation.asking.questions import asked


def _as_campaign(name: str, option: str) -> Any:
    field: Field[Any, Any] = Campaign._meta.get_field(name)  # type: ignore[assignment]
    lowest = [one.limit_value for one in field.validators if isinstance(one, MinValueValidator)]
    highest = [one.limit_value for one in field.validators if isinstance(one, MaxValueValidator)]
    return asked(
        str(field.help_text),
        default=field.default if field.has_default() else MISSING,
        choices={str(value): str(label) for value, label in field.choices or ()} or None,
        at_least=max(lowest, default=None),
        at_most=min(highest, default=None),
        option=option,
    )


@dataclass(frozen=True, slots=True)
class OpenWanted:
    """What a command chooses of a policy; the rest is as usual."""

    double_share: float = _as_campaign("double_share", "--double")
    gold_share: float = _as_campaign("gold_share", "--gold")
    order: str = _as_campaign("order", "--order")
    seed: int = _as_campaign("seed", "--seed")
    without_clips: bool = _as_campaign("without_clips", "--without-clips")
