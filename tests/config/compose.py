"""Reads docker-compose.yml as compose would: anchors merged, ${NAME} filled in."""

import re
from typing import Any

import yaml

from foundation.home import CHECKOUT

COMPOSE = CHECKOUT / "docker-compose.yml"


def read_compose(**given: str) -> dict[str, Any]:
    return yaml.safe_load(fill_in(COMPOSE.read_text(encoding="utf-8"), given))


def fill_in(text: str, given: dict[str, str]) -> str:
    """${NAME:?what is missing}, ${NAME:-default} and $$; any other use of $ is a mistake here."""

    def value(found: "re.Match[str]") -> str:
        name, kind, word = found["name"], found["kind"], found["word"]
        if found[0] == "$$":
            return "$"
        if name is None:
            raise ValueError(f"a lone $ at {text[found.start() : found.start() + 20]!r}")
        if name in given:
            return given[name]
        if kind != ":-":
            raise KeyError(f"{name}: {word}")
        return word

    return re.sub(r"\$\$|\$(\{(?P<name>\w+)((?P<kind>:[?-])(?P<word>[^}]*))?\})?", value, text)
