"""What can be done at any time: a second run comes in as the first did, from a benchmark's page or
from any list."""

import pytest

from tests.factories import make_benchmark, make_run

pytestmark = pytest.mark.django_db


def test_a_benchmark_with_a_run_still_takes_another(signed_in, lead, benchmark_of_five, strong):
    browser, at = signed_in(lead), f"/benchmarks/{benchmark_of_five.pk}"
    for tab, address in (
        ("runs", f"{at}/runs/import/"),
        ("labels", f"{at}/pools/new/"),
        ("data", f"{at}/videos/import/"),
        ("data", "/benchmarks/import/?benchmark=five"),
    ):
        assert browser.get(f"{at}/{tab}/").text.count(f'href="{address}"') == 1


@pytest.mark.parametrize(
    ("listing", "address", "leads_to"),
    [
        ("/models/", "/runs/import/", "runs/import/"),
        ("/runs/", "/runs/import/", "runs/import/"),
        ("/pools/", "/pools/new/", "pools/new/"),
    ],
)
def test_every_list_leads_to_any_benchmark(signed_in, lead, listing, address, leads_to):
    browser = signed_in(lead)
    old, new = (
        make_benchmark([("a dog", "v0")], name="older"),
        make_benchmark([("a cat", "v0")], name="newer"),
    )
    make_run(old, {0: [0]})
    assert f'href="{address}"' in browser.get(listing).text
    asked = browser.get(address)
    assert asked.status_code == 200
    for benchmark in (old, new):
        assert f'value="{benchmark.pk}"' in asked.text
        answer = browser.get(address, {"benchmark": benchmark.pk})
        assert (answer.status_code, answer["Location"]) == (
            302,
            f"/benchmarks/{benchmark.pk}/{leads_to}",
        )


def test_a_models_page_leads_to_a_run_of_it(signed_in, lead, strong):
    browser, model = signed_in(lead), strong.model
    assert f'href="/runs/import/?model={model.pk}"' in browser.get(f"/models/{model.pk}/").text
    make_benchmark([("a cat", "v0")], name="another")
    asked = browser.get("/runs/import/", {"model": model.pk})
    assert f'name="model" value="{model.pk}"' in asked.text
    answer = browser.get(
        "/runs/import/", {"model": model.pk, "benchmark": strong.benchmark.pk}, follow=True
    )
    assert answer.redirect_chain == [
        (f"/benchmarks/{strong.benchmark.pk}/runs/import/?model={model.pk}", 302)
    ]
    assert f'<option value="{model.pk}" selected>' in answer.text


def test_the_only_benchmark_need_not_be_chosen(signed_in, lead, benchmark_of_five):
    answer = signed_in(lead).get("/pools/new/")
    assert answer["Location"] == f"/benchmarks/{benchmark_of_five.pk}/pools/new/"


def test_without_a_benchmark_the_way_to_one_is_shown_and_a_wrong_choice_is_said(signed_in, lead):
    browser = signed_in(lead)
    assert 'href="/benchmarks/import/"' in browser.get("/runs/import/").text
    make_benchmark([("a cat", "v0")])
    assert browser.get("/runs/import/", {"benchmark": "999999"}).status_code == 400
