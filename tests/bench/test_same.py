"""What counts as a difference between two versions, and what is read of a page."""

from bench.same import differences
from bench.stage.visited import _Page


def test_what_differs_between_two_looks_at_the_old_code_is_left_out():
    old = {"/a": ["Alpha .81", "3 minutes ago"], "/b": ["Table 1"], "/c": ["Here"]}
    again = old | {"/a": ["Alpha .81", "4 minutes ago"]}
    new = {"/a": ["Alpha .82", "9 minutes ago"], "/b": ["Table 1"], "/d": ["There"]}
    assert dict(differences(old, again, new)) == {
        "/a": ["- Alpha .81", "+ Alpha .82"],
        "/c": ["- gone"],
        "/d": ["+ new"],
    }
    assert dict(differences(old, again, old)) == {}


def test_a_line_that_is_there_once_less_is_a_difference():
    assert dict(differences({"/": ["x", "x"]}, {"/": ["x", "x"]}, {"/": ["x"]})) == {"/": ["- x"]}


def test_of_a_page_its_words_are_read_and_its_links_followed():
    page = _Page()
    page.feed(
        '<script>let a;</script><a href="/b" title="On">Go  on</a>'
        '<input type="hidden" value="secret"><input value="3"><style>p {}</style>'
    )
    assert page.lines == ["title: On", "Go on", "value: 3"]
    assert page.links == ["/b"]
