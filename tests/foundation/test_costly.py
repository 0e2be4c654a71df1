"""What costs much has a limit by person, on pages and in the API."""

import pytest
from django.core.cache import cache

from foundation import costly
from foundation.costly import ALLOWANCE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_asked_yet():
    cache.clear()
    yield
    cache.clear()


@pytest.mark.parametrize("path", ["/search/?q=man", "/api/v1/schema/", "/api/v1/docs/"])
def test_a_third_at_a_time_is_refused_at_once_and_others_are_served(path, signed_in, lead, viewer):
    client = signed_in(lead)
    with ALLOWANCE.place(f"user-{lead.pk}"), ALLOWANCE.place(f"user-{lead.pk}"):
        answer = client.get(path)
        assert (answer.status_code, answer["Retry-After"]) == (429, "1")
        assert signed_in(viewer).get(path).status_code == 200
        assert signed_in(lead).get("/").status_code == 200
    assert signed_in(lead).get(path).status_code == 200


def test_pages_and_the_api_share_one_count(signed_in, lead, monkeypatch):
    monkeypatch.setattr(costly, "A_MINUTE", 2)
    client = signed_in(lead)
    found = [
        client.get(path).status_code
        for path in ("/search/?q=man", "/api/v1/schema/", "/search/?q=man", "/api/v1/schema/")
    ]
    assert found == [200, 200, 429, 429]
    page = client.get("/search/?q=man")
    assert "This takes long to make" in page.content.decode()
    assert 1 <= int(page["Retry-After"]) <= 60


def test_a_place_is_given_back_after_an_error(signed_in, lead):
    client = signed_in(lead)
    for _ in range(3):
        assert client.get("/evaluations/999/").status_code == 404
    assert client.get("/search/?q=man").status_code == 200
