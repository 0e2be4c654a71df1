"""manage.py leaderboard: what it shows, sets and writes."""

import json

import pytest
from django.core.management import CommandError, call_command

from metrics.models import Leaderboard
from publishing.queries.boards import find_public_board
from tests.metrics.worlds import make_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask():
    def command(*words) -> dict:
        return json.loads(call_command("leaderboard", "toy", *words, "--json"))

    return command


def test_it_is_off_and_empty_until_somebody_asks(ask):
    make_world()
    assert ask() == {"public": False, "files": [], "benchmark": "toy", "rows": []}
    assert not Leaderboard.objects.exists()
    assert "is off, and has no report yet" in call_command("leaderboard", "toy")


def test_one_line_publishes_and_shows_it(ask):
    make_world()
    told = ask("--publish", "strong,weak", "--public", "--measures", "C@1,AP@3", "--depth", "3")
    assert told["public"]
    assert [row["run"] for row in told["rows"]] == ["strong", "weak"]
    assert told["measures"] == ["C@1", "AP@3"]
    for row in told["rows"]:
        assert {"run", "scores", "group", "judged", "report", "sha256"} <= set(row)
        assert row["scores"]["C@1"]["interval"][0] <= row["scores"]["C@1"]["all"]
    assert find_public_board("toy").content["rows"] == told["rows"]
    text = call_command("leaderboard", "toy")
    assert "Leaderboard of toy" in text
    assert "It is public" in text


def test_runs_are_blinded_and_withdrawn(ask):
    make_world()
    ask("--publish", "all", "--public", "--measures", "C@1")
    names = {row["run"][:11] for row in ask("--blind", "weak")["rows"]}
    assert names == {"strong", "weak again", "Submission "}
    assert {row["run"] for row in ask("--private", "weak")["rows"]} == {"strong", "weak again"}
    assert find_public_board("toy") is not None


def test_it_is_switched_off_and_an_earlier_report_shown(ask):
    make_world()
    first = ask("--publish", "all", "--public", "--measures", "C@1")["sha256"]
    second = ask("--measures", "AP@3")["sha256"]
    assert first != second
    assert ask("--show", first[:10])["sha256"] == first
    assert ask("--no-public")["public"] is False
    assert find_public_board("toy") is None


def test_what_cannot_be_is_refused_in_words(ask, tmp_path):
    make_world()
    with pytest.raises(CommandError, match="No run of this benchmark is public"):
        ask("--public")
    with pytest.raises(CommandError, match="No measure is called"):
        ask("--publish", "all", "--public", "--measures", "C@1,Z@9")
    with pytest.raises(CommandError, match="no report yet"):
        ask("--out", str(tmp_path))
    with pytest.raises(CommandError, match="deepest cut"):
        ask("--public", "--measures", "C@1", "--depth", "9")
    with pytest.raises(CommandError, match="Expected the checksum"):
        ask("--show", "abc")
