"""Open a campaign: what it asks, in which order, and what is asked twice is drawn once, seeded, and
stored.

The items and slots are made inside the database from the pool's rows, and go in the order of their
positions, so that the first free slot is found at the beginning of an index and never by sorting.

Pairs whose clip does not play are held back: their slots wait until a trigger on videos frees the
first of each. While the opening reads which videos play, none of the benchmark can begin to.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from annotator.actions.know_answers import KnownPair, know_answers, known_pairs
from annotator.actions.map_grades import refuse_other_scale
from annotator.grouping import (
    Numbers,
    draw_doubled_together,
    draw_order_of_bundles,
    draw_second_places,
    draw_share,
)
from annotator.models import Campaign, Guideline, Item, KnownAnswer, Shown, Slot
from annotator.queries.known_answers import missing_for_training
from annotator.queries.waiting import UNJUDGED, Clips, clips_of_draft, silent_videos
from foundation.database.copy import fixed_rows
from foundation.database.rows import carry_out, copied_integers, lock_row, row_of, rows_of
from foundation.database.statistics import analyze
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor

WITHOUT_CLIPS = (
    "add their files first, or open it without clips if raters see them elsewhere (--without-clips,"
    " without_clips)."
)
# Of advisory locks: ours for benchmarks, shared by the trigger that frees pairs whose clip begins
# to play.
CLIPS = 7_402
NO_BUNDLE = -1
JUDGED = (
    "SELECT query_id, video_id FROM pooling_poolpair JOIN pooling_judgedpair USING (query_id,"
    " video_id) WHERE pool_id = %s"
)
DOUBLED, PLACES, QUEUED = 2, 3, 5  # streams of their own, so that no drawing shifts another


class TrainingCannotBePassed(Refused):
    """Training is on, but no one could pass it: too few known answers can be used."""


class NoClips(Refused):
    """None of its videos plays."""

    reason = "no_clips"


@transaction.atomic
def open_campaign(actor: Actor, campaign_id: int) -> Campaign:
    # no_key: two openings exclude each other, and rows that refer to the campaign need not wait.
    campaign = lock_row(Campaign, campaign_id)
    refuse_unless_ready(campaign)
    refuse_other_scale(campaign)
    pairs = _pairs(campaign)
    if not len(pairs):
        raise Refused(
            "Every pair of this pool is judged already, and the policy does not ask again."
        )
    held_back = _held_back(campaign, pairs)
    asked = ~_queue(actor, campaign, pairs, held_back)
    slots = _make(campaign, pairs[asked], held_back[asked])
    (campaign.opened_at,) = row_of("SELECT now()")
    campaign.items_count, campaign.state = int(asked.sum()), Campaign.State.OPEN
    campaign.save(update_fields=["items_count", "state", "opened_at"])
    facts = {
        "pairs": campaign.items_count,
        "slots": slots,
        "seed": campaign.seed,
        "without_clips": campaign.without_clips,
        "show": campaign.show,
    }
    record_audit(actor, "opened", campaign, after=facts)
    # The planner would take the tables for as small as they were when the first raters come.
    with connection.cursor() as cursor:
        analyze(cursor, Item, Slot, rows=campaign.items_count)
    return campaign


def refuse_unless_ready(campaign: Campaign) -> None:
    if not campaign.is_draft:
        raise Refused("Only a draft can be opened.")
    if not Guideline.objects.filter(campaign=campaign).exists():
        raise Refused(
            "This campaign has no guidelines yet: raters must know what is asked of them."
        )
    refuse_endless_training(campaign)


def refuse_endless_training(campaign: Campaign) -> None:
    """Its raters would be in training for good."""
    if missing := missing_for_training(campaign):
        raise TrainingCannotBePassed(missing)


def refuse_without_clips(campaign: Campaign) -> None:
    """Refuses if none plays, before a job is started for it; opening looks again."""
    if campaign.pool and not campaign.without_clips:
        _refuse_if_none_plays(clips_of_draft(campaign.pool, ask_again=campaign.ask_again))


def _refuse_if_none_plays(clips: Clips) -> None:
    if clips.none_plays:
        raise NoClips(f"{clips.sentence}: {WITHOUT_CLIPS}")


def _pairs(campaign: Campaign) -> Numbers:
    """(n, 3): query, video and best rank, in an order that depends on nothing but the first two."""
    judged = "" if campaign.ask_again else UNJUDGED
    statement = (
        "SELECT query_id, video_id, best_rank::bigint FROM pooling_poolpair p"
        f" WHERE pool_id = %s{judged} ORDER BY query_id, video_id"
    )
    return copied_integers(statement, [campaign.pool_id], 3)


def _held_back(campaign: Campaign, pairs: Numbers) -> NDArray[np.bool_]:
    """(n,): whether each pair waits until its clip plays. Raises NoClips if all of them would."""
    if campaign.without_clips:
        return np.zeros(len(pairs), bool)
    # A clip that begins to play waits for the commit: before it, the trigger would not see the
    # pairs that it has to free, and they would be held back for good.
    rows_of("SELECT pg_advisory_xact_lock(%s, %s)", [CLIPS, campaign.benchmark_id])
    videos = np.unique(pairs[:, 1])
    silent = silent_videos(videos)
    held_back = np.isin(pairs[:, 1], silent)
    _refuse_if_none_plays(Clips(len(videos), len(silent), int(held_back.sum())))
    return held_back


def _queue(
    actor: Actor, campaign: Campaign, pairs: Numbers, held_back: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """(n,): which pairs are put into the training queue: none that was ever judged, and nobody is
    asked about them in earnest."""
    wanted, queued = campaign.queue_pairs, np.zeros(len(pairs), bool)
    if not wanted:
        return queued
    known = known_pairs(campaign.pk) | set(rows_of(JUDGED, [campaign.pool_id]))
    is_known = [(query, video) in known for query, video, _ in pairs.tolist()]
    free = np.flatnonzero(~np.array(is_known) & ~held_back)
    if len(free) <= wanted:
        raise Refused(
            f"The training queue takes {wanted:,} pairs, and {len(free):,} that nobody knows can"
            " be asked about: choose a smaller queue, or a larger pool.",
            field="queue_pairs",
        )
    drawn = np.argsort(np.random.PCG64([campaign.seed, QUEUED]).random_raw(len(free)))[:wanted]
    places = free[drawn]
    unknown = [KnownPair(query, video, "") for query, video, _ in pairs[places].tolist()]
    know_answers(actor, campaign.pk, unknown, KnownAnswer.Origin.POOL, KnownAnswer.Use.QUEUE)
    queued[places] = True
    return queued


def draw_order(
    queries: Numbers, seed: int, *, by_caption: bool, ranks: Sequence[Numbers] = ()
) -> Numbers:
    """(n,): each pair's position: a seeded permutation of all pairs, or of the queries and then of
    each query's pairs; these by `ranks`, if they are given, the least first.

    Sorting by the generator's raw numbers, which NumPy keeps the same over versions and platforms.
    """
    generator = np.random.PCG64(seed)
    keys: list[NDArray[Any]] = [generator.random_raw(len(queries))]
    if by_caption:
        numbers, of = np.unique(queries, return_inverse=True)
        keys += [*ranks, generator.random_raw(len(numbers))[of]]
    return np.argsort(np.lexsort(keys))


def _draw(campaign: Campaign, pairs: Numbers) -> list[NDArray[Any]]:
    """(n,) each: the pairs' positions, which are labelled twice, where a second label stands if
    there is one, and what a pair is shown together with others of: NO_BUNDLE for what comes by
    itself."""
    seed, share = campaign.seed, campaign.double_share
    if campaign.show != Shown.SINGLE:
        # The queue goes by captions, or by clips, whatever order was chosen.
        bundles = pairs[:, 0 if campaign.show == Shown.GRID else 1]
        alone = draw_share(len(pairs), campaign.single_share, seed)
        positions = draw_order_of_bundles(bundles, alone, seed)
        doubled = draw_doubled_together(bundles, alone, share, seed)
        second = draw_second_places(bundles, alone, positions, seed)
        return [positions, doubled, second, np.where(alone, NO_BUNDLE, bundles)]
    # Where a caption is done at its first positive, the likeliest come first.
    ranks = [pairs[:, 2]] if campaign.stop != Campaign.Stop.NEVER else []
    by_caption = campaign.order == Campaign.Order.CAPTION
    positions = draw_order(pairs[:, 0], seed, by_caption=by_caption, ranks=ranks)
    doubled = draw_share(len(pairs), share, seed, DOUBLED)
    # Second labels stand at a place of their own, anywhere behind the first.
    behind = np.maximum(len(pairs) - positions, 1).astype(np.uint64)
    ahead = np.random.PCG64([seed, PLACES]).random_raw(len(pairs)) % behind
    second = positions + 1 + ahead.astype(np.int64)
    return [positions, doubled, second, np.full(len(pairs), NO_BUNDLE)]


DRAWN = """
CREATE TEMPORARY TABLE drawn (query_id bigint, video_id bigint, held_back boolean, position bigint,
  doubled boolean, second bigint, bundle bigint) ON COMMIT DROP
"""
MAKE_ITEMS = f"""
INSERT INTO annotator_item (campaign_id, query_id, video_id, position, doubled, labels_used,
  adjudicated, dispute, held_back, bundle)
SELECT %s, query_id, video_id, position, doubled, '{{}}', false, 0, held_back,
  nullif(bundle, {NO_BUNDLE}) FROM drawn ORDER BY position
"""
# Every item's first slot is free unless it is held back; a doubled item's second waits until the
# first is filled.
MAKE_FIRST_SLOTS = """
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)
SELECT campaign_id, id, 'first', 1, position, CASE WHEN held_back THEN 'waiting' ELSE 'free' END
FROM annotator_item WHERE campaign_id = %s ORDER BY position
"""
MAKE_SECOND_SLOTS = """
INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)
SELECT i.campaign_id, i.id, 'second', 1, d.second, 'waiting' FROM drawn d
JOIN annotator_item i ON i.campaign_id = %s AND i.position = d.position
WHERE d.doubled ORDER BY d.position
"""


def _make(campaign: Campaign, pairs: Numbers, held_back: NDArray[np.bool_]) -> int:
    """Makes its items and slots. How many slots."""
    positions, *drawn = _draw(campaign, pairs)
    columns, order = [pairs[:, 0], pairs[:, 1], held_back, positions, *drawn], np.argsort(positions)
    of = [campaign.pk]
    with connection.cursor() as cursor:
        cursor.execute(DRAWN)
        with cursor.copy("COPY drawn FROM STDIN (FORMAT BINARY)") as copy:
            for chunk in fixed_rows([column[order] for column in columns]):
                copy.write(chunk)
        cursor.execute(MAKE_ITEMS, of)
        slots = carry_out(MAKE_FIRST_SLOTS, of) + carry_out(MAKE_SECOND_SLOTS, of)
        # Not left to the commit: one transaction may open several campaigns.
        cursor.execute("DROP TABLE drawn")
    return slots
