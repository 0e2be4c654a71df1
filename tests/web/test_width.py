"""Templates can be read without scrolling sideways."""

from foundation.home import CHECKOUT

WIDEST = 120
# Words that belong together without white space, or one tag: a template cannot break either.
LEFT = 91


def test_lines_of_templates_are_narrow():
    wide = [
        f"{path.relative_to(CHECKOUT)}:{number}"
        for path in sorted((CHECKOUT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert len(wide) <= LEFT, wide
