"""Disputed pairs by API: what waits, its decision, and its opening again. For adjudicators of the
campaign, and leads."""

from rest_framework.request import Request

from annotator import leading_serializers as shown
from annotator.actions.adjudicate import adjudicate, reopen
from annotator.api.address import Addresses
from annotator.asked.answering import Decided, Reopened
from annotator.models import Campaign, Item
from annotator.queries import statements
from annotator.queries.disputes import access_disputes, access_opinions, access_pair_to_decide
from annotator.queries.mistakes import Mistakes, MistakesWanted, mistakes_in
from annotator.queries.urgency import IN_ORDER
from annotator.serializers import NewLabelSerializer
from foundation.asking.arguments import values_of
from foundation.asking.serializers import parameters_of, serializer_of
from foundation.finding.schema import serializer_of as shown_as
from people.actor import actor_of, person_of
from people.models import Role

IN_CAMPAIGN = Addresses(
    "adjudication", "campaigns/<int:campaign_id>/", access_opinions, least_role=Role.ADJUDICATOR
)
IN_CAMPAIGN.lists(
    "disputes",
    "campaigns_disputes",
    "What waits for an adjudicator",
    access_disputes,
    shown.DisputeSerializer,
    """The most urgent first, each with all that its raters said: for leads with their names, for
    adjudicators under pseudonyms.

    A dispute has a point for each label that it has cost and for each day that it has waited, three
    where a rater wrote a comment or asked a question, and five where only decisions are missing for
    its caption.
    """,
    filters=shown.DisputeFilterSerializer,
    ordering=IN_ORDER,
)


@IN_CAMPAIGN.get(
    "mistakes",
    "Decisions by kind of mistake, and by rater",
    gives=shown_as(Mistakes),
    filters=parameters_of(MistakesWanted, "MistakeFilter"),
)
def campaigns_mistakes(request: Request, campaign: Campaign, asked: MistakesWanted) -> Mistakes:
    """Of the campaign's disputed pairs that were decided, with n and intervals. Raters are
    under the pseudonyms that adjudicators know; leads have their names, too."""
    return mistakes_in(person_of(request), campaign, asked)


PAIRS = Addresses(
    "adjudication",
    "items/<int:item_id>/",
    access_pair_to_decide,
    scope="label",
    least_role=Role.ADJUDICATOR,
)


@PAIRS.post(
    "adjudicate", "Decide a pair", serializer_of(Decided, "Decision"), {201: NewLabelSerializer}
)
def items_adjudicate(request: Request, item: Item, asked: Decided) -> dict[str, int]:
    """Its raters' labels stay as they are."""
    of, asking = item.campaign_id, person_of(request)
    label = adjudicate(adjudicator=asking, campaign_id=of, item_id=item.pk, **values_of(asked))
    return {"label": label}


@PAIRS.post("reopen", "Open a decision again", serializer_of(Reopened, "Reopen"), {204: None})
def items_reopen(request: Request, item: Item, asked: Reopened) -> None:
    """The decision is superseded; the pair waits again, if its raters' labels still call for
    it."""
    reopen(actor_of(request), campaign_id=item.campaign_id, item_id=item.pk, reason=asked.reason)


FOR_RATERS = Addresses("labelling", "campaigns/<int:campaign_id>/", least_role=Role.RATER)
FOR_RATERS.lists(
    "feedback",
    "campaigns_feedback",
    "One's own answers that were overruled",
    statements.overruled_labels,
    shown.OverruledSerializer,
    "With each decision, its reason and its kind of mistake, the newest answer first. 404\n"
    "where the campaign gives no feedback.",
    of=statements.access_feedback,
    then=statements.with_decisions,
)
