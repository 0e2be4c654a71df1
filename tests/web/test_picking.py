"""One thing done with several rows of a list."""

import pytest

from jobs.models import Job, State
from metrics.models import Report
from people.actions.invitations import invite_person
from people.actions.tokens import make_token
from people.actor import Actor
from people.models import ApiToken, AuditEvent, Role, Scope, User
from pooling.models import Video
from tests.factories import make_benchmark, make_user
from tests.metrics.reporting import make_report
from tests.metrics.worlds import make_world


@pytest.fixture
def several(db):
    return [make_user(Role.RATER) for _ in range(3)]


def keys(rows):
    return [str(row.pk) for row in rows]


def test_accounts_are_deactivated_after_a_page_that_shows_whose(lead, signed_in, several):
    browser = signed_in(lead)
    page = browser.post("/people/selected/deactivate/", {"pick": keys(several)})
    assert page.status_code == 200
    assert "Deactivate 3 accounts?" in page.text
    assert all(str(person) in page.text for person in several)
    assert User.objects.filter(is_active=False).count() == 0
    answer = browser.post("/people/selected/deactivate/", {"pick": keys(several), "sure": "yes"})
    assert answer["Location"] == "/people/"
    assert User.objects.filter(is_active=False).count() == 3
    assert AuditEvent.objects.filter(verb="deactivated the account").count() == 3


def test_if_one_account_cannot_be_changed_none_is(lead, administrator, signed_in, several):
    chosen = keys([*several, administrator])
    page = signed_in(lead).post(
        "/people/selected/deactivate/", {"pick": chosen, "sure": "yes"}, follow=True
    )
    assert "Anton Administrator: " in page.text
    assert "No account was changed." in page.text
    assert User.objects.filter(is_active=False).count() == 0
    assert not AuditEvent.objects.filter(verb="deactivated the account").exists()


def test_the_last_administrator_stays(administrator, signed_in, several):
    chosen = keys([*several, administrator])
    page = signed_in(administrator).post(
        "/people/selected/role/", {"pick": chosen, "role": "viewer"}, follow=True
    )
    assert "last active administrator" in page.text
    assert {person.role for person in User.objects.filter(pk__in=keys(several))} == {"rater"}


def test_people_are_given_a_role_and_let_in_again(lead, signed_in, several):
    browser = signed_in(lead)
    browser.post("/people/selected/role/", {"pick": keys(several), "role": "adjudicator"})
    assert User.objects.filter(role=Role.ADJUDICATOR).count() == 3
    User.objects.filter(pk__in=keys(several)).update(is_active=False)
    browser.post("/people/selected/reactivate/", {"pick": keys(several)})
    assert User.objects.filter(is_active=False).count() == 0
    page = browser.post("/people/selected/role/", {"pick": keys(several)}, follow=True)
    assert "Choose a role" in page.text


def test_a_lead_gives_nobody_a_role_above_their_own(lead, signed_in, several):
    signed_in(lead).post("/people/selected/role/", {"pick": keys(several), "role": "admin"})
    assert {person.role for person in User.objects.filter(pk__in=keys(several))} == {"rater"}


@pytest.mark.parametrize("who", ["viewer", "rater", "adjudicator"])
@pytest.mark.parametrize("verb", ["deactivate", "reactivate", "role"])
def test_others_change_nobody(request, signed_in, several, who, verb):
    browser = signed_in(request.getfixturevalue(who))
    answer = browser.post(
        f"/people/selected/{verb}/", {"pick": keys(several), "sure": "yes", "role": "viewer"}
    )
    assert answer.status_code == 403


@pytest.mark.parametrize("pick", [[], ["x"], ["-1"], ["9" * 19]])
def test_without_a_row_the_page_says_so(lead, signed_in, pick):
    page = signed_in(lead).post("/people/selected/deactivate/", {"pick": pick}, follow=True)
    assert "Select at least one row first." in page.text


def test_only_people_whom_a_lead_manages_have_a_box(lead, administrator, rater, signed_in):
    text = signed_in(lead).get("/people/").text
    assert f'value="{rater.pk}" form="chosen"' in text
    assert f'value="{administrator.pk}" form="chosen"' not in text
    assert f'value="{lead.pk}" form="chosen"' not in text


def test_invitations_are_withdrawn_all_or_none(lead, signed_in):
    made = [
        invite_person(Actor(lead, "page"), for_whom=f"guest {n}", role=Role.RATER, days=7)[0]
        for n in range(3)
    ]
    browser = signed_in(lead)
    browser.post("/people/invitations/selected/withdraw/", {"pick": keys(made[:1])})
    page = browser.post("/people/invitations/selected/withdraw/", {"pick": keys(made)}, follow=True)
    assert "guest 0: " in page.text
    assert "No invitation was withdrawn." in page.text
    browser.post("/people/invitations/selected/withdraw/", {"pick": keys(made[1:])})
    for invitation in made:
        invitation.refresh_from_db()
    assert all(invitation.withdrawn_at for invitation in made)


def test_jobs_are_cancelled_and_the_page_says_what_became_of_each(lead, signed_in):
    waiting = [
        Job.objects.create(kind="jobs.check", title=f"Check {n}", attempts_allowed=1)
        for n in range(2)
    ]
    over = Job.objects.create(
        kind="jobs.check",
        title="Over",
        attempts_allowed=1,
        state=State.CANCELLED,
        finished_at=waiting[0].created_at,
    )
    page = signed_in(lead).post(
        "/jobs/selected/cancel/",
        {"pick": keys([*waiting, over])},
        headers={"Referer": "http://testserver/jobs/?state=queued"},
        follow=True,
    )
    assert "2 jobs are cancelled." in page.text
    assert "1 job was over already." in page.text
    assert page.redirect_chain[0][0] == "/jobs/?state=queued"
    assert Job.objects.filter(state=State.CANCELLED).count() == 3


def test_a_person_cancels_their_own_jobs_only(rater, signed_in):
    job = Job.objects.create(kind="jobs.check", title="Another's", attempts_allowed=1)
    signed_in(rater).post("/jobs/selected/cancel/", {"pick": keys([job])})
    job.refresh_from_db()
    assert job.state == State.QUEUED


def test_failed_videos_that_were_selected_are_made_playable_again(lead, signed_in):
    benchmark = make_benchmark([("a", "one"), ("b", "two"), ("c", "three")])
    Video.objects.filter(benchmark=benchmark).update(
        state=Video.State.FAILED, reason="broken", source="incoming/x"
    )
    chosen = Video.objects.filter(benchmark=benchmark, key__in=["one", "two"])
    answer = signed_in(lead).post(
        f"/benchmarks/{benchmark.pk}/videos/selected/retry/", {"pick": keys(chosen)}
    )
    assert answer["Location"].startswith(f"/benchmarks/{benchmark.pk}/videos/?job=")
    states = dict(Video.objects.filter(benchmark=benchmark).values_list("key", "state"))
    assert states == {"one": "waiting", "two": "waiting", "three": "failed"}


def test_tokens_that_would_end_are_counted(lead, signed_in, several):
    make_token(Actor(several[0], "page"), several[0], name="script", scope=Scope.READ)
    page = signed_in(lead).post("/people/selected/deactivate/", {"pick": keys(several)})
    assert "1 API token is revoked for good." in page.text
    assert ApiToken.objects.get().revoked_at is None


@pytest.fixture
def reports(world):
    return [make_report(world), make_report(world)]


@pytest.fixture
def world(db):
    return make_world()


def test_reports_are_deleted_after_a_page_that_shows_what_goes(lead, signed_in, reports):
    browser = signed_in(lead)
    page = browser.post("/evaluations/selected/delete/", {"pick": keys(reports)})
    assert "Delete 2 reports?" in page.text
    assert "Labels and runs are kept." in page.text
    assert Report.objects.count() == 2
    browser.post("/evaluations/selected/delete/", {"pick": keys(reports), "sure": "yes"})
    assert Report.objects.count() == 0
    assert AuditEvent.objects.filter(verb="deleted").count() == 2


def test_viewers_delete_no_reports_and_see_no_boxes(viewer, signed_in, reports):
    browser = signed_in(viewer)
    assert 'name="pick"' not in browser.get("/evaluations/").text
    answer = browser.post("/evaluations/selected/delete/", {"pick": keys(reports), "sure": "yes"})
    assert answer.status_code == 403
    assert Report.objects.count() == 2
