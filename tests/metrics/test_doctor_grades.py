"""The doctor on grades: labels of a campaign in, findings out; and loops over single labels."""

from dataclasses import replace

import numpy as np
import pytest
from django.urls import reverse

from annotator.models import Item
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT
from metrics.actions.doctor_kept import DoctorAsked
from metrics.queries.doctor_material import doctor_state
from metrics.studies.asked import EvaluationAsked
from metrics.studies.doctor_grades import look_at_grades
from metrics.studies.doctor_material import Material
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_user
from tests.metrics.reporting import make_report
from tests.metrics.test_agreement_study import WORDS, labels_of
from tests.metrics.worlds import Bare

FIVE = ["not at all", "hardly", "in part", "mostly", "entirely"]
pytestmark = pytest.mark.django_db


def label(campaign, *raters, grade_of) -> None:
    """grade_of: (rater's place, caption, video) -> what is said."""
    for place, rater in enumerate(raters):
        while slots := claim(rater, campaign, 5):
            for slot in slots:
                item = Item.objects.select_related("query", "video").get(slots__pk=slot.slot)
                value = grade_of(place, item.query.number, item.video.number)
                say(rater, slot, None, value=value)


def findings(benchmark) -> dict[str, dict]:
    found = DoctorAsked(benchmark=benchmark).keep().result.findings
    return {
        one.kind: one.as_json() | {"examples": [example.as_json() for example in one.examples]}
        for one in found
        if one.kind.startswith("grades_")
    }


def make_graded(captions=3, videos=4, raters=1, **policy):
    people = [make_user() for _ in range(raters)]
    usual = {"scale": FIVE, "relevant_from": 3, "double_share": float(raters > 1)}
    return make_campaign(captions, videos, people, **usual | policy), people


def test_a_benchmark_without_grades_has_no_finding_on_them_and_follows_from_no_label(rater):
    campaign = make_campaign(raters=[rater], double_share=0.0)
    before = doctor_state(campaign.benchmark, [])
    say(rater, *claim(rater, campaign))
    assert findings(campaign.benchmark) == {}
    assert doctor_state(campaign.benchmark, []) == before


def test_originals_that_people_find_irrelevant_or_have_not_seen_are_named():
    campaign, (rater,) = make_graded()
    for slot in claim(rater, campaign, 12):
        item = campaign.items.get(slots__pk=slot.slot)
        if item.query.number < 2:  # nobody answers for the last caption
            own = item.query.number == item.video.number
            say(rater, slot, None, value=(4 - 2 * item.query.number) * own)
    found = findings(campaign.benchmark)
    low, missing = found["grades_low"], found["grades_missing"]
    assert "did not find relevant: 1 of 2." in low["detail"]
    assert [(one["captions"], one["videos"]) for one in low["examples"]] == [(["c1"], ["v1"])]
    assert "nobody judged: 1 of 3." in missing["detail"]
    assert [(one["captions"], one["videos"]) for one in missing["examples"]] == [(["c2"], ["v2"])]
    assert "4 (entirely)" in missing["meaning"]


def test_grades_that_nobody_gives_and_one_that_is_nearly_all_are_found_of_a_hundred_verdicts():
    campaign, (rater,) = make_graded(captions=10, videos=10)
    label(campaign, rater, grade_of=lambda _, caption, video: 4 * (caption == video == 0))
    found = findings(campaign.benchmark)
    assert found["grades_unused"]["count"] == 3
    notes = [one["note"] for one in found["grades_unused"]["examples"]]
    assert notes == ["1 (hardly)", "2 (in part)", "3 (mostly)"]
    assert "0 (not at all) has 99 of 100 verdicts (99.0 %)" in found["grades_nearly_one"]["detail"]


def test_a_report_says_the_same_on_its_page(signed_in, lead):
    campaign, (rater,) = make_graded(captions=10, videos=10)
    label(campaign, rater, grade_of=lambda _, caption, video: 4 * (caption == video == 0))
    few = {"comparisons": False, "overlap": 0, "resamples": 100}
    report = make_report(campaign.benchmark, EvaluationAsked(measures=("C@1", "nDCG@4"), **few))
    page = signed_in(lead).get(f"/evaluations/{report.pk}/").text
    assert "Of 100 verdicts with a grade 99.0 % have 0 (not at all)" in page
    assert "has one of these grades: 1 (hardly), 2 (in part), 3 (mostly)." in page


def test_fewer_verdicts_say_nothing_of_the_scale():
    campaign, (rater,) = make_graded(captions=9, videos=11)
    label(campaign, rater, grade_of=lambda *_: 4)
    assert not findings(campaign.benchmark).keys() & {"grades_unused", "grades_nearly_one"}


def test_raters_of_whom_one_gives_higher_grades_are_counted_and_not_named():
    campaign, people = make_graded(captions=5, videos=5, raters=2)
    label(campaign, *people, grade_of=lambda place, caption, video: (caption + video) % 2 + place)
    found = findings(campaign.benchmark)
    one = found["grades_by_rater"]
    assert (one["count"], one["severity"]) == (1, "mend")
    assert "1 of 1, by up to 1.0 grades on average" in one["detail"]
    assert not any(person.username in str(found) for person in people)
    assert "25 of 25" in found["grades_between"]["detail"]


def test_labels_without_a_middle_are_to_mend_until_somebody_decides():
    campaign, people = make_graded(captions=1, videos=2, raters=2, label_limit=2)
    label(campaign, *people, grade_of=lambda place, *_: 4 * place)
    found = findings(campaign.benchmark)
    assert (found["grades_unsettled"]["count"], "grades_between" in found) == (2, False)
    (note,) = found["grades_unsettled"]["examples"]
    assert note["note"] == f"{campaign.name}: 2"


def test_a_new_grade_is_looked_at_again_and_the_page_says_so(signed_in, lead):
    campaign, (rater,) = make_graded()
    first = claim(rater, campaign, 2)
    say(rater, first[0], None, value=4)
    DoctorAsked(benchmark=campaign.benchmark).keep()
    address = reverse("metrics:doctor", args=[campaign.benchmark_id])
    assert "What it looked at has changed since." not in (page := signed_in(lead).get(address).text)
    assert "With the grades so far: " in page
    assert "Before any label" not in page
    say(rater, first[1], None, value=4)
    assert "What it looked at has changed since." in signed_in(lead).get(address).text


def test_scales_that_differ_are_to_mend():
    campaign, _ = make_graded()
    other, _ = make_graded(scale=["a", "b", "c"], relevant_from=1)
    type(other).objects.filter(pk=other.pk).update(benchmark=campaign.benchmark)
    found = findings(campaign.benchmark)["grades_of_several_scales"]
    assert found["severity"] == "mend"
    assert "a, b, c, relevant from 1" in found["examples"][0]["note"]


@pytest.mark.parametrize("seed", range(20))
def test_pairs_between_two_grades_are_what_a_loop_over_labels_finds(seed):
    of = np.random.default_rng(seed)
    rows = [
        (pair, 10 + place, place + 1, int(of.integers(-1, 5)))
        for pair in range(12)
        for place in range(of.integers(1, 5))
    ]
    verdicts = of.choice([IRRELEVANT, RELEVANT, DISAGREEMENT], 12)
    decided = of.choice([-2, -1], 12)
    labels = replace(labels_of(rows, scale=WORDS), verdicts=verdicts, decided=decided)
    lower = even = 0
    for pair in range(12):
        said = sorted(grade for one, _, _, grade in rows if one == pair and grade >= 0)
        if said and not len(said) % 2 and verdicts[pair] != DISAGREEMENT and decided[pair] == -2:
            even += 1
            lower += said[len(said) // 2 - 1] != said[len(said) // 2]
    nothing = Bare(1, [0], [-1], {}, []).snapshot()
    material = Material(nothing, (), (), (), graded=[labels])
    told = {one.kind: one for one in look_at_grades(material)}.get("grades_between")
    assert (told.count if told else 0) == lower
    if told:
        assert f": {lower} of {even} with" in told.detail
