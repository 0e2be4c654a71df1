"""manage.py agreement: the demo world's raters as their error rates foretell, the contract's keys,
and plain refusals."""

import csv
import io
import json

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotator.actions.make_demo_campaign import ERRORS, SEED
from pooling.demo.world import make_world, simulate_raters
from pooling.models import Benchmark
from tests.annotator.exchanging import bring, fire_pair, small_benchmark, write_release
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_benchmark, make_campaign

pytestmark = pytest.mark.django_db
CAPTIONS, CLIPS = 60, 24


def said(*words: str) -> str:
    return call_command("agreement", *words)


def told(*words: str) -> dict:
    return json.loads(said(*words, "--json", "--resamples", "500"))


def twice_labelled(*raters, captions=2, videos=2, **more):
    """A campaign whose pairs each get two labels."""
    sizes = {"captions": captions, "videos": videos, "double_share": 1.0, "label_limit": 2}
    return make_campaign(raters=raters, **sizes, **more)


def demo_labels(tmp_path):
    """Some of the demo world's pairs, labelled twice by its two raters; with the truth of each
    pair."""
    world = make_world()
    keys = [clip.key for clip in world.clips]
    captions = {caption.text: number for number, caption in enumerate(world.captions)}
    texts = list(captions)[:CAPTIONS]
    benchmark = make_benchmark([(text, keys[0]) for text in texts], name="demo", videos=keys)
    pairs = np.array([(captions[text], clip) for text in texts for clip in range(CLIPS)])
    answers = simulate_raters(world.truth, pairs, ERRORS, SEED)
    words = np.array(["irrelevant", "relevant"])
    said_of = zip(pairs, words[answers.astype(int)].tolist(), strict=True)
    rows = [
        fire_pair(world.captions[caption].text, keys[clip], given, [1, 2])
        for (caption, clip), given in said_of
    ]
    write_release(tmp_path / "demo.json", rows)
    bring(benchmark, tmp_path / "demo.json", "fire", dataset="MSVD")
    return world.truth[pairs[:, 0], pairs[:, 1]]


def foretold(relevant: float) -> dict[str, float]:
    """What two raters who err at these rates agree to in the long run, where this share of pairs is
    relevant."""
    first, second = ERRORS
    right, wrong = (1 - first) * (1 - second), first * second
    both = relevant * right + (1 - relevant) * wrong
    neither = (1 - relevant) * right + relevant * wrong
    differing = 1 - both - neither
    prevalence = both + differing / 2
    by_chance = 2 * prevalence * (1 - prevalence)
    return {
        "percent": both + neither,
        "positive": 2 * both / (2 * both + differing),
        "negative": 2 * neither / (2 * neither + differing),
        "alpha": 1 - differing / by_chance,
        "ac1": (both + neither - by_chance) / (1 - by_chance),
        "prevalence": prevalence,
    }


def test_the_demo_worlds_raters_agree_as_their_error_rates_foretell(tmp_path):
    truth = demo_labels(tmp_path)
    found = told("demo")
    assert found["pairs"] == found["multiply_labelled"] == len(truth)
    assert found["labels"] == 2 * len(truth)
    for name, expected in foretold(truth.mean()).items():
        figure = found["figures"][name]
        for interval in ("interval", "bootstrap", "jackknife"):
            low, high = figure[interval]
            assert low <= expected <= high, (name, interval, expected)
            assert low < figure["value"] < high
            assert high - low < 0.25
    (bar,) = found["by_number_of_labels"]
    assert (bar["labels"], bar["pairs"]) == (2, len(truth))
    assert bar["agreement"] == found["percent_agreement"]
    named = [row["rater"] for row in found["raters"]]
    assert named == ["Rater 1 of demo.json", "Rater 2 of demo.json"]
    for row in found["raters"]:
        assert row["others"]["agreement"] == pytest.approx(found["percent_agreement"])
        # Of two labels, a verdict takes both.
        assert row["verdicts"] == {"n": found["resolved"], "agreement": 1.0}
        assert row["gold"] == {"n": 0, "agreement": None}


def test_tables_come_as_text_csv_and_latex(tmp_path):
    demo_labels(tmp_path)
    text = said("demo", "--resamples", "100")
    for words in ("Pairs and labels (Table 2)", "Krippendorff's alpha", "Figure 7",
                  "100 resamples (seed 0) of the 24 videos"):  # fmt: skip
        assert words in text
    latex = said("demo", "--resamples", "100", "--latex")
    assert latex.count(r"\begin{table}") == latex.count(r"\bottomrule") == 11
    first = said("demo", "--resamples", "100", "--csv").split("\n\n")[0]
    rows = {row["what"]: row for row in csv.DictReader(io.StringIO(first))}
    assert int(rows["Pairs"]["n"]) == CAPTIONS * CLIPS
    assert float(rows["Relevant"]["share"]) + float(rows["Irrelevant"]["share"]) == pytest.approx(1)


def test_a_campaign_is_named_within_its_benchmark(rater, other_rater):
    campaign = twice_labelled(rater, other_rater)
    label_all(rater, campaign, "relevant")
    for place, slot in enumerate(claim(other_rater, campaign, 4)):
        say(other_rater, slot, "relevant" if place else "irrelevant")
    of = campaign.benchmark.name
    assert told(of, "--campaign", campaign.name) == told(of)
    assert told(of, "--campaign", campaign.name)["campaigns"] == [campaign.name]
    other = make_campaign(captions=1, videos=1)
    with pytest.raises(CommandError, match="no campaign is called"):
        told(of, "--campaign", other.name)


def test_what_cannot_be_computed_is_said_plainly(rater, other_rater, tmp_path):
    make_benchmark([("one", "v0")], name="empty")
    alone = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    same = make_campaign(captions=2, videos=2, raters=[rater, other_rater], double_share=1.0)
    for person, of in ((rater, alone), (rater, same), (other_rater, same)):
        label_all(person, of)
    nameless = small_benchmark()
    (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,v0,relevant\n")
    bring(nameless, tmp_path / "t.csv", "triplets")
    for benchmark, why in (
        ("empty", "nobody has labelled a pair of empty yet: open a campaign"),
        (alone.benchmark.name, "are Rosa Rater's: agreement takes two raters"),
        (same.benchmark.name, "only one value occurs"),
        (nameless.name, "nobody knows who gave them"),
    ):
        with pytest.raises(CommandError, match=why):
            told(benchmark)


@pytest.mark.parametrize(
    ("word", "number", "expected"),
    [
        ("--seed", -1, "a seed is a whole number from 0, not -1"),
        ("--seed", 1 << 63, "a seed is a whole number from 0"),
        ("--resamples", 0, "resamples are 1 to 1,000,000, not 0"),
        ("--resamples", 10**15, "resamples are 1 to 1,000,000, not 1,000,000,000,000,000"),
    ],
)
def test_what_cannot_be_drawn_is_said_plainly(word, number, expected):
    make_benchmark([("one", "v0")], name="empty")
    with pytest.raises(CommandError, match=expected):
        said("empty", f"{word}={number}")


def test_raters_without_a_pair_in_common_have_no_alpha_and_it_is_no_failure(rater, other_rater):
    campaign = make_campaign(captions=2, videos=1, raters=[rater, other_rater], double_share=0.0)
    say(rater, claim(rater, campaign)[0], "relevant")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    found = told(campaign.benchmark.name)
    assert (found["alpha"], found["multiply_labelled"], found["pairs"]) == (None, 0, 2)
    assert found["figures"]["alpha"]["reason"] == "no pair has two labels"


def test_a_column_of_the_file_parts_the_pairs_of_its_captions(rater, other_rater):
    texts = ("a cat", "a dog", "a cow", "a dog")
    campaign = twice_labelled(rater, other_rater, captions=4, videos=3, texts=texts)
    benchmark = campaign.benchmark
    kinds = ("tame", "tame", "wild", "wild")  # of "a dog" the file says both
    for caption, kind in zip(benchmark.captions.order_by("number"), kinds, strict=True):
        caption.groups = {"kind": kind}
        caption.save(update_fields=["groups"])
    Benchmark.objects.filter(pk=benchmark.pk).update(columns={"kind": 2})
    label_all(rater, campaign, "relevant")
    while slots := claim(other_rater, campaign, 4):
        for held in slots:
            say(other_rater, held, "irrelevant" if held.caption == "a cow" else "relevant")
    keys = ("column", "value", "pairs", "agreement")
    found = [tuple(row[key] for key in keys) for row in told(benchmark.name)["by_column"]]
    assert found == [("kind", "tame", 3, 1), ("kind", "wild", 3, 0)]
    assert "Agreement by columns of the file" in said(benchmark.name, "--resamples", "100")
