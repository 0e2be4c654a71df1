"""A campaign of three grades by API, from its plan to a release: what raters said is in every file,
by its number, and FIRE's says relevant from where."""

import csv
import json

import pytest
from django.core.management import call_command

from annotator.models import Campaign, Item
from jobs.models import Job
from people.models import Role
from tests.annotator.api.conftest import Script
from tests.factories import make_campaign, make_run, make_user
from tests.publishing.releasing import release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
# By caption and video, what two raters say; a third where the two are far apart; a decision.
SAID = {
    (0, 0): [2, 2],
    (0, 1): [1, 0],
    (1, 0): [0, 2, 2],
    (1, 1): [0, 0],
    (2, 0): [1, 2, 1],
    (2, 1): [2, 2],
}
GRADES = {(0, 0): 2, (0, 1): 0, (1, 0): 2, (1, 1): 0, (2, 0): 1, (2, 1): 2}


@pytest.fixture
def people():
    lead = make_user(role=Role.LEAD)
    return lead, [make_user() for _ in range(3)]


def ran(answer) -> None:
    assert answer.status_code in (200, 201, 202), answer.content
    assert not Job.objects.exclude(state__in=["succeeded", "queued", "running"]).exists()


@pytest.fixture
def campaign(people):
    """Planned, staffed and opened by API."""
    lead, raters = people
    pool = make_campaign(captions=3, videos=2, opened=False).pool
    leading = Script(lead)
    asked = {"scale": "0-2", "relevant_from": 2, "double_share": 1.0, "without_clips": True}
    made = leading.post("campaigns", {"pool": pool.pk, "name": "three grades", **asked})
    assert made.status_code == 201, made.content
    shown = made.json()
    assert shown["scale"] == ["not relevant", "partly relevant", "fully relevant"]
    assert (shown["relevant_from"], shown["far"]) == (2, 2)
    at = f"campaigns/{shown['id']}"
    ran(leading.post(f"{at}/guidelines", {"markdown": "0 to 2."}))
    for rater in raters:
        ran(leading.post(f"{at}/members", {"person": rater.pk, "role": "rater"}))
    ran(leading.post(f"{at}/state", {"state": "open"}))
    found = Campaign.objects.get(pk=shown["id"])
    assert found.is_open
    return found


def answer_all(campaign, raters) -> None:
    left = {pair: list(values) for pair, values in SAID.items()}
    for rater in raters:
        script = Script(rater)
        for held in script.claim(campaign, 6):
            item = Item.objects.get(
                campaign=campaign, query__text=held["caption"], video__key=held["video"]["key"]
            )
            values = left[item.query.number, item.video.number]
            answer = script.say(held, None, value=values.pop(0))
            assert answer.status_code == 201, answer.content
    assert not any(left.values())


def rows(path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_from_its_plan_to_a_release(campaign, people, tmp_path):
    lead, raters = people
    answer_all(campaign, raters)
    items = Item.objects.filter(campaign=campaign).select_related("query", "video")
    assert {(i.query.number, i.video.number): i.grade for i in items} == GRADES
    ran(Script(lead).post(f"campaigns/{campaign.pk}/state", {"state": "closed"}))
    of = campaign.benchmark
    make_run(of, {n: [1, 0] for n in range(3)}, "r", depth=2)
    agreement = json.loads(call_command("agreement", of.name, campaign="three grades", json=True))
    assert agreement["graded"]["scale"]
    out = tmp_path / "out"
    release(of, "first", out, without=["report"])
    manifest = json.loads((out / "manifest.json").read_text())
    (stated,) = [one for one in manifest["campaigns"] if one["name"] == "three grades"]
    assert stated["scale"] == ["not relevant", "partly relevant", "fully relevant"]
    assert stated["relevant_from"] == 2
    assert any("FIRE's release knows relevant" in one for one in manifest["conventions"])
    triplets = rows(out / "triplets.csv")
    by_grade = sorted((row["label"], row["grade"]) for row in triplets)
    assert by_grade == sorted(
        ("relevant" if grade == 2 else "irrelevant", str(grade)) for grade in GRADES.values()
    )
    log = rows(out / "log.csv")
    assert sorted(int(row["value"]) for row in log) == sorted(
        value for values in SAID.values() for value in values
    )
    qrels = [line.split() for line in (out / "qrels.txt").read_text().splitlines()]
    assert sorted(int(line[3]) for line in qrels) == sorted(GRADES.values())
