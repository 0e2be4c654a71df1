"""What was said of a pair, and by whom: before adjudicators under pseudonyms."""

from dataclasses import dataclass

from django.db.models import QuerySet

from annotator.labels.live import live, not_withdrawn, with_what_followed
from annotator.models import Campaign, Item, Label, PairQuestion, Slot
from annotator.pseudonyms import pseudonym
from people.models import Role, User


@dataclass(frozen=True, slots=True)
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
    return with_what_followed(given).select_related("rater", "slot").order_by("pk")


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


@dataclass(frozen=True, slots=True)
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
    return not_withdrawn(mine).select_related("item__query").order_by("-pk")


def last_decision(person: User, campaign: Campaign) -> Label | None:
    """Their newest that stands: what an undo takes back."""
    return live(decisions_of(person, campaign)).first()


def reasons_of(person: User, campaign: Campaign, most: int = 5) -> list[str]:
    """The reasons that they gave last, each once."""
    recent = decisions_of(person, campaign).values_list("comment", flat=True)[: 10 * most]
    return list(dict.fromkeys(recent))[:most]
