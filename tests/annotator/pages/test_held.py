"""What a rater holds, by tables: what follows from what the server gives, what is answered, put
off, taken back and lost. One page, no server's word and no clock.

A pair is a letter; `axy` is pair a of the group xy. Shown are units, the first on the screen, with
what was answered in brackets.
"""

from pathlib import Path

import pytest

from foundation.home import CHECKOUT

SCRIPT = (Path(__file__).parent / "held.js").read_text(encoding="utf-8")

# Steps, and then: what is held, whether the screen is over, what the server has not heard of, what
# can be taken back.
TABLE = {
    "what comes keeps its order": ("gives:a b; gives:b c", "a b c", False, "", ""),
    "pairs of a group come together": ("gives:axy b cxy", "ac b", False, "", ""),
    "a single pair is over with its answer": ("gives:a b; answer:a", "(a) b", True, "a", "a"),
    "a group is not": ("gives:axy bxy; answer:a", "(a)b", False, "a", "a"),
    "a group is over with the last": (
        "gives:axy bxy; answer:b; answer:a",
        "(a)(b)",
        True,
        "ba",
        "ba",
    ),
    "the next unit": ("gives:a b c; answer:a; next", "b c", False, "a", "a"),
    "an answer on its way is not given again": (
        "gives:a b; answer:a; next; gives_again:a b c",
        "b c",
        False,
        "a",
        "a",
    ),
    "a list that was late brings nothing back": (
        "gives:a b; answer:a; next; sent:a; gives:a b c",
        "b c",
        False,
        "",
        "a",
    ),
    "what was taken back elsewhere comes with a new lease": (
        "gives:a b; answer:a; next; sent:a; gives_again:a",
        "b a",
        False,
        "",
        "a",
    ),
    "undo of a single pair": ("gives:a b c; answer:a; next; undo", "a b c", False, "", ""),
    "undo of two": (
        "gives:a b c; answer:a; next; answer:b; next; undo; undo",
        "a b c",
        False,
        "",
        "",
    ),
    "undo within a group": ("gives:axy bxy; answer:a; undo", "ab", False, "", ""),
    "undo of the group before": (
        "gives:axy bxy c; answer:a; answer:b; next; undo",
        "(a)b c",
        False,
        "a",
        "a",
    ),
    "undo of a group long gone brings the pair alone": (
        "gives:axy bxy c d; answer:a; answer:b; next; answer:c; next; undo; undo",
        "b c d",
        False,
        "a",
        "a",
    ),
    "an undone pair that was claimed meanwhile is there once": (
        "gives:a b; answer:a; next; sent:a; gives_again:a; undo",
        "a b",
        False,
        "",
        "",
    ),
    "later": ("gives:a b; put_off:a; next", "b", False, "a", ""),
    "later within a group": ("gives:axy bxy c; put_off:a", "b c", False, "a", ""),
    "later of the last that is left ends the group": (
        "gives:axy bxy c; answer:a; put_off:b",
        "(a) c",
        True,
        "ab",
        "a",
    ),
    "undo behind a pair that was put off": (
        "gives:a b c; answer:a; next; put_off:b; next; undo",
        "a c",
        False,
        "b",
        "",
    ),
    "a pair ahead that was lost": ("gives:a b c; lose:b", "a c", False, "", ""),
    "the pair on the screen that was lost": ("gives:a b; lose:a; next", "b", False, "", ""),
    "a refused answer cannot be taken back": (
        "gives:a b; answer:a; next; refused:a",
        "b",
        False,
        "",
        "",
    ),
    "nothing is left": ("gives:a; answer:a; next", "", False, "a", "a"),
    "nothing is given": ("gives:", "", False, "", ""),
}


def steps_of(row: str) -> list[list[str]]:
    return [[part.strip() for part in f"{step}:".split(":")[:2]] for step in row.split(";")]


@pytest.fixture(scope="module")
def found(chromium):
    """Of all rows, from one page that has nothing but the module."""
    text = (CHECKOUT / "static" / "js" / "screen" / "held.js").read_text(encoding="utf-8")
    page = chromium.new_page()
    address = page.evaluate(
        "text => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))", text
    )
    rows = [steps_of(row) for row, *_ in TABLE.values()]
    results = page.evaluate(SCRIPT, [address, rows])
    page.close()
    return dict(zip(TABLE, results, strict=True))


@pytest.mark.parametrize("name", TABLE)
def test_what_is_held(found, name):
    _, shown, over, gone, past = TABLE[name]
    assert found[name] == {"shown": shown, "over": over, "gone": gone, "past": past}
