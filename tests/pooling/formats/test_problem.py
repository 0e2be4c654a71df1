"""Problems are counted in full and kept in part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats.problem import EXCERPT, KEPT, Problem, Problems, Unreadable, excerpt, refuse


def test_a_problem_says_where_it_is():
    assert (
        Problem(17, 23, "columns", "expected 6 columns, found 7").at("r.txt")
        == "r.txt:17:23: expected 6 columns, found 7"
    )


def test_all_are_counted_and_the_first_fifty_kept():
    problems = Problems()
    for line in range(1, 1001):
        problems.error("number", "no number", line)
    assert problems.error_count == 1000
    assert [problem.line for problem in problems.errors] == list(range(1, KEPT + 1))


def test_a_flood_of_one_kind_does_not_hide_another():
    problems = Problems()
    for line in range(1, 1001):
        problems.warn("space", "space around the caption", line)
    problems.warn("ties", "ties", 1001)
    assert [problem.code for problem in problems.warnings] == ["space"] * KEPT + ["ties"]
    assert problems.warning_count == 1001


def test_warnings_alone_do_not_make_a_file_unreadable():
    problems = Problems()
    problems.warn("bom", "a byte order mark", 1)
    problems.raise_if_any()
    problems.error("number", "no number", 2)
    with pytest.raises(Unreadable, match="no number"):
        problems.raise_if_any()


def test_what_is_printed_is_in_the_order_of_the_file_and_ends_in_the_total():
    problems = Problems()
    for line in range(60, 0, -1):
        problems.error("number", "no number", line)
    said = problems.lines("r.txt")
    assert said[0] == "r.txt:11:1: no number"
    assert said[-1] == "r.txt:0:0: and 10 more errors, 60 in all"


def test_a_refusal_is_one_error():
    with pytest.raises(Unreadable) as refused:
        refuse("empty", "the file is empty")
    assert refused.value.problems.error_count == 1


@given(st.text(max_size=200))
def test_an_excerpt_prints_on_one_short_line(text):
    shown = excerpt(text)
    assert len(shown) <= EXCERPT
    assert shown.isprintable()


def test_an_excerpt_shows_what_cannot_be_seen():
    assert excerpt("a\u202eb") == "'a\\u202eb'"
    assert excerpt("größer") == "'größer'"
