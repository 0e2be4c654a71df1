"""Reads a page's markup, and says what people who do not see it, or do not use a mouse, would
miss."""

import re
from collections import Counter
from html.parser import HTMLParser

NAMELESS = {"hidden", "submit", "button"}


class Markup(HTMLParser):
    """Every element with its attributes, in order, and the text within those that must have
    some."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[int, str] = {}
        self.within: list[tuple[str, int]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag in ("a", "button", "label", "h1", "title", "legend", "summary"):
            self.within.append((tag, len(self.elements) - 1))
            self.texts[len(self.elements) - 1] = ""

    def handle_endtag(self, tag):
        if self.within and self.within[-1][0] == tag:
            self.within.pop()

    def handle_data(self, data):
        for _, place in self.within:
            self.texts[place] += data

    def all(self, *tags: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.elements if tag in tags]

    def texts_of(self, tag: str) -> list[str]:
        return [
            self.texts[place].strip()
            for place, (found, _) in enumerate(self.elements)
            if found == tag
        ]


def squeezed(page: str) -> str:
    """The page with one space for each run of white space, and none at an element's edges: where a
    template breaks its lines is no matter of a test."""
    return re.sub(r"(?<=>) | (?=<)", "", " ".join(page.split()))


def complaints(page: str) -> list[str]:
    """What is wrong with a page, in words; nothing for a page that is well made."""
    markup = Markup(page)
    return [
        *(
            f"there should be one <{tag}>, found {len(markup.all(tag))}"
            for tag in ("h1", "main", "title")
            if len(markup.all(tag)) != 1
        ),
        *(
            f"<{tag}> is empty"
            for tag in ("h1", "title", "button", "label")
            if "" in markup.texts_of(tag)
        ),
        *(f"id {name} stands {n} times" for name, n in Counter(_ids(markup)).items() if n > 1),
        *(f"no label: {control}" for control in _unlabelled(markup)),
        *(f"leads to no id: {name}" for name in _dangling(markup)),
        *(f"inline: {found}" for found in _inline(markup)),
        *(
            f"a picture without alt: {picture}"
            for picture in markup.all("img")
            if "alt" not in picture
        ),
        *([] if markup.all("html")[0].get("lang") else ["the page's language is not said"]),
    ]


def _ids(markup: Markup) -> list[str]:
    return [attributes["id"] for _, attributes in markup.elements if "id" in attributes]


def _unlabelled(markup: Markup) -> list[dict[str, str]]:
    named = {label.get("for") for label in markup.all("label")}
    controls = [
        control
        for control in markup.all("input", "select", "textarea")
        if control.get("type") not in NAMELESS
    ]
    return [
        control
        for control in controls
        if control.get("id") not in named and not control.get("aria-label")
    ]


def _dangling(markup: Markup) -> list[str]:
    there = set(_ids(markup))
    names = [
        name
        for _, attributes in markup.elements
        for attribute in ("aria-describedby", "aria-labelledby", "for")
        for name in attributes.get(attribute, "").split()
    ]
    names += [link["href"][1:] for link in markup.all("a") if link.get("href", "").startswith("#")]
    return [name for name in names if name not in there]


def _inline(markup: Markup) -> list[str]:
    """What the content security policy refuses to run: a page that needs it would be broken."""
    found = [
        f"{tag} {name}"
        for tag, attributes in markup.elements
        for name in attributes
        if name == "style" or name.startswith("on")
    ]
    found += [
        "a script without an address"
        for script in markup.all("script")
        if not script.get("src") and script.get("type") != "application/json"
    ]
    return found + ["a style element" for _ in markup.all("style")]
