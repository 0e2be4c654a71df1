"""What was said of a pair, and by whom: before adjudicators under pseudonyms.

The history of a pair is for readers of its benchmark: what happened to it in each campaign that
asked about it. Leads read who gave which answer; viewers how many labels there are, since when, and
what follows.

Feedback is what raters learn from decisions, where the lead wishes it: their own answers that an
adjudicator overruled, with the decision, its reason and its kind of mistake. Never before the pair
is settled and the rater can no longer change the answer: nobody shall bring their answers into
line. Never of checks, nor of pairs whose answer checks others by now. Not who decided, and not what
others said.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from django.db.models import Exists, F, OuterRef, QuerySet
from django.http import Http404
from django.utils import timezone

from annotator.labels.live import counting, does_count, live, not_withdrawn, with_what_followed
from annotator.models import Answer, Campaign, Item, KnownAnswer, Label, Member, PairQuestion, Slot
from annotator.pseudonyms import pseudonym
from annotator.queries.raters import access_membership, labels_of, rates_in
from foundation.frozen import frozen
from people.models import Role, User
from people.queries import require_reader
from pooling.models import Caption, JudgedPair, Video

MOST_REASONS = 5  # to choose from


@frozen
class Statement:
    """A label. by: the pseudonym of who gave it. name: of the person, where whoever reads may know
    it."""

    label: Label
    by: str
    name: str
    mine: bool
    decision: bool


def knows_names(asking: User) -> bool:
    """Adjudicators decide about labels, not about people: only leads know whose they are."""
    return asking.at_least(Role.LEAD)


def labels_of_pair(item: Item) -> QuerySet[Label]:
    """All that was said of it, the superseded and the withdrawn included, in the order in which it
    was said.

    Answers to hidden gold are no opinions: this pair's answer was known when they were given.
    """
    given = Label.objects.filter(item=item).exclude(slot__kind=Slot.Kind.GOLD)
    return with_what_followed(given).select_related("campaign", "rater", "slot").order_by("pk")


def statements_of(asking: User, item: Item) -> list[Statement]:
    return [
        Statement(
            label,
            *_whose(asking, item, label.rater),
            label.rater_id == asking.pk,
            label.slot.kind == Slot.Kind.ADJUDICATION,
        )
        for label in labels_of_pair(item)
    ]


def _whose(asking: User, item: Item, person: User) -> tuple[str, str]:
    """The pseudonym, and the name where whoever reads may know it."""
    name = str(person) if knows_names(asking) else ""
    return pseudonym(item.campaign_id, person.pk), name


@frozen
class AskedOfLead:
    """A rater's question to the lead about the pair, and by whom, as of a statement."""

    question: PairQuestion
    by: str
    name: str


def questions_about(asking: User, item: Item) -> list[AskedOfLead]:
    asked = PairQuestion.objects.filter(
        campaign=item.campaign_id, query=item.query_id, video=item.video_id
    )
    return [
        AskedOfLead(question, *_whose(asking, item, question.asked_by))
        for question in asked.select_related("asked_by").order_by("pk")
    ]


def raters_called(asking: User, campaign: Campaign) -> list[tuple[str, str]]:
    """The pseudonym of each of its raters, and what this person may call them."""
    called = [
        (pseudonym(campaign.pk, one.person_id), one.person)
        for one in campaign.raters().select_related("person")
    ]
    names = knows_names(asking)
    shown = [(code, f"{person} ({code})" if names else code) for code, person in called]
    return sorted(shown, key=lambda pair: pair[1].casefold())


def met_by(person: User, item: Item) -> bool:
    """Whether this person labelled the pair, or decided it before somebody else opened it again:
    then another adjudicator decides."""
    return Slot.objects.filter(item=item, rater=person).exists()


def decisions_of(person: User, campaign: Campaign) -> QuerySet[Label]:
    """A person's own, newest first."""
    mine = Label.objects.filter(campaign=campaign, rater=person, slot__kind=Slot.Kind.ADJUDICATION)
    return not_withdrawn(mine).select_related("campaign", "item__query").order_by("-pk")


def last_decision(person: User, campaign: Campaign) -> Label | None:
    """Their newest that stands: what an undo takes back."""
    return live(decisions_of(person, campaign)).first()


def why_by_raters(item_id: int) -> QuerySet[Label]:
    """Labels of the pair whose raters wrote why."""
    sentence = counting(Label.objects.filter(item=item_id))
    return sentence.exclude(slot__kind=Slot.Kind.ADJUDICATION).exclude(comment="", reason="")


def asks_why(item_id: int) -> bool:
    """Whether a decision of this pair needs words of its own: its raters wrote none, or read it."""
    feedback = Campaign.objects.filter(items=item_id, feedback=True).exists()
    return feedback or not why_by_raters(item_id).exists()


def reasons_near(person: User, item: Item) -> list[str]:
    """Reasons to choose from: what its raters wrote of the pair, and what this person gave last,
    each once."""
    written = [one.comment for one in why_by_raters(item.pk).order_by("pk") if one.comment]
    return list(dict.fromkeys([*written, *reasons_of(person, item.campaign)]))[:MOST_REASONS]


def reasons_of(person: User, campaign: Campaign) -> list[str]:
    """The reasons that they gave last, each once."""
    given = decisions_of(person, campaign).exclude(comment="").values_list("comment", flat=True)
    return list(dict.fromkeys(given[: 10 * MOST_REASONS]))[:MOST_REASONS]


@frozen
class PairLabel:
    """counts: it is its rater's answer by now, and was not asked for again. decision: by an
    adjudicator."""

    label: Label
    name: str
    decision: bool
    counts: bool


@frozen
class PairInCampaign:
    """labels: how many count, decisions included. first, last: the days of the first and the last
    of them. said, slots: for leads, None where who asks may not know them. rates: who asks is a
    rater there."""

    item: Item
    labels: int
    first: date | None
    last: date | None
    rates: bool
    said: list[PairLabel] | None = None
    slots: list[Slot] | None = None

    @property
    def campaign(self) -> Campaign:
        return self.item.campaign


@frozen
class PairHistory:
    """verdict: that of the benchmark; empty where the pair is not judged."""

    verdict: str
    campaigns: list[PairInCampaign]


def history_of(asking: User, caption: Caption, video: Video) -> PairHistory:
    """The history of the caption's text and the video: captions with the same text share it."""
    require_reader(asking)
    verdict = JudgedPair.objects.filter(query=caption.query_id, video=video)
    campaigns = Campaign.objects.filter(benchmark=caption.benchmark_id)
    items = Item.objects.filter(
        campaign__in=campaigns, query=caption.query_id, video=video, gold=False
    )
    return PairHistory(
        verdict.values_list("verdict", flat=True).first() or "",
        [
            _in_campaign(asking, item)
            for item in items.select_related("campaign").order_by("campaign_id")
        ],
    )


def _in_campaign(asking: User, item: Item) -> PairInCampaign:
    sentence = [
        PairLabel(one, str(one.rater), one.slot.kind == Slot.Kind.ADJUDICATION, does_count(one))
        for one in labels_of_pair(item)
    ]
    days = [one.label.given_at.date() for one in sentence if one.counts]
    found = PairInCampaign(
        item,
        len(days),
        min(days, default=None),
        max(days, default=None),
        rates_in(asking, item.campaign_id),
    )
    if not asking.is_lead or found.rates:
        return found
    slots = item.slots.exclude(kind=Slot.Kind.GOLD).select_related("rater").order_by("pk")
    return replace(found, said=sentence, slots=list(slots))


@frozen
class Overruled:
    """A rater's answer, and the decision in its place."""

    label: Label
    decision: Label


def access_feedback(asking: User, campaign_id: int) -> Member:
    """The membership of a rater whose campaign gives feedback."""
    member = access_membership(asking, campaign_id)
    if not member.campaign.feedback:
        raise Http404("this campaign gives no feedback")
    return member


def overruled_labels(member: Member) -> QuerySet[Label]:
    """The newest answer comes first where it is paged."""
    campaign = member.campaign
    judged = counting(labels_of(member)).filter(answer__in=(Answer.RELEVANT, Answer.IRRELEVANT))
    decided = judged.filter(item__adjudicated=True, item__gold=False, item__verdict__isnull=False)
    same = {"value": F("item__grade")} if campaign.on_scale.is_graded else {}
    settled = decided.exclude(**(same or {"answer": F("item__verdict")}))
    if not campaign.is_closed:
        fixed = timezone.now() - timedelta(minutes=campaign.change_minutes)
        settled = settled.filter(given_at__lt=fixed)
    # Others may be asked about its pair as a check.
    pair = {"query": OuterRef("item__query"), "video": OuterRef("item__video")}
    checks = (KnownAnswer.Use.GOLD, KnownAnswer.Use.BOTH)
    known = KnownAnswer.objects.filter(campaign=campaign, active=True, use__in=checks, **pair)
    return settled.exclude(Exists(known))


def with_decisions(labels: Sequence[Label]) -> list[Overruled]:
    """A decided pair's verdict rests on the decision."""
    numbers = [number for label in labels for number in label.item.labels_used]
    decisions = {
        one.item_id: one for one in Label.objects.filter(pk__in=numbers).select_related("campaign")
    }
    return [Overruled(label, decisions[label.item_id]) for label in labels]
