"""Agreement of campaigns whose scale has more than two values: figures that know the order of
grades, with how often each was given; in the study, on the page and by the API."""

import numpy as np
import pytest

from metrics.charts.of_agreement import charts
from metrics.labels import THIRD
from metrics.queries.labels import read_labels
from metrics.readings import reading, verdict
from metrics.tables.agreement import find_table, tables
from tests.annotator.saying import ask_again_in_another, claim, say
from tests.factories import make_campaign, make_user
from tests.metrics.test_agreement_study import FROM, WORDS, doubled, labels_of, studied


@pytest.fixture
def skewed():
    """Nearly all labels say the two highest grades, and differ by one."""
    draw = np.random.default_rng(4)
    first = draw.choice(5, 600, p=[0.01, 0.02, 0.07, 0.3, 0.6])
    second = np.clip(first + draw.integers(-1, 2, 600), 0, 4)
    rows = doubled(zip(first, second, strict=True))
    return studied(labels_of(rows, videos=np.arange(600) % 50, scale=WORDS))


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
    study = studied(labels_of(doubled([(n % 2, n % 2) for n in range(9)])))
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
    assert studied(labels).labels == 12
    every = campaign_of(raters)
    answer(every, raters, [4] * 6, [0] * 6, [3] * 6)
    labels = read_labels(every.benchmark, every)
    assert (labels.kind == THIRD).sum() == 0
    assert studied(labels).labels == 18


@pytest.mark.django_db
def test_of_several_scales_only_what_is_relevant_is_compared(raters, signed_in, lead):
    campaign = campaign_of(raters, label_limit=2)
    answer(campaign, raters, [4, 3, 0, 1, 2, 4], [3, 4, 1, 1, 0, 3])
    other = ask_again_in_another(campaign, *raters)
    for slot in claim(raters[2], other, 1):
        say(raters[2], slot, "relevant")
    both = studied(read_labels(campaign.benchmark))
    assert both.graded is None
    assert both.figures["percent"].value == 1.0
    assert "different scales" in " ".join(find_table(both, "agreement").notes)
    alone = studied(read_labels(campaign.benchmark, campaign))
    assert alone.figures["percent"].value == pytest.approx(1 / 6)
    page = f"/agreement/{campaign.benchmark_id}/"
    assert 'id="several-scales"' in signed_in(lead).get(page).text
    assert 'id="several-scales"' not in signed_in(lead).get(f"{page}?campaign={campaign.pk}").text
