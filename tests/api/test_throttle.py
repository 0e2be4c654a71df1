"""How often one may ask: counted by person, not by token."""

import pytest
from django.core.cache import cache

from foundation.api.throttle import PersonThrottle


@pytest.fixture(autouse=True)
def _twice_a_minute(monkeypatch):
    cache.clear()
    monkeypatch.setattr(PersonThrottle, "rate", "2/min", raising=False)
    yield
    cache.clear()


def statuses(client, times: int, **headers) -> list[int]:
    return [client.get("/api/v1/me/", headers=headers).status_code for _ in range(times)]


def test_each_person_has_their_own_count(client, rater, other_rater, signed_in):
    assert statuses(signed_in(rater), 3) == [200, 200, 429]
    assert statuses(signed_in(other_rater), 1) == [200]


def test_tokens_of_one_person_share_one_count(client, rater):
    from people.actions.tokens import make_token
    from people.actor import SYSTEM
    from people.models import Scope

    secrets = [
        make_token(SYSTEM, rater, name=name, scope=Scope.READ, days=1)[1] for name in ("one", "two")
    ]
    found = [statuses(client, 1, Authorization=f"Bearer {secrets[n % 2]}")[0] for n in range(3)]
    assert found == [200, 200, 429]


def test_the_rate_is_the_setting_s(settings):
    assert settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] == {"person": "1200/min"}
    assert PersonThrottle.THROTTLE_RATES == {"person": "1200/min"}


def test_those_not_signed_in_are_counted_by_address(rf):
    def key(address: str) -> str:
        from django.contrib.auth.models import AnonymousUser

        request = rf.get("/api/v1/", REMOTE_ADDR=address, HTTP_X_FORWARDED_FOR="6.6.6.6")
        request.user = AnonymousUser()
        return PersonThrottle().get_cache_key(request, None)

    assert key("10.0.0.1") != key("10.0.0.2")
    assert "6.6.6.6" not in key("10.0.0.1")
