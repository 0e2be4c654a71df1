"""An unpublished submission is nowhere: not for another submitter, not for a viewer, in no count,
name, id or error of any address."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs.queries import NUMBERS
from metrics.studies.asked import EvaluationAsked
from people.actor import SYSTEM
from people.models import Role, Scope
from pooling.actions.build_pool import PoolParameters, build_pool
from tests.addresses.walk import every_route
from tests.factories import make_user
from tests.metrics.reporting import make_report
from tests.publishing.submitting import Script, browser_of, make_open_benchmark, rows, submit, work

pytestmark = pytest.mark.django_db
SECRETS = ("SecretNet", "secret-model", "olga")
# What is drawn for each page: among so many letters there is an "olga" once in some twenty runs.
DRAWN = re.compile(r'nonce="[^"]*"|(?<="x-csrftoken": ")\w+|value="\w{64}"|:[\w-]{43}\b')


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def world(submitter, other_submitter):
    """Two submitters' runs, a pool and a report that tell of the other's, and those that do not."""
    of = make_open_benchmark()
    theirs = submit(other_submitter, of)
    mine = submit(submitter, of, model="MyNet", file=SimpleUploadedFile("my.csv", rows(1)))
    team = of.runs.earliest("pk")
    closed = build_pool(
        actor=SYSTEM, benchmark=of, name="closed", parameters=PoolParameters((theirs.pk,), depth=2)
    )
    opened = build_pool(
        actor=SYSTEM, benchmark=of, name="opened", parameters=PoolParameters((team.pk,), depth=2)
    )
    asked = EvaluationAsked(resamples=100)
    return {
        "benchmark": of,
        "theirs": theirs,
        "mine": mine,
        "closed": closed,
        "report": make_report(of, asked, runs=[team.pk, theirs.pk]),
        "usual": make_report(of, asked, runs=[team.pk]),
        "opened": opened,
        "team": team,
    }


def addresses(world) -> list[str]:
    """Every address, of what is there, and of what must not be."""
    found = []
    for route in every_route():
        if "<str:" in route and "table" not in route:
            continue
        for pick, by in (
            ("theirs", "pk"),
            ("mine", "pk"),
            ("theirs", "number"),
            ("mine", "number"),
        ):
            named = {
                "run_id": getattr(world[pick], by),
                "benchmark_id": world["benchmark"].pk,
                "model_id": world[pick].run.model_id,
                "pool_id": world["closed" if pick == "theirs" else "opened"].pk,
                "report_id": world["report" if pick == "theirs" else "usual"].pk,
                "other_id": world["usual"].pk,
                "caption_id": world["benchmark"].captions.earliest("pk").pk,
                "video_id": world["benchmark"].videos.earliest("pk").pk,
                "number": 0,
                "key": "table1",
                "ending": "csv",
                "job_id": 1 if by == "pk" else NUMBERS.of(1),
                "name": "pooling",
            }
            filled = re.sub(
                r"<(?:\w+:)?(\w+)>", lambda name, of=named: str(of.get(name[1], 1)), route
            )
            found.append(filled)
    of = world["benchmark"].pk
    found += [f"/api/v1/runs?benchmark={of}", f"/runs/?benchmark={of}", f"/pools/?benchmark={of}"]
    found += ["/search/?q=Secret", "/search/?q=Submission", f"/api/v1/pools?benchmark={of}"]
    found += [f"/benchmarks/{of}/overlap/?runs={world['theirs'].pk}&depth=2"]
    found += [f"/api/v1/benchmarks/{of}/overlap?depth=2&runs={world['theirs'].pk}"]
    return list(dict.fromkeys(found))


def text_of(answer) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return DRAWN.sub("", content.decode(errors="replace"))


def walked(world, person) -> dict[str, str]:
    """By session, and by a token, whatever is answered: errors tell, too."""
    read = {}
    browser, script = browser_of(person), Script(person, Scope.widest_of(person))
    for address in addresses(world):
        read[f"session {address}"] = text_of(browser.get(address))
        if address.startswith("/api/"):
            read[f"token {address}"] = text_of(script.client.get(address))
    return read


@pytest.mark.parametrize("who", ["submitter", "viewer", "rater"])
def test_no_address_tells_of_anothers_private_run(world, who, request):
    blind = world["theirs"].blind_name
    secrets = re.compile(
        "|".join([*SECRETS, rf"\b{blind}\b", world["theirs"].run.sha256]), re.IGNORECASE
    )
    read = walked(world, request.getfixturevalue(who))
    # What was asked for is said again, in an address or a field.
    leaks = {
        address: found
        for address, text in read.items()
        if (found := set(secrets.findall(re.sub(r"q=\w+|value=\"\w+\"|“\w+”", "", text))))
    }
    assert leaks == {}
    assert any("open rival" in text for text in read.values()) is (who == "viewer")


@pytest.mark.parametrize("who", ["submitter", "viewer"])
def test_what_is_there_is_answered_as_what_is_not(world, who, request):
    """The same status and the same words, but for the number."""
    browser = browser_of(request.getfixturevalue(who))
    theirs, nothing = world["theirs"].pk, 999_999
    for before, after in (
        ("/runs/", "/"),
        ("/submissions/", "/"),
        ("/api/v1/runs/", ""),
        ("/api/v1/runs/", "/rankings"),
        ("/api/v1/submissions/", ""),
    ):
        there, not_there = (browser.get(f"{before}{key}{after}") for key in (theirs, nothing))
        assert there.status_code == not_there.status_code != 200
        if before.startswith("/api/"):
            told, other = (
                re.sub(rf"\b{key}\b", "N", text_of(answer))
                for answer, key in ((there, theirs), (not_there, nothing))
            )
            assert told == other


def test_a_viewer_is_answered_alike_before_and_after_it_is_handed_in(submitter, viewer):
    """Counts, ids and order: byte for byte, but for what a page draws anew."""
    of = make_open_benchmark()
    asked = ["/benchmarks/", f"/benchmarks/{of.pk}/", "/models/", "/runs/", "/pools/"]
    asked += [f"/api/v1/{one}" for one in ("benchmarks", "models", "runs", "pools", "evaluations")]
    asked += [f"/benchmarks/{of.pk}/captions/0/", f"/benchmarks/{of.pk}/videos/0/", "/"]
    asked += [f"/benchmarks/{of.pk}/overlap/", f"/api/v1/benchmarks/{of.pk}/overlap"]
    browser = browser_of(viewer)

    def read() -> dict[str, str]:
        drawn = re.compile(r"nonce[^>]*|[A-Za-z0-9]{64}|[\w-]+:[\w-]{20,}")
        return {one: drawn.sub("", text_of(browser.get(one))) for one in asked}

    before = read()
    submit(submitter, of)
    assert {one for one, text in read().items() if text != before[one]} == set()


def test_a_blinded_run_is_shown_without_its_model_its_file_and_its_author(world, lead, viewer):
    theirs = world["theirs"]
    Script(lead).post(f"runs/{theirs.pk}/state", {"state": "blinded"})
    read = walked(world, viewer)
    assert any(theirs.blind_name in text for text in read.values())
    hidden = re.compile("secretnet|secret-model|olga", re.IGNORECASE)
    assert [address for address, text in read.items() if hidden.search(text)] == []


def test_once_published_it_is_there_by_name_and_gone_again_when_it_is_not(world, lead, viewer):
    theirs, script = world["theirs"], Script(lead)
    script.post(f"runs/{theirs.pk}/state", {"state": "published"})
    assert "SecretNet" in text_of(browser_of(viewer).get("/runs/"))
    script.post(f"runs/{theirs.pk}/state", {"state": "private"})
    leaks = [address for address, text in walked(world, viewer).items() if "SecretNet" in text]
    assert leaks == []


def test_a_submitter_reads_no_label_no_rater_and_not_what_is_positive(world, submitter, lead):
    """Nor another's pool, campaign or report: all of them are closed."""
    browser = browser_of(submitter)
    of = world["benchmark"].pk
    for closed in (
        f"/benchmarks/{of}/",
        f"/benchmarks/{of}/captions/0/",
        f"/pools/{world['opened'].pk}/",
        f"/evaluations/{world['usual'].pk}/",
        f"/agreement/{of}/",
        "/campaigns/",
        f"/api/v1/runs/{world['mine'].pk}/rankings",
        f"/runs/{world['mine'].pk}/",
    ):
        assert browser.get(closed).status_code == 403, closed


def test_jobs_of_others_are_not_told(world, submitter):
    browser = browser_of(submitter)
    told = text_of(browser.get("/jobs/")) + text_of(browser.get("/api/v1/jobs"))
    assert "SecretNet" not in told
    assert "MyNet" in told
    work_done = make_user(Role.SUBMITTER)
    assert browser_of(work_done).get("/api/v1/jobs").json()["results"] == []
    browser.get(f"/submissions/{world['mine'].number}/")
    assert work().requested_by is None
