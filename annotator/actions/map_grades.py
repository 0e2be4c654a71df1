"""Graded verdicts of several campaigns meet only on equal scales, or by a map that somebody states.

A map for that is stated before the first verdict: for a draft, or together with an import. So no
verdict is ever written on two scales.
"""

from django.db import transaction

from annotator.asked.grades import mapped
from annotator.models import Campaign, GradeMap
from annotator.queries.grades import graded_campaigns, met_scale, unlike
from annotator.scales import Scale
from foundation.database.rows import lock_row, rows_of
from foundation.refused import Refused
from foundation.words import sentence
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark

# Of advisory locks: ours for the scale of a benchmark's graded verdicts, held while one more comes.
SCALES = 7_403
OF_DRAFT = sentence(
    "Do so on the page Map grades to another scale, or with rescale DRAFT --map 0=0,1=1,... --meet."
)
OF_IMPORT = sentence("Give the map with the import, as in --map 0=0,1=0,2=1.")


class OtherScale(Refused):
    """Graded verdicts of several campaigns meet only on equal scales."""

    reason = "other_scale"


@transaction.atomic
def map_draft(actor: Actor, campaign_id: int, values: tuple[int, ...]) -> GradeMap:
    """How its verdicts will meet those of the benchmark's other graded campaigns. Stated again, it
    takes the place of the one before."""
    campaign = lock_row(Campaign, campaign_id, "benchmark")
    if not campaign.is_draft:
        raise Refused(
            "How verdicts meet those of other campaigns is stated of a draft alone, before labels"
            " rest on it."
        )
    campaign.grade_maps.filter(meets=True).delete()
    return meet_by(actor, campaign, values)


def meet_by(actor: Actor, campaign: Campaign, values: tuple[int, ...]) -> GradeMap:
    """Refused where the benchmark has no other graded campaign, or where what is relevant here
    would not be so there: a verdict and its grade may not contradict each other."""
    own, target = campaign.on_scale, _others(campaign)
    if target is None:
        raise Refused(
            "The benchmark has no other graded campaign yet: no map is needed.", field="map"
        )
    mapped(own, values)  # of as many values
    if values[-1] > target.highest:
        raise Refused(
            f"The map leads up to {values[-1]}: expected values of the scale {target}.",
            field="map",
        )
    for value, to in enumerate(values):
        if own.answer_of(value) != target.answer_of(to):
            raise Refused(
                f"{value} is {own.answer_of(value)} in {campaign}, and {to} is"
                f" {target.answer_of(to)} in the benchmark's scale, {target}: expected a map that"
                " keeps what is relevant.",
                field="map",
            )
    return keep_map(actor, campaign, values, target, meets=True)


def keep_map(
    actor: Actor, campaign: Campaign, values: tuple[int, ...], target: Scale, *, meets: bool
) -> GradeMap:
    made = GradeMap.objects.create(
        campaign=campaign,
        values=list(values),
        scale=list(target.words),
        relevant_from=target.relevant_from,
        meets=meets,
        by=actor.user,
    )
    after = {"map": list(values), "scale": list(target.words), "meets": meets}
    record_audit(actor, "mapped the grades of", campaign, after=after)
    return made


def refuse_other_scale(campaign: Campaign) -> None:
    """Raises OtherScale. Inside the transaction that opens it, or brings it in: no other graded
    campaign of the benchmark can come meanwhile."""
    if not campaign.on_scale.is_graded:
        return
    rows_of("SELECT pg_advisory_xact_lock(%s, %s)", [SCALES, campaign.benchmark_id])
    mine = met_scale(campaign)
    if found := unlike(Benchmark(pk=campaign.benchmark_id), mine, campaign.pk):
        other, scale = found
        where = OF_DRAFT if campaign.is_draft else OF_IMPORT
        raise OtherScale(
            f"“{campaign}” has the grades {mine}, and “{other}” of the same benchmark has the"
            f" grades {scale}. Graded verdicts meet only on equal scales: state by a map what"
            f" each grade is there. {where}",
            field="map",
        )


def _others(campaign: Campaign) -> Scale | None:
    known = graded_campaigns(Benchmark(pk=campaign.benchmark_id))
    return next((scale for other, scale in known if other.pk != campaign.pk), None)
