"""A run of videos for videos, or of captions for captions, is never taken for one between captions
and videos: it is left out where nobody named it, and refused where somebody did."""

import json

import pytest
from django.core.management import CommandError, call_command

from foundation.refused import Refused
from metrics.actions.proxies_kept import ProxiesAsked
from pooling.models import Run

pytestmark = pytest.mark.django_db
SAID = "ranks videos for videos"


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", "--runs", "own vv"),
        ("compare", "strong", "own vv"),
        ("stability", "--runs", "strong,own vv"),
        ("sample_size", "own vv"),
        ("leave_one_out", "--runs", "own vv"),
        ("unjudged", "own vv"),
        ("slices", "--runs", "own vv"),
        ("doctor", "--runs", "own vv"),
        ("ceiling", "syn", "--runs", "own vv"),
        ("hard_negatives", "syn", "--runs", "own vv"),
        ("proxy_study", "--runs", "strong,own vv"),
        ("build_pool", "pool", "--runs", "own vv"),
        ("build_pool", "pool", "--misses", "own vv"),
        ("leaderboard", "--publish", "own vv"),
        ("import_witness", "it", "--run", "own vv"),
    ],
    ids=lambda words: " ".join(words[:3]),
)
def test_commands_refuse_it_by_name(among, words):
    command, *rest = words
    with pytest.raises((CommandError, Refused), match=SAID):
        call_command(command, "toy", *rest)


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate",),
        ("overlap", "--depth", "2"),
        ("stability",),
        ("ceiling", "syn"),
        ("hard_negatives", "syn", "--depth", "2"),
        ("proxy_study",),
        ("doctor",),
        ("build_pool", "pool", "--depth", "2", "--dry-run"),
    ],
    ids=lambda words: words[0],
)
def test_what_names_no_run_comes_to_the_same_without_it(proxied_world, request, capsys, words):
    def told() -> str:
        capsys.readouterr()
        command, *rest = words
        call_command(command, "toy", *rest, "--json")
        found = json.loads(capsys.readouterr().out)
        return json.dumps({key: one for key, one in found.items() if key != "seconds"})

    before = told()
    request.getfixturevalue("among")
    assert told() == before


def test_scores_and_submissions_are_not_offered_its_directions(proxied_world, tmp_path):
    (tmp_path / "run.trec").write_text("c0 Q0 c1 1 1 t\n")
    with pytest.raises(CommandError, match="invalid choice: 'tt'"):
        call_command("score", "toy", str(tmp_path / "run.trec"), "--direction", "tt")


def test_its_page_has_its_scores_under_proxies_and_nothing_of_pools(among, signed_in, viewer):
    page = signed_in(viewer).get(f"/runs/{among['vv'].pk}/")
    assert "Video to video on" in page.text
    assert "No proxy has been looked at with this run yet." in page.text
    assert "takes no part in pools, campaigns and reports" in " ".join(page.text.split())
    found = ProxiesAsked(benchmark=among["vv"].benchmark).keep().result
    for way, run in among.items():
        text = " ".join(signed_in(viewer).get(f"/runs/{run.pk}/").text.split())
        assert "there are none" in text
        assert "Rank of original video" not in text
        assert "Plan a pool" not in text
        for under in found.under:
            (row,) = [one for one in under.graded.rows if one.run == run.name]
            assert row.direction == way
            assert (
                f"{100 * row.value.value:.1f}\xa0%" in text
                or f"{100 * row.value.value:.1f} %" in text
            )
    strong = Run.objects.get(name="strong")
    assert "Under proxies of relevance" in signed_in(viewer).get(f"/runs/{strong.pk}/").text
