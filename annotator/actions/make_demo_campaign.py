"""The demo's two campaigns, one of them with grades: members, guidelines, and labels of raters who
err, given by the same actions as everybody's."""

import uuid
from collections.abc import Callable, Sequence

import numpy as np
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop

from annotator.actions.claim_slots import claim_slots
from annotator.actions.create_campaign import add_member
from annotator.actions.start_campaign import start_campaign
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.models import Answer, Campaign, Member
from annotator.queries.campaigns import (
    CAMPAIGN,
    GRADED,
    demo_campaign,
    graded_demo_campaign,
    labels_missing,
)
from annotator.slots.give import Held
from foundation.frozen import frozen
from people.actions.make_demo_accounts import make_demo_accounts
from people.actor import Actor
from people.models import User
from people.queries import find_person
from pooling.actions.build_pool import build_pool
from pooling.actions.draw_captions import PoolParameters
from pooling.demo.captions import grades_of
from pooling.demo.world import Truth, World, make_world, simulate_raters
from pooling.models import Benchmark, Pool, Video
from pooling.queries.demo import BENCHMARK, POOL

RATERS = ("rater1", "rater2")
ERRORS = (0.04, 0.09)
SEED = 7
AT_ONCE = 10
GUIDELINE = """\
A clip is **relevant** to a caption if everything that the caption says is true of the clip.

- *Moves* means that something rolls, rises, falls or bounces.
- Colours, shapes, sizes and the ground must be as the caption says.
- The caption need not say everything: a clip may show more.
- If you cannot tell, choose *cannot judge* and say why.
"""

# Of the campaign with grades.
GRADED_CAPTIONS, GRADED_DEPTH = 12, 4
GRADED_ERRORS = (0.1, 0.2)
WORDS = (
    gettext_noop("Nothing fits"),
    gettext_noop("Some of it fits"),
    gettext_noop("Most of it fits"),
    gettext_noop("Everything fits"),
)
GRADED_GUIDELINE = """\
How much of what the caption says is true of the clip?

- **3, everything fits**: colours, shapes, sizes, movement and ground are as the caption says.
- **2, most of it fits**: half of what it says, or more.
- **1, some of it fits**: less than half.
- **0, nothing fits**.

A clip may show more than the caption says. If you cannot tell, choose *cannot judge* and say why.
"""

Report = Callable[[int, int, str], None]
Says = Callable[[int, Held], Answer | int]  # a rater, by number, of a pair


@frozen
class DemoCampaign:
    campaign: str
    pairs: int
    labels: int


def make_demo_campaign(actor: Actor, report: Report) -> DemoCampaign:
    """Makes what is missing and leaves the rest. Only accounts of the demo take part: others may be
    real people's."""
    campaign = demo_campaign() or _start(actor)
    raters = _people(actor, campaign)
    given = _label(campaign, raters, _answers(campaign), report) if raters else 0
    return DemoCampaign(campaign.name, campaign.items_count, given)


def make_graded_campaign(actor: Actor, report: Report) -> DemoCampaign:
    """One of four grades beside it, on part of the pairs that nobody has judged."""
    campaign = graded_demo_campaign() or _start_graded(actor)
    raters = _people(actor, campaign)
    given = _label(campaign, raters, _grades(campaign), report) if raters else 0
    return DemoCampaign(campaign.name, campaign.items_count, given)


def _people(actor: Actor, campaign: Campaign) -> list[User]:
    """Its raters; they and the adjudicator become its members."""
    accounts = make_demo_accounts(password=str(settings.HOME.kept_secret("demo-password", 12)))
    ours = {name: person for name, _ in accounts if (person := find_person(name))}
    raters = [ours[name] for name in RATERS if name in ours]
    roles = dict.fromkeys(raters, Member.Role.RATER)
    if "adjudicator" in ours:
        roles[ours["adjudicator"]] = Member.Role.ADJUDICATOR
    for person, role in roles.items():
        add_member(actor, campaign, person, role)
    return raters


def _start(actor: Actor) -> Campaign:
    """Two labels at most: with two raters, what they disagree on goes to the adjudicator."""
    pool = Pool.objects.select_related("benchmark").get(benchmark__name=BENCHMARK, name=POOL)
    return start_campaign(
        actor, pool, CAMPAIGN, guideline=GUIDELINE, double_share=0.2, label_limit=2, seed=SEED
    )


@transaction.atomic
def _start_graded(actor: Actor) -> Campaign:
    of = Benchmark.objects.get(name=BENCHMARK)
    runs = tuple(of.runs.order_by("pk").values_list("pk", flat=True))
    pool = of.pools.filter(name=GRADED).first()
    if pool is None:
        parameters = PoolParameters(runs, depth=GRADED_DEPTH, sample=GRADED_CAPTIONS, seed=SEED)
        pool = build_pool(actor=actor, benchmark=of, name=GRADED, parameters=parameters)
    scale = {"scale": list(WORDS), "relevant_from": len(WORDS) - 1}
    policy = {"double_share": 1.0, "label_limit": 2, "seed": SEED}
    return start_campaign(actor, pool, GRADED, guideline=GRADED_GUIDELINE, **scale, **policy)


def _label(campaign: Campaign, raters: Sequence[User], said_of: Says, report: Report) -> int:
    """Has the raters answer in turns, some pairs each."""
    wanted, given, before = labels_missing(campaign), 0, -1
    while before < given < wanted:
        before = given
        for number, rater in enumerate(raters):
            slots = claim_slots(rater=rater, campaign_id=campaign.pk, count=AT_ONCE).slots
            for slot in slots:
                # As long as a practised rater takes: some seconds, longer for long captions.
                active = 2_500 + 60 * len(slot.caption) + slot.slot * 7_919 % 3_000
                evidence = Evidence(active_ms=active, plays=1 + slot.slot % 2, client="demo")
                said = said_of(number, slot)
                answer, value = (said, None) if isinstance(said, Answer) else (None, said)
                sent = Sent(slot.slot, slot.lease, answer, uuid.uuid4(), value=value)
                submit_label(rater=rater, sent=sent, evidence=evidence)
            given += len(slots)
            report(min(given, wanted), wanted, "Labelling")
    return given


def _answers(campaign: Campaign) -> Says:
    """What each of the raters says of each pair of the demo world."""
    world = make_world()
    relevant = _simulated(world.truth, ERRORS, SEED)
    place_of = _places(world, campaign)

    def said_of(rater: int, slot: Held) -> Answer:
        says = relevant[(*place_of(slot), rater)]
        return Answer.RELEVANT if says else Answer.IRRELEVANT

    return said_of


def _grades(campaign: Campaign) -> Says:
    """The grade of each pair, or where a rater errs the one after next towards the middle, which is
    far."""
    world = make_world()
    grades = grades_of(world.captions, world.clips)
    errs = _simulated(np.zeros_like(world.truth), GRADED_ERRORS, SEED + 1)
    place_of, towards = _places(world, campaign), np.where(grades < len(WORDS) / 2, 2, -2)

    def said_of(rater: int, slot: Held) -> int:
        place = place_of(slot)
        return int(grades[place] + errs[(*place, rater)] * towards[place])

    return said_of


def _simulated(truth: Truth, errors: Sequence[float], seed: int) -> Truth:
    """(captions, clips, raters)"""
    everything = np.argwhere(np.ones_like(truth))
    simulated = simulate_raters(truth, everything, errors, seed)
    return simulated.reshape(*truth.shape, len(errors))


def _places(world: World, campaign: Campaign) -> Callable[[Held], tuple[int, int]]:
    """Where a pair stands in the demo world: its caption and its clip."""
    captions = {caption.text: number for number, caption in enumerate(world.captions)}
    numbers = {clip.key: number for number, clip in enumerate(world.clips)}
    keys = dict(Video.objects.filter(benchmark=campaign.benchmark_id).values_list("pk", "key"))
    return lambda slot: (captions[slot.caption], numbers[keys[slot.video]])
