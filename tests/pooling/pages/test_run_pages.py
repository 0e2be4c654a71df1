"""Models, their runs, and how alike those are."""

import pytest

from measures.overlap import FIGURES
from people.models import AuditEvent
from pooling.models import RetrievalModel
from tests.factories import make_benchmark, make_run
from tests.pooling.pages.asking import queries_of, rows_of

pytestmark = pytest.mark.django_db


# Models


def test_a_model_is_registered_and_leads_to_its_page(signed_in, lead):
    told = {
        "name": "CLIP4Clip",
        "version": "2",
        "family": "CLIP",
        "link": "example.org/clip",
        "notes": "mean pooling",
    }
    answer = signed_in(lead).post("/models/register/", told, follow=True)
    model = RetrievalModel.objects.get()
    assert answer.redirect_chain == [(f"/models/{model.pk}/", 302)]
    assert (model.name, model.family, model.link, model.created_by) == (
        "CLIP4Clip",
        "CLIP",
        "https://example.org/clip",
        lead,
    )
    assert "CLIP4Clip is registered." in answer.text
    assert AuditEvent.objects.filter(verb="registered", actor=lead).exists()


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"name": "clip4clip"}, "This name is taken."),
        ({"name": "a, b"}, "no comma"),
        ({"name": ""}, "This field is required."),
        ({"name": "x", "link": "javascript:alert(1)"}, "Enter a valid URL."),
    ],
)
def test_a_model_that_cannot_be_registered_is_refused_with_the_reason(signed_in, lead, told, words):
    RetrievalModel.objects.create(name="CLIP4Clip")
    answer = signed_in(lead).post("/models/register/", told)
    assert (answer.status_code, RetrievalModel.objects.count()) == (422, 1)
    assert words in answer.text


def test_models_are_listed_with_how_many_runs_they_have(signed_in, lead, strong, weak):
    make_run(strong.benchmark, {0: [0]}, name="strong again", model="strong")
    RetrievalModel.objects.create(name="idle")
    context = signed_in(lead).get("/models/").context
    assert [(model.name, context["runs"].get(model.pk, 0)) for model in context["models"]] == [
        ("idle", 0),
        ("weak", 1),
        ("strong", 2),
    ]


def test_longer_lists_of_models_and_runs_ask_the_database_no_more(
    signed_in, lead, benchmark_of_five
):
    browser = signed_in(lead)
    for _ in range(3):
        make_run(benchmark_of_five, {0: [0]})
    few = [queries_of(browser, address) for address in ("/models/", "/runs/")]
    for _ in range(27):
        make_run(benchmark_of_five, {0: [0]})
    assert [queries_of(browser, address) for address in ("/models/", "/runs/")] == few


# Runs


def test_runs_are_listed_for_one_benchmark_if_asked(signed_in, lead, strong):
    other = make_run(make_benchmark([("one", "v")], name="other"), {0: [0]}, name="elsewhere")
    browser = signed_in(lead)
    assert [run.name for run in browser.get("/runs/").context["runs"]] == ["elsewhere", "strong"]
    answer = browser.get("/runs/", {"benchmark": other.benchmark.pk})
    assert [run.name for run in answer.context["runs"]] == ["elsewhere"]
    assert f"/benchmarks/{other.benchmark.pk}/runs/import/" in answer.text
    assert browser.get("/runs/", {"benchmark": "x"}).status_code == 400


def test_runs_can_be_compared_only_where_there_are_any(signed_in, lead, strong):
    empty = make_benchmark([("a dog", "beach")], name="empty")
    for benchmark, offered in ((strong.benchmark, True), (empty, False)):
        answer = signed_in(lead).get("/runs/", {"benchmark": benchmark.pk})
        assert (f'href="/benchmarks/{benchmark.pk}/overlap/"' in answer.text) is offered


def test_a_runs_page_sums_up_how_the_import_went(signed_in, lead, weak):
    weak.ties, weak.warnings = 2, ["run.csv:3:1: <unknown> video"]
    weak.save()
    answer = signed_in(lead).get(f"/runs/{weak.pk}/")
    assert "3 of 5 captions ranked, to rank 4." in answer.text
    assert "1 warning" in answer.text
    assert "run.csv:3:1: &lt;unknown&gt; video" in answer.text
    assert [(row.rank, row.rankings, row.median) for row in answer.context["scores"]] == [
        (1, 3, 2.0),
        (2, 3, 1.0),
    ]
    first = answer.context["rankings"][0]
    assert (first.name, first.own_rank, first.targets) == (
        "a dog runs over the beach",
        None,
        ["sofa", "kitchen"],
    )


def test_a_run_in_the_other_direction_ranks_captions_for_videos(signed_in, lead, benchmark_of_five):
    run = make_run(benchmark_of_five, {0: [0, 3], 1: [1]}, direction="v2t")
    answer = signed_in(lead).get(f"/runs/{run.pk}/")
    assert "2 of 4 videos ranked" in answer.text
    assert [(row.name, row.targets) for row in answer.context["rankings"]] == [
        ("beach", ["a dog runs over the beach", "a dog runs over the beach"]),
        ("sofa", ["a cat sleeps"]),
    ]


# Overlap


def test_the_heat_maps_say_what_the_measures_say(signed_in, lead, comparison):
    answer = signed_in(lead).get(comparison, {"depth": 2, "p": 0.9})
    overlap, *_ = answer.context["maps"]
    # Shared of two: none of {0, 3} and {1, 2}; one of {1, 2} and {1, 0}; one of {2, 0} and {3, 2};
    # two captions weak lacks.
    assert overlap.rows == [("strong", [None, 0.2]), ("weak", [0.2, None])]
    assert (
        "Most alike are strong and weak: they share 0.20 of their first 2 videos (n = 5 captions)."
        in answer.text
    )
    assert '<td class="number heat-2">0.200</td>' in answer.text


def test_the_numbers_of_the_heat_maps_can_be_taken_away(signed_in, lead, comparison):
    answer = signed_in(lead).get(f"{comparison}download/", {"depth": 2})
    header, row = rows_of(answer)
    assert header == ["run_a", "run_b", "captions", *FIGURES]
    assert row[:4] == ["strong", "weak", "5", "0.2"]
    _, rbo, cut, lower, residual = map(float, row[3:])
    assert cut <= lower <= rbo <= lower + residual


@pytest.mark.parametrize("page", ["", "download/"])
@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"depth": 11}, "Depth 11: expected 1 to 10, the depth to which run strong was imported."),
        ({"p": 1}, "less than or equal to 0.999"),
        ({"p": "nan"}, "Enter a number."),
        ({"runs": 999_999}, "999999 is not one of the available choices."),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_reason(
    signed_in, lead, comparison, page, asked, words
):
    answer = signed_in(lead).get(comparison + page, asked)
    assert answer.status_code == 400
    assert words in answer.text


def test_one_run_is_compared_with_nothing(signed_in, lead, benchmark_of_five, strong):
    assert (
        "It takes two runs"
        in signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/overlap/").text
    )


def test_more_runs_than_a_page_can_hold_are_not_compared_at_once(
    signed_in, lead, benchmark_of_five
):
    for _ in range(13):
        make_run(benchmark_of_five, {0: [0, 1]})
    answer = signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/overlap/")
    assert len(answer.context["maps"][0].names) == 12
    runs = {"runs": [run.pk for run in benchmark_of_five.runs.all()]}
    assert (
        "13 runs: expected 12 or fewer at a time."
        in signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/overlap/", runs).text
    )
