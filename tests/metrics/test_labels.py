"""Labels as arrays: those that stand and count, of one moment, and nothing else."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import numpy as np
import pytest
from django.core.management import call_command
from django.db import connection, connections, transaction

from annotator.actions.adjudicate import adjudicate
from annotator.actions.ask_again import ask_again
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.know_answers import KnownPair, know_answers
from annotator.models import Answer, Campaign, Item, KnownAnswer, Label, Member
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.labels import FIRST, SECOND, THIRD
from metrics.queries.labels import read_labels
from metrics.queries.shared import ALIKE, DIFFER, NOT_COMPARED, Both, count_shared, shared_pairs
from metrics.studies.agreement import agreement
from metrics.studies.registry import tables_of
from people.actor import SYSTEM, Actor
from people.models import Role, User
from pooling.models import Query, Video
from tests.annotator.exchanging import bring, fire_pair, small_benchmark, write_release
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db
CODES = {"relevant": RELEVANT, "irrelevant": IRRELEVANT, "cannot_judge": UNKNOWN}
KIND_CODES = {"first": FIRST, "second": SECOND, "third": THIRD}
VERDICT_CODES = {
    None: UNKNOWN,
    "relevant": RELEVANT,
    "irrelevant": IRRELEVANT,
    "disagreement": DISAGREEMENT,
}


FIRST_PAGE = (-1, 0)


def answers(pair) -> tuple[str, str]:
    return tuple(said.answer for said in pair.both)


def triples(labels) -> Counter:
    """Of each label: the video and verdict of its pair, its rater, kind and value."""
    columns = (
        labels.videos[labels.pair],
        labels.verdicts[labels.pair],
        labels.rater,
        labels.kind,
        labels.value,
    )
    return Counter(zip(*(column.tolist() for column in columns), strict=True))


def slow_triples(benchmark) -> Counter:
    """The same from the rows, label by label."""
    found: Counter = Counter()
    for label in Label.objects.filter(campaign__benchmark=benchmark).select_related("slot", "item"):
        stands = label.answer != "withdrawn" and not Label.objects.filter(supersedes=label).exists()
        if stands and not hasattr(label, "disregarded") and label.slot.kind in KIND_CODES:
            facts = (label.rater_id, KIND_CODES[label.slot.kind], CODES[label.answer])
            found[label.item.video_id, VERDICT_CODES[label.item.verdict], *facts] += 1
    return found


@pytest.fixture
def doubled(rater, other_rater):
    """Four pairs, labelled twice: rosa finds all relevant, omar the first two she had; nobody has
    adjudicated."""
    campaign = make_campaign(
        captions=2, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    label_all(rater, campaign, "relevant")
    for place, slot in enumerate(claim(other_rater, campaign, 4)):
        say(other_rater, slot, "relevant" if place < 2 else "irrelevant")
    return campaign


def test_it_equals_the_rows(doubled, rater, other_rater):
    labels = read_labels(doubled.benchmark)
    assert triples(labels) == slow_triples(doubled.benchmark)
    assert (labels.pairs, len(labels.pair)) == (4, 8)
    assert labels.names == {rater.pk: "Rosa Rater", other_rater.pk: "Omar Rater"}
    assert labels.campaigns == (doubled.name,)
    assert labels.log_position == Label.objects.latest("pk").pk
    told = agreement(labels, resamples=50).as_json()
    assert (told["pairs"], told["resolved"], told["disagreements"]) == (4, 2, 2)
    assert (told["multiply_labelled"], told["percent_agreement"]) == (4, 0.5)


def test_what_was_superseded_or_withdrawn_never_enters(doubled, rater, other_rater):
    before = read_labels(doubled.benchmark)
    mine = Label.objects.filter(rater=other_rater, answer="irrelevant").order_by("pk")
    change_label(rater=other_rater, label_id=mine[0].pk, answer=Answer.RELEVANT, request_id=uuid4())
    undo_label(rater=other_rater, label_id=mine[1].pk)
    after = read_labels(doubled.benchmark)
    assert triples(after) == slow_triples(doubled.benchmark)
    assert (len(before.pair), len(after.pair)) == (8, 7)
    assert agreement(after, resamples=50).as_json()["percent_agreement"] == 1.0


def test_a_label_that_was_asked_for_again_never_enters(doubled, other_rater, lead):
    ask_again(Actor(lead, "page"), Member.objects.get(person=other_rater).pk, "too fast")
    labels = read_labels(doubled.benchmark)
    assert triples(labels) == slow_triples(doubled.benchmark)
    assert set(labels.rater.tolist()) == {Label.objects.exclude(rater=other_rater)[0].rater_id}


def test_an_adjudication_settles_the_verdict_and_is_no_label_to_compare(doubled, adjudicator):
    Member.objects.create(campaign=doubled, person=adjudicator, role=Member.Role.ADJUDICATOR)
    before = read_labels(doubled.benchmark)
    item = Item.objects.filter(dispute__gt=0).order_by("pk")[0]
    adjudicate(
        adjudicator=adjudicator,
        campaign_id=doubled.pk,
        item_id=item.pk,
        answer=Answer.RELEVANT,
        comment="it is",
        request_id=uuid4(),
    )
    after = read_labels(doubled.benchmark)
    assert Label.objects.filter(slot__kind="adjudication").count() == 1
    assert triples(after) == slow_triples(doubled.benchmark)
    assert len(after.pair) == len(before.pair)
    assert np.bincount(after.verdicts).tolist() == [0, 3, 1]
    assert agreement(after, resamples=50).as_json()["percent_agreement"] == 0.5


def test_checks_by_gold_are_apart_with_what_is_known(rater):
    campaign = make_campaign(captions=20, raters=[rater], gold_share=0.5, double_share=0.0)
    query = Query.objects.filter(benchmark=campaign.benchmark).order_by("number")[0]
    videos = [
        Video.objects.create(benchmark=campaign.benchmark, number=100 + n, key=f"g{n}")
        for n in range(4)
    ]
    known = [
        KnownPair(query.pk, video.pk, truth)
        for video, truth in zip(videos, ["relevant"] * 3 + ["irrelevant"], strict=True)
    ]
    know_answers(SYSTEM, campaign.pk, known, KnownAnswer.Origin.HAND, KnownAnswer.Use.GOLD)
    label_all(rater, campaign)
    checks = Label.objects.filter(slot__kind="gold").count()
    assert checks == 4
    labels = read_labels(campaign.benchmark)
    assert triples(labels) == slow_triples(campaign.benchmark)
    assert len(labels.pair) == 40
    assert sorted(labels.gold.truth.tolist()) == [0, 1, 1, 1]
    assert labels.gold.value.tolist() == [1] * 4
    (row,) = agreement(labels, resamples=10).as_json()["raters"]
    assert row["gold"] == {"n": 4, "agreement": 0.75}
    KnownAnswer.objects.filter(answer="irrelevant").update(active=False)
    assert len(read_labels(campaign.benchmark).gold.truth) == 3


def test_third_labels_are_told_from_the_first_two(rater, other_rater):
    third = make_user(Role.RATER, username="tia", name="Tia Rater")
    campaign = make_campaign(
        captions=1, videos=2, raters=[rater, other_rater, third], double_share=1.0
    )
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    assert label_all(third, campaign, "relevant") == 2
    labels = read_labels(campaign.benchmark)
    assert triples(labels) == slow_triples(campaign.benchmark)
    assert labels.rater[labels.kind == THIRD].tolist() == [third.pk] * 2
    default, let_in = (
        agreement(labels, resamples=50).as_json(),
        agreement(labels, "all", resamples=50).as_json(),
    )
    assert (default["percent_agreement"], default["labels_compared"]) == (0.0, 4)
    assert (let_in["percent_agreement"], let_in["labels_compared"]) == (pytest.approx(1 / 3), 6)


def test_who_cannot_judge_says_neither(rater, other_rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater], double_share=1.0)
    say(rater, claim(rater, campaign)[0], "cannot_judge")
    say(other_rater, claim(other_rater, campaign)[0], "relevant")
    told = agreement(read_labels(campaign.benchmark), resamples=10).as_json()
    assert (told["labels"], told["cannot_judge"], told["multiply_labelled"]) == (1, 1, 0)
    assert told["figures"]["percent"]["reason"] == "no pair has two labels"


def test_imports_whose_raters_are_not_known_are_left_out_and_counted(tmp_path):
    benchmark = small_benchmark()
    (tmp_path / "t.csv").write_text(
        "caption_id,video_id,label\nc0,v0,relevant\nc1,v0,irrelevant\nc2,v3,disagreement\n"
    )
    (tmp_path / "q.txt").write_text("c0 0 v1 1\nc1 0 v1 0\n")
    bring(benchmark, tmp_path / "t.csv", "triplets")
    bring(benchmark, tmp_path / "q.txt", "qrels")
    write_release(
        tmp_path / "f.json", [fire_pair("a person does 4", "v4", ["relevant", "relevant"], [3, 8])]
    )
    bring(benchmark, tmp_path / "f.json", "fire", dataset="MSVD")
    labels = read_labels(benchmark)
    assert [(one.campaign, one.pairs) for one in labels.left_out] == [
        ("import t.csv", 3),
        ("import q.txt", 2),
    ]
    assert sorted(labels.names.values()) == ["Rater 3 of f.json", "Rater 8 of f.json"]
    assert labels.pairs == 1
    note = " ".join(tables_of(agreement(labels, resamples=10))[1].notes)
    assert "5 pairs that came from elsewhere (import t.csv, import q.txt)" in note
    assert read_labels(benchmark, Campaign.objects.get(name="import t.csv")).pairs == 0


def test_a_pair_that_two_campaigns_asked_about_is_a_unit_in_each(tmp_path):
    benchmark = small_benchmark()
    for name, answers in (("one", ["relevant", "relevant"]), ("two", ["relevant", "irrelevant"])):
        write_release(
            tmp_path / f"{name}.json", [fire_pair("a person does 4", "v4", answers, [3, 8])]
        )
        bring(benchmark, tmp_path / f"{name}.json", "fire", dataset="MSVD")
    told = agreement(read_labels(benchmark), resamples=10).as_json()
    assert (told["pairs"], told["percent_agreement"], told["campaigns"]) == (
        2,
        0.5,
        ["import one.json", "import two.json"],
    )
    only = read_labels(benchmark, Campaign.objects.get(name="import two.json"))
    assert agreement(only, resamples=10).as_json()["percent_agreement"] == 0.0
    assert {row.name for row in agreement(only, resamples=10).raters} == {
        "Rater 3 of two.json",
        "Rater 8 of two.json",
    }


def test_namesakes_are_told_apart(rater):
    namesake = make_user(Role.RATER, username="rosa2", name="Rosa Rater")
    campaign = make_campaign(captions=1, videos=1, raters=[rater, namesake], double_share=1.0)
    label_all(rater, campaign)
    label_all(namesake, campaign)
    assert sorted(read_labels(campaign.benchmark).names.values()) == [
        "Rosa Rater (rosa)",
        "Rosa Rater (rosa2)",
    ]


def test_shared_pairs_come_with_those_in_dispute_first_and_page_by_key(doubled, rater, other_rater):
    both = Both([doubled], rater, other_rater)
    whole = shared_pairs(both, after=FIRST_PAGE, limit=10)
    assert [(*answers(pair), pair.place) for pair in whole] == [
        ("relevant", "irrelevant", DIFFER)
    ] * 2 + [("relevant", "relevant", ALIKE)] * 2
    assert [pair.verdict for pair in whole] == ["disagreement"] * 2 + ["relevant"] * 2
    seen, after = [], FIRST_PAGE
    while page := shared_pairs(both, after=after, limit=1):
        seen += page
        after = (page[-1].place, page[-1].item)
    assert seen == whole
    turned = shared_pairs(Both([doubled], other_rater, rater), after=FIRST_PAGE, limit=10)
    assert [answers(pair)[::-1] for pair in turned] == [answers(pair) for pair in whole]
    found = count_shared(both)
    assert (found.differ, found.alike, found.not_compared, found.compared) == (2, 2, 0, 4)


def test_shared_pairs_say_why_one_could_not_judge_and_what_was_remarked(rater, other_rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater, other_rater], double_share=1.0)
    for slot in claim(rater, campaign, 2):
        say(rater, slot, "relevant", comment="plainly")
    first, second = claim(other_rater, campaign, 2)
    say(other_rater, first, "cannot_judge", reason="unclear_caption", comment="what is it?")
    say(other_rater, second, "irrelevant")
    differ, unable = shared_pairs(Both([campaign], rater, other_rater), after=FIRST_PAGE, limit=9)
    assert (differ.place, unable.place) == (DIFFER, NOT_COMPARED)
    theirs = unable.both[1]
    assert (theirs.answer, theirs.kind) == ("cannot_judge", "Second")
    assert (theirs.reason, theirs.comment) == ("The caption cannot be understood", "what is it?")
    assert (differ.both[0].comment, differ.both[0].kind) == ("plainly", "First")


@pytest.mark.django_db(transaction=True)
def test_a_label_that_comes_during_the_read_is_in_none_of_it(rater):
    """The reader has begun, and waits for the known answers' table; when it goes on, one more label
    has been committed."""
    campaign = make_campaign(captions=1, videos=2, raters=[rater], double_share=0.0)
    first, second = claim(rater, campaign, 2)
    say(rater, first)
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE annotator_knownanswer IN ACCESS EXCLUSIVE MODE")
            reading = other.submit(_read, campaign.benchmark)
            _wait_for_a_reader(cursor)
            say(rater, second)
        read = reading.result()
    old, new = Label.objects.order_by("pk").values_list("pk", flat=True)
    assert (len(read.pair), read.log_position) == (1, old)
    assert (
        len(read_labels(campaign.benchmark).pair),
        read_labels(campaign.benchmark).log_position,
    ) == (2, new)


def _read(benchmark):
    try:
        return read_labels(benchmark)
    finally:
        connections.close_all()


def _wait_for_a_reader(cursor) -> None:
    for _ in range(1_000):
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE relation = 'annotator_knownanswer'::regclass AND"
            " NOT granted"
        )
        if cursor.fetchone()[0]:
            return
        time.sleep(0.01)
    raise AssertionError("nobody came to read the known answers")


# A pair with two labels of one rater, as releases made elsewhere have them


@pytest.fixture
def repeated(tmp_path):
    """Rater 3 labelled the first pair twice and says otherwise the second time, and the third pair
    twice and alone."""
    benchmark = small_benchmark()
    rows = [
        fire_pair("a person does 0", "v0", ["relevant", "relevant"], [3, 8]),
        fire_pair("a person does 1", "v1", ["irrelevant", "relevant"], [3, 8]),
        fire_pair("a person does 2", "v2", ["relevant"], [3]),
        fire_pair("a person does 3", "v3", ["irrelevant", "irrelevant"], [8, 3]),
    ]
    write_release(tmp_path / "twice.json", rows)
    bring(benchmark, tmp_path / "twice.json", "fire", dataset="MSVD")
    third = User.objects.get(name="Rater 3 of twice.json")
    for text, answer in (("a person does 0", "irrelevant"), ("a person does 2", "relevant")):
        label_again(Label.objects.get(item__query__text=text, rater=third), answer)
    return benchmark


def label_again(first: Label, answer: str) -> None:
    """Beside the first one, and not in its place."""
    facts = {
        name: getattr(first, name) for name in ("campaign", "item", "slot", "rater", "given_at")
    }
    Label.objects.create(**facts, answer=answer, request_id=uuid4())


@pytest.mark.parametrize("which", ["independent", "all"])
def test_of_a_rater_with_two_labels_on_a_pair_the_first_counts(repeated, which):
    told = agreement(read_labels(repeated), which, resamples=20).as_json()
    assert told["repeated"] == {"pairs": 2, "labels": 2, "contradicting": 1}
    assert (told["pairs"], told["labels"]) == (4, 9)  # what was given
    assert (told["multiply_labelled"], told["labels_compared"]) == (3, 6)
    assert told["percent_agreement"] == pytest.approx(2 / 3)
    (two,) = told["pairwise"]
    assert (two["shared"], two["agreement"]) == (3, pytest.approx(2 / 3))
    others = {row["rater"]: row["others"] for row in told["raters"]}
    assert [one["n"] for one in others.values()] == [3, 3]


def test_it_is_said_by_command_page_and_api(repeated, signed_in, lead):
    said = (
        "2 pairs had 2 labels by a rater who had labelled the pair before (1 of these say otherwise"
        " than the first)"
    )
    assert said in call_command("agreement", repeated.name, resamples=20)
    browser = signed_in(lead)
    page = browser.get(f"/agreement/{repeated.pk}/")
    assert page.status_code == 200
    assert said in page.text
    told = browser.get("/api/v1/agreement", {"benchmark": repeated.pk, "resamples": 20})
    assert (told.status_code, told.json()["repeated"]["pairs"]) == (200, 2)


def test_each_pair_stands_once_among_those_two_raters_share(repeated):
    labels = read_labels(repeated)
    third, eighth = (User.objects.get(pk=number) for number in sorted(labels.names))
    campaigns = list(Campaign.objects.filter(benchmark=repeated))
    both = Both(campaigns, third, eighth)
    shared = shared_pairs(both, after=FIRST_PAGE, limit=10)
    assert [(pair.caption, *answers(pair)) for pair in shared] == [
        ("a person does 1", "irrelevant", "relevant"),
        ("a person does 0", "relevant", "relevant"),
        ("a person does 3", "irrelevant", "irrelevant"),
    ]
    assert count_shared(both).compared == 3
    turned = shared_pairs(Both(campaigns, eighth, third), after=FIRST_PAGE, limit=10)
    assert [answers(pair)[::-1] for pair in turned] == [answers(pair) for pair in shared]
