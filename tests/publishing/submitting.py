"""Handing in runs for tests, by a browser and by a script, as submitters do."""

import json

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.open_campaign import open_campaign
from annotator.actions.write_guideline import write_guideline
from jobs.models import FINISHED, Job
from jobs.running import run_job
from people.actions.tokens import make_token
from people.actor import SYSTEM, Actor
from people.models import Scope
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Submission
from tests.factories import make_benchmark, make_run

CAPTIONS, VIDEOS = 12, 12
API = "/api/v1/"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def make_open_benchmark(name: str = "open"):
    """Twelve captions of twelve videos, open to submitters, with a published run of the team's that
    has each own video second."""
    of = make_benchmark([(f"caption {n}", f"v{n:02}") for n in range(CAPTIONS)], name=name)
    of.takes_submissions = True
    of.save()
    rankings = {n: [(n + 1) % VIDEOS, n, (n + 2) % VIDEOS] for n in range(CAPTIONS)}
    make_run(of, rankings, f"{name} rival", depth=3, state="published")
    return of


def rows(shift: int = 0, deep: int = 6) -> bytes:
    """Own videos first, then those that follow; shifted, other ones first."""
    lines = ["caption_id,video_id,score"]
    lines += [
        f"c{c},v{(c + shift + place) % VIDEOS:02},{deep - place}"
        for c in range(CAPTIONS)
        for place in range(deep)
    ]
    return ("\n".join(lines) + "\n").encode()


def browser_of(person) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(person, backend=BACKEND)
    return client


class Script:
    """What that person's token can do."""

    def __init__(self, person, scope: Scope = Scope.MANAGE) -> None:
        _, secret = make_token(Actor(person, "page"), person, name="a script", scope=scope)
        headers = {"Authorization": f"Bearer {secret}"}
        self.client = Client(raise_request_exception=False, headers=headers)

    def get(self, path: str):
        return self.client.get(API + path)

    def post(self, path: str, body=None, **form):
        if form:
            return self.client.post(API + path, form)
        return self.client.post(API + path, json.dumps(body), content_type="application/json")


def fields(content: bytes | None = None, **more) -> dict:
    file = SimpleUploadedFile("secret-model.csv", rows() if content is None else content)
    return {"file": file, "model": "SecretNet", "depth": "6", "direction": "t2v"} | more


def work() -> Job:
    """All jobs that wait, one after the other; the last that ran."""
    last = None
    while job := Job.objects.exclude(state__in=FINISHED).order_by("pk").first():
        run_job(job.pk, worker="w")
        last = Job.objects.get(pk=job.pk)
    assert last is not None
    return last


def submit(person, benchmark, content: bytes | None = None, **more) -> Submission:
    answer = Script(person).post("submissions", benchmark=benchmark.pk, **fields(content, **more))
    assert answer.status_code == 202, answer.content
    job = work()
    assert job.state == "done", job.error
    return Submission.objects.select_related("run__benchmark").get(pk=job.result["run"])


def campaign_of(run, rater):
    """An open campaign on the first ranks of a run, with one rater."""
    pool = build_pool(
        actor=SYSTEM,
        benchmark=run.benchmark,
        name="first",
        parameters=PoolParameters((run.pk,), depth=1),
    )
    campaign = create_campaign(
        SYSTEM,
        pool,
        "first",
        without_clips=True,
        training_required=False,
        label_limit=2,
        double_share=0,
    )
    write_guideline(SYSTEM, campaign.pk, "The clip shows what the caption says.")
    add_member(SYSTEM, campaign, rater)
    open_campaign(SYSTEM, campaign.pk)
    return campaign
