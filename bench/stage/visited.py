"""What people and scripts read of a running instance: the text of every page that a role can walk
to, and every answer of the API that can be asked for by GET.

Over HTTP and from links alone, so that any version can be visited, and none of its code is needed.
"""

import http.cookiejar
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser

# Of lists of like things a few are looked at: the addresses that differ in their numbers alone.
OF_A_KIND = 2
IDS_OF_A_LIST = 2
# Files, the API (which is walked by itself), and pictures, which are also there as SVG.
LEFT_OUT = re.compile(r"/(media|static|api)/|.*\.(png|pdf)(\?|$)")
READ_OUT = ("alt", "title", "aria-label", "placeholder", "value")
TOO_MANY = 429  # what costs much has a limit by person
MARKED_UP = ("text/html", "image/svg+xml")  # of a picture its words: its ids are drawn
NO_TEXT = {"script", "style"}
# Differ by the moment, the session or the home, and say nothing of what the code does.
PASSING = (
    (re.compile(r"http://127\.0\.0\.1:\d+"), "HERE"),
    (re.compile(r"celery@\S+ \d+"), "WORKER"),
    (re.compile(r"/media/[^/\"' ]+/"), "/media/…/"),
    (re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)?)?"), "MOMENT"),
    (re.compile(r"[?&]next=[^\"' ]*"), ""),
)


@dataclass
class _Page(HTMLParser):
    """The lines that a page says, and where its links lead."""

    lines: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    silent: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.silent += tag in NO_TEXT
        if given.get("type") != "hidden":
            self.lines += [f"{name}: {given[name]}" for name in READ_OUT if given.get(name)]
        if tag == "a" and (href := given.get("href")):
            self.links.append(href)

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in NO_TEXT

    def handle_data(self, data: str) -> None:
        if not self.silent and (line := " ".join(data.split())):
            self.lines.append(line)


class Visitor:
    """A person who is signed in at an instance; without a name, a stranger."""

    def __init__(self, address: str, name: str, password: str) -> None:
        self.address, self.name = address, name
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
        if name:
            self._sign_in(password)

    def _sign_in(self, password: str) -> None:
        place = f"{self.address}/people/sign-in/"
        page = self.opener.open(place, timeout=120).read().decode()
        secret = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        if secret is None:
            raise ValueError(f"{place}: expected a form with a csrfmiddlewaretoken")
        form = {"csrfmiddlewaretoken": secret[1], "username": self.name, "password": password}
        self.opener.open(place, urllib.parse.urlencode(form).encode(), timeout=120)

    def ask(self, path: str) -> tuple[int, str, bytes]:
        """Status, kind of content, and content."""
        while True:
            try:
                answer = self.opener.open(self.address + path, timeout=300)
            except urllib.error.HTTPError as refused:
                answer = refused
            with answer:
                if answer.status == TOO_MANY:
                    time.sleep(int(answer.headers.get("Retry-After", 1)))
                    continue
                kind = answer.headers.get("Content-Type", "").partition(";")[0]
                return answer.status or 0, kind, answer.read()

    def pages(self) -> Iterator[tuple[str, list[str]]]:
        """Each page that links lead to from the first one, with what it says."""
        ways, met, seen = deque(["/"]), {"/"}, Counter[str]()
        while ways:
            path = ways.popleft()
            shape = _shape(path)
            seen[shape] += 1
            if seen[shape] > OF_A_KIND:
                continue
            status, kind, content = self.ask(path)
            if kind not in MARKED_UP:
                yield path, [str(status), *_lines_of(kind, content)]
                continue
            page = _Page()
            page.feed(content.decode(errors="replace"))
            yield path, [str(status), *map(_lasting, page.lines)]
            for link in page.links:
                onward = urllib.parse.urljoin(path, link).partition("#")[0]
                if onward.startswith("/") and not LEFT_OUT.match(onward) and onward not in met:
                    met.add(onward)
                    ways.append(onward)

    def answers(self) -> Iterator[tuple[str, list[str]]]:
        """Each answer of the API to GET. What an address names is taken from the list before it."""
        status, _, content = self.ask("/api/v1/schema/?format=json")
        if status != 200:
            return
        paths = json.loads(content)["paths"]
        for route in sorted(path for path, methods in paths.items() if "get" in methods):
            for path in self._filled(route):
                status, kind, content = self.ask(path)
                yield path, [str(status), *_lines_of(kind, content)]

    def _filled(self, route: str) -> list[str]:
        before, brace, rest = route.partition("{")
        if not brace:
            return [route]
        status, kind, content = self.ask(before.rstrip("/"))
        found = json.loads(content) if status == 200 and kind == "application/json" else {}
        rows = found.get("results", []) if isinstance(found, dict) else found
        ids = [row["id"] for row in rows if isinstance(row, dict) and "id" in row]
        after = rest.partition("}")[2]
        return [
            path for one in ids[:IDS_OF_A_LIST] for path in self._filled(f"{before}{one}{after}")
        ]


def _shape(path: str) -> str:
    """The same for addresses that differ in numbers, or in what is asked of them."""
    place, _, asked = path.partition("?")
    names = sorted(word.partition("=")[0] for word in asked.split("&"))
    return re.sub(r"\d+", "#", f"{place}?{names}")


def _lines_of(kind: str, content: bytes) -> list[str]:
    if kind in ("application/json", "application/problem+json"):
        text = json.dumps(json.loads(content), indent=1, sort_keys=True, ensure_ascii=False)
    elif kind.startswith("text/"):
        text = content.decode(errors="replace")
    else:
        return [
            kind,
            f"{len(content)} bytes" if len(content) > 2**16 else sha256(content).hexdigest(),
        ]
    return [kind, *map(_lasting, text.splitlines())]


def _lasting(line: str) -> str:
    for passing, instead in PASSING:
        line = passing.sub(instead, line)
    return line
