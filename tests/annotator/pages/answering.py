"""Short words for tests of the rating pages: a page is read as a browser without scripts reads
it."""

import re

from django.test import Client

from annotator.models import Campaign

HIDDEN = re.compile(r'<input type="hidden" name="(slot|lease|request_id)" value="([^"]+)"')


def held_form(browser: Client, campaign: Campaign) -> dict[str, str]:
    """What the rating form would send along; empty where nothing is held."""
    return dict(HIDDEN.findall(browser.get(f"/rate/{campaign.pk}/").text))


def begin(browser: Client, campaign: Campaign) -> dict[str, str]:
    assert browser.post(f"/rate/{campaign.pk}/").status_code == 302
    return held_form(browser, campaign)


def send(
    browser: Client, campaign: Campaign, form: dict[str, str], answer: str = "relevant", **more: str
):
    return browser.post(f"/rate/{campaign.pk}/answer/", form | {"answer": answer} | more)
