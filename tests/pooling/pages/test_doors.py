"""Who may open the pages of pooling: who rates must learn nothing of models, ranks, originals.

What viewers may read, and that they may change nothing, stands in tests/addresses.
"""

import pytest
from django.urls import reverse

from pooling.urls import urlpatterns

ARGUMENTS = {"benchmark_id", "number", "model_id", "run_id", "pool_id", "job_id"}
PAGES = [pattern for pattern in urlpatterns if pattern.name != "media"]


def address_of(pattern, number: int = 1) -> str:
    names = set(pattern.pattern.converters)
    assert names <= ARGUMENTS
    return reverse(f"pooling:{pattern.name}", kwargs=dict.fromkeys(names, number))


def ask(browser, pattern, number: int = 1):
    """By POST where the address takes nothing else."""
    answer = browser.get(address_of(pattern, number))
    return browser.post(address_of(pattern, number)) if answer.status_code == 405 else answer


@pytest.mark.parametrize("who", ["rater", "adjudicator"])
def test_who_rates_does_not_come_in(request, signed_in, who, pool):
    browser = signed_in(request.getfixturevalue(who))
    for pattern in PAGES:
        for number in (
            pool.benchmark.pk,
            999_999,
        ):  # whether there is such a thing is not told either
            answer = ask(browser, pattern, number)
            assert (pattern.name, answer.status_code) == (pattern.name, 403)
            assert "a dog runs" not in answer.text


@pytest.mark.parametrize("who", ["viewer", "rater"])
def test_who_is_no_lead_sends_nothing(request, signed_in, pool, who):
    browser = signed_in(request.getfixturevalue(who))
    refusals = {
        pattern.name: browser.post(address_of(pattern, pool.benchmark.pk)).status_code
        for pattern in PAGES
    }
    assert set(refusals.values()) == {403, 405}
    assert refusals["new_pool"] == refusals["import_run"] == refusals["register_model"] == 403


def test_a_stranger_is_sent_to_sign_in(client, db):
    for pattern in PAGES:
        answer = ask(client, pattern)
        assert (pattern.name, answer.status_code) == (pattern.name, 302)
        assert answer["Location"].startswith("/people/sign-in/?next=/")


def test_what_does_not_exist_has_no_page(lead, signed_in):
    browser = signed_in(lead)
    answers = {
        pattern.name: ask(browser, pattern, 999_999).status_code
        for pattern in PAGES
        if pattern.pattern.converters
    }
    assert answers == dict.fromkeys(answers, 404)


@pytest.mark.parametrize("who", ["lead", "administrator"])
def test_lists_and_forms_open_to_leads_and_administrators(request, signed_in, who):
    browser = signed_in(request.getfixturevalue(who))
    answers = {
        pattern.name: ask(browser, pattern).status_code
        for pattern in PAGES
        if not pattern.pattern.converters
    }
    assert answers == dict.fromkeys(answers, 200)
