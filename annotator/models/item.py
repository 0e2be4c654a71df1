"""What a campaign asks about: items, and the slots that wait for labels."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotator.models.campaign import Campaign, whose
from foundation.database.columns import part_of
from foundation.database.rules import differ, found_by, holds
from pooling.models import Query, Video


class Verdict(models.TextChoices):
    RELEVANT = "relevant", "Relevant"
    IRRELEVANT = "irrelevant", "Irrelevant"
    DISAGREEMENT = "disagreement", "Disagreement"


class Item(models.Model):
    """A pair in a campaign, and its resolution: the verdict that follows from its labels, and the
    labels used.

    Written by the hundred thousand from a frozen pool, whose rows were checked: a foreign key would
    check each again, one by one.
    """

    class Kind(models.TextChoices):
        """What a pair shows beside its caption."""

        VIDEO = "video", "Video"

    campaign = part_of(Campaign, "items", db_constraint=False, db_index=False)
    query = part_of(Query, db_constraint=False, db_index=False)
    video = part_of(Video, db_constraint=False, db_index=False)
    kind = models.CharField(
        max_length=8, choices=Kind, default=Kind.VIDEO, db_default=Kind.VIDEO.value, editable=False
    )
    position = models.PositiveIntegerField(
        help_text="In the order drawn when the campaign was opened."
    )
    doubled = models.BooleanField(help_text="Drawn to be labelled twice.")
    verdict = models.CharField(max_length=12, choices=Verdict, null=True)  # noqa: DJ001  (open is not a verdict)
    # Of a verdict on a scale of more than two values, its value.
    grade = models.PositiveSmallIntegerField(null=True, editable=False)
    labels_used = ArrayField(models.BigIntegerField(), default=list)
    adjudicated = models.BooleanField(default=False)
    # Above 0: it waits for an adjudicator; the higher, the sooner.
    dispute = models.PositiveSmallIntegerField(default=0)
    # A pair that is asked only because its answer is known: it has no verdict, and is no part of
    # what the campaign asks about.
    gold = models.BooleanField(default=False, db_default=False, editable=False)
    # A lead sent it to adjudication because nobody was left to ask: no more labels are wanted for
    # it.
    escalated = models.BooleanField(default=False, db_default=False, editable=False)
    # Its clip did not play when the campaign was opened: its slots wait until the clip does. A
    # trigger on videos releases it.
    held_back = models.BooleanField(default=False, db_default=False, editable=False)
    # Where pairs are shown together: the caption or the clip that this one is shown with others
    # of. Empty for what comes by itself: all pairs of a campaign that shows them so, and elsewhere
    # the share that was drawn to.
    bundle = models.BigIntegerField(null=True, editable=False)

    class Meta:
        constraints = [
            differ(["campaign", "query", "video"], "annotator_a_campaign_asks_about_a_pair_once"),
            differ(["campaign", "position"], "annotator_an_items_position_is_its_own"),
            holds(
                ~Q(held_back=True) | Q(verdict__isnull=True, dispute=0, gold=False),
                "annotator_a_pair_that_is_held_back_is_not_judged",
            ),
            holds(Q(kind="video"), "annotator_an_items_kind_is_known"),
        ]
        indexes = [
            # The adjudication queue, worst first.
            found_by(
                ["campaign", "-dispute", "position"],
                "annotator_disputes_worst_first",
                among=Q(dispute__gt=0),
            ),
            # What adjudicators have decided: kinds of mistakes, and feedback to raters.
            found_by(["campaign"], "annotator_decided_pairs", among=Q(adjudicated=True)),
            # What a video that begins to play releases.
            found_by(["video", "campaign"], "annotator_pairs_held_back", among=Q(held_back=True)),
            # What is shown together. A campaign that shows pairs singly has no row in it.
            found_by(
                ["campaign", "bundle"], "annotator_pairs_of_a_bundle", among=Q(bundle__isnull=False)
            ),
        ]


class Slot(models.Model):
    """One label wanted for an item.

    An item's slots open one after another: of all of them at most one is free or leased at a time.
    So nobody can be given two of one pair at once, and "filled + leased <= slots" needs no
    counting.
    """

    class Kind(models.TextChoices):
        FIRST = "first", "First"
        SECOND = "second", "Second"
        THIRD = "third", "Third"
        ADJUDICATION = "adjudication", "Adjudication"
        # A check by a known answer, made for one rater. It looks like any other, and its label
        # counts for nothing else.
        GOLD = "gold", "Hidden gold"

    class Stage(models.TextChoices):
        """Which label of a pair a check passes for."""

        FIRST = "first", "First"
        SECOND = "second", "Second"
        THIRD = "third", "Third"
        # Its turn came for a rater who knows the pair already: anybody else's would have been taken
        # by them.
        GONE = "gone", "Gone"

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for the slot before it, or for its clip"
        FREE = "free", "Free"
        LEASED = "leased", "Leased"
        FILLED = "filled", "Filled"
        # Its label was planned, and is not needed any more: it is never given out, and no other of
        # its kind is opened in its place. A campaign that stops at a caption's first positive makes
        # them so (annotator/slots/stop.py), and gives them back.
        UNWANTED = "unwanted", "Not wanted any more"

    campaign = part_of(Campaign, db_constraint=False, db_index=False)
    item = part_of(Item, "slots", db_constraint=False, db_index=False)
    kind = models.CharField(max_length=12, choices=Kind)
    # A slot that somebody could not judge is followed by another of its kind, for somebody else.
    turn = models.PositiveSmallIntegerField(default=1)
    place = models.BigIntegerField(
        help_text=(
            "Its place in the queue: lower comes sooner. Below 0: moved to the front by a lead."
        )
    )
    state = models.CharField(max_length=8, choices=State, default=State.FREE)
    rater = whose(null=True, db_constraint=False, db_index=False)
    # Kept when a lease ends: an answer that comes late proves by it that its rater held the slot.
    lease = models.UUIDField(null=True)
    lease_ends = models.DateTimeField(null=True)
    # Who gave it back last, or let its lease end: they are given this very pair again, and nothing
    # is drawn for it.
    returned_by = whose(null=True, db_constraint=False, db_index=False)
    # Slots that were given out to be shown together have the same; empty for one that comes by
    # itself. Kept when it comes free, and drawn anew when another rater takes it.
    shown_group = models.UUIDField(null=True, editable=False)
    # A check is asked of one rater, and what follows from their answer of others, as for any pair.
    # The slots that belong together are a chain; its number is the turn of its first slot. Empty
    # for all that are no checks, and for checks that were imported.
    chain = models.PositiveSmallIntegerField(null=True)
    stage = models.CharField(max_length=8, choices=Stage, blank=True, default="", db_default="")

    class Meta:
        constraints = [
            differ(["item", "kind", "turn"], "annotator_a_slot_of_a_kind_is_one"),
            # Serves the claim's question whether this rater has met the pair.
            differ(
                ["item", "rater"],
                "annotator_nobody_meets_a_pair_twice",
                among=Q(rater__isnull=False),
            ),
            holds(
                ~Q(state="leased")
                | Q(rater__isnull=False, lease__isnull=False, lease_ends__isnull=False),
                "annotator_a_leased_slot_is_somebodys_until_some_time",
            ),
            holds(
                ~Q(state__in=["free", "waiting", "unwanted"]) | Q(rater__isnull=True),
                "annotator_a_free_slot_is_nobodys",
            ),
            # A dispute is decided, whatever else is not needed any more.
            holds(
                ~Q(state="unwanted", kind="adjudication"),
                "annotator_an_adjudication_is_never_unwanted",
            ),
            # There is no token by which a late answer to it would be taken.
            holds(
                ~Q(state="unwanted") | Q(lease__isnull=True, lease_ends__isnull=True),
                "annotator_nobody_has_a_lease_on_an_unwanted_slot",
            ),
            holds(
                ~Q(state="filled") | Q(rater__isnull=False), "annotator_a_filled_slot_is_its_raters"
            ),
            # At most one of an item's slots can be had at a time, beside checks.
            differ(
                ["item"],
                "annotator_one_slot_of_an_item_at_a_time",
                among=Q(state__in=["free", "leased"]) & ~Q(kind="gold"),
            ),
            differ(
                ["item", "chain"],
                "annotator_one_slot_of_a_check_at_a_time",
                among=Q(state__in=["free", "leased"], kind="gold"),
            ),
            holds(
                Q(chain__isnull=True, stage="") | Q(chain__isnull=False, kind="gold"),
                "annotator_only_checks_have_a_chain",
            ),
        ]
        indexes = [
            # The claim: the first free slots of a campaign in their order.
            found_by(
                ["campaign", "place"],
                "annotator_free_slots_in_order",
                among=Q(state="free") & ~Q(kind="adjudication"),
            ),
            # Slots of pairs that somebody has judged or tried to: is anybody left to ask?
            found_by(
                ["campaign"],
                "annotator_slots_of_pairs_met",
                among=Q(state="free")
                & ~Q(kind__in=["adjudication", "gold"])
                & ~Q(kind="first", turn=1),
            ),
            # What comes back to a rater first; and checks that wait in the queue.
            found_by(
                ["campaign", "returned_by"],
                "annotator_pairs_given_back",
                among=Q(state="free", returned_by__isnull=False),
            ),
            found_by(
                ["campaign", "place"], "annotator_free_checks", among=Q(state="free", kind="gold")
            ),
            # What a rater holds, and leases that have ended.
            found_by(["campaign", "rater"], "annotator_leases_of_a_rater", among=Q(state="leased")),
            found_by(
                ["campaign", "lease_ends"], "annotator_leases_by_their_end", among=Q(state="leased")
            ),
            # Few or none: what is asked of all items asks them first.
            found_by(["campaign", "item"], "annotator_unwanted_slots", among=Q(state="unwanted")),
            # How a rater fares with known answers.
            found_by(["campaign", "rater"], "annotator_checks_of_a_rater", among=Q(kind="gold")),
        ]
