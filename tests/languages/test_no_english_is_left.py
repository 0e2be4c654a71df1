"""Every page, asked for in English and in German: what is the same in both is a name, a number, a
text of somebody's, or in the list below.

A page's charts are looked at too: what their specifications have that a reader sees.
"""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from people.models import User
from pooling.formats.guess import BENCHMARK_FORMATS
from pooling.formats.units import UNITS
from tests.addresses.conftest import asking, world  # noqa: F401  (fixtures)
from tests.addresses.test_every_address import TABLE

READ = {"title", "aria-label", "placeholder", "alt", "data-hint"}
# Their texts are no prose, or said to be English.
NOT_READ = {"script", "style", "code", "pre", "kbd", "textarea"}
ZONES = "time_zone"  # all of them, as they are called everywhere
EMPTY = {"input", "br", "img", "meta", "link", "hr", "source", "track", "wbr", "area"}
WORD = re.compile(r"[A-Za-z]{3,}")
SEEN = {"title", "description", "domain", "text"}
FOR_SCRIPTS = ("/api/", "/admin/", "/help/", "/media/", "/leaderboard/")


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.within: list[tuple[str, bool, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [value for name in READ & given.keys() if (value := given[name])]
        if tag not in EMPTY:
            silent = tag in NOT_READ or given.get("lang") == "en" or given.get("name") == ZONES
            chart = tag == "script" and (given.get("id") or "").startswith("chart-")
            self.within.append((tag, silent, chart))

    def handle_endtag(self, tag: str) -> None:
        while self.within and self.within.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.within and self.within[-1][2]:
            self.found += _seen(json.loads(data))
        elif not any(silent for _, silent, _ in self.within):
            self.found.append(" ".join(data.split()))


def _seen(part: object, within: str = "") -> Iterator[str]:
    if isinstance(part, dict):
        for name, inner in part.items():
            if name != "config":
                yield from _seen(inner, name)
    elif isinstance(part, list):
        for inner in part:
            yield from _seen(inner, within)
    elif isinstance(part, str) and within in SEEN:
        yield part


def texts_of(page: str) -> set[str]:
    reader = Reader()
    reader.feed(page)
    return {text for text in reader.found if WORD.search(text)}


ALLOWED = {
    line.strip()
    for line in Path(__file__)
    .with_name("same_in_german.txt")
    .read_text(encoding="utf-8")
    .splitlines()
    if line.strip() and not line.startswith("#")
}


# Choices that are words of commands and the API.
CHOICES = {*BENCHMARK_FORMATS, *UNITS}


@pytest.mark.parametrize("who", ["rater", "administrator"])
def test_no_page_has_english_left_in_german(request, asking, who):  # noqa: F811
    person = request.getfixturevalue(who)
    pages = {}
    for language in ("en-gb", "de"):
        User.objects.filter(pk=person.pk).update(language=language)
        ask = asking(person)
        pages[language] = {
            route: texts_of(answer.text)
            for route, methods in TABLE.items()
            if methods["GET"][who] == 200
            and not route.startswith(FOR_SCRIPTS)
            and "html" in (answer := ask("GET", route)).get("Content-Type", "")
            and not answer.streaming
        }
    left: dict[str, str] = {}
    for route, texts in pages["de"].items():
        for text in texts & pages["en-gb"][route]:
            if text not in CHOICES and not any(re.fullmatch(one, text) for one in ALLOWED):
                left.setdefault(text, route)
    assert left == {}
    assert len(pages["de"]) > 10
