"""Lines of templates stay within 120 columns, wherever they can be broken.

A tag of Django has to stand on one line, and whitespace between inline elements is seen: a line
that has nothing else may be longer.
"""

import re
from pathlib import Path

import pytest

from foundation.home import CHECKOUT

LIMIT = 120
TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}")
VALUE = re.compile(r"=(\"[^\"]*\"|'[^']*')")
AS_IT_IS = {"publishing/leaderboard.html"}  # it shows a line of HTML, in a <pre>
TEMPLATES = CHECKOUT / "templates"


def can_be_broken(line: str) -> bool:
    """Whether whitespace stands in it outside a value, in a tag of HTML or in a text."""
    bare = VALUE.sub("=", TAG.sub("", line.strip()))
    return bool(re.search(r"\s", bare.strip()))


def name_of(file: Path) -> str:
    return file.relative_to(TEMPLATES).as_posix()


def too_long(file: Path) -> list[str]:
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), start=1)
    return [
        f"{name_of(file)}:{number}: {len(line)} columns"
        for number, line in lines
        if len(line) > LIMIT and can_be_broken(line)
    ]


def test_no_line_of_a_template_is_too_long():
    files = (file for file in sorted(TEMPLATES.rglob("*.html")) if name_of(file) not in AS_IT_IS)
    found = [line for file in files for line in too_long(file)]
    assert found == []


@pytest.mark.parametrize(
    ("line", "breakable"),
    [
        ("<p>{% translate 'One of ours' %} and more</p>", True),
        ('<a class="a" href="{% url \'home\' %}">', True),
        ("{% blocktranslate trimmed with a=b c=d %}", False),
        ('<td class="{% if a %}b c{% endif %}">{{ a|default:"no one" }}</td>', True),
        ("{% if a %}{% translate 'One of ours' %}{% else %}{{ b }}{% endif %}", False),
    ],
)
def test_what_can_be_broken_is_told(line, breakable):
    assert can_be_broken(line) is breakable
