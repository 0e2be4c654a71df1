"""One of everything that an address can name, and the cast to ask for it."""

import re
import uuid
from dataclasses import dataclass

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from annotator.actions.remarks import ask_about_label
from annotator.models import Item, KnownAnswer, Label, Member, Slot, Trial
from jobs.actions.request import start_job
from metrics.queries.reports import result_of
from metrics.studies.asked import EvaluationAsked
from people.actions.invitations import invite_person
from people.actions.passwords import make_password_link
from people.actions.tokens import make_token
from people.actor import COMMAND, Actor
from people.models import Invitation, Role, Scope, User
from pooling.media_links import media_link
from pooling.models import Benchmark, Caption, Run, Submission
from tests.annotator.saying import claim, say
from tests.annotator.test_training import in_training, train, unasked
from tests.factories import make_campaign, make_run, make_user
from tests.metrics.reporting import make_report, tables_of
from tests.publishing.boards import public_board
from tests.publishing.releasing import make_frozen_release
from tests.retrieval.grids_made import make_grid
from tests.retrieval.making import make_trained
from tests.semantics.made import make_proxy
from tests.witnesses.made import make_judge, make_tryout, make_witness

SESSION = "sessionid"
NUMBER = 5000  # by which its author finds a submission


@dataclass
class World:
    """Fills the parameters of a route with things that exist."""

    named: dict[str, object]

    def address(self, route: str, person: User | None = None) -> str:
        named = self.named | ({"key": "table2"} if route.startswith("/agreement/") else {})
        if route.startswith("/agreement/<int:benchmark_id>/charts/"):
            named = named | {"key": "figures", "ending": "svg"}
        if "/compare/<int:other_id>/charts/" in route:
            named = named | {"ending": "svg"}
        if "/matrix." in route:
            named = named | {"ending": "npz"}
        if "/print/" in route:
            named = named | {"ending": "html"}
        if route.startswith("/evaluations/<int:report_id>/charts/"):
            named = named | {"key": "scores-c-1", "ending": "svg"}
        if route.startswith("/people/new-password/"):
            named = named | {"secret": self.named["password_secret"]}
        if route.startswith("/help/"):
            named = named | {"name": "pooling"}
        if re.search(r"/submissions/(judges/<int:judge_id>|<int:run_id>)", route):
            own = person is not None and person.is_submitter
            by_pk = {"run_id": self.named["submission_id"], "judge_id": self.named["judge_id"]}
            named = named | (dict.fromkeys(by_pk, NUMBER) if own else by_pk)
        if table := re.match(r"/admin/people/(\w+)/", route):
            named["object_id"] = apps.get_model("people", table[1]).objects.earliest("pk").pk
        filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(named[found[1]]), route)
        return filled + {
            "/api/v1/agreement": f"?benchmark={self.named['benchmark_id']}",
            "/api/v1/agreement/pairs": f"?benchmark={self.named['benchmark_id']}",
            "/api/v1/benchmarks/<int:benchmark_id>/overlap": "?depth=2",
            "/evaluations/<int:report_id>/compare/": f"?other={self.named['other_id']}",
        }.get(route, "")


@pytest.fixture
def world(rater, other_rater, adjudicator, lead, administrator, submitter) -> World:
    """A campaign in which two disagree and a third is in training, its pool, run and reports, what
    people make of it all, and a private run that a submitter handed in."""
    cache.clear()  # nobody has visited yet
    campaign = make_campaign(
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
        pass_window=3,
    )
    for slot in claim(rater, campaign, 4):
        say(rater, slot, "relevant", comment="seen by Rosa")
    for slot in claim(other_rater, campaign, 2):
        say(other_rater, slot, "irrelevant")
    held = claim(rater, campaign)[0]
    unasked(campaign)
    trainee = make_user(username="tina", name="Tina Trainee")
    Member.objects.filter(pk=in_training(campaign, trainee).pk).update(state="training")
    train(Member.objects.get(person=trainee), "relevant")
    pool = campaign.pool
    run = pool.benchmark.runs.earliest("pk")
    make_trained(run)
    make_run(pool.benchmark, {n: [1, 0] for n in range(pool.benchmark.caption_count)}, depth=2)
    reports = [
        make_report(
            pool.benchmark, EvaluationAsked(resamples=100, overlap=0), actor=Actor(lead, "page")
        )
        for _ in range(2)
    ]
    public_board(pool.benchmark, run.name, measures=("C@1",))
    caption = Caption.objects.earliest("pk")
    token, _ = make_token(COMMAND, administrator, name="script", scope=Scope.READ)
    _, secret = invite_person(Actor(lead, "page"), role=Role.RATER, for_whom="Nora")
    named = {
        "submission_id": _handed_in(pool.benchmark, submitter).pk,
        "campaign_id": campaign.pk,
        "member_id": Member.objects.get(campaign=campaign, person=rater).pk,
        "trial_id": Trial.objects.earliest("pk").pk,
        "known_id": KnownAnswer.objects.earliest("pk").pk,
        "question_id": ask_about_label(
            rater=rater,
            label_id=Label.objects.filter(rater=rater).latest("pk").pk,
            text="Is it?",
            request_id=uuid.uuid4(),
        ).pk,
        "label_id": Label.objects.filter(rater=rater).latest("pk").pk,
        "slot_id": Slot.objects.get(pk=held.slot).pk,
        "item_id": Item.objects.filter(dispute__gt=0).earliest("pk").pk,
        "benchmark_id": pool.benchmark.pk,
        "caption_id": caption.pk,
        "video_id": caption.video.pk,
        "number": 0,
        "caption_number": 0,
        "video_number": 0,
        "model_id": run.model.pk,
        "run_id": run.pk,
        "slug": pool.benchmark.name,
        "pool_id": pool.pk,
        "witness_id": make_witness(pool.benchmark).pk,
        "tryout_id": make_tryout(pool).pk,
        "frame": 0,
        "judge_id": make_judge(pool.benchmark, submitter, NUMBER).pk,
        "proxy_id": make_proxy(pool.benchmark, actor=Actor(lead, "page")).pk,
        "grid_id": make_grid(pool.benchmark, {"seed": 0}).pk,
        "report_id": reports[0].pk,
        "release_id": make_frozen_release(pool.benchmark, Actor(lead, "page")).pk,
        "other_id": reports[1].pk,
        "key": next(tables[0].key for _, tables, _ in tables_of(result_of(reports[0])) if tables),
        "ending": "csv",
        "study": "calibration",
        "table": "kinds",
        "job_id": start_job("jobs.tidy_up", actor=Actor(administrator, "page")).pk,
        "kind": "jobs.tidy_up",
        "token_id": token.pk,
        "person_id": other_rater.pk,
        "a": rater.pk,
        "b": other_rater.pk,
        "invitation_id": Invitation.objects.earliest("pk").pk,
        "secret": secret,
        "password_secret": make_password_link(COMMAND, other_rater)[1],
        "signed": media_link(administrator, "clips/none.mp4").split("/")[-2],
        "name": "none.mp4",
        "content_type_id": 1,
        "object_id": rater.pk,
    }
    return World(named)


def _handed_in(benchmark: Benchmark, submitter: User) -> Run:
    Benchmark.objects.filter(pk=benchmark.pk).update(takes_submissions=True)
    run = make_run(benchmark, {0: [1]}, f"Submission {NUMBER}", depth=1, submitted_by=submitter)
    Submission.objects.create(
        run=run, number=NUMBER, name="SecretNet", model_name="SecretNet", file_name="secret.csv"
    )
    return run


@pytest.fixture
def asking(world):
    """asking(person)(method, route): what is answered, and everything as it was afterwards."""

    def begin(person):
        once = Client()
        if person is not None:
            once.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        session = once.cookies[SESSION].value if person is not None else ""

        def ask(method: str, route: str) -> HttpResponseBase:
            browser = Client(raise_request_exception=False)
            if session:
                browser.cookies[SESSION] = session
            sent = (
                {"data": "{}", "content_type": "application/json"}
                if route.startswith("/api/")
                else {}
            )
            with transaction.atomic():
                answer = browser.generic(
                    method,
                    world.address(route, person),
                    **({} if method in ("GET", "HEAD") else sent),
                )
                if answer.streaming:
                    list(answer.streaming_content)
                transaction.set_rollback(True)
            return answer

        return ask

    return begin
