"""Open a campaign: what it asks, in which order, and what is asked twice is drawn once, seeded, and
stored.

The items and slots are made inside the database from the pool's rows, and go in the order of their
positions, so that the first free slot is found at the beginning of an index and never by sorting.

Pairs whose clip does not play are held back: their slots wait until a trigger on videos frees the
first of each. While the opening reads which videos play, none of the benchmark can begin to.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection, transaction
from numpy.typing import NDArray

from annotator.grouping import (
    draw_alone,
    draw_doubled_together,
    draw_order_of_bundles,
    draw_second_places,
)
from annotator.models import Campaign, Guideline, Item, Shown, Slot
from annotator.queries.clips import UNJUDGED, Clips, clips_of_draft, silent_videos
from annotator.queries.known_answers import missing_for_training
from foundation.database.copy import fixed_rows, read_integers
from foundation.database.rows import lock_row
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


class NotADraft(Refused):
    """Only a draft can be opened."""


class NoGuideline(Refused):
    """This campaign has no guidelines yet: raters must know what is asked of them."""


class TrainingCannotBePassed(Refused):
    """Training is on, but no one could pass it: too few known answers can be used."""


class NothingToAsk(Refused):
    """Every pair of this pool is judged already, and the policy does not ask again."""


class NoClips(Refused):
    """None of its videos plays."""

    reason = "no_clips"


@transaction.atomic
def open_campaign(actor: Actor, campaign_id: int) -> Campaign:
    # no_key: two openings exclude each other, and rows that refer to the campaign need not wait.
    campaign = lock_row(Campaign, campaign_id)
    refuse_unless_ready(campaign)
    with connection.cursor() as cursor:
        pairs = _pairs(cursor, campaign)
        if not len(pairs):
            raise NothingToAsk
        _stage(cursor, campaign, pairs, _held_back(cursor, campaign, pairs))
        _make_items(cursor, campaign)
        slots = _make_slots(cursor, campaign)
        # Not left to the commit: one transaction may open several campaigns.
        cursor.execute("DROP TABLE drawn")
        cursor.execute("SELECT now()")
        campaign.opened_at = cursor.fetchone()[0]
    campaign.items_count = len(pairs)
    campaign.state = Campaign.State.OPEN
    campaign.save(update_fields=["items_count", "state", "opened_at"])
    facts = {
        "pairs": len(pairs),
        "slots": slots,
        "seed": campaign.seed,
        "without_clips": campaign.without_clips,
        "show": campaign.show,
    }
    record_audit(actor, "opened", campaign, after=facts)
    # The planner would take the tables for as small as they were when the first raters come.
    with connection.cursor() as cursor:
        analyze(cursor, Item, Slot, rows=len(pairs))
    return campaign


def refuse_unless_ready(campaign: Campaign) -> None:
    if not campaign.is_draft:
        raise NotADraft
    if not Guideline.objects.filter(campaign=campaign).exists():
        raise NoGuideline
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


def _pairs(cursor: Any, campaign: Campaign) -> NDArray[np.int64]:
    """(n, 3): query, video and best rank, in an order that depends on nothing but the first two."""
    judged = "" if campaign.ask_again else UNJUDGED
    statement = (
        "SELECT query_id, video_id, best_rank::bigint FROM pooling_poolpair p"
        f" WHERE pool_id = %s{judged} ORDER BY query_id, video_id"
    )
    with cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)", (campaign.pool_id,)) as copy:
        return read_integers(copy, 3)


def _held_back(cursor: Any, campaign: Campaign, pairs: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(n,): whether each pair waits until its clip plays. Raises NoClips if all of them would."""
    if campaign.without_clips:
        return np.zeros(len(pairs), bool)
    # A clip that begins to play waits for the commit: before it, the trigger would not see the
    # pairs that it has to free, and they would be held back for good.
    cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [CLIPS, campaign.benchmark_id])
    videos = np.unique(pairs[:, 1])
    silent = silent_videos(videos)
    held_back = np.isin(pairs[:, 1], silent)
    _refuse_if_none_plays(Clips(len(videos), len(silent), int(held_back.sum())))
    return held_back


def draw_order(
    queries: NDArray[np.int64],
    seed: int,
    *,
    by_caption: bool,
    ranks: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """(n,): each pair's position: a seeded permutation of all pairs, or of the queries and then of
    each query's pairs; these by `ranks`, if they are given, the least first.

    Sorting by the generator's raw numbers, which NumPy keeps the same over versions and platforms.
    """
    generator = np.random.PCG64(seed)
    order = np.argsort(generator.random_raw(len(queries)), kind="stable")
    if by_caption:
        if ranks is not None:
            order = order[np.argsort(ranks[order], kind="stable")]
        numbers, of = np.unique(queries, return_inverse=True)
        turn = np.argsort(
            np.argsort(generator.random_raw(len(numbers)), kind="stable"), kind="stable"
        )
        order = order[np.argsort(turn[of[order]], kind="stable")]
    positions = np.empty(len(queries), np.int64)
    positions[order] = np.arange(len(queries))
    return positions


def draw_doubled(count: int, share: float, seed: int) -> NDArray[np.bool_]:
    """(n,): which pairs are labelled twice: exactly the share, rounded, each equally likely."""
    # A stream of its own (2 here, 3 for places), so that no drawing shifts another.
    doubled = np.zeros(count, bool)
    order = np.argsort(np.random.PCG64([seed, 2]).random_raw(count), kind="stable")
    doubled[order[: round(share * count)]] = True
    return doubled


@dataclass(frozen=True, slots=True)
class DrawnPairs:
    """(n,) each. second: where a second label stands, if there is one. bundle: what the pair is
    shown together with others of; NO_BUNDLE for what comes by itself."""

    positions: NDArray[np.int64]
    doubled: NDArray[np.bool_]
    second: NDArray[np.int64]
    bundle: NDArray[np.int64]


def _draw(campaign: Campaign, pairs: NDArray[np.int64]) -> DrawnPairs:
    if campaign.show != Shown.SINGLE:
        return _draw_together(campaign, pairs)
    by_caption = campaign.order == Campaign.Order.CAPTION
    # Where a caption is done at its first positive, the likeliest come first.
    ranks = pairs[:, 2] if campaign.stop != Campaign.Stop.NEVER else None
    positions = draw_order(pairs[:, 0], campaign.seed, by_caption=by_caption, ranks=ranks)
    doubled = draw_doubled(len(pairs), campaign.double_share, campaign.seed)
    # Second labels stand at a place of their own, anywhere behind the first.
    ahead = np.random.PCG64([campaign.seed, 3]).random_raw(len(pairs)) % np.maximum(
        len(pairs) - positions, 1
    ).astype(np.uint64)
    second = positions + 1 + ahead.astype(np.int64)
    return DrawnPairs(positions, doubled, second, np.full(len(pairs), NO_BUNDLE))


def _draw_together(campaign: Campaign, pairs: NDArray[np.int64]) -> DrawnPairs:
    """The queue goes by captions, or by clips, whatever order was chosen."""
    seed, bundles = campaign.seed, pairs[:, 0 if campaign.show == Shown.GRID else 1]
    alone = draw_alone(len(pairs), campaign.single_share, seed)
    positions = draw_order_of_bundles(bundles, alone, seed)
    doubled = draw_doubled_together(bundles, alone, campaign.double_share, seed)
    second = draw_second_places(bundles, alone, positions, seed)
    return DrawnPairs(positions, doubled, second, np.where(alone, NO_BUNDLE, bundles))


def _stage(
    cursor: Any, campaign: Campaign, pairs: NDArray[np.int64], held_back: NDArray[np.bool_]
) -> None:
    drawn = _draw(campaign, pairs)
    cursor.execute(
        "CREATE TEMPORARY TABLE drawn (query_id bigint, video_id bigint, position bigint, doubled"
        " boolean, second bigint, held_back boolean, bundle bigint) ON COMMIT DROP"
    )
    order = np.argsort(drawn.positions)
    columns = [
        pairs[:, 0],
        pairs[:, 1],
        drawn.positions,
        drawn.doubled,
        drawn.second,
        held_back,
        drawn.bundle,
    ]
    with cursor.copy("COPY drawn FROM STDIN (FORMAT BINARY)") as copy:
        for chunk in fixed_rows([column[order] for column in columns]):
            copy.write(chunk)


def _make_items(cursor: Any, campaign: Campaign) -> None:
    cursor.execute(
        "INSERT INTO annotator_item (campaign_id, query_id, video_id, position, doubled,"
        " labels_used, adjudicated, dispute, held_back, bundle) SELECT %s, query_id, video_id,"
        " position, doubled, '{}', false, 0, held_back, nullif(bundle, %s) FROM drawn ORDER BY"
        " position",
        [campaign.pk, NO_BUNDLE],
    )


def _make_slots(cursor: Any, campaign: Campaign) -> int:
    """Every item's first slot is free unless it is held back; a doubled item's second waits until
    the first is filled."""
    cursor.execute(
        "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state) SELECT"
        " campaign_id, id, 'first', 1, position, CASE WHEN held_back THEN 'waiting' ELSE 'free' END"
        " FROM annotator_item WHERE campaign_id = %s ORDER BY position",
        [campaign.pk],
    )
    first = cursor.rowcount
    cursor.execute(
        "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state) SELECT"
        " i.campaign_id, i.id, 'second', 1, d.second, 'waiting' FROM drawn d JOIN annotator_item i"
        " ON i.campaign_id = %s AND i.position = d.position WHERE d.doubled ORDER BY d.position",
        [campaign.pk],
    )
    return int(first + cursor.rowcount)
