"""A report is made by a job, frozen whole, the same when it is computed again, and told apart
caption by caption."""

import json
from dataclasses import asdict, replace

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from jobs.actions.request import start_job
from jobs.models import Job
from jobs.running import run_job
from measures.names import parse_all
from metrics.actions.delete_report import delete_report
from metrics.actions.freeze_report import freeze_report
from metrics.frozen import canonical
from metrics.models import Report, ReportArray
from metrics.queries.changes import compare_reports
from metrics.queries.drafts import COLLECTED, draft_report, frozen_snapshot, stored_arrays
from metrics.queries.report_context import frozen_report_context
from metrics.queries.reports import result_of
from metrics.queries.snapshot import take_snapshot
from metrics.queries.verified import verify_report
from metrics.studies.asked import EvaluationAsked
from metrics.studies.evaluation import evaluate
from metrics.studies.registry import VERSIONS
from metrics.studies.report import find_out
from people.actor import SYSTEM
from people.models import AuditEvent
from pooling.models import JudgedPair
from tests.factories import make_benchmark, make_run
from tests.metrics.reporting import ASKED, everything_since, make_report, started, tables_of
from tests.metrics.worlds import RELEVANT, judge, make_world

pytestmark = pytest.mark.django_db
ANOTHER = "SELECT content FROM metrics_reportarray WHERE name = 'weak|C@1|all'"


@pytest.fixture
def world():
    return make_world(backwards=True)


@pytest.fixture
def report(world) -> Report:
    return make_report(world)


def test_a_job_freezes_what_was_found_and_from_what(world, report):
    told, measures = result_of(report), parse_all(ASKED.measures)
    snapshot = take_snapshot(world, world.runs.filter(direction="t2v").order_by("pk"))
    assert (
        told["parts"]["evaluation"]["found"]
        == evaluate(snapshot, measures, intervals=True, resamples=100).as_json()
    )
    assert list(told["parts"]) == sorted(
        ["evaluation", "comparison", "overlap", "sample_size", "leave_one_out"]
    )
    assert [part["tables"] != [] for part in told["parts"].values()] == [True] * 5
    assert report.asked == ASKED.as_json()
    assert report.inputs["pairs"] == {"original": 5, "collected": 4, "judged": 8}
    assert [run["name"] for run in report.inputs["runs"]] == ["strong", "weak", "weak again"]
    assert {len(run["sha256"]) for run in report.inputs["runs"]} == {64}
    assert report.inputs["versions"]["numpy"] == np.__version__
    assert (report.title, report.job_id) == ("Evaluation of toy", Job.objects.get().pk)
    assert AuditEvent.objects.get().verb == "froze"


def test_scores_are_arrays_and_no_row_is_about_a_caption(world, report):
    scores = stored_arrays(report)
    assert len(scores) == 3 * len(ASKED.measures) * 2 + 2
    assert {array.shape for name, array in scores.items() if not name.startswith("pairs|")} == {
        (6,)
    }
    assert scores["strong|C@1|original"].tolist()[:5] == [1, 1, 0, 1, 0]
    assert np.isnan(scores["strong|C@1|original"][5])


def test_every_table_has_a_key_of_its_own(report):
    keys = [table.key for _, tables, _ in tables_of(result_of(report)) for table in tables]
    assert len(keys) == len(set(keys)) >= 5


@pytest.mark.parametrize("model", [Report, ReportArray])
def test_the_database_refuses_to_change_it(report, model):
    field = {"title": "another"} if model is Report else {"name": "another"}
    with pytest.raises(IntegrityError, match="a report is frozen"), transaction.atomic():
        model.objects.update(**field)
    assert not model.objects.filter(**field).exists()


def test_it_may_be_deleted_and_takes_nothing_with_it(world, report):
    delete_report(SYSTEM, report)
    assert (Report.objects.count(), ReportArray.objects.count()) == (0, 0)
    assert (world.runs.count(), JudgedPair.objects.count()) == (4, 8)
    assert AuditEvent.objects.latest("pk").verb == "deleted"


def test_the_same_moment_gives_the_same_bytes(world, report):
    again = make_report(world)
    assert (again.sha256, bytes(again.result)) == (report.sha256, bytes(report.result))


def test_it_is_computed_again_to_the_same_bytes_whatever_came_since(world, report):
    everything_since(world)
    assert verify_report(report).differences == ()
    snapshot = frozen_snapshot(report)
    fresh = find_out(
        snapshot, EvaluationAsked.of(report.asked), context=frozen_report_context(report, snapshot)
    )
    assert fresh.result == bytes(report.result)
    assert find_out(
        take_snapshot(world, world.runs.filter(direction="t2v").order_by("pk")), ASKED
    ).result != bytes(report.result)


def test_a_run_in_the_other_direction_is_computed_again_too(world):
    report = make_report(
        world, EvaluationAsked(resamples=100, overlap=0), runs=[world.runs.get(name="backwards").pk]
    )
    everything_since(world)
    assert verify_report(report).differences == ()
    assert stored_arrays(report)["backwards|C@1|all"].shape == (6,)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (
            (
                "UPDATE metrics_report"
                " SET result = replace(convert_from(result, 'UTF8'), '0.5', '0.6')::bytea"
            ),
            "another result",
        ),
        ("UPDATE metrics_report SET asked = jsonb_set(asked, '{seed}', '1')", "checksum"),
        (
            "DELETE FROM metrics_reportarray WHERE name = 'weak|AP|all'",
            "its array weak|AP|all is missing",
        ),
        (
            (
                "UPDATE metrics_reportarray SET content = substr(content, 1, 9)"
                " WHERE name = 'weak|AP|all'"
            ),
            "damaged",
        ),
        (
            f"UPDATE metrics_reportarray SET content = ({ANOTHER}) WHERE name = 'strong|C@1|all'",
            "its array strong|C@1|all again",
        ),
    ],
)
def test_whoever_gets_past_the_trigger_is_found_out(report, statement, said):
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET session_replication_role = DEFAULT")
    report.refresh_from_db()
    told = " ".join(verify_report(report).differences)
    assert said in told
    job = start_job("metrics.verify", actor=SYSTEM, report=report.pk)
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert (job.result["same"], " ".join(job.result["differences"])) == (False, told)


def test_a_report_without_its_run_says_that_it_cannot_be_computed_again(world, report):
    world.runs.get(name="weak").delete()
    assert list(verify_report(report).differences) == [
        (
            "it cannot be computed again: run weak is not there any more: without its rankings"
            " nothing can be computed again"
        )
    ]


def test_two_reports_differ_in_exactly_the_captions_that_new_labels_touch(world, report):
    judge(
        world, {("a dog runs", 0): RELEVANT, ("a red ball", 0): RELEVANT, ("it snows", 4): RELEVANT}
    )
    after = make_report(world)
    found = compare_reports(report, after)
    a, b = stored_arrays(report), stored_arrays(after)
    changed = {
        (change.item, change.of.run, change.of.measure, change.of.positives)
        for change in found.page(-1, 1000)
    }
    # Captions 0 and 3 share the text; caption 0's own video 0 was positive already, so it has
    # nothing new.
    assert {item for item, *_ in changed} == {1, 3, 5}
    assert {positives for *_, positives in changed} == {"all"}
    for name in a:
        if name.count("|") >= 2:
            run, measure, positives = name.rsplit("|", 2)
            differ = {
                n
                for n in range(6)
                if not (a[name][n] == b[name][n] or (np.isnan(a[name][n]) and np.isnan(b[name][n])))
            }
            assert {item for item, *of in changed if of == [run, measure, positives]} == differ


def test_what_cannot_be_computed_says_so_and_freezes_nothing():
    bare = make_benchmark([("a", "nowhere")], videos=["v0"])
    run = make_run(bare, {0: [0]}, depth=1)
    job = started(bare)
    assert (job.state, Report.objects.count()) == ("failed", 0)
    assert "Nothing can be computed: " in job.error["message"]
    assert "no positive at all" in job.error["message"]
    assert job.error["traceback"] == ""
    run.delete()
    assert "does not have all of these runs" in started(bare, runs=[run.pk or 0]).error["message"]
    assert "no run yet" in started(bare, runs=[]).error["message"]


def test_a_part_that_cannot_be_computed_says_so_in_its_place(world):
    report = make_report(world, ASKED, runs=[world.runs.get(name="strong").pk])
    parts = result_of(report)["parts"]
    assert "two runs" in parts["comparison"]["nothing"]
    assert "two runs" in parts["overlap"]["nothing"]
    assert parts["evaluation"]["tables"]


def test_what_is_asked_survives_json_and_takes_measures_by_their_printed_names():
    asked = EvaluationAsked.of(json.loads(json.dumps(ASKED.as_json())))
    assert asdict(asked) | {"sample_sizes": (3, 5)} == asdict(ASKED)
    assert EvaluationAsked.of({"measures": ["AP", "C@1", "AP"]}).measures == ("AP", "C@1")


def test_a_job_that_is_rung_twice_freezes_one_report(world, report):
    assert run_job(Job.objects.get().pk, worker="another") is False
    assert Report.objects.count() == 1


def test_what_nobody_can_read_as_json_is_never_frozen(world):
    """Undefined scores are null: a caption without positives, a median below the stored depth, a
    run without a ranking."""
    report = make_report(
        world,
        EvaluationAsked(
            measures=("MedR", "MeanR", "GMR", "nDCG", "Judged@3", "C@1"), resamples=100, overlap=0
        ),
    )
    assert b"NaN" not in bytes(report.result)
    assert b"Infinity" not in bytes(report.result)
    assert verify_report(report).differences == ()


def test_a_draft_writes_nothing(world):
    draft_report(world, world.runs.filter(name="strong"), ASKED)
    assert Report.objects.count() == 0


def test_the_command_computes_every_report_again_and_names_those_that_differ(world, report, capsys):
    other = make_report(make_world("other"))
    assert json.loads(call_command("verify_reports", json=True)) == {
        "reports": 2,
        "differences": [],
        "other_versions": [],
    }
    other.arrays.filter(name="weak|AP|all").delete()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_reports")
    assert ended.value.code == 1
    assert (
        f"report {other.pk}, Evaluation of other: its array weak|AP|all is missing"
        in capsys.readouterr().out
    )
    assert call_command("verify_reports", "toy") == "1 report computed again, 0 differences"
    with pytest.raises(CommandError, match="did you mean toy"):
        call_command("verify_reports", "toyy")


# Frozen by another version of a study


def frozen_by(world, **versions: int | None) -> Report:
    """As another Truepool would have frozen it: parts with these versions (None: none recorded at
    all) and other notes."""
    draft = draft_report(world, world.runs.filter(direction="t2v").order_by("pk"), ASKED)
    inputs, result = dict(draft.inputs), json.loads(draft.result)
    if None in versions.values():
        del inputs["studies"]
    else:
        inputs["studies"] = inputs["studies"] | versions
    for part in versions:
        result["parts"][part]["tables"][0]["notes"] = ["as it was told then"]
    return freeze_report(
        SYSTEM, world, "Older", replace(draft, inputs=inputs, result=canonical(result))
    )


def test_a_report_of_before_0_2_0_is_shown_verified_and_compared(signed_in, lead, world, report):
    """It has what was found under another key."""
    draft = draft_report(world, world.runs.filter(direction="t2v").order_by("pk"), ASKED)
    result = json.loads(draft.result)
    for part in result["parts"].values():
        part["told"] = part.pop("found")
    older = freeze_report(SYSTEM, world, "Older", replace(draft, result=canonical(result)))
    assert verify_report(older).same is True
    assert compare_reports(older, report).items == 0
    now, then = (signed_in(lead).get(f"/evaluations/{one.pk}/") for one in (report, older))
    assert now.context["read"].headline == then.context["read"].headline is not None


def test_a_report_records_the_versions_of_its_parts(report):
    assert report.inputs["studies"] == {name: VERSIONS[name] for name in result_of(report)["parts"]}


def test_a_part_of_another_version_is_named_and_is_no_difference(world):
    older = frozen_by(world, evaluation=1)
    found = verify_report(older)
    assert (found.differences, found.same) == ((), None)
    assert (
        found.says
        == f"frozen by version 1 of evaluation; this Truepool has version {VERSIONS['evaluation']}:"
        " it cannot be recomputed here; its stored bytes' checksum is intact"
    )
    told = json.loads(call_command("verify_reports", json=True))
    (other,) = told["other_versions"]
    assert (told["reports"], told["differences"], other["report"]) == (1, [], older.pk)
    assert other["parts"] == [{"part": "evaluation", "frozen": 1, "here": VERSIONS["evaluation"]}]
    assert (other["checksum_intact"], other["says"]) == (True, found.says)


def test_its_other_parts_are_still_computed_again(world):
    older = frozen_by(world, evaluation=1)
    result = json.loads(bytes(older.result))
    result["parts"]["overlap"]["tables"][0]["notes"] = ["changed by hand"]
    rewrite(older, result)
    found = verify_report(older)
    assert "its part overlap again gives another result" in " ".join(found.differences)
    assert found.same is False


def rewrite(report: Report, result: dict) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE metrics_report SET result = %s WHERE id = %s", [canonical(result), report.pk]
        )
        cursor.execute("SET session_replication_role = DEFAULT")
    report.refresh_from_db()


def test_a_report_from_before_versions_says_that_its_version_is_unknown(world, capsys):
    older = frozen_by(world, evaluation=None)
    (said,) = [verify_report(older).says]
    assert said.startswith(
        "version unknown (frozen before versions were recorded): it cannot be recomputed here;"
    )
    make_report(world)
    printed = call_command("verify_reports")
    assert f"report {older.pk}, Older: version unknown" in printed
    assert printed.endswith("1 report computed again, 0 differences, 1 frozen by other versions")


def test_an_older_report_whose_bytes_changed_is_found_out_all_the_same(world, capsys):
    older = frozen_by(world, evaluation=None)
    rewrite(older, json.loads(bytes(older.result)) | {"benchmark": "another"})
    found = verify_report(older)
    assert "its content has the checksum" in " ".join(found.differences)
    assert "do not have their checksum" in found.says
    with pytest.raises(SystemExit):
        call_command("verify_reports")
    assert "its content has the checksum" in capsys.readouterr().out


def test_the_page_that_computes_again_says_which_version_froze_it(world, signed_in, lead):
    older = frozen_by(world, evaluation=1, comparison=1)
    browser = signed_in(lead)
    answer = browser.post(f"/evaluations/{older.pk}/verify/")
    run_job(Job.objects.latest("pk").pk, worker="w")
    page = browser.get(answer.url).text
    assert "Another version" in page
    assert "frozen by version 1 of comparison, version 1 of evaluation; this Truepool has" in page
    assert "another result" not in page
    assert "The same" not in page
    shown = browser.get(f"/evaluations/{older.pk}/").text
    assert "evaluation 1" in shown
    unknown = frozen_by(world, evaluation=None)
    assert "not recorded" in browser.get(f"/evaluations/{unknown.pk}/").text


def test_a_report_that_cannot_even_be_read_keeps_no_other_from_being_computed_again(
    world, report, capsys, caplog
):
    poisoned, last = make_report(make_world("poisoned")), make_report(make_world("last"))
    poisoned.arrays.filter(name=COLLECTED).delete()
    last.arrays.filter(name="weak|AP|all").delete()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_reports", json=True)
    assert ended.value.code == 1
    told = json.loads(capsys.readouterr().out)
    assert told["reports"] == 3
    said = [
        (found["report"], found["says"])
        for found in told["differences"]
        if "checksum" not in found["says"]
    ]
    assert said == [
        (
            poisoned.pk,
            (
                "it could not be computed again: Something unexpected went wrong (KeyError); the"
                " log says more."
            ),
        ),
        (last.pk, "its array weak|AP|all is missing"),
    ]
    assert "Traceback" in caplog.text
