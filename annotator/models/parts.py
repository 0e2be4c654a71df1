"""What is said of a part of a policy beside its field's name, sentence and limits: in which unit
people count it, under which heading it stands, and what a campaign's page says of its value. It
stays with the field, and is no part of the table: migrations do not know it."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import models
from django.utils.translation import ngettext_lazy

from foundation.asking.units import Unit
from foundation.frozen import frozen
from foundation.words import sentence

LABELS, TRAINING, GOLD = sentence("Labels"), sentence("Training"), sentence("Hidden gold")
ORDER, TOGETHER = sentence("Order"), sentence("Shown together")
FEEDBACK, PAY, RESERVATIONS = sentence("Feedback"), sentence("Pay"), sentence("Reservations")
# In the order in which one decides.
GROUPS = (LABELS, TRAINING, GOLD, ORDER, TOGETHER, FEEDBACK, PAY, RESERVATIONS)

PERCENT = Unit("%(count).4g %%", typed="%", factor=0.01)
SECONDS = Unit("%(count)s s", typed=sentence("seconds"), factor=1000)
MINUTES = Unit("%(count)s min", typed=sentence("minutes"))
MINUTES_OF_SECONDS = Unit("%(count).4g min", typed=sentence("minutes"), factor=60)
HUNDREDTHS = Unit("%(count).2f", factor=100)
AS_IT_IS = Unit("%(count)s")
A_LABEL = Unit(ngettext_lazy("%(count)s label", "%(count)s labels", "count"))
A_PAIR = Unit(ngettext_lazy("%(count)s pair", "%(count)s pairs", "count"))
AN_ANSWER = Unit(ngettext_lazy("%(count)s answer", "%(count)s answers", "count"))
A_CHECK = Unit(ngettext_lazy("%(count)s check", "%(count)s checks", "count"))

OTHER = object()  # any value that has no sentence of its own
Says = str | Mapping[Any, str]


@frozen
class Part:
    """says: the sentence about its value, or one by value; `%(name)s` in it is the value of the
    part of this name, in its unit. where: the part with whose usual value this one means nothing.
    typed: the field's sentence, where people type another unit than it speaks of. option: the
    command's."""

    group: str
    says: Says = ""
    unit: Unit = AS_IT_IS
    where: str = ""
    typed: str = ""
    option: str = ""

    def sentence(self, value: Any) -> str:
        if isinstance(self.says, str):
            return self.says
        return self.says[value if value in self.says else OTHER]


# One line for each word of the description, as of `asked`.
def part(  # noqa: PLR0913
    kind: Callable[..., Any],
    name: str | None,
    meaning: str,
    group: str,
    says: Says = "",
    *,
    unit: Unit = AS_IT_IS,
    where: str = "",
    typed: str = "",
    option: str = "",
    **column: Any,
) -> Any:
    """A field of the table. name: None if it is the column's own. meaning: its sentence in forms,
    the API and commands. column: what else a field of this kind takes; the others: as of Part."""
    field = kind(name, help_text=meaning, **column)
    field.part = Part(group, says, unit, where, typed, option)
    return field


def parts_of(policy: type[models.Model]) -> dict[str, Part]:
    """Each by the name of its field, in their order."""
    return {one.name: one.part for one in policy._meta.local_fields}  # type: ignore[attr-defined]


def default_of(policy: models.Model | type[models.Model], name: str) -> Any:
    field: Any = policy._meta.get_field(name)
    return field.get_default()


def counted_name(verbose: str) -> str:
    """What a page calls a field, which says the unit itself: "too fast, in milliseconds"."""
    bare, _, _ = verbose.partition(", in ")
    return bare[0].upper() + bare[1:]
