"""Leaderboards: what they say is what their reports say, anybody can compute it again, and runs
that are not public are in none of it."""

import io
import json
import re
import shlex
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest

from foundation.refused import Refused
from metrics.actions.delete_report import delete_report
from metrics.models import LeaderboardIssue, Report
from metrics.queries.reports import access_reports, result_of
from metrics.queries.verified import verify_report
from people.actor import SYSTEM
from pooling.actions.change_run_state import NotOurs
from pooling.models import Run
from publishing.actions.set_board import BoardAsked, IssueAsked, show_issue
from publishing.board import blind_names
from publishing.queries.boards import find_public_board
from tests.factories import make_run
from tests.metrics.worlds import IRRELEVANT, RELEVANT, judge, make_world
from tests.publishing.boards import public_board, publish, switch_on, work

CHECKOUT = Path(__file__).resolve().parents[2]
ALL = ("strong", "weak", "weak again")

pytestmark = pytest.mark.django_db


def unpacked(board, folder: Path) -> dict:
    with zipfile.ZipFile(io.BytesIO(bytes(board.issue.bundle))) as whole:
        whole.extractall(folder)
    return json.loads(bytes(board.issue.content))


def computed_again(content: dict, folder: Path) -> dict:
    """As a stranger does it: the command of the leaderboard, in the unpacked folder."""
    words = shlex.split(content["verify"]["command"])
    assert words[:3] == ["python", "-m", "metrics"]
    done = subprocess.run(
        [sys.executable, *words[1:], "--json"],
        cwd=folder,
        env={"PYTHONPATH": str(CHECKOUT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_its_command_prints_each_number_of_the_leaderboard_again(tmp_path):
    world = make_world()
    content = unpacked(public_board(world, *ALL), tmp_path)
    found = computed_again(content, tmp_path)
    again = {(row["run"], row["measure"]): row for row in found["rows"]}
    judged = {row["run"]: row["share"] for row in found["judged"]}
    assert {row["k"] for row in found["judged"]} == {content["k"]}
    assert len(content["rows"]) == 3
    for row in content["rows"]:
        assert row["judged"] == pytest.approx(judged[row["run"]], abs=1e-12)
        for measure, score in row["scores"].items():
            theirs = again[row["run"], measure]
            for number in ("all", "original", "delta", "interval"):
                assert score[number] == pytest.approx(theirs[number], abs=1e-12), (row, measure)
            assert score["n"] == theirs["n"]
    told = json.loads((tmp_path / "report.json").read_bytes())["parts"]["comparison"]["found"]
    for ours, theirs in zip(told["rows"], found["comparison"]["rows"], strict=True):
        assert (ours["a"], ours["b"], ours["measure"]) == tuple(
            theirs[name] for name in ("a", "b", "measure")
        )
        assert ours["p"] == theirs["p"]
        assert ours["p_holm"] == pytest.approx(theirs["p_holm"], abs=1e-12)


def test_its_report_can_be_computed_again_and_its_numbers_are_those_of_the_report():
    world = make_world()
    board = public_board(world, "strong", "weak", blinded=["weak again"])
    report = board.issue.report
    assert report.kind == Report.Kind.LEADERBOARD
    assert verify_report(report).same
    content = json.loads(bytes(board.issue.content))
    told = {
        (row["run"], row["measure"]): row
        for row in result_of(report)["parts"]["evaluation"]["found"]["rows"]
    }
    for row in content["rows"]:
        assert row["sha256"] == report.sha256
        for measure, score in row["scores"].items():
            assert score["all"] == told[row["run"], measure]["all"]


def test_a_private_run_is_in_none_of_it():
    """Two worlds, the second with a private run, its pool's verdicts, and its rows between those of
    public runs: every public byte is the same."""
    plain = make_world("same")
    first = _public_bytes(public_board(plain, *ALL))
    LeaderboardIssue.objects.all().delete()
    Report.objects.all().delete()
    plain.name = "gone"
    plain.save()
    make_run(plain, {0: [1, 2, 3]}, "elsewhere", depth=3)  # so that ids are others
    other = make_world("same")
    secret = make_run(other, {0: [4, 5, 1], 1: [5, 4, 3], 2: [1, 0, 5]}, "secret", depth=3)
    # Found by the private run alone: in no count, and in no denominator.
    judge(other, {("a red ball", 5): RELEVANT, ("a man cooks rice", 1): IRRELEVANT})
    second = _public_bytes(public_board(other, *ALL))
    assert secret.state == Run.State.PRIVATE
    assert first == second
    assert b"secret" not in b"".join(second)


def _public_bytes(board) -> list[bytes]:
    issue = board.issue
    return [
        bytes(issue.content),
        bytes(issue.bundle),
        json.dumps(issue.pictures).encode(),
        issue.report.sha256.encode(),
    ]


def test_a_blinded_run_has_no_name_file_link_or_day(tmp_path):
    world = make_world()
    model = world.runs.get(name="weak").model
    model.link = "https://example.org/paper"
    model.save()
    board = public_board(world, "strong", blinded=["weak"])
    content = unpacked(board, tmp_path)
    (row,) = [row for row in content["rows"] if row["blinded"]]
    assert re.fullmatch(r"Submission \d+", row["run"])
    assert (row["file"], row["link"], row["model"], row["date"]) == (None, None, None, None)
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["strong.trec"]
    whole = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"weak" not in whole + bytes(board.issue.content)
    assert b"example.org" not in whole + bytes(board.issue.content)


def test_blinded_names_are_no_names_of_runs():
    assert blind_names([4831, 17], ["strong"]) == ["Submission 4831", "Submission 17"]
    assert blind_names([7, 7], ["submission 7", "other"]) == ["Submission 8", "Submission 9"]
    assert blind_names([], []) == []


def test_a_submission_is_called_by_the_name_that_it_has_while_it_is_blinded(rater):
    world = make_world()
    Run.objects.filter(name="weak").update(
        submitted_by=rater, state=Run.State.BLINDED, name="Submission 4831"
    )
    rows = json.loads(bytes(public_board(world, "strong").issue.content))["rows"]
    assert {row["run"] for row in rows} == {"strong", "Submission 4831"}
    assert [row["date"] for row in rows if row["blinded"]] == [None]


def test_what_is_withdrawn_is_shown_at_once_no_more():
    world = make_world()
    public_board(world, "strong", "weak")
    assert find_public_board(world.name) is not None
    publish(world, "weak", state=Run.State.BLINDED)
    assert find_public_board(world.name) is None  # by its name it is public no more
    work()
    shown = find_public_board(world.name)
    first, second = sorted(row["run"] for row in shown.content["rows"])
    assert (first[:11], second) == ("Submission ", "strong")
    publish(world, "weak", state=Run.State.PRIVATE)
    assert find_public_board(world.name) is None
    work()
    assert [row["run"] for row in find_public_board(world.name).content["rows"]] == ["strong"]


def test_off_is_as_if_it_had_never_been():
    world = make_world()
    assert find_public_board(world.name) is None
    public_board(world, *ALL)
    switch_on(world, public=False)
    assert find_public_board(world.name) is None


def test_no_public_run_is_no_leaderboard():
    world = make_world()
    with pytest.raises(Refused, match="No run of this benchmark is public"):
        switch_on(world)


def test_an_earlier_report_can_be_put_back():
    world = make_world()
    before = public_board(world, *ALL).issue
    judge(world, {("a red ball", 0): RELEVANT})
    after = switch_on(world, measures=("C@1", "AP@3")).issue
    assert before.report.sha256 != after.report.sha256
    show_issue(SYSTEM, IssueAsked(benchmark=world, sha256=before.report.sha256[:12]))
    assert find_public_board(world.name).content["sha256"] == before.report.sha256


def test_deleting_its_report_takes_it_off_the_board():
    world = make_world()
    delete_report(SYSTEM, public_board(world, *ALL).issue.report)
    assert find_public_board(world.name) is None


def test_k_is_the_deepest_cut_of_its_measures():
    world = make_world()
    with pytest.raises(Refused, match="deepest cut of these measures is 5"):
        BoardAsked(benchmark=world, public=False, measures=("C@5",), depth=10).check()
    BoardAsked(benchmark=world, public=False, measures=("C@5",), depth=5).check()


def test_a_submitters_run_is_not_published_behind_their_back(rater):
    world = make_world()
    Run.objects.filter(name="weak").update(submitted_by=rater)
    with pytest.raises(NotOurs):
        publish(world, "strong", "weak")
    assert set(world.runs.values_list("state", flat=True)) == {"private"}


def test_viewers_read_its_report_until_a_submission_in_it_is_withdrawn(viewer, rater):
    world = make_world()
    Run.objects.filter(name="weak").update(submitted_by=rater, state=Run.State.PUBLISHED)
    report = public_board(world, "strong").issue.report
    assert list(access_reports(viewer)) == [report]
    Run.objects.filter(name="weak").update(state=Run.State.BLINDED, name="Submission 7")
    assert list(access_reports(viewer)) == []


def test_the_same_is_the_same_bytes():
    world = make_world()
    first = bytes(public_board(world, *ALL).issue.bundle)
    second = switch_on(world, measures=("C@1",)).issue
    third = switch_on(world).issue
    assert bytes(third.bundle) == first != bytes(second.bundle)
    assert third.bundle_sha256 == sha256(first).hexdigest()
