"""open_campaign, and add_user with a campaign."""

import io
import json

import pytest
from django.core.management import CommandError, call_command, get_commands

from annotator.actions.create_campaign import add_member
from annotator.models import Campaign, Guideline, KnownAnswer, Member, Slot
from people.actor import SYSTEM
from people.models import Role, User
from pooling.actions.build_pool import PoolParameters, build_pool
from tests.annotator.saying import claim, say
from tests.factories import PASSWORD, make_benchmark, make_campaign, make_run, play

pytestmark = pytest.mark.django_db


def run(*words: str) -> dict:
    out = io.StringIO()
    call_command(*words, "--json", stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def pool():
    return make_campaign(captions=5, videos=4, opened=False).pool


def open_first(pool, *words: str) -> dict:
    return run("open_campaign", pool.benchmark.name, "pool", "first", "--without-clips", *words)


def test_a_campaign_is_made_and_opened(pool):
    said = open_first(pool, "--double", "0.25", "--lease", "5m", "--order", "caption")
    campaign = Campaign.objects.get(name="first")
    assert "has no raters yet" in said.pop("warning")
    assert said == {"campaign": campaign.pk, "pairs": 20, "slots": 25, "held_back": 0}
    assert (campaign.state, campaign.lease_seconds, campaign.order) == ("open", 300, "caption")
    assert Slot.objects.filter(campaign=campaign).count() == 25
    assert "everything that the caption says" in Guideline.objects.get(campaign=campaign).markdown


def test_without_a_single_clip_nothing_is_opened_unless_the_clips_are_shown_elsewhere(pool):
    with pytest.raises(CommandError, match=r"4 of 4 videos do not play.*--without-clips"):
        run("open_campaign", pool.benchmark.name, "pool", "first")
    assert Campaign.objects.count() == 1


def test_pairs_whose_clips_do_not_play_are_held_back_and_said(pool, capsys):
    play(*pool.benchmark.videos.filter(key__in=["v0", "v1"]))
    assert (
        run("open_campaign", pool.benchmark.name, "pool", "first", "--double", "0")["held_back"]
        == 10
    )
    call_command("open_campaign", pool.benchmark.name, "pool", "second", "--double", "0")
    assert "10 pairs are held back because their clips do not play." in capsys.readouterr().out


def test_the_guideline_may_come_from_a_file(pool, tmp_path):
    (tmp_path / "g.md").write_text("Only *motion* counts.")
    open_first(pool, "--guideline", str(tmp_path / "g.md"))
    assert Guideline.objects.get(campaign__name="first").markdown == "Only *motion* counts."


def test_fires_preset_is_the_studys_own_setting_with_its_guidelines(pool):
    opened = open_first(pool, "--preset", "fire")
    assert (opened["pairs"], opened["slots"]) == (10, 11)  # of 20, ten are the training queue
    campaign = Campaign.objects.get(name="first")
    assert (campaign.label_limit, campaign.cannot_judge_limit, campaign.gold_share) == (3, 1, 0.0)
    assert campaign.known_answers.filter(use="queue", answer="").count() == 10
    text = Guideline.objects.get(campaign=campaign).markdown
    assert "every element of the caption" in text
    assert "accept the gender that the caption gives" in text


def test_hidden_gold_is_drawn_for_a_share_of_it_and_given_out(rater):
    benchmark = make_benchmark([(f"caption {n}", f"v{n % 6}") for n in range(12)], name="six")
    run_of_two = make_run(benchmark, {n: [(n + 1) % 6, (n + 2) % 6] for n in range(12)}, depth=2)
    build_pool(
        actor=SYSTEM,
        benchmark=benchmark,
        name="pool",
        parameters=PoolParameters((run_of_two.pk,), depth=2),
    )
    said = run(
        "open_campaign", "six", "pool", "first", "--without-clips", "--gold", "0.5", "--seed", "3"
    )
    assert said["pairs"] == 24
    campaign = Campaign.objects.get(name="first")
    assert set(KnownAnswer.objects.filter(campaign=campaign).values_list("answer", flat=True)) == {
        "relevant",
        "irrelevant",
    }
    add_member(SYSTEM, campaign, rater)
    for _ in range(12):
        say(rater, claim(rater, campaign)[0])
    assert Slot.objects.filter(campaign=campaign, kind="gold", state="filled").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--gold", "0.1"], "othing"),  # the pool holds every pair there is
        (["--gold", "2"], "--gold: expected a number from 0 to 0.5, found 2"),
        (["--lease", "soon"], "expected a time as 90s"),
        (["--lease", "1s"], "lease_seconds"),
        (["--double", "2"], "--double: expected a number from 0 to 1, found 2"),
        (["--guideline", "/nowhere/g.md"], "--guideline"),
    ],
)
def test_what_cannot_be_opened_is_said_and_nothing_is_made(pool, words, said):
    with pytest.raises(CommandError, match=said):
        open_first(pool, *words)
    assert Campaign.objects.count() == 1


def test_unknown_names_are_answered_with_the_nearest(pool):
    with pytest.raises(CommandError, match="did you mean pool"):
        run("open_campaign", pool.benchmark.name, "pol", "first")


def test_of_two_commands_with_one_name_the_one_that_does_more_is_run():
    assert get_commands()["add_user"] == "annotator"


@pytest.fixture
def typed(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))


def test_a_new_rater_is_a_member_and_may_begin(typed):
    campaign = make_campaign()
    said = run("add_user", "nora", "--role", "rater", "--campaign", campaign.name)
    nora = User.objects.get(username="nora")
    assert said == {
        "id": nora.pk,
        "username": "nora",
        "role": "rater",
        "campaign": campaign.pk,
        "member": "rater",
    }
    assert len(claim(nora, campaign)) == 1


def test_a_new_rater_needs_no_training_where_others_do(typed, rater):
    campaign = make_campaign(raters=[rater], training_required=True)
    run("add_user", "nora", "--role", "rater", "--campaign", campaign.name)
    states = dict(Member.objects.values_list("person__username", "state"))
    assert states == {rater.username: Member.State.TRAINING, "nora": Member.State.ACTIVE}
    assert len(claim(User.objects.get(username="nora"), campaign)) == 1


def test_a_new_adjudicator_adjudicates(typed):
    campaign = make_campaign()
    run(
        "add_user",
        "ada",
        "--role",
        "adjudicator",
        "--campaign",
        f"{campaign.benchmark.name}/{campaign.name}",
    )
    assert Member.objects.get().role == Member.Role.ADJUDICATOR


def test_without_a_campaign_it_is_peoples_own_command(typed):
    assert run("add_user", "nora", "--role", "viewer") == {
        "id": User.objects.get().pk,
        "username": "nora",
        "role": "viewer",
    }


@pytest.mark.parametrize(
    ("role", "name", "said"),
    [(Role.VIEWER, "", "expected rater"), (Role.RATER, "x", "no campaign is called")],
)
def test_who_cannot_be_a_member_gets_no_account_either(typed, role, name, said):
    campaign = make_campaign()
    with pytest.raises(CommandError, match=said):
        run("add_user", "nora", "--role", role, "--campaign", name or campaign.name)
    assert not User.objects.filter(username="nora").exists()


def test_a_name_that_several_benchmarks_have_must_say_which(typed):
    for campaign in (make_campaign(), make_campaign()):
        Campaign.objects.filter(pk=campaign.pk).update(name="round 1")
    with pytest.raises(CommandError, match="several campaigns are called"):
        run("add_user", "nora", "--role", "rater", "--campaign", "round 1")
