"""A rater who wants to know which pairs are checks, and a colleague who rates in the same campaign
and helps. They do whatever raters may do, over HTTP, and both read their counts before and after
each thing that they do. What they notice of each pair becomes numbers, and each of these, and all
together, are held against the truth.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import urlparse

import numpy as np
from django.db.models import F
from django.test import Client
from django.utils.dateparse import parse_datetime

from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.know_answers import KnownPair, know_answers
from annotator.actions.open_campaign import open_campaign
from annotator.actions.write_guideline import write_guideline
from annotator.models import KnownAnswer, Member, Slot
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import PoolPair, Query, Video
from tests.factories import make_benchmark, make_run

CAPTIONS, VIDEOS, DEPTH, KNOWN = 40, 14, 6, 200


def make_world(raters, *, known: int = KNOWN, captions: int = CAPTIONS, **policy):
    """240 pairs, six a caption. Known answers are about the same captions and clips as these: only
    the pairs are others."""
    benchmark = make_benchmark(
        [(f"caption {n}", f"v{n % VIDEOS}") for n in range(captions)],
        videos=[f"v{n}" for n in range(VIDEOS)],
    )
    for video in Video.objects.filter(benchmark=benchmark):
        video.path, video.poster, video.seconds = (
            f"videos/ab/{video.key}.mp4",
            f"videos/ab/{video.key}.jpg",
            9.0,
        )
        video.save()
    run = make_run(
        benchmark,
        {n: [(5 * n + rank) % VIDEOS for rank in range(DEPTH)] for n in range(captions)},
        depth=DEPTH,
    )
    pool = build_pool(
        actor=SYSTEM,
        benchmark=benchmark,
        name="pool",
        parameters=PoolParameters((run.pk,), depth=DEPTH),
    )
    policy = {
        "gold_share": 0.3,
        "gold_minimum": 500,
        "gold_window": 500,
        "cannot_judge_limit": 9,
        "label_limit": 9,
    } | policy
    campaign = create_campaign(SYSTEM, pool, "guessed", without_clips=True, **policy)
    write_guideline(SYSTEM, campaign.pk, "A clip is relevant if the caption is true of it.")
    for person in raters:
        add_member(SYSTEM, campaign, person)
    know_answers(
        SYSTEM,
        campaign.pk,
        _others(benchmark, pool, known),
        KnownAnswer.Origin.HAND,
        KnownAnswer.Use.GOLD,
    )
    return open_campaign(SYSTEM, campaign.pk)


def _others(benchmark, pool, count: int) -> list[KnownPair]:
    asked = set(PoolPair.objects.filter(pool=pool).values_list("query_id", "video_id"))
    queries = (
        Query.objects.filter(benchmark=benchmark).order_by("number").values_list("pk", flat=True)
    )
    clips = list(
        Video.objects.filter(benchmark=benchmark).order_by("number").values_list("pk", flat=True)
    )
    others = [(query, clip) for query in queries for clip in clips if (query, clip) not in asked]
    random.Random(5).shuffle(others)
    return [
        KnownPair(query, clip, ("relevant", "irrelevant")[n % 2])
        for n, (query, clip) in enumerate(others[:count])
    ]


def pair_of(slot: dict) -> tuple[str, str]:
    """As a rater tells pairs apart: by the caption, and the name of the clip's file."""
    return slot["caption"], urlparse(slot["video"]["url"]).path.rsplit("/", 1)[-1]


@dataclass
class Noticed:
    """Of one pair, in the order in which the pairs were first seen."""

    seen: int
    features: dict[str, float] = field(default_factory=dict)


class Reader:
    """Reads what is left for a rater, as the screen's script does."""

    def __init__(self, person, campaign) -> None:
        self.client, self.at = Client(), f"/rate/{campaign.pk}/standing/"
        self.client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")

    def left(self) -> int:
        return self.client.get(self.at).json()["left"]


class Guesser:
    """`me` and `helper` are scripts of two raters, `readers` their counts, where they have any;
    `time_passes` ends all leases, as half an hour would."""

    def __init__(self, campaign, me, helper, readers, time_passes) -> None:
        self.campaign, self.me, self.helper, self.time_passes = campaign, me, helper, time_passes
        self.readers = readers
        self.counts = self.read()
        self.pairs: dict[tuple[str, str], Noticed] = {}
        self.helpers: set[tuple[str, str]] = set()
        self.helpers_look: set[tuple[str, str]] = set()
        self.drawn = random.Random(17)

    def see(self, slots: list[dict]) -> list[dict]:
        """Those that are new, with what can be noticed of a pair at first sight."""
        new = [slot for slot in slots if pair_of(slot) not in self.pairs]
        ends = [parse_datetime(slot["expires_at"]).timestamp() for slot in slots]
        for place, slot in enumerate(slots):
            if slot not in new:
                continue
            noticed = self.pairs[pair_of(slot)] = Noticed(len(self.pairs))
            noticed.features |= {
                "number of the slot": float(slot["id"]),
                "when it was first given": float(noticed.seen),
                "place among those in hand": (
                    place / max(len(slots) - 1, 1) if len(slots) > 1 else 0.5
                ),
                "end of the lease": ends[place] - max(ends),
                "length of its address": float(len(slot["video"]["url"])),
                "size of the payload": float(len(str(slot))),
            }
        return new

    def notice(self, slot: dict, **what: float) -> None:
        self.pairs[pair_of(slot)].features |= what

    def read(self) -> list[int]:
        return [reader.left() for reader in self.readers]

    def notice_counts(self, slots: list[dict], what: str) -> None:
        """What has become of both counts since they were read last, by what was done to these."""
        before, self.counts = self.counts, self.read()
        for slot in slots if before else ():
            mine, theirs = (
                (then - now) / len(slots) for then, now in zip(before, self.counts, strict=True)
            )
            self.notice(slot, **{f"my count, {what}": mine, f"the helper's count, {what}": theirs})

    def look_ahead(self, count: int) -> set[tuple[str, str]]:
        """The helper looks at what comes next, and gives it back."""
        slots = self.helper.claim(self.campaign, count)
        for slot in slots:
            self.helper.post(f"slots/{slot['id']}/release", {"lease": slot["lease"]})
        self.helpers_look |= {pair_of(slot) for slot in slots}
        return {pair_of(slot) for slot in slots}

    def play(self, rounds: int, *, until: int) -> None:
        """At least so many rounds, and then until more than `until` pairs were seen: how many a
        round brings is drawn."""
        for number in range(3 * rounds):
            if number >= rounds and len(self.pairs) > until:
                break
            if self.readers and number % 2:
                self.watch()
                continue
            self.round(
                self.drawn.choice((1, 1, 1, 1, 2, 3)),
                put_off=number % 5 == 4,
                wait=number % 3 == 2,
                rate=number % 7 == 6,
                look=number % 4,
            )
        self.finish()

    def watch(self) -> None:
        """One claim and one answer. The helper looks ahead before, and both read all the while."""
        ahead = self.look_ahead(1)
        self.counts = self.read()
        slots = self.me.claim(self.campaign)
        new = self.see(slots)
        self.notice_counts(new, "watched, claimed")
        for slot in slots:
            self.me.say(slot)
        self.notice_counts(new, "watched, answered")
        for slot in new:
            self.notice(slot, came_as_the_helper_saw=float(pair_of(slot) in ahead))

    def round(self, count: int, *, put_off: bool, wait: bool, rate: bool, look: int) -> None:
        """Claim, give back, claim again, let leases end, claim again; then answer what is in hand,
        each in a way of its own. `look`: at how many the helper looks before."""
        ahead = self.look_ahead(look) if look else set()
        before = set(self.helpers_look)
        self.counts = self.read()
        slots = self.me.claim(self.campaign, count)
        new = self.see(slots)
        self.notice_counts(new, "claimed")
        for slot in new:
            self.notice(
                slot,
                the_helper_looked_ahead=float(pair_of(slot) in ahead) if ahead else 0.5,
                the_helper_had_looked=float(pair_of(slot) in before),
            )
        if wait:
            an_hour_passes()
            self.notice_counts(new, "an hour after the claim")
        for slot in slots:
            self.me.post(f"slots/{slot['id']}/release", {"lease": slot["lease"]})
        self.notice_counts(slots, "given back")
        if rate:
            self.help()
        again = self.me.claim(self.campaign, count)
        self.see(again)
        for slot in slots:
            self.notice(slot, came_back=float(pair_of(slot) in map(pair_of, again)))
        if wait:
            self.time_passes()
            late = again
            again = self.me.claim(self.campaign, count)
            self.see(again)
            for slot in late:
                self.notice(slot, came_back_late=float(pair_of(slot) in map(pair_of, again)))
        if put_off and again:
            self.put_off(again[0])
            again = again[1:]
        for more, slot in zip(range(len(again), 0, -1), again, strict=True):
            self.answer(slot, holding=more)

    def put_off(self, slot: dict) -> None:
        said = self.me.post(f"slots/{slot['id']}/release", {"lease": slot["lease"], "later": True})
        beat = self.me.post(f"slots/{slot['id']}/heartbeat", {"lease": slot["lease"]})
        self.notice(slot, put_off=float(said.status_code), kept_after=float(beat.status_code))

    def answer(self, slot: dict, holding: int) -> None:
        """Cannot judge; the helper rates, and may be given the pair; the answer is taken back, or
        changed."""
        beat = self.me.post(f"slots/{slot['id']}/heartbeat", {"lease": slot["lease"]})
        self.counts = self.read()
        said = self.me.say(slot, "cannot_judge", reason="unclear_video").json()
        self.notice_counts([slot], "answered")
        self.help()
        self.notice(
            slot,
            heartbeat=float(beat.status_code),
            the_helper_had_it=float(pair_of(slot) in self.helpers),
        )
        self.counts = self.read()
        if self.drawn.random() < 0.5:
            undone = self.me.post(f"labels/{said['label']}/undo")
            self.notice_counts([slot], "taken back, or not")
            self.notice(slot, undo=float(undone.status_code))
            if undone.status_code == 200:
                mine = next(
                    (
                        held
                        for held in self.me.claim(self.campaign, holding)
                        if pair_of(held) == pair_of(slot)
                    ),
                    None,
                )
                self.notice(slot, in_hand_after_undo=float(mine is not None))
                if mine:
                    self.me.say(mine, "relevant")
        else:
            changed = self.me.post(
                f"labels/{said['label']}/change",
                {"answer": "relevant", "request_id": slot["lease"]},
            )
            self.notice(slot, change=float(changed.status_code))

    def help(self) -> None:
        """The helper rates two pairs, and remembers them."""
        for slot in self.helper.claim(self.campaign, 2):
            self.helpers.add(pair_of(slot))
            self.helper.say(slot, "relevant")

    def finish(self) -> None:
        """What is still in hand comes again, and what was said stands on the history's pages."""
        for slot in self.me.claim(self.campaign, 20):
            if pair_of(slot) in self.pairs:
                self.notice(slot, held_at_the_end=1.0)
        at = f"campaigns/{self.campaign.pk}/labels"
        while at:
            page = self.me.get(at).json()
            for row in page["results"]:
                key = row["caption"], urlparse(row["video"]["url"]).path.rsplit("/", 1)[-1]
                if key in self.pairs:
                    told = self.pairs[key].features
                    told["rows in the history"] = told.get("rows in the history", 0.0) + 1
                    told["may be changed"] = float(row["may_change"])
            at = page["next"].split("/api/v1/")[1] if page.get("next") else None
        captions, clips = (Counter(key[part] for key in self.pairs) for part in (0, 1))
        for key, noticed in self.pairs.items():
            noticed.features |= {
                "how often the caption came": float(captions[key[0]]),
                "how often the clip came": float(clips[key[1]]),
                "the helper had it at last": float(key in self.helpers),
            }


def auc(scores, truth) -> tuple[float, float]:
    """The area under the curve, ties by half; and its standard error if the scores tell nothing, by
    the theory of ranks."""
    scores, truth = np.asarray(scores, float), np.asarray(truth, bool)
    m, n = int(truth.sum()), int((~truth).sum())
    _, ranks_of, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = (ends - (counts - 1) / 2)[ranks_of]
    area = (ranks[truth].sum() - m * (m + 1) / 2) / (m * n)
    tied = (counts**3 - counts).sum() / ((m + n) * (m + n - 1))
    return float(area), float(np.sqrt(max(m + n + 1 - tied, 1e-12) / (12 * m * n)))


def best_guess(features, truth, seed: int = 3):
    """Fitted on one half (ridge regression on the truth), tried on the other: scores and truth of
    that other half."""
    half = np.random.default_rng(seed).permutation(len(truth)) % 2 == 0
    shifted = (features - features[half].mean(0)) / (features[half].std(0) + 1e-9)
    design = np.column_stack([np.ones(len(truth)), shifted])
    fitted = np.linalg.solve(
        design[half].T @ design[half] + np.eye(design.shape[1]),
        design[half].T @ np.asarray(truth, float)[half],
    )
    return design[~half] @ fitted, truth[~half]


def checks_given(campaign) -> set[tuple[str, str]]:
    """The truth, which no rater is told: pairs that were given out as checks."""
    rows = Slot.objects.filter(campaign=campaign, kind="gold").values_list(
        "item__query__text", "item__video__key"
    )
    return {(caption, f"{key}.mp4") for caption, key in rows}


def an_hour_passes() -> None:
    """For the counts that are taken once an hour."""
    Member.objects.update(left_taken=F("left_taken") - timedelta(hours=1))
