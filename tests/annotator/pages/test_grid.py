"""The page of pairs shown together, as it works without scripts."""

import re

import pytest

from annotator.models import Label
from tests.annotator.saying import claim
from tests.annotator.test_shown_together import grids, next_group
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def forms_of(page: str) -> list[dict[str, str]]:
    """Of each cell, what it would send."""
    shown, _, _ = page.partition('<template id="cell">')
    cells = re.findall(r'<form class="cell-form".*?</form>', shown, re.DOTALL)
    field = re.compile(r'<input type="hidden" name="(slot|lease|request_id)" value="([^"]+)"')
    return [dict(field.findall(cell)) for cell in cells]


def test_each_pair_has_a_form_and_what_is_not_answered_stays(client, rater):
    campaign = grids(rater)
    held = next_group(rater, campaign)
    already = Label.objects.count()
    client.force_login(rater)
    at = f"/rate/{campaign.pk}/"
    cells = forms_of(client.get(at).content.decode())
    assert len(cells) == len(held)
    sent = {**cells[2], "answer": "relevant", "comment": "", "reason": ""}
    assert client.post(f"{at}answer/", sent, follow=True).status_code == 200
    assert Label.objects.count() == already + 1
    label = Label.objects.latest("pk")
    assert (label.shown, label.shown_group) == ("grid", held[0].shown_group)
    left = forms_of(client.get(at).content.decode())
    assert [cell["slot"] for cell in left] == [
        cell["slot"] for number, cell in enumerate(cells) if number != 2
    ]


def test_a_form_that_lacks_its_reason_says_so_beside_its_pair(client, rater):
    campaign = grids(rater, without_clips=True)
    next_group(rater, campaign)
    client.force_login(rater)
    at = f"/rate/{campaign.pk}/"
    cells = forms_of(client.get(at).content.decode())
    sent = {**cells[1], "answer": "cannot_judge", "comment": "blurred", "reason": ""}
    said = client.post(f"{at}answer/", sent)
    assert said.status_code == 422
    page = said.content.decode()
    assert "Choose a reason" in page
    assert "blurred" in page
    assert len(forms_of(page)) == len(cells)


def test_keys_for_several_pairs_are_listed_where_several_are_shown(client, rater):
    single = make_campaign(raters=[rater])
    together = grids(rater)
    client.force_login(rater)
    for campaign, listed in ((single, False), (together, True)):
        claim(rater, campaign, 2)
        page = client.get(f"/rate/{campaign.pk}/").text
        assert ('data-caps="play_all"' in page[page.index('<dialog id="keys"') :]) == listed
        assert 'data-cap="undo"' in page


def test_one_clip_with_its_captions_is_not_played_all_at_once(client, rater):
    campaign = grids(rater, show="captions")
    next_group(rater, campaign)
    client.force_login(rater)
    page = client.get(f"/rate/{campaign.pk}/").text
    listed = page[page.index('<dialog id="keys"') :]
    assert ('data-caps="others"' in listed, 'data-caps="play_all"' in listed) == (True, False)


def test_ids_on_the_page_are_its_own(client, rater):
    campaign = grids(rater)
    next_group(rater, campaign)
    client.force_login(rater)
    page = client.get(f"/rate/{campaign.pk}/").content.decode()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_clip_with_its_captions(client, rater):
    campaign = grids(rater, show="captions", captions=9, videos=4)
    held = next_group(rater, campaign)
    client.force_login(rater)
    page = client.get(f"/rate/{campaign.pk}/").content.decode()
    assert "Which of these captions are true of the clip?" in page
    for slot in held:
        assert slot.caption in page
    assert claim(rater, campaign)
