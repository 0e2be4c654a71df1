"""Studies under proxies as parts of reports: frozen, computed again, and refused where the proxy is
another one."""

import pytest

from metrics.actions.delete_report import delete_report
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from people.actor import SYSTEM
from semantics.actions.delete_proxy import InUse, delete_proxy
from semantics.queries.proxies import file_of
from tests.metrics.reporting import everything_since, make_report, started
from tests.metrics.stored_proxies import proxy_of

pytestmark = pytest.mark.django_db
PARTS = {"graded", "thresholds", "ceiling", "hard_negatives", "proxy_study"}
ASKED = EvaluationAsked(resamples=100, overlap=3, relevance="syn", proxies=True)


def test_a_report_has_them_where_a_proxy_is_named(proxied_world):
    report = make_report(proxied_world, ASKED)
    parts = result_of(report)["parts"]
    assert set(parts) >= PARTS
    assert not [name for name in PARTS if "nothing" in parts[name]]
    syn = proxy_of(proxied_world, "syn")
    assert report.inputs["relevance"] == {
        "id": syn.pk,
        "name": "syn",
        "kind": "imported",
        "sha256": syn.sha256,
    }
    assert [one["name"] for one in report.inputs["proxies"]["of"]] == ["syn", "bow"]
    without = make_report(proxied_world)
    assert not PARTS & set(result_of(without)["parts"])
    assert "relevance" not in without.inputs


def test_it_comes_out_the_same_whatever_has_happened_since(proxied_world):
    report = make_report(proxied_world, ASKED)
    everything_since(proxied_world)
    assert verify_report(report).same is True


def test_without_the_proxy_it_cannot_be_computed_again(proxied_world):
    report = make_report(proxied_world, ASKED)
    syn = proxy_of(proxied_world, "syn")
    file_of(syn).unlink()
    (said,) = verify_report(report).differences
    assert "The file of proxy syn is gone" in said
    syn.delete()
    (said,) = verify_report(report).differences
    assert "proxy syn is not there any more" in said


@pytest.mark.parametrize("asked", [{"relevance": "syn"}, {"proxies": True}])
def test_a_proxy_that_a_report_rests_on_is_not_deleted(proxied_world, asked):
    syn = proxy_of(proxied_world, "syn")
    report = make_report(proxied_world, EvaluationAsked(resamples=100, overlap=3, **asked))
    with pytest.raises(InUse, match=f"report {report.pk}"):
        delete_proxy(SYSTEM, syn)
    delete_report(SYSTEM, report)
    delete_proxy(SYSTEM, syn)


def test_a_proxy_that_is_not_there_fails_the_job_in_words(proxied_world):
    job = started(proxied_world, EvaluationAsked(relevance="sim"))
    assert job.state == "failed"
    assert "no proxy of toy is called 'sim'" in job.error["message"]
