"""The explorer over HTTP: what is found, what is shown of it, and to whom. The numbers of the
benchmark `toy` can be worked out by hand (tests/metrics/worlds.py)."""

import math

import pytest

from measures.names import parse_all
from metrics.queries.snapshot import take_snapshot
from metrics.studies.scored import score_runs
from people.models import Scope
from pooling.models import Caption, Run, Video
from tests.factories import make_run
from tests.metrics.worlds import BACKWARDS, CAPTIONS, RUNS, VERDICTS, make_world
from tests.pooling.api.conftest import Script

RELEVANT = {(text, video) for (text, video), verdict in VERDICTS.items() if verdict == "relevant"}


@pytest.fixture
def world(db):
    return make_world(backwards=True)


@pytest.fixture
def api(viewer):
    return Script(viewer, Scope.READ)


@pytest.fixture
def runs(world) -> dict[str, int]:
    return dict(world.runs.values_list("name", "pk"))


def own(number: int) -> set[int]:
    return {int(video[1:]) for video in [CAPTIONS[number][1]] if video != "unknown"}


def positives(number: int, rule: str) -> set[int]:
    collected = {video for text, video in RELEVANT if text == CAPTIONS[number][0]}
    return own(number) | (collected if rule == "corrected" else set())


def first(run: str, number: int, rule: str) -> int | None:
    """By the definition, from the rankings as they are written down."""
    ranking = RUNS[run].get(number, [])
    return next((n for n, v in enumerate(ranking, 1) if v in positives(number, rule)), None)


def explored(api, world, **asked) -> list[dict]:
    return api.rows(f"benchmarks/{world.pk}/explore", **asked)


def numbers(api, world, **asked) -> list[int]:
    return [row["number"] for row in explored(api, world, **asked)]


@pytest.mark.parametrize("rule", ["original", "corrected"])
def test_each_caption_has_the_first_rank_of_each_run(api, world, rule):
    rows = explored(api, world, positives=rule)
    assert [row["number"] for row in rows] == list(range(6))
    for row in rows:
        for run in row["runs"]:
            there = first(run["name"], row["number"], rule)
            assert run["first"] == there
            assert run["right"] == (there == 1)
        assert row["original"] == len(positives(row["number"], "original"))
        assert row["corrected"] == len(positives(row["number"], "corrected"))


@pytest.mark.parametrize("rule", ["original", "corrected"])
@pytest.mark.parametrize("pair", [("strong", "weak"), ("weak", "weak again")])
def test_where_runs_differ(api, world, runs, rule, pair):
    chosen = ",".join(str(runs[name]) for name in pair)
    expected = [
        number for number in range(6) if len({first(name, number, rule) == 1 for name in pair}) == 2
    ]
    assert numbers(api, world, runs=chosen, differ="true", positives=rule) == expected


@pytest.mark.parametrize("name", RUNS)
def test_where_a_label_changed_a_verdict(api, world, runs, name):
    expected = [
        number
        for number in range(6)
        if (first(name, number, "corrected") == 1) != (first(name, number, "original") == 1)
    ]
    assert numbers(api, world, runs=runs[name], changed="true") == expected


def test_unjudged_in_the_top(api, world, runs):
    judged = {(text, video) for text, video in VERDICTS}
    expected = [
        number
        for number, (text, _) in enumerate(CAPTIONS)
        if any(
            (text, video) not in judged and video not in own(number)
            for video in RUNS["strong"][number][:5]
        )
    ]
    assert numbers(api, world, runs=runs["strong"], unjudged="true", k=5) == expected


@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("dog", [0, 3]),
        ("DOG runs", [0, 3]),
        ("do", [0, 3]),
        ("dog ru", [0, 3]),
        ("a re", [1]),
        ('"red ball"', [1]),
        ('"ball red"', []),
        ("a -dog", [1, 2]),
        ("ball or rice", [1, 2]),
        ("dog runs runs dog a a a a dog man", []),
        ("a dog a dog runs runs a dog runs", [0, 3]),
        ("c4", [4]),
        ("v3", [3]),
        ("nothing like it", []),
        ("-", []),
        ("&", []),
        ("'", []),
        ("%", []),
    ],
)
def test_captions_are_found_by_words_and_keys(api, world, search, expected):
    assert numbers(api, world, search=search) == expected


def test_length_and_positives_narrow_both_ways(api, world):
    assert numbers(api, world, words_from=4) == [2]
    assert numbers(api, world, words_to=2) == [4, 5]
    assert numbers(api, world, words_from=3, words_to=3) == [0, 1, 3]
    assert numbers(api, world, positives_to=0, positives="original") == [5]
    assert numbers(api, world, positives_from=2) == [0, 1, 2, 3]


def test_lists_are_sorted_and_pages_have_every_row_once(api, world, runs):
    chosen = runs["weak"]
    by_rank = numbers(api, world, runs=chosen, sort=f"run-{chosen}", limit=2)
    ranks = [first("weak", number, "corrected") for number in by_rank]
    assert sorted(by_rank) == list(range(6))
    assert ranks == sorted(ranks, key=lambda rank: (rank is None, rank))
    assert numbers(api, world, sort="-words", limit=1)[0] == 2
    falling = numbers(api, world, runs=chosen, sort=f"-run-{chosen}")
    assert first("weak", falling[-1], "corrected") is None


def test_pages_lead_back(api, world):
    page = api.get(f"benchmarks/{world.pk}/explore", limit=2).json()
    second = api.client.get(page["next"]).json()
    assert [row["number"] for row in second["results"]] == [2, 3]
    assert api.client.get(second["previous"]).json()["results"] == page["results"]
    assert page["total"] == 6


@pytest.mark.parametrize(
    "asked",
    [
        {"sort": "nothing"},
        {"runs": "9999"},
        {"runs": "x"},
        {"runs": ",".join(map(str, range(1, 11)))},
        {"k": "2"},
        {"positives": "none"},
        {"words_from": 4, "words_to": 3},
        {"cursor": "elsewhere"},
        {"limit": 0},
    ],
)
def test_what_cannot_be_asked_is_a_problem(api, world, asked):
    answer = api.get(f"benchmarks/{world.pk}/explore", **asked)
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def average_precision(ranking: list[int], relevant: set[int]) -> float | None:
    hits = [n for n, video in enumerate(ranking, 1) if video in relevant]
    precision = sum(place / rank for place, rank in enumerate(hits, 1))
    return precision / len(relevant) if relevant else None


def ranked(api, number: int, **asked) -> dict:
    caption = Caption.objects.get(benchmark__name="toy", number=number)
    return api.get(f"captions/{caption.pk}/ranked", **asked).json()


def test_a_caption_is_scored_by_the_definitions(api, world):
    for number in range(6):
        for row in ranked(api, number)["rows"]:
            ranking = RUNS[row["name"]].get(number, [])
            for rule in ("original", "corrected"):
                relevant = positives(number, rule)
                found = {name: values[rule] for name, values in row["scores"].items()}
                assert found["AP"] == pytest.approx(average_precision(ranking, relevant))
                for k in (1, 5, 10):
                    right = any(video in relevant for video in ranking[:k])
                    assert found[f"C@{k}"] == (float(right) if relevant else None)


def test_a_caption_is_scored_as_evaluate_scores_it(api, world):
    snapshot = take_snapshot(world, list(world.runs.filter(direction="t2v").order_by("pk")))
    pairs = {"original": snapshot.original(), "all": snapshot.positives("all")}
    scored = score_runs(snapshot, parse_all(["C@1", "AP"]), pairs)
    for of in scored:
        for rule, measure, values in of.values():
            for number, value in enumerate(values.tolist()):
                (row,) = [r for r in ranked(api, number)["rows"] if r["name"] == of.run.name]
                shown = row["scores"][str(measure)]["corrected" if rule == "all" else "original"]
                assert shown == (None if math.isnan(value) else pytest.approx(value))


def test_marks_follow_the_positives_that_are_asked_for(api, world, runs):
    chosen = f"{runs['weak again']}"
    (row,) = ranked(api, 0, runs=chosen)["rows"]
    marks = {target["key"]: target["mark"] for target in row["targets"]}
    assert marks == {"v5": "collected", "v4": "disagreement", "v1": "irrelevant"}
    (row,) = ranked(api, 0, runs=chosen, positives="original")["rows"]
    assert {target["mark"] for target in row["targets"]} == {"assumed"}
    assert (row["first"], row["targets"][0]["verdict"]) == (None, "relevant")
    (row,) = ranked(api, 0, runs=runs["strong"])["rows"]
    assert [target["mark"] for target in row["targets"]] == ["original", "unjudged", "irrelevant"]


def test_what_several_runs_show_is_shared(api, world, runs):
    rows = ranked(api, 0, runs=f"{runs['strong']},{runs['weak']}")["rows"]
    shared = {target["key"]: target["shared"] for row in rows for target in row["targets"]}
    assert shared == {"v0": 2, "v3": 1, "v1": 2, "v5": 1}
    (strong, _) = ranked(api, 0, runs=f"{runs['strong']},{runs['weak']}", ranks=1)["rows"]
    assert [target["shared"] for target in strong["targets"]] == [1]


def test_the_best_three_runs_are_shown_unasked(api, world):
    make_run(world, {n: [n % 6] for n in range(6)}, "always", depth=3)
    names = [row["name"] for row in ranked(api, 0)["rows"]]
    rates = {name: sum(first(name, n, "corrected") == 1 for n in range(6)) for name in RUNS}
    assert len(names) == 3
    assert names[0] == "strong" if rates["strong"] > 5 else "always" in names


def test_a_video_with_its_captions(api, world, runs):
    video = Video.objects.get(benchmark=world, number=5)
    told = api.get(f"videos/{video.pk}/ranked").json()
    assert (told["original"], told["corrected"]) == (0, 2)
    assert [(row["name"], row["targets"]) for row in told["rows"]] == [("backwards", [])]
    assert told["own"] == []
    assert {one["number"] for one in told["collected"]} == {0, 3}
    expected = {n for run in RUNS.values() for n, ranking in run.items() if 5 in ranking}
    assert {one["number"] for one in told["found"]} == expected
    for one in told["found"]:
        for cell in one["ranks"]:
            name = next(name for name, key in runs.items() if key == cell["run"])
            ranking = RUNS[name].get(one["number"], [])
            assert cell["rank"] == (ranking.index(5) + 1 if 5 in ranking else None)


def test_a_video_is_scored_with_its_captions_as_positives(api, world):
    video = Video.objects.get(benchmark=world, number=0)
    (row,) = api.get(f"videos/{video.pk}/ranked").json()["rows"]
    assert [target["number"] for target in row["targets"]] == BACKWARDS[0]
    assert [target["mark"] for target in row["targets"]] == ["original", "unjudged", "unjudged"]
    assert row["scores"]["C@1"] == {"original": 1.0, "corrected": 1.0}


def test_a_private_submission_is_not_there_for_viewers(api, world, lead, submitter):
    hidden = make_run(world, {n: [5] for n in range(6)}, "hidden", depth=3, submitted_by=submitter)
    best = make_run(world, {n: [int(n)] for n in range(5)}, "ours", depth=3)
    assert api.get(f"benchmarks/{world.pk}/explore", runs=hidden.pk).status_code == 400
    caption = Caption.objects.get(benchmark=world, number=0)
    assert api.get(f"captions/{caption.pk}/ranked", runs=hidden.pk).status_code == 400
    for address in (
        f"benchmarks/{world.pk}/explore",
        f"captions/{caption.pk}/ranked",
        f"videos/{caption.video_id}/ranked",
    ):
        text = api.get(address).content.decode()
        assert "hidden" not in text
        assert f'"run":{hidden.pk},' not in text
    own = Script(lead, Scope.READ).get(f"captions/{caption.pk}/ranked", runs=hidden.pk).json()
    assert [row["name"] for row in own["rows"]] == ["hidden"]
    Run.objects.filter(pk=hidden.pk).update(state="published")
    rows = api.get(f"captions/{caption.pk}/ranked", runs=f"{hidden.pk},{best.pk}").json()["rows"]
    assert [row["name"] for row in rows] == ["hidden", "ours"]


@pytest.mark.parametrize("who", ["rater", "adjudicator", "submitter"])
def test_others_are_refused(request, world, who):
    script = Script(request.getfixturevalue(who), Scope.READ)
    caption = Caption.objects.get(benchmark=world, number=0)
    for address in (
        f"benchmarks/{world.pk}/explore",
        f"captions/{caption.pk}/ranked",
        f"captions/{caption.pk}/videos/{caption.video_id}/history",
        f"videos/{caption.video_id}/ranked",
    ):
        assert script.get(address).status_code == 403, address


def test_a_pair_of_two_benchmarks_is_none(api, world):
    other = make_world("other")
    caption = Caption.objects.get(benchmark=world, number=0)
    video = Video.objects.get(benchmark=other, number=0)
    assert api.get(f"captions/{caption.pk}/videos/{video.pk}/history").status_code == 404
