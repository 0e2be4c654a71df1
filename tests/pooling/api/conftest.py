"""A script with a token, and what it sends."""

import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from jobs.models import Job
from jobs.running import run_job
from people.actions.tokens import make_token
from people.actor import Actor
from people.models import Scope
from tests.pooling.pages.conftest import benchmark_of_five, playing, pool, strong, weak  # noqa: F401  (fixtures)

PREFIX = "/api/v1/"


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


class Script:
    """Sends a token with everything; dictionaries go as JSON, `form` as a browser's form would."""

    def __init__(self, person, scope: Scope) -> None:
        _, secret = make_token(Actor(person, "page"), person, name="a script", scope=scope)
        self.client = Client(
            raise_request_exception=False, headers={"Authorization": f"Bearer {secret}"}
        )

    def get(self, path: str, **parameters):
        return self.client.get(PREFIX + path, parameters)

    def post(self, path: str, body=None, **form):
        if form or body is None:
            return self.client.post(PREFIX + path, form)
        return self.client.post(PREFIX + path, json.dumps(body), content_type="application/json")

    def rows(self, path: str, **parameters) -> list[dict]:
        """All results, over all pages."""
        answer, found = self.get(path, **parameters), []
        while True:
            body = answer.json()
            found += body["results"]
            if body["next"] is None:
                return found
            answer = self.client.get(body["next"])


@pytest.fixture
def script():
    """script(person, scope): what that person's token can do."""
    return lambda person, scope=Scope.MANAGE: Script(person, scope)


@pytest.fixture
def api(script, lead) -> Script:
    return script(lead)


def a_file(name: str, content: str | bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


def a_matrix(scores) -> SimpleUploadedFile:
    import numpy as np

    kept = io.BytesIO()
    np.save(kept, np.array(scores, np.float32))
    return a_file("scores.npy", kept.getvalue())


def work_on(answer) -> dict:
    """Runs the job that an answer names, as a worker would; its end, as the API tells it."""
    assert answer.status_code == 202, answer.content
    job = Job.objects.get(pk=answer.json()["job"]["id"])
    assert answer["Location"] == f"http://testserver{PREFIX}jobs/{job.pk}"
    assert run_job(job.pk, worker="a test")
    told: dict = answer.client.get(answer["Location"]).json()
    return told
