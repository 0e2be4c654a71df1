"""What raters see: the campaigns they are in, what they hold there, what they said. Nothing of how
a pair came to them."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Now, TruncDate
from django.utils import timezone

from annotator.keys import keys_with
from annotator.labels.live import is_unquestioned, live, with_what_followed
from annotator.models import (
    UNDER_WAY,
    Campaign,
    Guideline,
    Label,
    Member,
    Preference,
    RaterDay,
    Slot,
)
from annotator.queries.pace import active_times
from foundation.database.rows import first_or_404
from foundation.frozen import frozen
from people.models import Role, User
from people.queries import require_role
from pooling.models import Video


@frozen
class InHand:
    """A slot that the rater holds: the pair, and the token that proves it."""

    slot: int
    lease: UUID
    caption: str
    video: Video
    group: UUID | None = None  # of those that are shown together


def access_memberships(asking: User) -> QuerySet[Member]:
    """The campaigns that this person rates in, as far as they were opened."""
    require_role(asking, Role.RATER)
    rates = Member.objects.filter(person=asking, role=Member.Role.RATER)
    mine = rates.exclude(state=Member.State.REMOVED).exclude(campaign__state=Campaign.State.DRAFT)
    return mine.select_related("campaign", "person").order_by("-campaign_id")


def rates_in(asking: User, campaign_id: int) -> bool:
    """Whoever may still be asked to rate in a campaign is not shown what others said of its
    pairs."""
    return Member.objects.filter(
        campaign=campaign_id, person=asking, role=Member.Role.RATER, state=Member.State.ACTIVE
    ).exists()


def refuse_raters(asking: User, campaign: Campaign) -> None:
    """Leads and adjudicators may rate, too."""
    if rates_in(asking, campaign.pk):
        raise PermissionDenied(
            "You rate in this campaign: what others said of its pairs is not shown to you."
        )


def find_membership(asking: User, campaign_id: int) -> Member | None:
    if not asking.at_least(Role.RATER):
        return None
    return access_memberships(asking).filter(campaign_id=campaign_id).first()


def access_membership(asking: User, campaign_id: int) -> Member:
    mine = access_memberships(asking).filter(campaign_id=campaign_id)
    return first_or_404(mine, "you do not rate in such a campaign")


def slot_in_hand(member: Member, on_screen: int = 0) -> InHand | None:
    """The slot that was on their screen, if they still hold it; else the newest of their leases:
    after an undo, the pair that was taken back. It reads, and claims nothing."""
    held = _held(member).alias(on_screen=Q(pk=on_screen))
    slot = held.order_by("-on_screen", "-lease_ends", "place", "pk").first()
    return _in_hand(slot) if slot else None


def slots_in_hand(member: Member, on_screen: int = 0) -> list[InHand]:
    """The same, with what they hold of its group: all that is shown together."""
    one = slot_in_hand(member, on_screen)
    if one is None or one.group is None:
        return [] if one is None else [one]
    group = _held(member).filter(shown_group=one.group).order_by("place", "pk")
    return [_in_hand(slot) for slot in group]


def _held(member: Member) -> QuerySet[Slot]:
    leased = Slot.objects.filter(**member.words, state=Slot.State.LEASED, lease__isnull=False)
    return leased.filter(lease_ends__gt=Now()).select_related("item__query", "item__video")


def _in_hand(slot: Slot) -> InHand:
    lease: Any = slot.lease  # a leased slot has one
    return InHand(slot.pk, lease, slot.item.query.text, slot.item.video, slot.shown_group)


def can_be_seen(campaign: Campaign, video: Video) -> bool:
    """Whether a pair can be judged relevant or irrelevant: its clip plays, or the campaign shows
    its clips elsewhere."""
    return campaign.without_clips or video.state == Video.State.READY


def something_is_free(member: Member) -> bool:
    """Whether a claim would find anything: the same two indexes serve the question as serve the
    claim."""
    met = Slot.objects.filter(item=OuterRef("item"), rater_id=member.person_id)
    slots = Slot.objects.filter(campaign_id=member.campaign_id)
    free = slots.filter(state=Slot.State.FREE).exclude(kind=Slot.Kind.ADJUDICATION)
    ended = slots.filter(state=Slot.State.LEASED, lease_ends__lte=Now())
    return free.exclude(Exists(met)).exists() or ended.exists()


def scale_of(campaign_id: int) -> list[str]:
    """The words of its scale."""
    return list(Campaign.objects.values_list("scale", flat=True).get(pk=campaign_id))


def current_guideline(campaign_id: int) -> Guideline | None:
    return Guideline.objects.filter(campaign_id=campaign_id).order_by("-version").first()


def must_confirm(member: Member) -> bool:
    """Nothing is asked any more in a campaign that has ended."""
    if member.campaign.is_closed:
        return False
    return member.confirmed_version < last_version(member.campaign_id, confirm=True)


def last_version(campaign_id: int, **which: bool) -> int:
    """The number of its guidelines' last version, 0 before the first. which: among these."""
    written = Guideline.objects.filter(campaign=campaign_id, **which)
    return written.aggregate(last=Max("version"))["last"] or 0


def labels_today(person: User, campaign_id: int | None = None) -> dict[int, int]:
    """Labels by campaign, since midnight in UTC by the database's clock, whatever has become of the
    campaign: people are paid by it.

    Of one campaign it is answered by the key; a rating page asks no more.
    """
    of = {} if campaign_id is None else {"campaign": campaign_id}
    today = RaterDay.objects.filter(rater=person, day=TruncDate(Now()), **of)
    return dict(today.values_list("campaign_id", "labels"))


def pace_today(member: Member) -> float | None:
    """Answers an hour of active time, over the last of today's. None where fewer than half of them
    were timed."""
    times = active_times(member.campaign_id, [member.person_id], today=True)
    return times[member.person_id].per_hour if times else None


# What they said


def labels_of(member: Member) -> QuerySet[Label]:
    """Newest first where it is paged; the index annotator_labels_of_a_rater serves it."""
    mine = Label.objects.filter(**member.words).exclude(slot__kind=Slot.Kind.ADJUDICATION)
    return with_what_followed(mine.select_related("campaign", "item__query", "item__video"))


def last_answer(member: Member) -> Label | None:
    """The newest that stands and may still be taken back."""
    newest = live(labels_of(member)).order_by("-pk").first()
    return newest if newest and may_change(member, newest) else None


def access_my_label(member: Member, label_id: int) -> Label:
    return first_or_404(labels_of(member).filter(pk=label_id), "you have no such label")


def may_change(member: Member, label: Label) -> bool:
    """A label of `labels_of`. As the action will say by the database's clock; a second more or less
    is its to decide."""
    campaign = member.campaign
    at_work = member.is_active and campaign.state in UNDER_WAY
    since = timezone.now() - timedelta(minutes=campaign.change_minutes)
    return at_work and is_unquestioned(label) and label.given_at > since


@frozen
class KeysOf:
    """A person's keys by action, those that they chose themselves, and whether single characters
    act at all."""

    keys: dict[str, list[str]]
    chosen: dict[str, str]
    single: bool


def keys_of(person: User) -> KeysOf:
    found = Preference.objects.filter(person=person).first()
    chosen = dict(found.keys) if found else {}
    return KeysOf(keys_with(chosen), chosen, found.single_keys if found else True)
