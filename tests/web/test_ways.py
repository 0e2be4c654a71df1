"""From an object's page to those that packages further up have about it."""

import pytest

from config.ways import ways_from
from pooling.models import Pool, Run
from tests.factories import make_campaign
from tests.web.markup import Markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return make_campaign()


def links(page) -> set[str]:
    return {link["href"] for link in Markup(page.text).all("a")}


def test_every_way_leads_to_a_page(signed_in, lead, campaign):
    browser = signed_in(lead)
    for of in (campaign, Pool.objects.get(), Run.objects.get()):
        for way in ways_from(of):
            assert browser.get(way.address(of)).status_code == 200, way


def test_a_campaigns_page_leads_to_its_agreement_and_its_releases(signed_in, lead, campaign):
    page = links(signed_in(lead).get(f"/campaigns/{campaign.pk}/"))
    of = campaign.benchmark_id
    assert f"/agreement/{of}/?campaign={campaign.pk}" in page
    assert f"/evaluations/?benchmark={of}" in page
    assert f"/releases/?benchmark={of}&campaign={campaign.pk}" in page


def test_a_draft_has_nothing_to_agree_on(signed_in, lead):
    draft = make_campaign(opened=False)
    assert not [
        address
        for address in links(signed_in(lead).get(f"/campaigns/{draft.pk}/"))
        if "?campaign=" in address
    ]


def test_a_pools_and_a_runs_page_lead_on(signed_in, lead, campaign):
    browser, of = signed_in(lead), campaign.benchmark_id
    assert f"/campaigns/new/?pool={campaign.pool_id}" in links(
        browser.get(f"/pools/{campaign.pool_id}/")
    )
    assert f"/evaluations/new/?benchmark={of}" in links(
        browser.get(f"/runs/{Run.objects.get().pk}/")
    )


def test_what_is_to_be_exported_is_chosen_already(signed_in, lead, campaign):
    page = (
        signed_in(lead)
        .get(f"/exports/?benchmark={campaign.benchmark_id}&campaign={campaign.pk}")
        .text
    )
    assert f'<option value="{campaign.pk}" selected>' in page
