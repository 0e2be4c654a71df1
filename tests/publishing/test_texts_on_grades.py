"""What a release says of agreement, where raters gave grades: both of what is beyond chance, and
how often each grade was given."""

import pytest
from django.template.loader import render_to_string

from measures.raters import IRRELEVANT
from metrics.studies.agreement import agreement
from tests.metrics.test_agreement_study import WORDS, labels_of


def said(name: str, study) -> str:
    return render_to_string(f"publishing/files/{name}", {"facts": {"agreement": study}})


@pytest.fixture
def rows():
    return [(n, 10 + place, place + 1, (n + place * n) % 5) for n in range(40) for place in (0, 1)]


@pytest.mark.parametrize("name", ["analysis.txt", "in_short.txt"])
def test_grades_are_told_with_how_often_each_was_given(rows, name):
    text = said(name, agreement(labels_of(rows, scale=WORDS), resamples=20))
    for place, word in enumerate(WORDS):
        assert f"{place} ({word}) " in text
    assert "clustered by video and caption" in text


@pytest.mark.parametrize("name", ["analysis.txt", "in_short.txt"])
def test_of_two_values_nothing_is_told_of_grades(rows, name):
    two = [(*row[:3], row[3] % 2) for row in rows]
    text = said(name, agreement(labels_of(two, [IRRELEVANT] * 40), resamples=20))
    assert "clustered by video)" in text
    assert "grade" not in text
