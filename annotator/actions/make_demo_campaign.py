"""The demo's campaign: members, guidelines, and labels of raters who err, given by the same actions
as everybody's."""

import uuid
from collections.abc import Callable, Sequence

import numpy as np
from django.conf import settings

from annotator.actions.claim_slots import claim_slots
from annotator.actions.create_campaign import add_member
from annotator.actions.start_campaign import start_campaign
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.models import Answer, Campaign, Member
from annotator.queries.campaigns import CAMPAIGN, demo_campaign, labels_missing
from annotator.slots.give import Held
from foundation.frozen import frozen
from people.actions.make_demo_accounts import make_demo_accounts
from people.actor import Actor
from people.models import User
from people.queries import find_person
from pooling.demo.world import make_world, simulate_raters
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


@frozen
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
    raters = [ours[name] for name in RATERS if name in ours]
    roles = dict.fromkeys(raters, Member.Role.RATER)
    if "adjudicator" in ours:
        roles[ours["adjudicator"]] = Member.Role.ADJUDICATOR
    for person, role in roles.items():
        add_member(actor, campaign, person, role)
    given = _label(campaign, raters, report) if raters else 0
    return DemoCampaign(campaign.name, campaign.items_count, given)


def _start(actor: Actor) -> Campaign:
    """Two labels at most: with two raters, what they disagree on goes to the adjudicator."""
    pool = Pool.objects.select_related("benchmark").get(benchmark__name=BENCHMARK, name=POOL)
    return start_campaign(
        actor, pool, CAMPAIGN, guideline=GUIDELINE, double_share=0.2, label_limit=2, seed=SEED
    )


def _label(campaign: Campaign, raters: Sequence[User], report: Report) -> int:
    """Has the raters answer in turns, some pairs each."""
    answer_of = _answers(campaign)
    wanted, given, before = labels_missing(campaign), 0, -1
    while before < given < wanted:
        before = given
        for number, rater in enumerate(raters):
            slots = claim_slots(rater=rater, campaign_id=campaign.pk, count=AT_ONCE).slots
            for slot in slots:
                # As long as a practised rater takes: some seconds, longer for long captions.
                active = 2_500 + 60 * len(slot.caption) + slot.slot * 7_919 % 3_000
                evidence = Evidence(active_ms=active, plays=1 + slot.slot % 2, client="demo")
                sent = Sent(slot.slot, slot.lease, answer_of(number, slot), uuid.uuid4())
                submit_label(rater=rater, sent=sent, evidence=evidence)
            given += len(slots)
            report(min(given, wanted), wanted, "Labelling")
    return given


def _answers(campaign: Campaign) -> Callable[[int, Held], Answer]:
    """What each of the raters says of each pair of the demo world."""
    world = make_world()
    everything = np.argwhere(np.ones_like(world.truth))
    simulated = simulate_raters(world.truth, everything, ERRORS, SEED)
    sentence = simulated.reshape(*world.truth.shape, len(ERRORS))
    captions = {caption.text: number for number, caption in enumerate(world.captions)}
    numbers = {clip.key: number for number, clip in enumerate(world.clips)}
    keys = dict(Video.objects.filter(benchmark=campaign.benchmark_id).values_list("pk", "key"))

    def answer_of(rater: int, slot: Held) -> Answer:
        relevant = sentence[captions[slot.caption], numbers[keys[slot.video]], rater]
        return Answer.RELEVANT if relevant else Answer.IRRELEVANT

    return answer_of
