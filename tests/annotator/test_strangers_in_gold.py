"""Known answers about captions that the campaign does not ask about: few are drawn, and leads are
told of them."""

import json

import pytest
from django.core.management import call_command

from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.draw_known_answers import draw_known_answers
from annotator.actions.open_campaign import open_campaign
from annotator.actions.write_guideline import write_guideline
from annotator.models import KnownAnswer
from annotator.queries.gold import about_strangers
from people.actor import SYSTEM
from people.models import Scope
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import PoolPair
from tests.factories import make_benchmark, make_run
from tests.pooling.api.conftest import Script

pytestmark = pytest.mark.django_db
CAPTIONS, ASKED, VIDEOS = 300, 6, 40
ORIGINAL, FAR, GOLD = KnownAnswer.Origin.ORIGINAL, KnownAnswer.Origin.FAR, KnownAnswer.Use.GOLD


@pytest.fixture
def draft(rater):
    """Asks about 6 of 300 captions, with the original positive of each but for two."""
    benchmark = make_benchmark(
        [(f"caption {n}", f"v{n % VIDEOS}") for n in range(CAPTIONS)],
        videos=[f"v{n}" for n in range(VIDEOS)],
    )
    run = make_run(benchmark, {n: [n if n > 1 else n + 10, n + 20] for n in range(ASKED)}, depth=2)
    pool = build_pool(
        actor=SYSTEM,
        benchmark=benchmark,
        name="pool",
        parameters=PoolParameters((run.pk,), depth=2),
    )
    assert PoolPair.objects.filter(pool=pool).values("query").distinct().count() == ASKED
    campaign = create_campaign(SYSTEM, pool, "few captions", without_clips=True, gold_share=0.3)
    write_guideline(SYSTEM, campaign.pk, "A clip is relevant if the caption is true of it.")
    add_member(SYSTEM, campaign, rater)
    return campaign


def strangers(made, draft) -> int:
    asked = set(PoolPair.objects.filter(pool=draft.pool).values_list("query_id", flat=True))
    return sum(known.query_id not in asked for known in made)


def test_far_pairs_are_drawn_of_the_campaigns_captions_as_long_as_there_are_any(draft):
    made = draw_known_answers(SYSTEM, draft, FAR, 100, GOLD)
    assert (len(made), strangers(made, draft)) == (100, 0)
    left = (
        ASKED * VIDEOS - PoolPair.objects.filter(pool=draft.pool).count() - 2 - len(made)
    )  # but for two original positives
    more = draw_known_answers(SYSTEM, draft, FAR, left + 10, GOLD)
    assert (len(more), strangers(more, draft)) == (left + 10, 10)


def test_a_lead_is_told_before_and_after_opening(draft, lead, client):
    made = draw_known_answers(SYSTEM, draft, ORIGINAL, 60, GOLD)
    assert strangers(made, draft) == 58
    told = (
        "58 of 60 known answers for hidden gold are about captions that this campaign does not ask"
        " about: raters could tell them by that."
    )
    client.force_login(lead)
    for _ in range(2):
        assert about_strangers(draft) == told
        for page in (f"/campaigns/{draft.pk}/", f"/campaigns/{draft.pk}/known/"):
            assert told in client.get(page).content.decode(), page
        if draft.state == "draft":
            draft = open_campaign(SYSTEM, draft.pk)
    KnownAnswer.objects.filter(campaign=draft).update(active=False)
    assert about_strangers(draft) == ""


def test_a_draw_tells_how_many_by_page_api_and_command(draft, lead, client, capsys):
    answer = Script(lead, Scope.MANAGE).post(
        f"campaigns/{draft.pk}/known-answers/draw",
        {"origin": "original", "count": 9, "use": "gold"},
    )
    assert answer.json()["unasked_captions"] == 7
    call_command(
        "known_answers", str(draft), "--draw", "original", "--count", "1", "--use", "gold", "--json"
    )
    printed = json.loads(capsys.readouterr().out)
    assert printed["unasked_captions"] == 8
    assert printed["warning"].startswith("8 of 10 known answers for hidden gold are about captions")
    client.force_login(lead)
    asked = {"origin": "original", "count": 1, "use": "gold", "seed": 1}
    page = client.post(f"/campaigns/{draft.pk}/known/draw/", asked, follow=True).content.decode()
    assert "1 known answer drawn. 9 of 11 known answers for hidden gold are about captions" in page
