"""A rule has one home: only labels/ says which labels live, only slots/ frees leases, only labels/
writes the log.

Texts are read as one line each, with strings that are written in parts put together, so that a rule
is found however it is wrapped.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
APPS = ("annotator", "metrics", "explorer", "publishing", "stack", "config")

# What would say anew which labels live or count, in SQL or Django's words.
LIVES = (
    r"answer (<>|!=) 'withdrawn'",
    r"NOT EXISTS ?\( ?SELECT (1 )?FROM annotator_label \w+ WHERE \w+\.supersedes_id = ",
    r"NOT (EXISTS|IN) ?\( ?SELECT (\w+ )?FROM annotator_disregardedlabel",
    r"superseded_by(__isnull)? ?= ?(None|True)",
    r"(exclude|~Q)\( ?answer ?= ?(\"withdrawn\"|Answer\.WITHDRAWN)",
    r"answer (!=|is not) (\"withdrawn\"|Answer\.WITHDRAWN)",
    r"\bDisregardedLabel\.objects\b",
    r"\bdisregarded_since\b",
)
FREES = (
    r"returned_by_id = rater_id",
    r"UPDATE annotator_slot(?! SET state = 'waiting')[^\"]*\blease_ends = NULL[^\"]*'leased'",
    r"Slot\.objects[^\n]*\.update\([^)]*(FREE|\"free\")",
)
APPENDS = (
    r"INSERT INTO annotator_label\b",
    r"COPY annotator_label\b",
    r"\bLabel\.objects\.(bulk_)?create\(",
    r"(?<![\w.\"])Label\([a-z_]+ ?=",
)


def texts(*but: str) -> dict[str, str]:
    """By file: all code, SQL and templates of the apps, without these folders and the migrations,
    which are frozen."""
    files = [
        file
        for app in APPS
        for suffix in ("py", "sql", "html")
        for file in (ROOT / app).rglob(f"*.{suffix}")
    ]
    files += (ROOT / "templates").rglob("*.html")
    names = {str(file.relative_to(ROOT)): file for file in files}
    return {
        name: one_line(file.read_text(encoding="utf-8"))
        for name, file in names.items()
        if "/migrations/" not in name and not name.startswith(but)
    }


def one_line(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\"\s*\n\s*f?\"", "", text))


def homes(patterns: tuple[str, ...], *but: str) -> set[str]:
    return {
        name
        for name, text in texts(*but).items()
        if any(re.search(pattern, text) for pattern in patterns)
    }


# The condition of a constraint says what a row may be, and no more.
VIEWS = tuple(
    f"annotator/sql/{name}.sql" for name in ("live_label", "counting_label", "counting_check")
)
RULE = ("annotator/labels/live.py", *VIEWS, "annotator/models/label.py")


def test_one_room_says_which_labels_live_and_count():
    assert homes(LIVES, *RULE) == set()
    assert {"annotator/labels/live.py", *VIEWS} <= homes(LIVES)


def test_one_update_frees_leases():
    assert homes(FREES) == {"annotator/slots/free.py"}


def test_one_insert_appends_labels_and_one_copy():
    assert homes(APPENDS) == {"annotator/labels/append.py", "annotator/labels/copy.py"}
    everything = " ".join(texts().values())
    assert len(re.findall(r"INSERT INTO annotator_label\b", everything)) == 1
    assert len(re.findall(r"COPY annotator_label\b", everything)) == 1


@pytest.mark.parametrize(
    ("patterns", "text"),
    [
        (LIVES, "WHERE l.answer <> 'withdrawn'"),
        (LIVES, "NOT EXISTS (SELECT FROM annotator_label\n  n WHERE n.supersedes_id = l.id)"),
        (LIVES, '" AND NOT EXISTS (SELECT FROM"\n        " annotator_disregardedlabel d)"'),
        (LIVES, "Label.objects.filter(superseded_by=None)"),
        (LIVES, 'labels.exclude(answer="withdrawn")'),
        (LIVES, '{% if label.answer != "withdrawn" %}'),
        (LIVES, "asked = DisregardedLabel.objects.filter(label__in=given)"),
        (LIVES, "is_live(label) and not label.disregarded_since"),
        (FREES, "UPDATE annotator_slot SET state = 'free', returned_by_id = rater_id"),
        (
            FREES,
            "UPDATE annotator_slot SET rater_id = NULL, lease_ends = NULL WHERE state = 'leased'",
        ),
        (FREES, "Slot.objects.filter(pk=1).update(state=Slot.State.FREE)"),
        (APPENDS, "INSERT INTO\n  annotator_label (answer)"),
        (APPENDS, "Label.objects.create(answer='relevant')"),
        (APPENDS, "Label(answer='relevant').save()"),
    ],
)
def test_a_second_home_would_be_found(patterns, text):
    assert any(re.search(pattern, one_line(text)) for pattern in patterns)
