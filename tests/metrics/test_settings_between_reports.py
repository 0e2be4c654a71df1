"""Two reports are compared by their settings first: what follows from a setting is never put down
to labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.hits import Pairs
from metrics.models import Report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.settings import SETTINGS, labels_between, settings_between
from tests.metrics.reporting import ASKED, make_report
from tests.metrics.worlds import IRRELEVANT, RELEVANT, judge, make_world
from tests.web.markup import squeezed

INPUTS = {
    "runs": [{"name": "a", "sha256": "1" * 64, "depth": 10}],
    "captions": 6,
    "videos": 6,
    "studies": {"evaluation": 2, "overlap": 1},
}
PAIRS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 4)))


def differing(**inputs) -> dict:
    asked = EvaluationAsked().as_json()
    found = settings_between((asked, INPUTS), (asked, INPUTS | inputs))
    return {one.title: (one.before, one.after, one.of_scores) for one in found}


def test_every_wish_of_a_report_is_a_setting_that_has_a_name():
    assert SETTINGS.keys() == EvaluationAsked().as_json().keys()


def test_the_same_settings_differ_in_nothing():
    assert differing() == {}


def test_each_setting_that_differs_is_named_with_both_values():
    asked = EvaluationAsked().as_json()
    found = settings_between(
        (asked, INPUTS), (asked | {"same_text": True, "seed": 3, "measures": ["AP"]}, INPUTS)
    )
    assert [(one.name, one.before, one.after, one.of_scores) for one in found] == [
        ("measures", ["C@1", "C@5", "C@10", "AP"], ["AP"], False),
        ("same_text", False, True, True), ("seed", 0, 3, False),
    ]  # fmt: skip


def test_runs_files_versions_and_sizes_are_settings_too():
    other = [
        {"name": "a", "sha256": "2" * 64, "depth": 10},
        {"name": "b", "sha256": "3" * 64, "depth": 10},
    ]
    assert differing(runs=other) == {
        "Runs": (["a"], ["a", "b"], False),
        "Rankings of a": (f"{'1' * 64} to rank 10", f"{'2' * 64} to rank 10", True),
    }
    assert differing(captions=8) == {"Captions": (6, 8, True)}
    # What a score is has been the same since version 2: later ones show more beside it.
    assert differing(studies={"evaluation": 3, "overlap": 1}) == {
        "Version of the part “Scores”": (2, 3, False)
    }
    assert differing(studies={"evaluation": 1, "overlap": 1}) == {
        "Version of the part “Scores”": (2, 1, True)
    }
    assert (
        differing(studies={"evaluation": 2, "reuse": 1}) == {}
    )  # which parts there are was asked for
    without = {name: value for name, value in INPUTS.items() if name != "studies"}
    (only,) = settings_between(({}, without), ({}, INPUTS))
    assert (only.title, only.before, only.after, only.of_scores) == (
        "Version of the part “Scores”",
        None,
        2,
        True,
    )


@given(PAIRS, PAIRS, PAIRS, PAIRS, st.integers(0, 3))
def test_labels_are_counted_pair_by_pair_whatever_was_imported_between(
    judged, relevant, later, later_relevant, more
):
    def pairs(chosen, videos):
        row, column = (
            (np.array(side, np.int64) for side in zip(*sorted(chosen), strict=True))
            if chosen
            else ([], [])
        )
        return Pairs.of(row, column, (6, videos))

    found = labels_between(
        (3, 9),
        (pairs(judged, 5), pairs(later, 5 + more)),
        (pairs(relevant, 5), pairs(later_relevant, 5 + more)),
    )
    assert (found.judged, found.unjudged) == (len(later - judged), len(judged - later))
    assert (found.relevant, found.not_relevant) == (
        len(later_relevant - relevant),
        len(relevant - later_relevant),
    )
    assert found.any == (judged != later or relevant != later_relevant)


# By page and API


@pytest.fixture
def world(db):
    return make_world()


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def compared(browser, before: Report, after: Report) -> tuple[str, dict]:
    page = squeezed(browser.get(f"/evaluations/{before.pk}/compare/{after.pk}/").text)
    return page, browser.get(f"/api/v1/evaluations/{before.pk}/compare/{after.pk}").json()


def test_a_setting_alone_is_not_put_down_to_labels(browser, world):
    """Captions 0 and 3 have the same text: with `same_text` their videos are positives of both. No
    label lies between."""
    before, after = (
        make_report(world),
        make_report(world, EvaluationAsked(**{**asked_of(ASKED), "same_text": True})),
    )
    page, told = compared(browser, before, after)
    assert told["changes"] > 0
    assert told["settings"] == [
        {
            "name": "same_text",
            "title": "Same text counts as positive",
            "before": False,
            "after": True,
            "changes_scores": True,
        }
    ]
    assert told["labels"] == {
        "log_position": {"before": 0, "after": 0}, "newly_judged": 0, "no_longer_judged": 0,
        "newly_relevant": 0,
        "no_longer_relevant": 0,
    }  # fmt: skip
    assert "1 setting differs." in page
    assert "<td>no</td><td>yes</td>" in page
    told = (
        "scored differently because of a changed setting (<em>Same text counts as positive</em>),"
        " so the changes below"
    )
    assert told in page
    assert "No pair&#x27;s verdict differs" in page or "No pair's verdict differs" in page
    assert "follows from the labels" not in page
    assert page.index("Same text counts as positive") < page.index(
        'Before</th><th scope="col" class="number">After'
    )


def asked_of(asked: EvaluationAsked) -> dict:
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in asked.as_json().items()
    }


def test_labels_alone_are_what_changes_follow_from(browser, world):
    before = make_report(world)
    judge(world, {("it snows", 0): RELEVANT, ("a red ball", 4): IRRELEVANT})
    page, told = compared(browser, before, make_report(world))
    assert told["settings"] == []
    assert (
        told["labels"]["newly_judged"],
        told["labels"]["newly_relevant"],
        told["labels"]["no_longer_judged"],
    ) == (2, 1, 0)
    assert "what changed in the scores follows from the labels" in page
    assert "2 pairs newly judged, 0 no longer judged; 1 newly found relevant, 0 no longer." in page


def test_a_setting_that_no_score_depends_on_is_named_and_nothing_is_put_down_to_labels(
    browser, world
):
    before = make_report(world)
    judge(world, {("it snows", 0): RELEVANT})
    page, told = compared(
        browser, before, make_report(world, EvaluationAsked(**{**asked_of(ASKED), "seed": 4}))
    )
    assert [one["name"] for one in told["settings"]] == ["seed"]
    assert (
        "No caption's score depends on it." in page
        or "No caption&#x27;s score depends on it." in page
    )
    assert "follows from the labels" not in page


def test_reports_without_a_score_in_common_still_say_which_settings_differ(browser, world):
    before, after = (
        make_report(world, EvaluationAsked(measures=(name,), resamples=100, overlap=0))
        for name in ("C@1", "AP")
    )
    answer = browser.get(f"/evaluations/{before.pk}/compare/{after.pk}/")
    assert answer.status_code == 422
    assert "<td>C@1</td><td>AP</td>" in answer.text


def test_a_level_that_was_not_chosen_is_the_campaigns_own():
    (level,) = settings_between(({"level": 2}, INPUTS), ({}, INPUTS))
    assert (level.before, level.after) == (2, 0)
    assert level.shown == (2, "the campaigns' own")
