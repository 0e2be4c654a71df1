"""A lead's script makes and runs campaigns; raters see what is theirs; adjudicators decide."""

import uuid

import pytest

from annotator.models import Campaign, Guideline, Item, Label, Member
from people.models import AuditEvent, Scope
from pooling.models import Pool, Video
from tests.annotator.exchanging import bring, small_benchmark
from tests.annotator.test_clips_that_do_not_play import lose
from tests.api.conftest import check_problem
from tests.factories import make_campaign, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool(db) -> Pool:
    return make_campaign(captions=2, videos=2).pool


def test_from_a_pool_to_a_verdict(script, lead, rater, pool):
    leading, rating = script(lead), script(rater)
    policy = {
        "pool": pool.pk,
        "name": "round 1",
        "double_share": 0,
        "ask_again": True,
        "without_clips": True,
    }
    made = leading.post("campaigns", policy)
    assert made.status_code == 201
    at = f"campaigns/{made.json()['id']}"
    assert (made.json()["state"], made.json()["double_share"], made.json()["pool"]["id"]) == (
        "draft",
        0.0,
        pool.pk,
    )
    check_problem(leading.post(f"{at}/state", {"state": "open"}), 409, "guidelines")
    written = leading.post(
        f"{at}/guidelines", {"markdown": "Only what is *seen* <script>x</script> counts."}
    )
    assert (written.status_code, written.json()["version"]) == (201, 1)
    assert "<em>seen</em>" in written.json()["html"]
    assert "<script" not in written.json()["html"]
    assert leading.post(f"{at}/members", {"person": rater.pk}).json()["person"] == "rosa"
    assert leading.post(f"{at}/state", {"state": "open"}).json()["state"] == "open"
    campaign = Campaign.objects.get(name="round 1")
    for slot in rating.claim(campaign, 4):
        assert rating.say(slot).status_code == 201
    assert set(Item.objects.filter(campaign=campaign).values_list("verdict", flat=True)) == {
        "relevant"
    }
    assert leading.post(f"{at}/state", {"state": "closed"}).json()["state"] == "closed"
    assert [member["person"] for member in leading.get(f"{at}/members").json()["results"]] == [
        "rosa"
    ]
    assert AuditEvent.objects.filter(actor=lead).count() >= 5


def test_raters_see_their_own_open_campaigns_by_name_and_state(script, rater, lead):
    mine, _others = (
        make_campaign(captions=1, videos=1, raters=[rater]),
        make_campaign(captions=1, videos=1),
    )
    make_campaign(captions=1, videos=1, raters=[rater], opened=False)
    paused = make_campaign(captions=1, videos=1, raters=[rater])
    Member.objects.filter(campaign=paused).update(state=Member.State.PAUSED)
    rating = script(rater)
    seen = {"id": mine.pk, "name": mine.name, "state": "open"}
    assert rating.get("campaigns").json()["results"] == [seen]
    assert rating.get(f"campaigns/{mine.pk}").json() == seen
    assert rating.get(f"campaigns/{mine.pk}/guidelines").json()["version"] == 1
    for other in Campaign.objects.exclude(pk=mine.pk):
        check_problem(rating.get(f"campaigns/{other.pk}"), 404)
        check_problem(rating.get(f"campaigns/{other.pk}/guidelines"), 404)
    assert len(script(lead).get("campaigns").json()["results"]) == 4


@pytest.mark.parametrize(
    "path",
    ["campaigns", "campaigns/{id}/state", "campaigns/{id}/members", "campaigns/{id}/guidelines"],
)
def test_only_leads_with_the_scope_to_manage_change_campaigns(script, lead, adjudicator, path):
    campaign = make_campaign(captions=1, videos=1, adjudicators=[adjudicator])
    at = path.format(id=campaign.pk)
    check_problem(script(adjudicator).post(at), 403)
    check_problem(script(lead, Scope.LABEL).post(at), 403, "scope manage")
    assert (Campaign.objects.count(), Guideline.objects.count(), Member.objects.count()) == (
        1,
        1,
        1,
    )


def test_members_are_told_to_leads_alone(script, adjudicator):
    campaign = make_campaign(captions=1, videos=1, adjudicators=[adjudicator])
    check_problem(script(adjudicator).get(f"campaigns/{campaign.pk}/members"), 403)


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"pool": 999_999}, "#/pool"),
        ({"name": ""}, "#/name"),
        ({"double_share": 1.5}, "#/double_share"),
        ({"label_limit": 0}, "#/label_limit"),
        ({"order": "alphabet"}, "#/order"),
        ({"lease_seconds": 1}, "#/lease_seconds"),
        ({"doubleshare": 0.5}, "#/doubleshare"),
    ],
)
def test_an_impossible_policy_is_pointed_at(script, lead, pool, wrong, pointer):
    answer = script(lead).post("campaigns", {"pool": pool.pk, "name": "round 1"} | wrong)
    check_problem(answer, 400)
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_a_campaign_without_a_single_clip_is_opened_only_on_purpose(script, lead):
    draft = make_campaign(opened=False, without_clips=False)
    leading, at = script(lead), f"campaigns/{draft.pk}"
    refused = leading.post(f"{at}/state", {"state": "open"})
    check_problem(refused, 409, "2 of 2 videos do not play")
    assert refused.json()["reason"] == "no_clips"
    assert leading.get(at).json()["without_clips"] is False
    assert (
        leading.post(f"{at}/state", {"state": "open", "without_clips": True}).json()[
            "without_clips"
        ]
        is True
    )
    assert leading.get(at).json()["progress"]["held_back"] == 0


def test_held_back_pairs_are_counted_and_what_cannot_be_seen_is_not_judged(script, lead, rater):
    draft = make_campaign(raters=[rater], opened=False, without_clips=False)
    play(Video.objects.get(key="v0"))
    leading, rating = script(lead), script(rater)
    leading.post(f"campaigns/{draft.pk}/state", {"state": "open"})
    assert leading.get(f"campaigns/{draft.pk}").json()["progress"]["held_back"] == 3
    slots = rating.claim(draft, 10)
    assert len(slots) == 3
    lose(Video.objects.get(key="v0"))
    refused = rating.say(slots[0], "relevant")
    check_problem(refused, 409, "does not play")
    assert refused.json()["reason"] == "clip_does_not_play"
    assert rating.say(slots[0], "cannot_judge", reason="does_not_play").status_code == 201


def test_a_name_that_is_taken_is_refused(script, lead, pool):
    taken = Campaign.objects.get().name
    check_problem(script(lead).post("campaigns", {"pool": pool.pk, "name": taken}), 400, "taken")


def test_what_a_state_does_not_allow_is_409(script, lead, viewer):
    campaign = make_campaign(captions=1, videos=1)
    leading = script(lead)
    check_problem(leading.post(f"campaigns/{campaign.pk}/state", {"state": "open"}), 409)
    check_problem(leading.post(f"campaigns/{campaign.pk}/state", {"state": "draft"}), 400)
    check_problem(
        leading.post(f"campaigns/{campaign.pk}/members", {"person": viewer.pk}), 409, "viewer"
    )


@pytest.fixture
def disputed(script, rater, other_rater, adjudicator):
    campaign = make_campaign(
        captions=1,
        videos=1,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    for person, answer in ((rater, "relevant"), (other_rater, "irrelevant")):
        rating = script(person)
        rating.say(rating.claim(campaign)[0], answer, comment="as I see it")
    return campaign


def test_an_adjudicator_decides_and_opens_again(script, adjudicator, disputed):
    deciding = script(adjudicator)
    (waiting,) = deciding.get(f"campaigns/{disputed.pk}/disputes").json()["results"]
    assert [(said["answer"], said["comment"]) for said in waiting["labels"]] == [
        ("relevant", "as I see it"),
        ("irrelevant", "as I see it"),
    ]
    decision = {
        "answer": "relevant",
        "comment": "he jumps",
        "mistake": "action",
        "request_id": str(uuid.uuid4()),
    }
    decided = deciding.post(f"items/{waiting['id']}/adjudicate", decision)
    assert decided.status_code == 201
    assert deciding.post(f"items/{waiting['id']}/adjudicate", decision).json() == decided.json()
    check_problem(
        deciding.post(
            f"items/{waiting['id']}/adjudicate", decision | {"request_id": str(uuid.uuid4())}
        ),
        409,
    )
    assert (Item.objects.get().verdict, Label.objects.count()) == ("relevant", 3)
    assert deciding.get(f"campaigns/{disputed.pk}/disputes").json()["results"] == []
    assert (
        deciding.post(f"items/{waiting['id']}/reopen", {"reason": "look again"}).status_code == 204
    )
    check_problem(deciding.post(f"items/{waiting['id']}/reopen", {"reason": "look again"}), 409)
    assert len(deciding.get(f"campaigns/{disputed.pk}/disputes").json()["results"]) == 1


def test_a_decisions_request_id_counts_once_over_all_pairs(script, adjudicator, rater, other_rater):
    campaign = make_campaign(
        captions=1,
        videos=2,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    for person, answer in ((rater, "relevant"), (other_rater, "irrelevant")):
        rating = script(person)
        for slot in rating.claim(campaign, 2):
            rating.say(slot, answer)
    deciding = script(adjudicator)
    first, second = (
        item["id"] for item in deciding.get(f"campaigns/{campaign.pk}/disputes").json()["results"]
    )
    decision = {"answer": "relevant", "comment": "he jumps", "request_id": str(uuid.uuid4())}
    assert deciding.post(f"items/{first}/adjudicate", decision).status_code == 201
    check_problem(deciding.post(f"items/{second}/adjudicate", decision), 409, "request id")


def test_who_does_not_adjudicate_there_sees_no_labels(script, rater, other_rater, lead, disputed):
    from tests.factories import make_user

    item = Item.objects.get()
    decision = {"answer": "relevant", "comment": "x", "request_id": str(uuid.uuid4())}
    stranger = script(make_user("adjudicator", username="stan"))
    for asking, status in ((script(rater), 403), (stranger, 404)):
        check_problem(asking.get(f"campaigns/{disputed.pk}/disputes"), status)
        check_problem(asking.post(f"items/{item.pk}/adjudicate", decision), status)
        check_problem(asking.post(f"items/{item.pk}/reopen", {"reason": "x"}), status)
    check_problem(
        script(lead).post(f"items/{item.pk}/adjudicate", decision | {"answer": "cannot_judge"}), 400
    )
    assert Label.objects.count() == 2


def assert_nothing_is_decided(asking, item, status):
    decision = {"answer": "relevant", "comment": "x", "request_id": str(uuid.uuid4())}
    before = Label.objects.count()
    check_problem(asking.get(f"campaigns/{item.campaign_id}/disputes"), status)
    check_problem(asking.post(f"items/{item.pk}/adjudicate", decision), status)
    check_problem(asking.post(f"items/{item.pk}/reopen", {"reason": "x"}), status)
    assert Label.objects.count() == before


def test_a_lead_who_rates_there_sees_no_labels_of_others_and_decides_nothing(
    script, lead, disputed
):
    item = Item.objects.get()
    member = Member.objects.create(campaign=disputed, person=lead)
    assert_nothing_is_decided(script(lead), item, 403)
    member.delete()
    assert len(script(lead).get(f"campaigns/{disputed.pk}/disputes").json()["results"]) == 1


def test_labels_that_were_imported_are_decided_by_nobody(script, lead, tmp_path):
    (tmp_path / "elsewhere.csv").write_text(
        "caption_id,video_id,label\nc0,v0,relevant\nc2,v3,disagreement\n"
    )
    bring(small_benchmark(), tmp_path / "elsewhere.csv", "triplets")
    assert_nothing_is_decided(script(lead), Item.objects.latest("dispute"), 404)
