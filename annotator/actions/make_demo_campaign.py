"""The demo's campaign: members, guidelines, and labels of raters who err, given by the same actions
as everybody's."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from django.conf import settings

from annotator.actions.claim_slots import claim_slots
from annotator.actions.create_campaign import add_member
from annotator.actions.start_campaign import start_campaign
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.models import Answer, Campaign, Member
from annotator.queries.demo import CAMPAIGN, demo_campaign, labels_missing
from annotator.slots.give import Held
from people.actions.make_demo_accounts import make_demo_accounts
from people.actor import Actor
from people.models import User
from people.queries import find_person
from pooling.demo.world import World, make_world, simulate_raters
from pooling.models import Pool, Video
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

Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class DemoCampaign:
    campaign: str
    pairs: int
    labels: int


def make_demo_campaign(actor: Actor, report: Report) -> DemoCampaign:
    """Makes what is missing and leaves the rest. Only accounts of the demo take part: others may be
    real people's."""
    accounts = make_demo_accounts(password=str(settings.HOME.kept_secret("demo-password", 12)))
    ours = {name: person for name, _ in accounts if (person := find_person(name))}
    campaign = demo_campaign() or _start(actor)
    for name in (*RATERS, "adjudicator"):
        if name in ours:
            role = Member.Role.RATER if name in RATERS else Member.Role.ADJUDICATOR
            add_member(actor, campaign, ours[name], role)
    given = 0
    if raters := [ours[name] for name in RATERS if name in ours]:
        given = _label(campaign, raters, report)
    return DemoCampaign(campaign.name, campaign.items_count, given)


def _start(actor: Actor) -> Campaign:
    """Two labels at most: with two raters, what they disagree on goes to the adjudicator."""
    pool = Pool.objects.select_related("benchmark").get(benchmark__name=BENCHMARK, name=POOL)
    return start_campaign(
        actor, pool, CAMPAIGN, guideline=GUIDELINE, double_share=0.2, label_limit=2, seed=SEED
    )


def _label(campaign: Campaign, raters: Sequence[User], report: Report) -> int:
    """Has the raters answer in turns, some pairs each."""
    answers = _Answers(campaign, make_world())
    wanted, given = labels_missing(campaign), 0
    while given < wanted:
        before = given
        for number, rater in enumerate(raters):
            slots = claim_slots(rater=rater, campaign_id=campaign.pk, count=AT_ONCE).slots
            for slot in slots:
                _say(rater, slot, answers.of(number, slot))
            given += len(slots)
            report(min(given, wanted), wanted, "Labelling")
        if given == before:
            break
    return given


def _say(rater: User, slot: Held, answer: Answer) -> None:
    """Answers, taking as long as a practised rater: some seconds, longer for long captions."""
    active = 2_500 + 60 * len(slot.caption) + slot.slot * 7_919 % 3_000
    evidence = Evidence(active_ms=active, plays=1 + slot.slot % 2, client="demo")
    submit_label(
        rater=rater, sent=Sent(slot.slot, slot.lease, answer, uuid.uuid4()), evidence=evidence
    )


class _Answers:
    """What each of the raters says of each pair of the demo world."""

    def __init__(self, campaign: Campaign, world: World) -> None:
        everything = np.argwhere(np.ones_like(world.truth))
        self.said = simulate_raters(world.truth, everything, ERRORS, SEED).reshape(
            *world.truth.shape, len(ERRORS)
        )
        self.captions = {caption.text: number for number, caption in enumerate(world.captions)}
        numbers = {clip.key: number for number, clip in enumerate(world.clips)}
        keys = Video.objects.filter(benchmark_id=campaign.benchmark_id).values_list("pk", "key")
        self.clips = {video: numbers[key] for video, key in keys}

    def of(self, rater: int, slot: Held) -> Answer:
        relevant = self.said[self.captions[slot.caption], self.clips[slot.video], rater]
        return Answer.RELEVANT if relevant else Answer.IRRELEVANT
