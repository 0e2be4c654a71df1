"""Documents tell the truth: their links lead somewhere, their commands exist."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from foundation.home import CHECKOUT
from metrics.standalone.command import make_parser
from tests.packages import PACKAGES

DOCUMENTS = sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").rglob("*.md")])
README = (CHECKOUT / "README.md").read_text()

MADE_BY_OWNERS = {"deploy/secrets/"}  # by whoever runs it with compose


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_every_link_within_the_project_leads_somewhere(document):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_every_file_that_is_named_is_there(document):
    folders = "|".join([*PACKAGES, "bench", "deploy", "docs", "static", "templates", "tests"])
    text = document.read_text()
    paths = set(re.findall(rf"`((?:{folders})/[\w./*-]*)`", text)) - MADE_BY_OWNERS
    assert [path for path in sorted(paths) if not list(CHECKOUT.glob(path.rstrip("/")))] == []
    tests = set(re.findall(r"`(?:[\w/]+/)?(test_\w+\.py)`", text))
    assert tests <= {path.name for path in (CHECKOUT / "tests").rglob("test_*.py")}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(CHECKOUT)))
def test_every_make_target_and_command_that_is_named_exists(document):
    text = document.read_text()
    targets = set(re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text(), re.MULTILINE))
    assert (
        set(re.findall(r"\bmake ([a-z]+)(?=[`\s]*(?:$|#|`|UP=|PYTEST=))", text, re.MULTILINE))
        <= targets
    )
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= set(get_commands())


@pytest.mark.parametrize("name", ["retrieval", "semantics"])
def test_lines_outside_tables_have_at_most_100_columns(name):
    lines = (CHECKOUT / "docs" / f"{name}.md").read_text().splitlines()
    assert [line for line in lines if len(line) > 100 and not line.startswith("|")] == []


def test_the_first_forty_lines_are_all_that_a_newcomer_needs():
    first = "\n".join(README.splitlines()[:40])
    for needed in (
        "make run",
        "make test",
        "http://127.0.0.1:8000",
        "![",
        "benchmark ->",
        "docs/architecture.md",
    ):
        assert needed in first


def test_every_picture_says_what_is_seen_and_is_small():
    shown = {
        (document.parent / file).resolve(): words
        for document in DOCUMENTS
        for words, file in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", document.read_text())
    }
    pictures = {*(CHECKOUT / "docs/pictures").glob("*.png")}
    pictures |= {*(CHECKOUT / "docs/pictures").glob("*.webp")}
    assert pictures == set(shown)
    assert all(shown.values())
    assert [path.name for path in pictures if path.stat().st_size > 1_500_000] == []
    assert sum(path.stat().st_size for path in pictures) < 3_000_000


def test_the_report_to_look_at_needs_nothing_but_itself():
    report = (CHECKOUT / "docs/report.html").read_text(encoding="utf-8")
    assert len(report) < 300_000
    assert re.findall(r"<script|<link|src=\"(?!data:)|url\((?!data:|\"data:)", report) == []


def test_every_decision_is_listed_in_its_order():
    listed = re.findall(
        r"\]\((\d{4}-[a-z0-9-]+\.md)\)", (CHECKOUT / "docs/decisions/README.md").read_text()
    )
    assert listed == sorted(path.name for path in (CHECKOUT / "docs/decisions").glob("0*.md"))


def test_every_command_of_ours_says_what_it_does():
    ours = {name: app for name, app in get_commands().items() if app in PACKAGES}
    assert ours
    assert [name for name, app in ours.items() if not load_command_class(app, name).help] == []


OURS = sorted((name, app) for name, app in get_commands().items() if app in PACKAGES)
DJANGOS = {
    "--version",
    "-v",
    "--settings",
    "--pythonpath",
    "--traceback",
    "--no-color",
    "--force-color",
    "--skip-checks",
    "-h",
}


@pytest.mark.parametrize(("name", "app"), [*OURS, ("metrics", "")])
def test_every_help_text_of_ours_is_a_sentence(name, app):
    parser = (
        load_command_class(app, name).create_parser("manage.py", name) if app else make_parser()
    )
    ours = [action for action in parser._actions if not DJANGOS & set(action.option_strings)]
    texts = {str(action.option_strings or action.dest): action.help or "" for action in ours}
    texts["itself"] = parser.description or ""
    assert {
        key: text for key, text in texts.items() if not (text[:1].isupper() and text.endswith("."))
    } == {}


def test_no_requirement_names_where_it_comes_from():
    for path in CHECKOUT.glob("requirements*"):
        assert re.findall(r"https?://|--index|--extra|--find-links", path.read_text()) == []
        if path.suffix == ".txt":
            pinned = re.findall(
                r"^[a-z0-9_.-]+(?:\[[a-z,]+\])?==", path.read_text(), re.MULTILINE | re.IGNORECASE
            )
            assert len(pinned) > (10 if "models" in path.name else 20)
            assert path.read_text().count("--hash=sha256:") >= len(pinned)


def test_the_contracts_between_packages_hold():
    """What `make check` prints, here so that nobody can forget it."""
    import subprocess
    import sys

    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint, "--no-cache"], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout
