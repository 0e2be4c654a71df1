"""What an adjudicator decided, in a FIRE release: it is the label there, and nobody takes it for a
rater's."""

import json
import uuid

import pytest
from django.core.management import CommandError, call_command

from annotator.actions.adjudicate import adjudicate
from annotator.models import Answer, Item, Label
from pooling.models import JudgedPair
from tests.annotator.exchanging import bring, fire_pair, small_benchmark, take, write_release
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_benchmark, make_campaign

pytestmark = pytest.mark.django_db
YES, NO = "relevant", "irrelevant"
# What the release's own loader asks of each pair. It passes over any other field.
LOADED = {
    "annotator_ids": int,
    "annotator_labels": str,
    "response_ids": int,
    "queue_ids": int,
    "models": str,
    "video_id": None,
    "query": None,
    "dataset": None,
}


def gold_of(release: dict) -> dict[tuple[str, str], bool]:
    """As the release's own loader has it: the label as it stands, of each pair among the
    annotations."""
    for pair in release["annotations"] + release["disagreements"]:
        for name, element in LOADED.items():
            assert (
                isinstance(pair[name], str)
                if element is None
                else all(isinstance(one, element) for one in pair[name])
            )
        assert (
            len(pair["annotator_ids"]) == len(pair["annotator_labels"]) == len(pair["response_ids"])
        )
        assert set(pair["annotator_labels"]) <= {YES, NO}
    assert all("label" not in pair for pair in release["disagreements"])
    return {
        (pair["query"], pair["video_id"]): pair["label"] == YES for pair in release["annotations"]
    }


def judged_pairs() -> dict[tuple[str, str], bool]:
    rows = JudgedPair.objects.exclude(verdict="disagreement").values_list(
        "query__text", "video__key", "verdict"
    )
    return {(text, video): verdict == YES for text, video, verdict in rows}


@pytest.fixture
def decided(rater, other_rater, lead):
    """Of six pairs one was decided out of a tie, one that nobody could judge, one is agreed upon,
    three are disagreements."""
    campaign = make_campaign(
        captions=3, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    say(rater, claim(rater, campaign)[0], "cannot_judge")
    say(rater, claim(rater, campaign)[0], NO)
    label_all(rater, campaign, YES)
    while slots := claim(other_rater, campaign):
        hard = Label.objects.filter(item__slots=slots[0].slot, answer="cannot_judge").exists()
        say(other_rater, slots[0], "cannot_judge" if hard else NO)
    nobody_could = Item.objects.get(campaign=campaign, verdict=None)
    tie = Item.objects.filter(campaign=campaign, verdict="disagreement").first()
    for item, answer in ((nobody_could, Answer.RELEVANT), (tie, Answer.IRRELEVANT)):
        request = uuid.uuid4()
        adjudicate(
            adjudicator=lead,
            campaign_id=campaign.pk,
            item_id=item.pk,
            answer=answer,
            comment="seen",
            request_id=request,
        )
    return campaign


def test_a_decision_is_the_label_and_the_raters_own_stay_beside_it(
    tmp_path, decided, rater, other_rater
):
    take(decided.benchmark, tmp_path / "fire.json", "fire")
    release = json.loads((tmp_path / "fire.json").read_text())
    assert (len(release["annotations"]), len(release["disagreements"])) == (3, 3)
    assert gold_of(release) == judged_pairs()
    told = [pair for pair in release["annotations"] if "adjudicator_id" in pair]
    assert sorted((pair["label"], sorted(pair["annotator_labels"])) for pair in told) == [
        (NO, [NO, YES]),
        (YES, []),
    ]
    assert not {pair["adjudicator_id"] for pair in told} & {
        n for pair in release["annotations"] for n in pair["annotator_ids"]
    }


def test_decisions_come_in_again_as_such_and_go_out_the_same(tmp_path, decided):
    take(decided.benchmark, tmp_path / "out.json", "fire")
    twin = make_benchmark([(f"caption {n}", f"v{n % 2}") for n in range(3)], videos=["v0", "v1"])
    brought = bring(twin, tmp_path / "out.json", "fire")
    items = Item.objects.filter(campaign=brought["id"])
    assert sorted(items.values_list("verdict", "adjudicated")) == [
        ("disagreement", False),
        ("disagreement", False),
        ("disagreement", False),
        (NO, False),
        (NO, True),
        (YES, True),
    ]
    assert Label.objects.filter(campaign=brought["id"], slot__kind="adjudication").count() == 2
    take(twin, tmp_path / "again.json", "fire")
    assert json.loads((tmp_path / "again.json").read_text()) == json.loads(
        (tmp_path / "out.json").read_text()
    )
    assert json.loads(call_command("check_integrity", json=True))["differences"] == []


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (
            {"label": YES, "adjudicator_id": 1},
            "whole number that is none of annotator_ids, found '1'",
        ),
        ({"label": YES, "adjudicator_id": "9"}, "whole number that is none of annotator_ids"),
        ({"label": YES, "adjudicator_id": True}, "whole number that is none of annotator_ids"),
        ({"label": "maybe", "adjudicator_id": 9}, "with the label relevant or irrelevant"),
        ({"adjudicator_id": 9}, "expected it among annotations"),
        ({"label": YES}, "contradicts its own annotator_labels"),
    ],
)
def test_a_decision_that_cannot_be_is_refused(tmp_path, capsys, pair, said):
    benchmark = small_benchmark()
    write_release(
        tmp_path / "f.json", [fire_pair("a person does 0", "v0", [YES, NO], [1, 2], **pair)]
    )
    with pytest.raises(CommandError):
        bring(benchmark, tmp_path / "f.json", "fire")
    assert said in capsys.readouterr().err
    assert not Label.objects.exists()
