"""Who may open the pages of pooling: leads and administrators. What raters see must tell nothing of models, ranks, originals."""

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


@pytest.mark.parametrize("who", ["viewer", "rater", "adjudicator"])
@pytest.mark.parametrize("pattern", PAGES, ids=lambda pattern: pattern.name)
def test_only_leads_and_administrators_come_in(request, signed_in, pattern, who, pool):
    browser = signed_in(request.getfixturevalue(who))
    for number in (pool.benchmark.pk, 999_999):  # whether there is such a thing is not told either
        answer = ask(browser, pattern, number)
        assert answer.status_code == 403
        assert "a dog runs" not in answer.text


@pytest.mark.parametrize("pattern", PAGES, ids=lambda pattern: pattern.name)
def test_who_may_not_read_may_not_send_either(rater, signed_in, pattern, pool):
    assert signed_in(rater).post(address_of(pattern, pool.benchmark.pk)).status_code in (403, 405)


@pytest.mark.parametrize("pattern", PAGES, ids=lambda pattern: pattern.name)
def test_a_stranger_is_sent_to_sign_in(client, db, pattern):
    answer = ask(client, pattern)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/people/sign-in/?next=/")


@pytest.mark.parametrize("pattern", [p for p in PAGES if p.pattern.converters], ids=lambda pattern: pattern.name)
def test_what_does_not_exist_has_no_page(lead, signed_in, pattern):
    assert ask(signed_in(lead), pattern, 999_999).status_code == 404


@pytest.mark.parametrize("pattern", [p for p in PAGES if not p.pattern.converters], ids=lambda pattern: pattern.name)
@pytest.mark.parametrize("who", ["lead", "administrator"])
def test_lists_and_forms_open_to_leads_and_administrators(request, signed_in, pattern, who):
    assert signed_in(request.getfixturevalue(who)).get(address_of(pattern)).status_code == 200
