"""Pages in German, from the sentences of the code to the numbers in them."""

import json
import re
import subprocess
import sys

import pytest

from foundation.home import CHECKOUT
from people.models import User
from pooling.models import Benchmark, TrainingCaption
from tests.annotator.saying import label_all
from tests.factories import make_benchmark, make_campaign
from tests.metrics.reporting import make_report
from tests.metrics.worlds import make_world

LABELS = "0 Labels hier gegeben."


def below_heading(page) -> str:
    found = re.search(r'<p class="sentence">(.*?)</p>', page.text, re.DOTALL)
    return " ".join(found[1].split())


@pytest.fixture
def in_german(signed_in):
    """in_german(person)(address): the page as that person reads it."""

    def sign_in(person):
        User.objects.filter(pk=person.pk).update(language="de")
        browser = signed_in(person)
        return lambda address, **sent: browser.post(address, sent) if sent else browser.get(address)

    return sign_in


def test_labels_help_texts_and_choices_come_from_the_descriptions(in_german, viewer):
    page = in_german(viewer)("/people/account/").text
    assert "Wie viele Tage das Token gültig ist." in page
    assert "Gültig für (Tage)" in page
    assert ">Lesen</option>" in page


def test_an_error_of_a_form_is_in_german(in_german, viewer):
    wrong = in_german(viewer)("/people/account/tokens/", name="x", scope="read", days="0")
    assert wrong.status_code == 422
    assert "größer oder gleich 1" in wrong.text  # in Django's own words


def test_a_refusal_is_in_german(in_german, rater):
    refused = in_german(rater)("/people/")
    assert refused.status_code == 403
    assert "Das ist der Rolle Leitung vorbehalten" in refused.text


def test_roles_and_navigation(in_german, lead):
    page = in_german(lead)("/people/").text
    assert ">Kampagnen</a>" in page
    assert ">Leitung</td>" in page


def test_why_disputes_wait_and_for_how_long(in_german, rater, other_rater, adjudicator):
    campaign = make_campaign(
        captions=1,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    page = in_german(adjudicator)(f"/adjudication/{campaign.pk}/").text
    assert "Nicht beurteilbar gewesen" in page
    assert "Uneinigkeit" in page
    assert ">3 Tage oder länger</option>" in page
    for english in ("Disagreement", "Could not be judged", "No rater left", "Any time", "or more"):
        assert english not in page


def test_proxies_and_training_are_asked_for_in_german(in_german, lead):
    benchmark = make_campaign().benchmark_id
    page = in_german(lead)(f"/benchmarks/{benchmark}/proxies/new/").text
    assert "Was ein Video für eine Beschreibung relevant macht." in page
    assert "Winkel zwischen Vektoren der Beschreibungen" in page


def test_plurals(in_german, lead, rater):
    campaign = make_campaign(raters=[rater])
    page = in_german(lead)(f"/benchmarks/{campaign.benchmark_id}/").text
    assert "Beschreibungen" in page


def test_what_programs_download_stays_english(in_german, lead, rater):
    campaign = make_campaign(raters=[rater])
    answer = in_german(lead)(f"/pools/{campaign.pool_id}/pairs/download/")
    text = b"".join(answer.streaming_content) if answer.streaming else answer.content
    assert text.decode("utf-8-sig").startswith("caption,video,best_rank")


def test_proxies_and_the_training_of_models(in_german, lead):
    made = make_benchmark([("a cat sleeps", "v0"), ("a dog runs", "v1")])
    TrainingCaption.objects.create(benchmark=made, key="t0", video_key="t0", text="a bird sings")
    Benchmark.objects.update(training_count=1)
    browse = in_german(lead)
    page = browse(f"/benchmarks/{made.pk}/proxies/").text
    assert (
        "so relevant, wie sich ihre Wörter überschneiden: die gemeinsamen als Anteil aller." in page
    )
    assert "Winkel zwischen Vektoren der Beschreibungen" in page
    page = browse(f"/benchmarks/{made.pk}/train/").text
    assert "Die Verlustfunktion, mit der es trainiert wird." in page
    assert "Nur das eigene Video einer Beschreibung" in page


DESCRIPTIONS = """
import gc, json, sys
import django
django.setup()
from django.utils import translation
with translation.override(sys.argv[1]):
    import config.urls
from foundation.asking.questions import Question
with translation.override("en-gb"):
    found = [one for one in gc.get_objects() if isinstance(one, Question)]
    said = [[one.help, str(one.label), str(dict(one.choices or {}))] for one in found]
    print(json.dumps(sorted(said)))
"""


def test_a_members_state_is_small_within_a_sentence(in_german, lead, rater):
    campaign = make_campaign(raters=[rater])
    member = campaign.members.get(person=rater)
    read = in_german(lead)
    address = f"/campaigns/{campaign.pk}/members/{member.pk}/"
    assert f"Rater, aktiv; {LABELS}" in below_heading(read(address))
    read(address, state="paused", reason="away until May")
    assert f"Rater, pausiert (Grund: away until May); {LABELS}" in below_heading(read(address))


def test_all_of_a_filter_is_in_german(in_german, viewer):
    world = make_world()
    before, after = make_report(world), make_report(world)
    page = in_german(viewer)(f"/evaluations/{before.pk}/compare/{after.pk}/").text
    assert page.count(">Alle</option>") == 2
    assert ">All</option>" not in page


def test_what_a_german_is_the_first_to_ask_for_is_english_for_others():
    """A process loads most modules with its first request, in the language of that."""

    def loaded_in(language: str) -> list[list[str]]:
        order = [sys.executable, "-c", DESCRIPTIONS, language]
        done = subprocess.run(order, capture_output=True, text=True, check=True, cwd=CHECKOUT)
        return json.loads(done.stdout)

    found = loaded_in("en-gb")
    assert len(found) > 200
    assert loaded_in("de") == found
