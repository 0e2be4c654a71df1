"""Headings that the glossary explains say what they mean, and lead to it."""

import re

import pytest

from config.templatetags.terms import term_of, terms
from foundation.glossary import HEADINGS
from tests.metrics.reporting import make_report
from tests.metrics.worlds import make_world

pytestmark = pytest.mark.django_db


def test_every_explained_heading_is_a_word_of_the_glossary():
    assert set(terms()) >= HEADINGS
    assert not [word for word in HEADINGS if "](" in terms()[word].meaning]
    assert term_of("Positives").meaning.startswith("(query, video) that is relevant")
    assert term_of("Runs").meaning == "what a model predicts on a benchmark"
    assert term_of("Seconds") is None


def test_a_heading_leads_to_its_word_and_has_its_meaning(signed_in, viewer):
    browser, report = signed_in(viewer), make_report(make_world())
    page = browser.get(f"/evaluations/{report.pk}/").text
    (anchor, meaning) = re.search(
        r'<a class="term" href="/help/glossary/#([\w-]+)" title="([^"]+)">Run</a>', page
    ).groups()
    assert meaning == terms()["run"].meaning
    assert f'id="{anchor}"' in browser.get("/help/glossary/").text
    listed = browser.get(f"/explorer/{report.benchmark_id}/").text
    assert f'title="{terms()["caption"].meaning}"' in listed


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_meaning_is_shown_by_the_pointer_and_by_the_focus(browse_as, viewer):
    world = make_world()
    page = browse_as(viewer)
    page.goto(f"/explorer/{world.pk}/")
    says = page.get_by_role("tooltip")
    page.get_by_role("link", name="Positives").hover()
    assert says.inner_text() == terms()["positive"].meaning
    page.keyboard.press("Escape")
    assert says.count() == 0
    page.get_by_role("link", name="Caption", exact=True).focus()
    assert says.inner_text() == terms()["caption"].meaning
    box = says.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.viewport_size["width"]
