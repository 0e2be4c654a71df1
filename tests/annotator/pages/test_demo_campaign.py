"""The demo's campaign, on a demo benchmark without its clips: drawing them is held elsewhere."""

import pytest

from annotator.actions.make_demo_campaign import make_demo_campaign
from annotator.models import Guideline, Item, Label, Member
from annotator.queries import campaigns
from people.actor import SYSTEM
from people.models import Role, User
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.demo.world import make_world
from pooling.models import Video
from tests.factories import make_benchmark, make_run, make_user

pytestmark = pytest.mark.django_db
CAPTIONS = 40


@pytest.fixture
def demo_pool():
    world = make_world()
    keys = [clip.key for clip in world.clips]
    texts = [(caption.text, keys[caption.clip]) for caption in world.captions[:CAPTIONS]]
    benchmark = make_benchmark(texts, name="demo", videos=keys)
    Video.objects.update(state="ready", path="x.mp4")
    run = make_run(benchmark, {number: list(range(10)) for number in range(CAPTIONS)}, depth=10)
    return build_pool(
        actor=SYSTEM,
        benchmark=benchmark,
        name="first round",
        parameters=PoolParameters((run.pk,), depth=10),
    )


def make():
    return make_demo_campaign(SYSTEM, lambda *_: None)


def test_a_third_of_it_is_labelled_and_the_rest_is_left_to_try(demo_pool):
    made = make()
    assert made.campaign == "first round"
    assert made.pairs / 3 <= made.labels <= made.pairs / 3 + 20
    assert Label.objects.count() == made.labels
    assert set(Label.objects.values_list("rater__username", flat=True)) == {"rater1", "rater2"}
    judged = Item.objects.exclude(verdict=None).count()
    assert 0 < judged < made.pairs
    assert "rolls, rises, falls or bounces" in Guideline.objects.get().markdown
    roles = dict(Member.objects.values_list("person__username", "role"))
    assert roles == {"rater1": "rater", "rater2": "rater", "adjudicator": "adjudicator"}
    assert campaigns.whole_demo_is_made()


def test_raters_are_mostly_right(demo_pool):
    make()
    world = make_world()
    row = {caption.text: number for number, caption in enumerate(world.captions)}
    column = {clip.key: number for number, clip in enumerate(world.clips)}
    said = Label.objects.values_list("item__query__text", "item__video__key", "answer")
    right = [
        world.truth[row[text], column[key]] == (answer == "relevant") for text, key, answer in said
    ]
    assert 0.85 < sum(right) / len(right) < 1


def test_made_again_nothing_is_added(demo_pool):
    labels = make().labels
    assert make().labels == 0
    assert Label.objects.count() == labels
    assert Member.objects.count() == 3


def test_real_people_who_bear_a_demo_name_take_no_part(demo_pool):
    make_user(Role.RATER, username="rater1")
    make_user(Role.VIEWER, username="adjudicator")
    make()
    assert set(Member.objects.values_list("person__username", flat=True)) == {"rater2"}
    assert not Label.objects.filter(rater=User.objects.get(username="rater1")).exists()


def test_what_somebody_paused_is_left_alone(demo_pool):
    make()
    campaign = campaigns.demo_campaign()
    assert campaign is not None
    campaign.state = "paused"
    campaign.items_count *= 2
    campaign.save()
    assert make().labels == 0
