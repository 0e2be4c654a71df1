"""How often each grade of a campaign's scale is the verdict of a pair."""

from django.db.models import Count

from annotator.models import Campaign, Item
from foundation.frozen import frozen

ENOUGH = 100  # verdicts, of which none has a grade, say something of the scale


@frozen
class GradeCount:
    """value, word: of the scale; the word is left out where it is the value itself."""

    value: int
    word: str
    pairs: int


@frozen
class GradesUsed:
    """Of a scale of more than two values; no counts otherwise."""

    counts: tuple[GradeCount, ...] = ()

    @property
    def unused(self) -> tuple[GradeCount, ...]:
        """Grades that no verdict has, once there are enough to expect each."""
        if sum(one.pairs for one in self.counts) < ENOUGH:
            return ()
        return tuple(one for one in self.counts if not one.pairs)


def grades_used(campaign: Campaign) -> GradesUsed:
    scale = campaign.on_scale
    if not scale.is_graded:
        return GradesUsed()
    rows = Item.objects.filter(campaign=campaign, gold=False, grade__isnull=False)
    pairs = dict(rows.values_list("grade").annotate(many=Count("pk")).order_by("grade"))
    return GradesUsed(
        tuple(
            GradeCount(value, "" if word == str(value) else word, pairs.get(value, 0))
            for value, word in enumerate(scale.words)
        )
    )
