"""A lead's script makes known answers by the file, and draws them."""

import pytest

from annotator.models import KnownAnswer
from people.models import AuditEvent, Scope
from tests.annotator.api.conftest import Script as LeadsScript
from tests.annotator.test_training import campaign_with_training, unasked
from tests.api.conftest import check_problem
from tests.factories import make_campaign
from tests.pooling.api.conftest import Script, a_file

pytestmark = pytest.mark.django_db
HEADER = "caption_id,video_id,answer,explanation\n"


@pytest.fixture
def api(lead) -> Script:
    return Script(lead, Scope.MANAGE)


@pytest.fixture
def campaign():
    return campaign_with_training()


NEEDED = "It needs at least 2 relevant and 2 irrelevant ones."
NOTHING_USABLE = f"Training is on, but 0 questions can be used. {NEEDED}"


@pytest.fixture
def at(campaign) -> str:
    return f"campaigns/{campaign.pk}/known-answers"


def test_a_file_of_known_answers_is_taken_whole(api, at, lead):
    rows = a_file("known.csv", HEADER + "c0,v0,relevant,He jumps.\nc0,v1,irrelevant,\n")
    answer = api.post(f"{at}/file", file=rows, use="gold")
    assert (answer.status_code, answer.json()) == (
        201,
        {"made": 2, "missing": NOTHING_USABLE, "unasked_captions": 0},
    )
    made = KnownAnswer.objects.order_by("pk").values_list(
        "video__key", "answer", "explanation", "origin", "use", "made_by"
    )
    assert list(made) == [
        ("v0", "relevant", "He jumps.", "file", "gold", lead.pk),
        ("v1", "irrelevant", "", "file", "gold", lead.pk),
    ]
    assert AuditEvent.objects.get(verb="made known answers for").via == "api"


def test_a_pair_that_is_still_asked_about_waits_and_another_is_in_use(api, at, campaign, lead):
    for video in ("v0", "v1"):
        made = api.post(at, {"caption": "c0", "video": video, "answer": "relevant"})
        assert (made.status_code, made.json()["state"]) == (201, "waiting")
    outside = unasked(campaign, videos=1)
    one = LeadsScript(lead)
    for active, state in ((False, "retired"), (True, "in use")):
        assert one.patch(f"{at}/{outside[0].pk}", {"active": active}).json()["state"] == state
    assert sorted(row["state"] for row in api.get(at).json()["results"]) == [
        "in use",
        "waiting",
        "waiting",
    ]


def test_training_that_nobody_can_pass_is_not_opened_by_api(api):
    draft = campaign_with_training(opened=False)
    api.post(
        f"campaigns/{draft.pk}/known-answers",
        {"caption": "c0", "video": "v0", "answer": "relevant"},
    )
    refused = api.post(f"campaigns/{draft.pk}/state", {"state": "open"})
    check_problem(
        refused,
        409,
        f"0 questions can be used: 1 known answer is still asked about in this campaign. {NEEDED}",
    )
    unasked(draft, videos=4, answer=None)
    assert api.post(f"campaigns/{draft.pk}/state", {"state": "open"}).json()["state"] == "open"


def test_of_a_file_with_errors_each_is_told_with_its_place_and_none_is_taken(api, at):
    rows = a_file("known.csv", HEADER + "c0,v0,relevant,\nc9,v0,relevant,\nc0,v1,perhaps,\n")
    answer = api.post(f"{at}/file", file=rows)
    check_problem(answer, 400)
    said = [(error["pointer"], error["detail"]) for error in answer.json()["errors"]]
    assert said == [
        ("#/file", "known.csv:3:1: 'c9' is no caption of this benchmark"),
        ("#/file", "known.csv:4:3: expected relevant or irrelevant, found 'perhaps'"),
    ]
    assert not KnownAnswer.objects.exists()


def test_original_positives_and_far_pairs_are_drawn(api, at, campaign):
    unasked(campaign, videos=3)
    KnownAnswer.objects.all()._raw_delete("default")
    answer = api.post(f"{at}/draw", {"origin": "far", "count": 2, "seed": 7, "use": "gold"})
    assert (answer.status_code, answer.json()) == (
        201,
        {"made": 2, "missing": NOTHING_USABLE, "unasked_captions": 0},
    )
    assert (
        list(KnownAnswer.objects.values_list("answer", "origin", "use"))
        == [("irrelevant", "far", "gold")] * 2
    )
    check_problem(api.post(f"{at}/draw", {"origin": "original"}), 409, "othing")
    check_problem(api.post(f"{at}/draw", {"origin": "adjudicated"}), 409, "othing")


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({}, "#/origin"),
        ({"origin": "hand"}, "#/origin"),
        ({"origin": "far", "count": 0}, "#/count"),
        ({"origin": "far", "count": 10_001}, "#/count"),
        ({"origin": "far", "seed": -1}, "#/seed"),
        ({"origin": "far", "use": "fun"}, "#/use"),
    ],
)
def test_a_draw_that_cannot_be_is_pointed_at(api, at, wrong, pointer):
    answer = api.post(f"{at}/draw", wrong)
    check_problem(answer, 400)
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_neither_files_nor_draws_are_for_others(at, viewer, rater, adjudicator, lead):
    make_campaign()
    for person, scope in (
        (viewer, Scope.READ),
        (rater, Scope.LABEL),
        (adjudicator, Scope.LABEL),
        (lead, Scope.LABEL),
    ):
        outside = Script(person, scope)
        check_problem(
            outside.post(f"{at}/file", file=a_file("known.csv", HEADER + "c0,v0,relevant,\n")), 403
        )
        check_problem(outside.post(f"{at}/draw", {"origin": "far"}), 403)
    leading = Script(lead, Scope.MANAGE)
    check_problem(leading.post("campaigns/999999/known-answers/draw", {"origin": "far"}), 404)
    check_problem(
        leading.post("campaigns/999999/known-answers/file", file=a_file("known.csv", HEADER)), 404
    )
    check_problem(leading.post(f"{at}/file", use="gold"), 400, "#/file")
    assert not KnownAnswer.objects.exists()
