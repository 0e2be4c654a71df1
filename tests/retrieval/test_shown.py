"""What a model saw is shown wherever its run is; without PyTorch a sentence says what is
missing."""

import json
import subprocess
import sys

import numpy as np
import pytest
from django.core.management import call_command

from foundation.home import CHECKOUT
from foundation.integrity import differences
from measures.names import parse_all
from metrics.actions.proxies_kept import ProxiesAsked
from metrics.queries.proxied import read_named
from metrics.queries.snapshot import take_snapshot
from metrics.studies.asked import EvaluationAsked
from metrics.studies.evaluation import evaluate
from metrics.studies.graded import graded_scores
from metrics.studies.proxied import take_proxied
from metrics.tables.evaluation import tables
from metrics.tables.proxies import tables as graded_tables
from metrics.words import as_text
from people.models import Scope
from pooling.models import Provenance
from retrieval.models import TrainedModel
from retrieval.queries.curves import HEIGHT, WIDTH, read_curve
from tests.commands import environment
from tests.factories import make_benchmark, make_run
from tests.metrics.reporting import make_report
from tests.pooling.api.conftest import _own_media, script  # noqa: F401  (fixtures)
from tests.retrieval.making import CURVE, make_trained
from tests.retrieval.test_without_torch import WITHOUT
from tests.semantics.made import make_proxy
from tests.web.markup import squeezed

pytestmark = pytest.mark.django_db
SAYS = "make setup EXTRAS=models"
SAW = "† ours: its model learnt from 3 labels of evaluated captions and 1 evaluated videos."


@pytest.fixture
def scored():
    return make_benchmark([("a cat sleeps", "v0"), ("a dog runs", "v1")], name="scored")


@pytest.fixture
def marked(scored):
    """A run whose model saw three labels and a video of what it is scored on."""
    seen = {"relevance": "collected", "labels_of": scored, "log_position": 9, "tau": 0.5}
    run = make_run(scored, {0: [0, 1], 1: [0, 1]}, name="ours")
    make_trained(run, labels=4, evaluated_labels=3, evaluated_videos=1, **seen)
    make_run(scored, {0: [0, 1], 1: [1, 0]}, name="theirs")
    return run


def test_table_1_marks_the_run_and_says_what_it_saw(scored, marked):
    runs = list(scored.runs.order_by("pk"))
    found = evaluate(take_snapshot(scored, runs), parse_all("C@1"))
    table = as_text(tables(found)[0])
    assert "ours †" in table
    assert "theirs †" not in table
    assert (
        "† ours: its model learnt from 3 labels of evaluated captions and 1 evaluated videos."
        in (tables(found)[0].notes)
    )
    assert found.as_json()["marks"] == list(found.marks())


@pytest.fixture
def under_a_proxy(marked, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    make_proxy(marked.benchmark, "syn", np.array([[1.0, 0.25], [0.0, 1.0]]))
    return marked.benchmark


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", "scored", "--relevance", "syn", "--measures", "C@1"),
        ("graded", "scored", "syn"),
        ("hard_negatives", "scored", "syn", "--depth", "2"),
        ("ceiling", "scored", "syn"),
    ],
)
def test_studies_under_a_proxy_mark_the_run_and_say_what_it_saw(under_a_proxy, words, capsys):
    call_command(*words, "--resamples", "60")
    text = capsys.readouterr().out
    assert "ours †" in text
    assert "theirs †" not in text
    assert SAW in text
    call_command(*words, "--resamples", "60", "--csv")
    assert "ours †," not in capsys.readouterr().out  # a name is a name for tools
    call_command(*words, "--resamples", "60", "--json")
    assert json.loads(capsys.readouterr().out)["marks"] == [SAW]
    Provenance.objects.all().delete()
    call_command(*words, "--resamples", "60", "--json")
    assert "marks" not in json.loads(capsys.readouterr().out)


def test_the_page_of_studies_under_proxies_says_it_as_reports_do(under_a_proxy, signed_in, viewer):
    ProxiesAsked(benchmark=under_a_proxy).keep()
    page = signed_in(viewer).get(f"/benchmarks/{under_a_proxy.pk}/proxies/people/").text
    assert page.count(f'<p class="message message-warning" lang="en">{SAW}</p>') == 1
    assert "ours †" in page
    assert "theirs †" not in page


def test_what_is_of_both_directions_has_the_mark_of_either(under_a_proxy, marked):
    back = make_run(
        under_a_proxy, {0: [0, 1], 1: [0, 1]}, name="back", model=marked.model.name, direction="v2t"
    )
    snapshot = take_snapshot(under_a_proxy, [*under_a_proxy.runs.order_by("pk")])
    proxied = take_proxied(read_named(under_a_proxy.proxies.get()), snapshot, ranks=True)
    (table,) = graded_tables(graded_scores(snapshot, proxied, resamples=60))
    text = as_text(table)
    assert f"ours, {back.name} †" in text
    assert f"\n{back.name} †" not in text


def test_a_choice_of_runs_says_it(marked, signed_in, lead):
    page = signed_in(lead).get(f"/evaluations/new/?benchmark={marked.benchmark_id}").text
    assert "ours † (to rank 2), saw what is evaluated" in page
    assert "theirs (to rank 2)" in page


def test_a_report_keeps_the_mark_and_is_computed_again_with_it(scored, marked, signed_in, viewer):
    from metrics.queries.verified import verify_report

    report = make_report(scored, EvaluationAsked(resamples=100, overlap=0))
    Provenance.objects.all().delete()  # what was known then is what the report says
    assert verify_report(report).same
    page = signed_in(viewer).get(f"/evaluations/{report.pk}/").content.decode()
    assert "its model learnt from 3 labels" in page


def test_a_run_that_came_from_elsewhere_has_no_mark_and_no_word_of_it(scored):
    make_run(scored, {0: [0, 1], 1: [1, 0]}, name="theirs")
    found = evaluate(take_snapshot(scored, list(scored.runs.all())), parse_all("C@1"))
    assert not {"marks", "trained"} & found.as_json().keys()


def test_pages_and_the_api_say_it_to_readers(marked, signed_in, viewer, script):  # noqa: F811
    client = signed_in(viewer)
    for address in (
        f"/runs/{marked.pk}/",
        f"/models/{marked.model_id}/",
        f"/models/{marked.model_id}/training/",
        "/runs/",
    ):
        assert "saw what is evaluated" in client.get(address).content.decode(), address
    told = script(viewer, Scope.READ).get(f"runs/{marked.pk}").json()["provenance"]
    assert (told["evaluated_labels"], told["saw_evaluated"]) == (3, True)


def test_a_model_that_saw_evaluated_texts_alone_says_how_many(scored, signed_in, viewer):
    run = make_run(scored, {0: [0, 1], 1: [0, 1]}, name="ours")
    make_trained(run, shared_texts=17)
    address = f"/models/{run.model_id}/training/"
    page = squeezed(signed_in(viewer).get(address).text)
    assert "<td>no label, no video; 17 texts</td>" in page
    assert "saw what is evaluated" not in page
    Provenance.objects.update(shared_texts=0)
    assert "<td>nothing</td>" in squeezed(signed_in(viewer).get(address).text)


def test_what_must_always_be_true_is_looked_for(scored, marked):
    said = [one.says for one in differences()]
    assert any("model ours: was trained here, but has 1 runs" in one for one in said)
    TrainedModel.objects.update(best=7)
    assert any("its best epoch is 7 of 2" in one.says for one in differences())
    TrainedModel.objects.all().delete()
    assert any("there is no such model" in one.says for one in differences())


def test_a_curve_fills_its_box():
    curve = read_curve(CURVE, 2)
    assert [line.name for line in curve.lines] == ["loss", "ndcg"]
    assert curve.lines[0].points == f"0.0,0.0 {WIDTH:.1f},{HEIGHT:.1f}"
    assert curve.lines[1].points == f"0.0,{HEIGHT:.1f} {WIDTH:.1f},0.0"
    assert curve.best_at == WIDTH


def test_a_curve_has_a_line_of_its_negatives_where_they_are_known():
    curve = read_curve([point | {"negatives": 0.1 * point["epoch"]} for point in CURVE], 2)
    assert [line.name for line in curve.lines] == ["loss", "ndcg", "relevance of negatives"]
    assert [scores[-1] for *_, scores in curve.rows] == [0.1, 0.2]
    assert len(read_curve([point | {"negatives": None} for point in CURVE], 2).lines) == 2


def test_a_curve_of_one_epoch_is_drawn_too():
    assert read_curve(CURVE[:1], 1).lines[0].points == f"0.0,{HEIGHT:.1f}"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("words", [["train_model", "demo", "ours"], ["demo", "--models"]])
def test_without_pytorch_a_command_says_how_to_install_it(words):
    code = f"{WITHOUT}\nimport runpy\nsys.argv = ['manage.py', *{words!r}]\n"
    code += "runpy.run_path('manage.py', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=CHECKOUT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 1
    assert SAYS in done.stderr
    assert "Traceback" not in done.stderr
