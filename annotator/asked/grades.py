"""Scales and maps as people write them, and what is asked of a campaign whose grades are mapped."""

import re

from django.db.models import QuerySet

from annotator.asked.scales import read_scale
from annotator.formats.registry import FORMATS
from annotator.models import Campaign
from annotator.queries.progress import access_led_campaigns
from annotator.scales import MOST_VALUES, TWO_VALUES, NoScale, Scale
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from people.models import User
from pooling.formats.problem import excerpt

LONGEST_SCALE = 500
_STEP = re.compile(r"([0-9]{1,2})=([0-9]{1,2})", re.ASCII)
# Labels that are next to each other agree well enough, where there are more than two values.
FAR = 2


def scale_of(written: str, relevant_from: int) -> Scale:
    """Without words, the usual one of two values. Raises Refused."""
    words = tuple(read_scale(written)) if written else TWO_VALUES
    if not 1 <= relevant_from < len(words):
        expected = f"Expected a grade of the scale, 1 to {len(words) - 1}."
        raise Refused(expected, field="relevant_from")
    return Scale(words, relevant_from, FAR if len(words) > len(TWO_VALUES) else 1)


def scale_of_file(scale: str, relevant_from: int, highest_grade: int = 1) -> Scale:
    """As ImportLabelsWanted asks for it."""
    if scale and highest_grade > 1:
        twice = "The scale says what the highest grade is: leave that out."
        raise Refused(twice, field="highest_grade")
    known_file_scale(scale)
    return scale_of(scale or f"0-{highest_grade}", relevant_from)


def known_scale(written: str) -> None:
    if written:
        read_scale(written)


def known_file_scale(written: str) -> None:
    """Files of two values have these two words alone."""
    words = tuple(read_scale(written)) if written else TWO_VALUES
    if len(words) == len(TWO_VALUES) and words != TWO_VALUES:
        raise NoScale("A scale of two values is 0-1: irrelevant, relevant.", field="scale")


def known_map(written: str) -> None:
    if written:
        map_values(written)


def map_values(written: str) -> tuple[int, ...]:
    """What each value becomes, of 0=0,1=0,2=1. Raises ValueError where the order is not kept."""
    steps = [_STEP.fullmatch(step.strip()) for step in written.split(",")]
    found = [(int(step[1]), int(step[2])) for step in steps if step]
    values = tuple(to for _, to in found)
    if len(found) < len(steps) or [value for value, _ in found] != list(range(len(steps))):
        raise ValueError(
            "Expected what each value of the scale becomes, from 0 on, as in"
            f" 0=0,1=0,2=1,3=1,4=1; found {excerpt(written)}."
        )
    if list(values) != sorted(values):
        raise ValueError("A map keeps the order: no value becomes less than one below it does.")
    return values


def graded_campaigns_of(person: User) -> QuerySet[Campaign]:
    graded = access_led_campaigns(person).filter(scale__len__gt=len(TWO_VALUES))
    return graded.order_by("benchmark__name", "-pk")


@frozen
class RescaleWanted:
    """A campaign's labels with their grades mapped to another scale, as files. The labels
    themselves stay as they are."""

    campaign: Campaign = asked(
        "The campaign whose grades are mapped.",
        rows=graded_campaigns_of,
        named=lambda one: f"{one.benchmark}: {one}",
    )
    map: str = asked(
        "What each value becomes, the lowest first, as in 0=0,1=0,2=1,3=1,4=1.",
        longest=LONGEST_SCALE,
        checks=[known_map],
    )
    relevant_from: int | None = asked(
        "The lowest grade of the new scale that counts as relevant. Without it, what the campaign's"
        " own lowest relevant grade becomes.",
        default=None,
        at_least=1,
        at_most=MOST_VALUES - 1,
        label="Relevant from grade",
    )
    scale: str = asked(
        "The words of the new scale, the lowest first, with commas between. Without them it has"
        " those of a scale of its length.",
        default="",
        longest=LONGEST_SCALE,
        checks=[known_scale],
    )
    format: str = asked(
        "The format to write.",
        default="triplets",
        choices={name: one.sentence for name, one in FORMATS.items() if one.has_grades},
    )

    meet: bool = asked(
        "Write no files: say of a draft how its verdicts will meet those of the benchmark's other"
        " graded campaigns, whose scale is another.",
        default=False,
        label="For a draft, to meet other campaigns",
    )

    def check(self) -> None:
        """Raises Refused where the map is not of the campaign's scale."""
        if self.campaign.is_draft and not self.meet:
            raise Refused("A draft has no labels to map yet.", field="campaign")
        _ = self.target

    @property
    def values(self) -> tuple[int, ...]:
        return map_values(self.map)

    @property
    def target(self) -> Scale:
        return mapped(self.campaign.on_scale, self.values, self.scale, self.relevant_from)


def mapped(
    own: Scale, values: tuple[int, ...], words: str = "", relevant_from: int | None = None
) -> Scale:
    """The scale that the map leads to. Raises Refused."""
    if len(values) != len(own.words):
        raise Refused(
            f"The scale has the values 0 to {own.highest}: expected what each of them becomes,"
            f" found {len(values)}.",
            field="map",
        )
    if not 1 <= values[-1] < MOST_VALUES:
        raise Refused(f"A map leads to a scale of 2 to {MOST_VALUES} values.", field="map")
    level = values[own.relevant_from] if relevant_from is None else relevant_from
    target = scale_of(words or f"0-{values[-1]}", max(level, 1))
    if target.highest < values[-1]:
        raise Refused(
            f"The map leads up to {values[-1]}: expected as many words, and one for 0.",
            field="scale",
        )
    return target
