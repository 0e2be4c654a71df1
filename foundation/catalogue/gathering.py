"""All messages of a checkout, and the catalogues of its languages brought up to date."""

import ast
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path

from foundation.catalogue import in_pictures, in_python, in_templates, po
from foundation.catalogue.languages import Language
from foundation.catalogue.message import Key, placeholders
from foundation.catalogue.po import HEADER, Entry
from foundation.glossary import HEADINGS, read_terms

PACKAGES = (
    *("foundation", "people", "jobs", "media", "measures", "pooling", "semantics"),
    *(
        "annotator",
        "retrieval",
        "witnesses",
        "metrics",
        "explorer",
        "publishing",
        "stack",
        "config",
    ),
)
# Commands, formats and checks are for programs and for those who run them: English.
ENGLISH_ONLY = {"management", "migrations", "standalone", "catalogue", "backups", "api"}
ENGLISH_ONLY |= {"env.py", "plain.py", "checks.py"}
# Modules that draw charts.
PICTURES = {"charts", "board_chart.py"}


def found_in(checkout: Path) -> dict[Key, list[str]]:
    """Each message with the files that have it, in order."""
    files = chain.from_iterable((checkout / name).rglob("*.py") for name in PACKAGES)
    trees = {
        file: ast.parse(file.read_text(encoding="utf-8"))
        for file in files
        if not ENGLISH_ONLY & set(file.relative_to(checkout).parts)
    }
    spoken = in_python.refusals(trees.values())
    messages: dict[Path, Iterable[Key]] = {
        file: in_python.Reader(tree, spoken).messages() for file, tree in trees.items()
    }
    for file, tree in trees.items():
        if PICTURES & set(file.relative_to(checkout).parts):
            messages[file] = chain(messages[file], in_pictures.messages(tree))
    for file in (checkout / "templates").rglob("*.html"):
        messages[file] = in_templates.messages(file.read_text(encoding="utf-8"))
    glossary = checkout / "docs" / "glossary.md"
    if glossary.exists():  # what explains a heading is read by people, too
        terms = read_terms(glossary.read_text(encoding="utf-8"))
        messages[glossary] = (Key(terms[word].meaning) for word in HEADINGS)
    found: dict[Key, set[str]] = {}
    for file, keys in messages.items():
        for key in keys:
            found.setdefault(key, set()).add(file.relative_to(checkout).as_posix())
    return {key: sorted(places) for key, places in found.items() if key.text}


def updated(everywhere: Mapping[Key, list[str]], language: Language) -> dict[Key, Entry]:
    """What is translated stays; what is new comes empty; what the source has no more goes.

    everywhere: from found_in, which reads the whole source: once for all languages."""
    before = po.read(language.source)
    entries = {HEADER: before[HEADER]}
    for key, places in everywhere.items():
        if language.has(places):
            kept = before.get(key)
            meant = kept.meant if kept else [""] * (language.forms if key.plural else 1)
            entries[key] = Entry(key, meant, places, kept.flags if kept else set())
    return entries


def write(everywhere: Mapping[Key, list[str]], language: Language) -> dict[Key, Entry]:
    entries = updated(everywhere, language)
    po.write(language.source, entries)
    return entries


def mistakes(entries: dict[Key, Entry]) -> list[str]:
    """What a translator has still to do, or did wrong."""
    found = []
    for entry in entries.values():
        allowed = placeholders(entry.key.text) | placeholders(entry.key.plural)
        if not entry.is_done:
            found.append(f"not translated: {entry.key.text!r}")
        elif any(placeholders(text) - allowed for text in entry.meant):
            found.append(f"a placeholder that the message has not: {entry.key.text!r}")
        elif allowed - set().union(*map(placeholders, entry.meant)):
            found.append(f"a placeholder is left out: {entry.key.text!r}")
    return found
