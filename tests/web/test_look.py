"""The stylesheet: its colours can be told apart, each stands once, and what pages ask of it is
there."""

import itertools
import re

import pytest

from tests.web.stylesheet import CSS, STATIC, colours, contrast

GROUNDS = ("ground", "surface", "sunken")
TEXTS = ("ink", "ink-soft", "accent", "accent-strong", "bad")
OWN_GROUNDS = ("good", "idle", "warn", "bad", "split")
TEXT_PAIRS = [
    *itertools.product(TEXTS, GROUNDS),
    *((state, f"{state}-ground") for state in OWN_GROUNDS),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("on-bad", "bad"),
]
PARTS = [*itertools.product(("edge", "accent", "bad"), GROUNDS)]
DOCUMENT = (STATIC.parent / "docs" / "look.md").read_text(encoding="utf-8")


def test_contrast_is_computed_as_the_standard_does():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS)
def test_text_can_be_read_on_its_ground(theme, text, ground):
    assert contrast(colours()[theme][text], colours()[theme][ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("part", "ground"), PARTS)
def test_the_edges_of_controls_can_be_seen(theme, part, ground):
    assert contrast(colours()[theme][part], colours()[theme][ground]) >= 3


def test_every_colour_that_is_used_as_text_or_edge_has_been_measured():
    measured = {name for pair in [*TEXT_PAIRS, *PARTS] for name in pair}
    assert set(colours()["light"]) - measured == {
        "line"
    }  # a line parts; nothing depends on seeing it


def test_colours_are_written_as_tokens_and_nowhere_else():
    rules = re.sub(r"@layer tokens \{.*?\n\}\n", "", CSS, flags=re.DOTALL)
    assert re.findall(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(", rules) == []


def test_every_token_that_is_used_exists():
    defined = set(re.findall(r"^\s*--([a-z0-9-]+):", CSS, flags=re.MULTILINE))
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", CSS))
    assert used - defined == set()


def test_the_document_names_every_class_and_no_other():
    listed = set(re.findall(r"`\.([a-z0-9-]+)`", DOCUMENT))
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", re.sub(r"\{[^{}]*\}", "{}", CSS)))
    assert styled == listed


def test_the_document_names_every_token_of_colour():
    assert set(colours()["light"]) <= set(re.findall(r"`--([a-z0-9-]+)`", DOCUMENT))


@pytest.mark.parametrize(
    "condition", ["prefers-reduced-motion: reduce", "print", "max-width: 760px"]
)
def test_the_stylesheet_answers_the_readers_circumstances(condition):
    assert re.search(rf"@media \(?{condition}", CSS)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_figures_can_be_read_on_every_step_of_a_heat_map(theme):
    """Each step is some of the accent mixed into the surface, in sRGB as browsers do it."""
    mixed = re.findall(
        r"\.heat-\d\s*\{\s*background: color-mix\(in srgb, var\(--accent\) (\d+)%,"
        r" var\(--surface\)\)",
        CSS,
    )
    shares = [int(share) / 100 for share in mixed]
    assert len(shares) == 10
    assert shares == sorted(set(shares))
    of = colours()[theme]
    for share in shares:
        assert contrast(of["ink"], _mix(of["accent"], of["surface"], share)) >= 4.5


def _mix(one: str, other: str, share: float) -> str:
    parts = [
        (int(one[place : place + 2], 16), int(other[place : place + 2], 16)) for place in (1, 3, 5)
    ]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)
