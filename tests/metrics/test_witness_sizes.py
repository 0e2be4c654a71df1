"""How many captions people have to label, alone and with a witness: labels and opinions in, counts
out; and the same by command and in a report."""

import json
from math import ceil

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from measures.names import parse_all
from measures.witness import labels_needed
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.opinions import Opinions
from metrics.studies.registry import tables_of
from metrics.studies.sample_size import sample_sizes, with_witnesses
from metrics.studies.witnessed import witnessed_sample
from pooling.models import Pool
from tests.metrics.reporting import make_report
from tests.metrics.test_estimate import DEPTH, labelled, sample_of
from tests.metrics.test_witnessed_pools import drawn_in_strata, opinions, stored, whole
from tests.metrics.worlds import Bare

Z = 1.959963984540054
ROOMY = (0.03,)
DRAWS = 12


def sized(world: Bare, of, sample, said: Opinions, measures: str = "C@1", within=ROOMY):
    snapshot, names = of.snapshot(DEPTH), parse_all(measures)
    found = sample_sizes(snapshot, names, resamples=10)
    return with_witnesses(found, snapshot, names, [said], sample, within)


def rows_of(found) -> dict:
    return {(row["run"], row["measure"]): row for row in found.as_json()["needed"]}


def without_labels(world: Bare) -> Bare:
    return labelled(world, np.array([], np.int64))


def test_the_count_by_hand():
    # Of 1,000 captions 600 are missed, and half of those judged turn out right: A = 3.8415 .6 .25.
    a = Z**2 * 0.6 * 0.25
    assert a == pytest.approx(0.57622, abs=1e-5)
    # 1/n = .0004/.57622 + 1/1000 = .00069418 + .001
    assert labels_needed(0.02, 0.6 * 0.25, 1000) == pytest.approx(590.26, abs=0.01)
    # A worth of 2: 1/n = .0013884 + .001
    assert labels_needed(0.02, 0.6 * 0.25 / 2, 1000) == pytest.approx(418.70, abs=0.01)
    # Of endlessly many it is the A / d^2 that is known from polls.
    assert labels_needed(0.03, 0.25, 10**12) == pytest.approx(1067.07, abs=0.01)


def test_so_many_labels_make_an_interval_of_the_width_that_was_asked_for():
    variance, population = 0.6 * 0.25, 1000
    n = labels_needed(0.02, variance, population)
    misses = 0.6 * n
    error = np.sqrt(0.6**2 * 0.25 * (1 / misses - 1 / 600))
    assert Z * error == pytest.approx(0.02)


def test_people_come_from_the_spread_of_labels_and_the_witness_from_its_worth():
    world = whole()
    sample = drawn_in_strata(world, 150, 1, None)
    of = labelled(world, sample.captions)
    row = rows_of(sized(world, of, sample, opinions(world)))["run0", "C@1"]
    top = np.array([ranked[0] for ranked in world.rankings[0]])
    missed = np.flatnonzero(top != np.array(world.own))
    drawn = np.intersect1d(missed, sample.captions)
    y = np.array([float(world.verdicts.get((n, int(top[n])), False)) for n in drawn])
    a = Z**2 * len(missed) / 300 * y.var(ddof=1)
    assert row["labelled"] == len(drawn)
    assert (row["unit"], row["population"], row["basis"]) == ("captions", 300, "labels")
    assert row["people"] == ceil(1 / (0.03**2 / a + 1 / 300))
    (same,) = (one for one in witnessed_sample(of.snapshot(DEPTH), sample, [opinions(world)],
               parse_all("C@1")).rows if one.run == "run0")  # fmt: skip
    assert row["worth"] == same.worth.value
    low, high = row["worth_interval"]
    assert low > 1
    for told, worth in ((row["witness"], row["worth"]),
                        *zip(row["witness_interval"], (high, low), strict=True)):  # fmt: skip
        assert told == ceil(1 / (0.03**2 * worth / a + 1 / 300))
    assert row["witness_interval"][0] < row["witness"] < row["witness_interval"][1] < row["people"]


def test_who_labels_as_many_gets_the_width_that_was_asked_for():
    """Planned from 100 captions, and then drawn anew."""
    world, wanted, plans = whole(), 0.02, []
    for seed in range(DRAWS):
        sample = drawn_in_strata(world, 100, seed, None)
        found = sized(world, labelled(world, sample.captions), sample, opinions(world), "P@4",
                      (wanted,))  # fmt: skip
        plans.append(rows_of(found)["run0", "P@4"])
    shown = [plan["witness"] for plan in plans if plan["witness"] is not None]
    assert len(shown) > DRAWS / 2
    counts = {"people": np.median([plan["people"] for plan in plans]), "witness": np.median(shown)}
    assert counts["witness"] < 0.9 * counts["people"]
    for line, n in counts.items():
        widths = []
        for seed in range(DRAWS, 2 * DRAWS):
            sample = drawn_in_strata(world, int(n), seed, None)
            of = labelled(world, sample.captions).snapshot(DEPTH)
            (row,) = (one for one in witnessed_sample(of, sample, [opinions(world)],
                      parse_all("P@4")).rows if one.run == "run0")  # fmt: skip
            low, high = getattr(row, line).ends()
            widths.append((high - low) / 2)
        assert np.mean(widths) == pytest.approx(wanted, rel=0.1), line


def test_the_finer_it_is_to_be_the_more_and_never_more_than_there_are():
    world = whole()
    sample = drawn_in_strata(world, 150, 1, "length")
    of = labelled(world, sample.captions)
    found = sized(world, of, sample, opinions(world), "C@1,P@4", (0.05, 0.02, 0.001))
    for figure in {row.figure for row in found.needed}:
        people = [row.people.value for row in found.needed if row.figure == figure]
        assert people == sorted(people)
        assert people[0] < people[-1] <= 300


def test_a_witness_of_noise_shows_no_saving():
    world = whole()
    sample = drawn_in_strata(world, 150, 1, None)
    noise = opinions(world)
    noise = Opinions("noise", noise.keys, np.random.default_rng(3).random(len(noise.keys)))
    found = sized(world, labelled(world, sample.captions), sample, noise)
    row = rows_of(found)["run0", "C@1"]
    assert row["people"] > 0
    assert row["witness"] is None
    low, high = row["worth_interval"]
    assert low <= 1
    assert row["witness_why"] == f"no saving shown: its worth is {low:.2f}x to {high:.2f}x"
    (table,) = (table for table in tables_of(found) if table.key == "needed")
    assert any("run0, C@1: no saving shown" in note for note in table.notes)


def test_without_a_label_people_alone_is_the_most_that_it_could_take():
    world = whole()
    found = sized(world, without_labels(world), None, opinions(world))
    row = rows_of(found)["run0", "C@1"]
    top = np.array([ranked[0] for ranked in world.rankings[0]])
    share = np.mean(top != np.array(world.own))
    assert row["basis"] == "most"
    assert row["people"] == ceil(1 / (0.03**2 / (Z**2 * share * 0.25) + 1 / 300))
    assert row["witness"] is None
    assert "nothing of it was judged to the end" in row["witness_why"]
    assert row["worth"] is None


def test_where_every_caption_is_right_nothing_is_left_to_label():
    world = Bare(3, list(range(12)), [n % 3 for n in range(12)], {},
                 [[[n % 3] for n in range(12)]])  # fmt: skip
    keys = np.arange(36, dtype=np.int64)
    row = rows_of(sized(world, world, None, Opinions("judge", keys, keys / 36)))["run0", "C@1"]
    assert row["people"] is None
    assert "nothing is left to label" in row["people_why"]


def test_where_witnesses_do_not_help_people_alone_and_the_reason():
    world = whole()
    sample = sample_of(world, list(range(0, 300, 2)))
    of = labelled(world, sample.captions)
    found = sized(world, of, sample, opinions(world), "AP")
    row = rows_of(found)["run0", "AP"]
    (scored,) = (one for one in found.rows if one.run == "run0")
    sd = scored.expected.value * np.sqrt(scored.size) / Z
    assert row["people"] == ceil(1 / (0.03**2 / (Z * sd) ** 2 + 1 / scored.summary.n))
    assert row["basis"] == "scores"
    assert "witnesses help C@K, P@K and RBP" in row["witness_why"]


def asked(*words: str) -> dict:
    found: dict = json.loads(call_command("sample_size", "toy", "A,B", *words, json=True))
    return found


@pytest.mark.django_db
def test_the_command_says_it_in_a_sentence():
    stored(whole(), {"A": 0, "B": 1})
    call_command("build_pool", "toy", "half", "--sample", "150", "--depth", "4")
    words = ("--measures", "C@1", "--resamples", "20", "--witness", "gpt", "--to", "3")
    told = asked(*words, "--pool", "half")
    assert told["witnesses"] == ["gpt"]
    first = told["needed"][0]
    assert (first["run"], first["measure"], first["half_width"]) == ("A", "C@1", 0.03)
    low, high = first["witness_interval"]
    sentence = (
        f"A, C@1: to ±3 points: {first['people']} captions;"
        f" with gpt about {first['witness']:.0f} ({low:.0f} to {high:.0f})."
    )
    printed = call_command("sample_size", "toy", "A,B", *words, "--pool", "half")
    assert sentence in " ".join(printed.split())
    assert "is known of the pool" in " ".join(printed.split())
    plain = call_command("sample_size", "toy", "A", "--resamples", "20")
    assert "People alone" not in plain
    assert [row["half_width"] for row in asked(*words[:-2])["needed"]] == [0.05, 0.02, 0.01] * 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--witness", "gtp"), "toy has no witness 'gtp': expected some of gpt"),
        (("--to", "2"), "are of witnesses: expected --witness too"),
        (("--pool", "half"), "are of witnesses: expected --witness too"),
        (("--witness", "gpt", "--to", "0"), "expected more than 0 and less than 100, not 0"),
        (("--witness", "gpt", "--to", "nan"), "expected more than 0 and less than 100, not nan"),
        (("--witness", "gpt", "--to", "two"), "expected points separated by commas"),
        (("--witness", "gpt", "--pool", "other"), "other"),
        (("--witness", "gpt", "--positives", "original"), "expected --positives all"),
    ],
)
def test_what_cannot_be_asked_is_said_plainly(words, said):
    stored(whole(), {"A": 0})
    with pytest.raises(CommandError, match=said):
        call_command("sample_size", "toy", "A", "--resamples", "20", *words)


@pytest.mark.django_db
def test_a_report_has_them_below_its_sample_sizes_and_on_its_page(signed_in, lead):
    of = stored(whole(), {"A": 0, "B": 1})
    call_command("build_pool", "toy", "half", "--sample", "150", "--depth", "4")
    small = {"measures": ("C@1", "P@4"), "resamples": 100, "comparisons": False, "overlap": 0,
             "sample_sizes": (100,)}  # fmt: skip
    pool = Pool.objects.get()
    report = make_report(of, EvaluationAsked(**small, estimate=pool.pk, witnesses=("gpt",)))
    part = result_of(report)["parts"]["sample_size"]
    assert part["found"]["pooled"]
    assert [row["half_width"] for row in part["found"]["needed"]][:3] == [0.05, 0.02, 0.01]
    assert verify_report(report).same
    page = signed_in(lead).get(f"/evaluations/{report.pk}/").text
    assert "What people have to label, alone and with gpt" in page
    assert "to ±2 points: " in page
    plain = make_report(of, EvaluationAsked(**small))
    assert result_of(plain)["parts"]["sample_size"]["found"]["needed"] == []
    assert "witnesses" not in plain.inputs
