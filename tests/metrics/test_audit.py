"""What wrong original pairs do to C@K, held against a slow twin and against worlds of which the
truth is known."""

import json
from io import StringIO

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from annotator.actions.create_campaign import add_member
from annotator.models import Campaign, Item
from measures.accuracy import exact
from measures.names import parse_all
from metrics.studies.audit import AuditSample, audit
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from people.actor import SYSTEM
from tests.annotator.saying import claim, say
from tests.metrics.worlds import Bare, make_world
from tests.web.markup import squeezed

MEASURES = parse_all("C@1,C@3,AP")


def audited(snapshot, wrong=0.3, seed=3, count=None) -> AuditSample:
    """Every original pair, or so many; some are not judged, some rejected."""
    known = np.flatnonzero(snapshot.own_videos >= 0)
    keys = np.unique(snapshot.caption_queries[known] * snapshot.videos + snapshot.own_videos[known])
    raw = np.random.PCG64(seed).random_raw(3 * len(keys)).reshape(3, -1) / 2.0**64
    drawn = np.sort(np.argsort(raw[0], kind="stable")[:count])
    judged = raw[1][drawn] < 0.8
    rejected = judged & (raw[2][drawn] < wrong)
    queries, videos = np.divmod(keys[drawn], snapshot.videos)
    return AuditSample("looked at", len(keys), queries, videos, judged, rejected)


def world(captions=400, videos=80, seed=1, found=0.3) -> Bare:
    drawn = np.random.default_rng(seed)
    own = drawn.integers(0, videos, captions)
    rankings = [[list(map(int, drawn.permutation(videos)[:6])) for _ in own] for _ in range(2)]
    for number, video in enumerate(own):
        if drawn.random() < 0.7 and video not in rankings[0][number]:
            rankings[0][number][int(drawn.integers(0, 3))] = int(video)
    verdicts = {
        (query, video): bool(drawn.random() < found)
        for query in range(captions)
        for video in rankings[0][query][:2]
        if video != own[query]
    }
    return Bare(videos, list(range(captions)), own.tolist(), verdicts, rankings)


def slow_hit(bare, run, caption, k, without=()):
    """Whether anything relevant but `without` stands in the first k ranks."""
    return any(
        video in bare.positives(caption) and (bare.queries[caption], video) not in without
        for video in bare.rankings[run][caption][:k]
    )


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_a_slow_twin_counts(seed):
    bare = world(60, 20, seed)
    snapshot = bare.snapshot(6)
    sample = audited(snapshot, seed=seed, count=40)
    found = audit(snapshot, sample, MEASURES)
    assert [str(row.measure) for row in found.rows] == ["C@1", "C@3"] * 2
    for row in found.rows:
        run, k = int(row.run[-1]), row.measure.depth
        hits = [slow_hit(bare, run, caption, k) for caption in range(60)]
        own = [(caption, bare.own[caption]) for caption in range(60)]
        alone = [
            hits[caption] and not slow_hit(bare, run, caption, k, {own[caption]})
            for caption in range(60)
        ]
        rejected = set(
            zip(sample.queries[sample.rejected], sample.videos[sample.rejected], strict=True)
        )
        decisive = sum(alone[caption] and own[caption] in rejected for caption in range(60))
        assert row.corrected == pytest.approx(np.mean(hits))
        assert row.carried == pytest.approx(np.mean(alone))
        assert row.decisive == decisive
        assert row.lost.value == pytest.approx(decisive / sample.judged.sum())
        assert row.without.value == pytest.approx(np.mean(hits) - row.lost.value)
        assert row.lost.ends() == pytest.approx(exact(decisive, int(sample.judged.sum())))


def test_where_all_are_looked_at_it_is_the_score_without_the_wrong_ones():
    bare = world(120, 30)
    snapshot = bare.snapshot(6)
    every = audited(snapshot)
    rejected = audited(snapshot, wrong=0.2).rejected
    sample = AuditSample("all", 120, every.queries, every.videos, np.ones(120, bool), rejected)
    wrong = set(zip(sample.queries[rejected], sample.videos[rejected], strict=True))
    for row in audit(snapshot, sample, parse_all("C@1,C@5")).rows:
        run, k = int(row.run[-1]), row.measure.depth
        true = [slow_hit(bare, run, caption, k, wrong) for caption in range(120)]
        assert row.without.value == pytest.approx(np.mean(true))


def test_the_interval_holds_what_is_true():
    """Pairs drawn again and again of a world with 2.8 % of its originals wrong."""
    bare = world(700, 60, seed=9)
    snapshot = bare.snapshot(6)
    every = audited(snapshot)
    wrong = np.random.default_rng(2).permutation(700) < 20
    truth = AuditSample("all", 700, every.queries, every.videos, np.ones(700, bool), wrong)
    (true,) = audit(snapshot, truth, parse_all("C@3")).rows[:1]
    held = 0
    for seed in range(100):
        drawn = np.sort(np.random.default_rng(seed).permutation(700)[:200])
        sample = AuditSample(
            "some", 700, every.queries[drawn], every.videos[drawn], np.ones(200, bool), wrong[drawn]
        )
        (row,) = audit(snapshot, sample, parse_all("C@3")).rows[:1]
        low, high = row.without.ends()
        held += low <= true.without.value <= high
    assert held >= 95


def test_nothing_is_said_before_anybody_has_looked():
    snapshot = world(20, 8).snapshot(6)
    sample = audited(snapshot)
    nobody = AuditSample(
        "none", 20, sample.queries, sample.videos, *[np.zeros(len(sample.queries), bool)] * 2
    )
    told = audit(snapshot, nobody, MEASURES).as_json()
    assert told["originals"]["share"] is None
    assert told["originals"]["interval"] is None
    assert told["rows"][0]["without_wrong"] is None
    assert "nobody" in told["rows"][0]["why"]


def test_the_share_that_rests_on_originals_alone_falls_with_k_and_the_table_says_what_it_is():
    """Each caption's own video is first; for half of them another relevant one is second."""
    rankings = [[[number, (number + 1) % 8] for number in range(8)]]
    others = {(number, (number + 1) % 8): number < 4 for number in range(8)}
    bare = Bare(8, list(range(8)), list(range(8)), others, rankings)
    snapshot = bare.snapshot(2)
    found = audit(snapshot, audited(snapshot), parse_all("C@1,C@2"))
    assert [row.carried for row in found.rows] == [1, 0.5]
    assert [row.corrected for row in found.rows] == [1, 1]
    table = tables_of(found)[1]
    (title,) = [column.title for column in table.columns if column.key == "carried"]
    assert title == "Rests on original pairs alone"
    (note,) = [one for one in table.notes if one.startswith(title)]
    assert "not the score by original positives" in note


def test_only_c_at_k_is_asked():
    snapshot = world(20, 8).snapshot(6)
    with pytest.raises(NothingToStudy, match="C@K"):
        audit(snapshot, audited(snapshot), parse_all("AP"))


@pytest.mark.django_db
def test_from_the_draw_to_what_is_left_of_the_scores(rater):
    benchmark = make_world()
    with pytest.raises(CommandError, match="audit_originals"):
        call_command("audit", "toy")
    call_command("audit_originals", "toy", "--count", "5", "--others", "3", "--without-clips")
    campaign = Campaign.objects.get(benchmark=benchmark)
    Campaign.objects.update(double_share=0)
    Item.objects.update(doubled=False)
    add_member(SYSTEM, campaign, rater)
    while slots := claim(rater, campaign):
        item = Item.objects.select_related("query", "video").get(slots=slots[0].slot)
        own = item.query.captions.filter(video=item.video).exists()
        say(rater, slots[0], "relevant" if own and item.video.key != "v1" else "irrelevant")
    out = StringIO()
    call_command("audit", "toy", "--json", "--measures", "C@1", "--runs", "strong", stdout=out)
    told = json.loads(out.getvalue())
    assert told["originals"] | {"interval": None} == {
        "asked": 5, "judged": 5, "rejected": 1, "population": 5, "share": 0.2, "interval": None,
        "why": None,
    }  # fmt: skip
    assert told["originals"]["interval"] == pytest.approx(exact(1, 5))
    (row,) = told["rows"]
    # Only the red ball is found by its own video alone, and people say that it is not one.
    assert (row["decisive"], row["n"]) == (1, 6)
    assert row["without_wrong"] == pytest.approx(row["corrected"] - 1 / 6)
    table = StringIO()
    call_command("audit", "toy", stdout=table)
    assert "Without wrong ones" in table.getvalue()


@pytest.mark.django_db
def test_a_lead_asks_for_it_and_reads_it_over_http(rater, lead, client):
    benchmark = make_world()
    client.force_login(lead)
    api, page = f"/api/v1/benchmarks/{benchmark.pk}", f"/benchmarks/{benchmark.pk}/originals/"
    before = client.get(f"{api}/audit")
    assert (before.status_code, "audit_originals" in before.json()["detail"]) == (409, True)
    assert "No one was asked about original pairs" in client.get(page).content.decode()
    asked = {"count": 4, "others": 2, "seed": 3, "without_clips": True, "double_share": 0}
    made = client.post(f"{api}/audit-originals", asked, content_type="application/json")
    assert (made.status_code, made.json()["items_count"]) == (201, 6)
    campaign = Campaign.objects.get(pk=made.json()["id"])
    add_member(SYSTEM, campaign, rater)
    nothing = client.get(f"{api}/audit").json()
    assert (nothing["originals"]["judged"], nothing["rows"][0]["without_wrong"]) == (0, None)
    while slots := claim(rater, campaign):
        say(rater, slots[0], "irrelevant")
    told = client.get(f"{api}/audit", {"campaign": campaign.name}).json()
    assert told["originals"]["rejected"] == told["originals"]["judged"] == 4
    in_full = client.get(f"/api/v1/campaigns/{campaign.pk}").json()["originals"]
    assert (in_full["asked"], in_full["rejected"], in_full["share"]) == (4, 4, 1.0)
    assert "Without wrong ones" in client.get(page).content.decode()
    shown = client.get(f"/campaigns/{campaign.pk}/").content.decode()
    assert "Original pairs that people looked at" in shown
    assert page in shown
    wrong = client.get(f"{api}/audit", {"campaign": "no such"})
    assert (wrong.status_code, campaign.name in wrong.json()["detail"]) == (409, True)
    too_many = client.post(f"{api}/audit-originals", {"count": 60}, content_type="application/json")
    assert (too_many.status_code, "5 original pairs" in str(too_many.json())) == (400, True)


@pytest.mark.django_db
def test_a_lead_opens_one_from_its_page(rater, lead, client):
    benchmark = make_world()
    page = f"/benchmarks/{benchmark.pk}/originals/"
    client.force_login(lead)
    refused = client.post(page, {"count": 60, "double_share": 0, "seed": 3})
    assert (refused.status_code, Campaign.objects.count()) == (400, 0)
    assert "5 original pairs" in refused.content.decode()
    for number in (1, 2):
        asked = {"count": 3 + number, "others": 2, "double_share": 0, "seed": 3}
        asked |= {"without_clips": "on"}
        opened = client.post(page, asked, follow=True)
        campaign = Campaign.objects.get(name=f"pairs {number}")
        assert opened.redirect_chain == [(f"/campaigns/{campaign.pk}/", 302)]
        assert f"{3 + number} original pairs among {5 + number}" in opened.content.decode()
        assert (campaign.state, campaign.items_count) == ("open", 5 + number)
    shown = squeezed(client.get(page).content.decode())
    assert '<a href="?campaign=pairs%201">pairs 1</a>' in shown
    assert '<a href="?campaign=pairs%202" aria-current="page">pairs 2</a>' in shown
    other = squeezed(client.get(page, {"campaign": "pairs 1"}).content.decode())
    assert '<a href="?campaign=pairs%201" aria-current="page">pairs 1</a>' in other
    assert "is no audit of originals" in client.get(page, {"campaign": "no"}).content.decode()


@pytest.mark.django_db
def test_no_one_else_opens_one(rater, client):
    benchmark = make_world()
    client.force_login(rater)
    sent = client.post(f"/benchmarks/{benchmark.pk}/originals/", {"count": 4})
    assert (sent.status_code, Campaign.objects.count()) == (403, 0)
