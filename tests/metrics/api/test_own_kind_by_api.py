"""Runs of videos for videos, and of captions for captions, by API: read, and refused where
positives count."""

import pytest

from foundation.refused import Refused
from metrics.actions.doctor_kept import DoctorAsked
from metrics.actions.proxies_kept import ProxiesAsked
from people.models import Scope
from pooling.models import Benchmark
from tests.api.conftest import check_problem

pytestmark = pytest.mark.django_db
SAID = "ranks videos for videos"


def test_by_api_it_is_refused_in_a_sentence(among, api, lead):
    of, key = Benchmark.objects.get(name="toy"), among["vv"].pk
    check_problem(api.post("evaluations", {"benchmark": of.pk, "runs": [key]}), 400, SAID)
    check_problem(api.get(f"benchmarks/{of.pk}/overlap?runs={key}"), 400)
    words = {"benchmark": of.pk, "name": "it", "runs": [key]}
    check_problem(api.post("pools", words), 400, "rank videos for captions")
    check_problem(api.get(f"benchmarks/{of.pk}/explore?runs={key}"), 400, "runs of this benchmark")
    with pytest.raises(Refused, match=SAID):
        DoctorAsked(benchmark=of, runs=(among["vv"],)).check()


def test_by_api_it_stands_among_the_scores_under_a_proxy(among, script, viewer):
    of = among["vv"].benchmark
    ProxiesAsked(benchmark=of).keep()
    found = script(viewer, Scope.READ).get(f"benchmarks/{of.pk}/proxies/people").json()
    (syn, _) = found["under"]
    rows = {row["run"]: row for row in syn["graded"]["rows"]}
    assert [rows[f"own {way}"]["direction"] for way in ("vv", "tt")] == ["vv", "tt"]
    assert rows["own tt"]["depth"] == of.caption_count - 1
    assert set(syn["graded"]["random"]) == {"t2v", "v2t", "both", "vv", "tt"}
    assert not any(row["run"].startswith("own ") for row in syn["ceiling"]["rows"])


def test_it_is_read_as_any_run(among, script, viewer):
    shown = script(viewer, Scope.READ).get(f"runs/{among['tt'].pk}").json()
    assert (shown["direction"], shown["items"]) == ("tt", among["tt"].items)
