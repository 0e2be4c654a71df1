"""Every page can be used without seeing it, says what it is, and fits a phone."""

import pytest
from django.urls import reverse

from tests.web.markup import Markup, complaints


@pytest.fixture
def addresses(pool, strong, playing):
    number = pool.benchmark.pk
    inside = [
        "benchmark",
        "captions",
        "videos",
        "import_videos",
        "import_run",
        "overlap",
        "new_pool",
    ]
    return [
        *(
            reverse(f"pooling:{name}")
            for name in (
                "benchmarks",
                "import_captions",
                "models",
                "register_model",
                "runs",
                "pools",
            )
        ),
        *(reverse(f"pooling:{name}", args=[number]) for name in inside),
        reverse("pooling:caption", args=[number, 0]),
        reverse("pooling:video", args=[number, 0]),
        reverse("pooling:video", args=[number, 1]),
        reverse("pooling:model", args=[strong.model.pk]),
        reverse("pooling:run", args=[strong.pk]),
        reverse("pooling:pool", args=[pool.pk]),
    ]


def test_every_page_can_be_used_without_seeing_it(signed_in, lead, addresses):
    browser = signed_in(lead)
    for address in addresses:
        answer = browser.get(address)
        assert (address, answer.status_code, complaints(answer.text)) == (address, 200, [])
        bar = Markup(answer.text.split("</header>")[0])
        current = [link for link in bar.all("a") if "aria-current" in link]
        assert len(current) == 2  # in a row, and in the menu


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_no_page_is_wider_than_a_phone(browse_as, lead, addresses):
    page = browse_as(lead)
    page.set_viewport_size({"width": 360, "height": 780})
    for address in addresses:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
