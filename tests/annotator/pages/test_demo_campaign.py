"""The demo's campaign, on a demo benchmark without its clips: drawing them is held elsewhere."""

import pytest

from annotator.actions.make_demo_campaign import WORDS, make_demo_campaign, make_graded_campaign
from annotator.models import Guideline, Item, Label, Member
from annotator.queries import campaigns
from people.actor import SYSTEM
from people.models import Role, User
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.demo.captions import grades_of
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
    assert not campaigns.whole_demo_is_made()


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


def test_beside_it_is_one_with_grades_and_with_disputes_to_decide(demo_pool):
    first = make()
    judged = set(Item.objects.exclude(verdict=None).values_list("query", "video"))
    made = make_graded_campaign(SYSTEM, lambda *_: None)
    campaign = campaigns.graded_demo_campaign()
    assert campaign is not None
    assert (campaign.name, campaign.scale, campaign.relevant_from) == ("grades", list(WORDS), 3)
    of = Label.objects.filter(campaign=campaign)
    assert of.count() == made.labels == Label.objects.count() - first.labels
    assert set(of.values_list("value", flat=True)) == {0, 1, 2, 3}
    items = Item.objects.filter(campaign=campaign)
    assert not judged & set(items.values_list("query", "video"))  # none of those judged before
    assert items.filter(dispute__gt=0).exists()
    assert items.exclude(grade=None).exists()
    assert items.filter(labels_used__len=2).exists()  # agreement has something to go by
    assert items.filter(verdict=None).count() > items.count() / 4  # the rest is left to try
    assert campaigns.whole_demo_is_made()
    assert make_graded_campaign(SYSTEM, lambda *_: None).labels == 0


def test_what_is_true_of_a_clip_has_the_highest_grade():
    world = make_world()
    grades = grades_of(world.captions, world.clips)
    assert ((grades == len(WORDS) - 1) == world.truth).all()
    assert set(grades.ravel().tolist()) == {0, 1, 2, 3}
