"""Proxies by API: listed and exported for readers; made, imported and deleted by leads."""

import io

import numpy as np
import pytest

from people.models import Scope
from semantics.models import Proxy
from semantics.queries.proxies import read_relevance
from tests.factories import make_benchmark
from tests.pooling.api.conftest import a_file, work_on
from tests.semantics.conftest import CAPTIONS
from tests.semantics.made import make_proxy
from tests.semantics.matrices import as_npy, dense

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(benchmark) -> str:
    return f"benchmarks/{benchmark.pk}/proxies"


def test_one_is_made_and_read_back(api, here):
    job = work_on(api.post(here, kind="bow", rho=0.5))
    assert (job["state"], job["result"]["proxy"], job["result"]["already"]) == (
        "done",
        "bow",
        False,
    )
    (row,) = api.rows(here)
    kept = Proxy.objects.get()
    assert row["parameters"] == kept.parameters
    assert (row["pairs"], row["without_words"]) == (kept.pairs, kept.without_words)
    assert (row["created_by"], row["is_outdated"]) == ("lena", False)
    assert row["meaning"].startswith("A video is as relevant")
    assert api.get(f"{here}/{row['id']}").json() == row
    again = work_on(api.post(here, kind="bow", rho=0.5, name="other"))
    assert (again["result"]["id"], again["result"]["already"]) == (row["id"], True)


def test_a_matrix_is_imported_and_exported_as_it_was(api, here, cells):
    file = a_file("theirs.npy", as_npy(cells).getvalue())
    job = work_on(api.post(f"{here}/import", file=file, name="theirs"))
    assert job["result"]["pairs"] == 9
    (row,) = api.rows(here)
    assert set(row["files"]) == {"npy", "npz"}
    for ending, address in row["files"].items():
        content = b"".join(api.client.get(address).streaming_content)
        again = make_benchmark(CAPTIONS, name=f"again-{ending}")
        sent = a_file(f"again.{ending}", content)
        work_on(api.post(f"benchmarks/{again.pk}/proxies/import", file=sent, name="back"))
        assert (dense(read_relevance(again.proxies.get())) == cells).all()


@pytest.mark.parametrize(
    ("sent", "field", "says"),
    [
        ({}, "kind", "required"),
        ({"kind": "imported"}, "kind", "not a valid choice"),
        ({"kind": "bow", "rho": "much"}, "rho", "valid number"),
        ({"kind": "bow", "name": "theirs"}, "name", "has a proxy called theirs"),
        ({"kind": "bow", "tau": 1}, "tau", "There is no such field"),
    ],
)
def test_what_cannot_be_made_is_a_problem_with_its_field(api, here, benchmark, sent, field, says):
    make_proxy(benchmark)
    answer = api.post(here, **(sent or {"name": "x"}))
    assert answer.status_code == 400
    (said,) = [str(one) for one in answer.json()["errors"] if field in str(one)]
    assert says in said


def test_readers_read_and_no_more(script, viewer, lead, rater, submitter, here, benchmark):
    row = make_proxy(benchmark)
    one = f"{here}/{row.pk}"
    reading = script(viewer, Scope.READ)
    assert [found["name"] for found in reading.rows(here)] == ["theirs"]
    assert reading.get(one).json()["created_by"] is None
    answer = reading.get(f"{one}/matrix.npy")
    assert np.load(io.BytesIO(b"".join(answer.streaming_content))).shape == (7, 4)
    assert reading.get(f"{one}/matrix.csv").status_code == 404
    assert reading.post(here, kind="bow").status_code == 403
    assert reading.client.delete(f"/api/v1/{one}").status_code == 403
    assert script(lead, Scope.READ).post(here, kind="bow").status_code == 403
    for person in (rater, submitter):
        asking = script(person, Scope.READ)
        for address in (here, one, f"{one}/matrix.npz"):
            assert asking.get(address).status_code == 403
    assert Proxy.objects.count() == 1


def test_a_lead_deletes_one(api, here, benchmark):
    row = make_proxy(benchmark)
    assert api.client.delete(f"/api/v1/{here}/{row.pk}").status_code == 204
    assert api.client.delete(f"/api/v1/{here}/{row.pk}").status_code == 404
    assert not Proxy.objects.exists()
