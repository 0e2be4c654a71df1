"""Agreement of campaigns whose scale has more than two values: grades in, figures that know their
order out, with how often each was given; in the study, on the page and by the API."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.raters import IRRELEVANT, RELEVANT, UNKNOWN
from metrics.charts.files import written
from metrics.charts.of_agreement import charts
from metrics.labels import FIRST, SECOND, THIRD
from metrics.queries.labels import read_labels
from metrics.readings import reading, verdict
from metrics.studies.agreement import agreement
from metrics.table_files import as_csv, as_latex
from metrics.tables.agreement import find_table, tables
from metrics.words import as_text
from tests.annotator.saying import ask_again_in_another, claim, say
from tests.factories import make_campaign, make_user
from tests.metrics.test_agreement_study import NAMES, labels_of

WORDS = ("not at all", "hardly", "in part", "mostly", "entirely")
FROM = 3


def graded(rows, videos=None, **more):
    """rows: (pair, rater, kind, grade) each."""
    grade = np.array([row[3] for row in rows], np.int64)
    value = np.where(grade < 0, UNKNOWN, np.where(grade >= FROM, RELEVANT, IRRELEVANT))
    binary = [(*row[:3], int(one)) for row, one in zip(rows, value, strict=True)]
    pairs = max((row[0] for row in rows), default=-1) + 1
    facts = {"grade": grade, "scale": WORDS, "texts": np.arange(pairs) % 3}
    return labels_of(binary, [UNKNOWN] * pairs, videos, **facts, **more)


@st.composite
def worlds(draw):
    rows = []
    for pair in range(draw(st.integers(2, 8))):
        raters = draw(st.lists(st.sampled_from(list(NAMES)), unique=True, min_size=1, max_size=3))
        for kind, rater in zip((FIRST, SECOND, THIRD), raters, strict=False):
            rows.append((pair, rater, kind, draw(st.integers(-1, 4))))
    return rows


@given(worlds(), st.sampled_from(["independent", "all"]))
def test_figures_of_grades_are_what_a_loop_over_labels_finds(rows, which):
    videos = [pair % 4 for pair in range(rows[-1][0] + 1)]
    told = agreement(graded(rows, videos), which, resamples=20).as_json()
    kept = [(p, r, g) for p, r, kind, g in rows if g >= 0 and (which == "all" or kind != THIRD)]
    said = {pair: [g for p, _, g in kept if p == pair] for pair in range(rows[-1][0] + 1)}
    many = [grades for grades in said.values() if len(grades) > 1]
    apart = [[abs(a - b) for a, b in combinations(grades, 2)] for grades in many]
    figures = {name: one["value"] for name, one in told["figures"].items()}
    if not many:
        assert set(figures.values()) == {None}
        return
    assert figures["percent"] == pytest.approx(np.mean([np.mean(np.equal(d, 0)) for d in apart]))
    assert figures["distance"] == pytest.approx(np.mean([np.mean(d) for d in apart]))
    relevant = [np.mean([grade >= FROM for grade in grades]) for grades in many]
    assert figures["prevalence"] == pytest.approx(np.mean(relevant))
    rows_of = told["graded"]["distribution"]
    assert [row["word"] for row in rows_of] == told["graded"]["scale"] == list(WORDS)
    assert [row["labels"] for row in rows_of] == [
        sum(grades.count(grade) for grades in many) for grade in range(5)
    ]
    assert sum(row["share"] for row in rows_of) == pytest.approx(1)
    for row in told["raters"]:
        others = [g == h for p, r, g in kept for q, s, h in kept if p == q and r == row["id"] != s]
        assert row["others"]["n"] == len(others)
        assert row["others"]["agreement"] == (np.mean(others) if others else None)


@given(worlds())
def test_every_world_of_grades_can_be_written_and_drawn(rows):
    study = agreement(graded(rows), resamples=20)
    for table in tables(study):
        assert as_text(table)
        assert as_csv(table)
        assert as_latex(table)
    for chart in charts(study.as_json(), tables(study)):
        assert chart.title
        assert written(chart, "svg").startswith(b"<svg")


@pytest.fixture
def skewed():
    """Nearly all labels say the two highest grades, and differ by one."""
    draw = np.random.default_rng(4)
    rows = []
    for pair in range(600):
        first = int(draw.choice(5, p=[0.01, 0.02, 0.07, 0.3, 0.6]))
        second = min(4, max(0, first + int(draw.integers(-1, 2))))
        rows += [(pair, 10, FIRST, first), (pair, 11, SECOND, second)]
    return agreement(graded(rows, np.arange(600) % 50), resamples=20)


def test_alpha_and_ac2_stand_beside_how_often_each_grade_was_given(skewed):
    told = skewed.as_json()
    alpha, ac2 = (told["figures"][name]["value"] for name in ("ordinal_alpha", "ac2_ordinal"))
    assert ac2 - alpha > 0.2
    assert "most labels have few of the grades" in reading(skewed, "ac2_ordinal")
    assert "0.667" in verdict(skewed)
    shown = {table.key: table for table in tables(skewed)}
    assert "read both beside this" in " ".join(shown["grades"].notes)
    assert [row[1] for row in shown["grades"].rows] == list(WORDS)
    made = {chart.key: chart for chart in charts(told, tables(skewed))}
    assert made["grades"].title.startswith("Given most: grade 4, in ")
    assert f"ordinal alpha is {alpha:.3f}" in made["figures"].title
    differ = f"{100 * (1 - told['percent_agreement']):.1f}"
    assert made["kinds"].title.startswith(f"Two grades differ on {differ} % of pairs; by answer,")
    for figure in told["figures"].values():
        assert (figure["bootstrap"], figure["jackknife"], figure["resamples"]) == (None, None, 0)
    for name in ("kappa_quadratic", "distance", "prevalence"):
        low, high = told["figures"][name]["interval"]
        assert low < told["figures"][name]["value"] < high
    assert told["graded"]["pairs_of_raters"] == 1
    assert told["graded"]["comparisons"] == 600
    assert find_table(skewed, "agreement").rows[3][1] == "grades"


def test_of_two_values_nothing_is_said_of_grades():
    rows = [(n, 10 + place, place + 1, n % 2) for n in range(9) for place in range(2)]
    study = agreement(labels_of(rows, [1] * 9), resamples=20)
    assert "graded" not in study.as_json()
    assert "grades" not in {table.key for table in tables(study)}


# From rows


@pytest.fixture
def raters():
    return [make_user() for _ in range(3)]


def campaign_of(raters, **words):
    scale = {"scale": list(WORDS), "relevant_from": FROM, "far": 2}
    return make_campaign(captions=3, videos=2, raters=raters, double_share=1.0, **scale | words)


def answer(campaign, raters, *each) -> None:
    """each: what one rater after another says of the pairs that they are given."""
    for rater, grades in zip(raters, each, strict=False):
        for slot, grade in zip(claim(rater, campaign, 6), grades, strict=False):
            say(rater, slot, value=grade)


@pytest.mark.django_db
def test_grades_are_read_from_rows_and_shown_on_the_page_and_by_the_api(signed_in, lead, raters):
    campaign = campaign_of(raters, label_limit=2)
    answer(campaign, raters, [4, 3, 0, 1, 2, 4], [4, 4, 1, 1, 0, 3])
    labels = read_labels(campaign.benchmark, campaign)
    assert (labels.scale, labels.values, labels.several_scales) == (WORDS, 5, False)
    assert sorted(labels.grade) == [0, 0, 1, 1, 1, 2, 3, 3, 4, 4, 4, 4]
    client = signed_in(lead)
    told = client.get("/api/v1/agreement", {"benchmark": campaign.benchmark_id}).json()
    assert told["graded"]["scale"] == list(WORDS)
    assert [row["labels"] for row in told["graded"]["distribution"]] == [2, 3, 1, 2, 4]
    page = client.get(f"/agreement/{campaign.benchmark_id}/").text
    for words in ("Krippendorff's alpha, ordinal", "AC2, ordinal weights", "Within one grade",
                  "How often each grade was given", "Given most: grade 4"):  # fmt: skip
        assert words in page
    table = client.get(f"/agreement/{campaign.benchmark_id}/tables/grades.json").json()
    assert [row["word"] for row in table["rows"]] == list(WORDS)


@pytest.mark.django_db
def test_a_third_label_is_in_a_unit_only_where_all_were_asked_for_it(raters):
    """Two that differ by two are followed by a third, which makes it no independent one."""
    campaign = campaign_of(raters)
    answer(campaign, raters, [4, 4, 4, 4, 4, 4], [4, 4, 4, 0, 4, 4], [4])
    labels = read_labels(campaign.benchmark, campaign)
    assert (labels.kind == THIRD).sum() == 1
    assert agreement(labels, resamples=20).labels == 12
    every = campaign_of(raters)
    answer(every, raters, [4] * 6, [0] * 6, [3] * 6)
    labels = read_labels(every.benchmark, every)
    assert (labels.kind == THIRD).sum() == 0
    assert agreement(labels, resamples=20).labels == 18


@pytest.mark.django_db
def test_of_several_scales_only_what_is_relevant_is_compared(raters, signed_in, lead):
    campaign = campaign_of(raters, label_limit=2)
    answer(campaign, raters, [4, 3, 0, 1, 2, 4], [3, 4, 1, 1, 0, 3])
    other = ask_again_in_another(campaign, *raters)
    for slot in claim(raters[2], other, 1):
        say(raters[2], slot, "relevant")
    both = agreement(read_labels(campaign.benchmark), resamples=20)
    assert both.graded is None
    assert both.figures["percent"].value == 1.0
    assert "different scales" in " ".join(find_table(both, "agreement").notes)
    alone = agreement(read_labels(campaign.benchmark, campaign), resamples=20)
    assert alone.figures["percent"].value == pytest.approx(1 / 6)
    page = f"/agreement/{campaign.benchmark_id}/"
    assert 'id="several-scales"' in signed_in(lead).get(page).text
    assert 'id="several-scales"' not in signed_in(lead).get(f"{page}?campaign={campaign.pk}").text
