"""Planning a pool, freezing it, and what is in it."""

from itertools import chain

import pytest
from django.http import QueryDict
from django.test import Client

from jobs.models import Job
from jobs.running import run_job
from people.actor import Actor
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Caption, JudgedPair, Pool
from tests.factories import make_benchmark, make_campaign, make_run
from tests.pooling.pages.asking import queries_of, rows_of
from tests.web.markup import Markup

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def freeze(browser, builder, **answers):
    return browser.post(
        builder, {"depth": 2, "by": "alike", "seed": 1, "pace": 180, "name": "round 1", **answers}
    )


# Planning


def test_the_plan_begins_with_the_usual_answers_and_costs_nothing_yet(
    signed_in, lead, builder, strong, weak
):
    answer = signed_in(lead).get(builder)
    boxes = {
        box["value"]: "checked" in box
        for box in Markup(answer.text).all("input")
        if box.get("name") == "runs"
    }
    assert boxes == {str(strong.pk): True, str(weak.pk): True}
    assert answer.context["cost"] is None
    assert (
        Markup(answer.text).all("form")[-1].get("action") != builder
    )  # nothing to freeze before its cost is known


def test_the_cost_is_what_freezing_would_make(
    signed_in, lead, builder, benchmark_of_five, strong, weak
):
    answer = signed_in(lead).get(builder, {"runs": [strong.pk, weak.pk], "depth": 2, "pace": 2})
    shown = answer.context["cost"]
    pool = build_pool(
        actor=Actor(lead, "page"),
        benchmark=benchmark_of_five,
        name="p",
        parameters=PoolParameters((strong.pk, weak.pk), depth=2),
    )
    assert (shown.cost.captions, shown.cost.pairs, shown.cost.unjudged) == (
        pool.captions,
        pool.pairs,
        pool.unjudged,
    )
    assert shown.cost.by_run == pool.by_run
    assert shown.hours == pool.pairs / 2


def test_what_is_asked_is_what_is_planned(signed_in, lead, builder, pool, weak):
    asked = {"runs": weak.pk, "depth": 1, "sample": 3, "by": "length", "seed": 7, "beyond": pool.pk}
    form = signed_in(lead).get(builder, asked).context["form"]
    expected = PoolParameters((weak.pk,), depth=1, sample=3, by="length", seed=7, beyond=(pool.pk,))
    assert form.asked.parameters() == expected


def test_htmx_gets_the_cost_alone_and_caches_keep_it_apart(signed_in, lead, builder, strong):
    answer = signed_in(lead).get(builder, {"runs": strong.pk}, headers=HTMX)
    assert "<html" not in answer.text
    assert 'id="cost"' in answer.text
    assert "HX-Request" in answer["Vary"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"runs": []}, "Runs: This field is required."),
        ({"depth": 11}, "Depth 11: expected 1 to 10, the depth to which run strong was imported."),
        ({"sample": 6}, "Sample of 6: expected 1 to 5 captions."),
        ({"depth": "１"}, None),
        ({"seed": -1}, "Seed: Ensure this value is greater than or equal to 0."),
        ({"pace": "inf"}, "Pairs an hour: Enter a number."),
        ({"runs": [999_999]}, "999999 is not one of the available choices."),
    ],
)
def test_a_plan_that_cannot_be_is_refused_in_page_and_fragment(
    signed_in, lead, builder, strong, asked, words
):
    answers = {"runs": [strong.pk], "depth": 2, **asked}
    page, fragment = (
        signed_in(lead).get(builder, answers, headers=headers) for headers in ({}, HTMX)
    )
    if words is None:  # digits of another script are digits
        assert page.status_code == 200
        return
    assert (page.status_code, fragment.status_code) == (400, 200)
    assert words in page.text
    assert words in fragment.text
    assert "Freeze this pool" not in fragment.text


def test_without_runs_there_is_nothing_to_plan(signed_in, lead):
    benchmark = make_benchmark([("one", "v")])
    answer = signed_in(lead).get(f"/benchmarks/{benchmark.pk}/pools/new/")
    assert f"/benchmarks/{benchmark.pk}/runs/import/" in answer.text
    assert Markup(answer.text).all("select") == []


# Freezing


def test_freezing_starts_a_job_whose_end_leads_to_a_first_campaign(
    signed_in, lead, builder, strong, weak
):
    browser = signed_in(lead)
    answer = freeze(browser, builder, runs=[strong.pk, weak.pk])
    job = Job.objects.get(kind="pooling.build_pool")
    assert (answer.url, Pool.objects.count()) == (
        f"{builder}?job={job.pk}",
        0,
    )
    run_job(job.pk, worker="w")
    pool = Pool.objects.get()
    assert (pool.name, pool.depth, pool.frozen_by, pool.parameters["runs"]) == (
        "round 1",
        2,
        lead,
        [strong.pk, weak.pk],
    )
    assert f'href="/campaigns/new/?pool={pool.pk}"' in browser.get(answer.url).text


def test_where_there_are_campaigns_freezing_leads_to_the_pool(signed_in, lead):
    made = make_campaign()
    builder = f"/benchmarks/{made.benchmark.pk}/pools/new/"
    browser = signed_in(lead)
    answer = freeze(browser, builder, runs=made.pool.parameters["runs"], depth="1")
    run_job(Job.objects.get(kind="pooling.build_pool").pk, worker="w")
    page = browser.get(answer.url).text
    assert f'href="/pools/{Pool.objects.latest("pk").pk}/"' in page
    assert "/campaigns/new/" not in page


ASKED = {"depth": "1", "sample": "3", "by": "length", "seed": "7", "pace": "90"}


def shown_by(answer) -> str:
    """What the page says its cost was worked out for."""
    (hidden,) = [each for each in Markup(answer.text).all("input") if each.get("name") == "shown"]
    assert (hidden["type"], hidden["form"]) == ("hidden", "plan")
    return hidden["value"]


def test_the_button_belongs_to_the_form_whose_cost_it_stands_under(
    signed_in, lead, builder, strong
):
    browser = signed_in(lead)
    answer = browser.get(builder, {"runs": strong.pk, **ASKED})
    (button,) = [
        each for each in Markup(answer.text).all("button") if each.get("data-rests-on") == "plan"
    ]
    (name,) = [each for each in Markup(answer.text).all("input") if each.get("name") == "name"]
    assert button["form"] == name["form"] == "plan"
    assert (
        freeze(browser, builder, runs=[strong.pk], **ASKED, shown=shown_by(answer)).status_code
        == 302
    )
    frozen = Job.objects.get().arguments["parameters"]
    assert frozen == {
        "runs": [strong.pk],
        "depth": 1,
        "sample": 3,
        "by": "length",
        "seed": 7,
        "beyond": [],
    }


@pytest.mark.parametrize(
    "changed",
    [
        {"depth": "2"},
        {"sample": "2"},
        {"sample": ""},
        {"by": "alike"},
        {"seed": "8"},
        {"runs": "both"},
        {"pace": "91"},
    ],
)
def test_a_plan_that_was_changed_after_its_cost_was_shown_is_shown_again_and_not_frozen(
    signed_in, lead, builder, strong, weak, changed
):
    browser = signed_in(lead)
    digest = shown_by(browser.get(builder, {"runs": strong.pk, **ASKED}))
    told = {"runs": [strong.pk], **ASKED, **changed}
    if changed.get("runs"):
        told["runs"] = [strong.pk, weak.pk]
    answer = freeze(browser, builder, **told, shown=digest)
    assert (answer.status_code, Job.objects.count()) == (409, 0)
    assert "The cost changed since you saw it, and nothing was frozen." in answer.text
    assert 'value="round 1"' in answer.text
    assert answer.context["cost"].cost == browser.get(builder, told).context["cost"].cost
    assert freeze(browser, builder, **told, shown=shown_by(answer)).status_code == 302
    frozen = Job.objects.get().arguments["parameters"]
    assert (str(frozen["depth"]), frozen["runs"]) == (told["depth"], told["runs"])


def test_captions_that_came_meanwhile_are_shown_first(
    signed_in, lead, builder, benchmark_of_five, strong
):
    browser = signed_in(lead)
    digest = shown_by(browser.get(builder, {"runs": strong.pk, "depth": 2}))
    query = benchmark_of_five.queries.first()
    Caption.objects.create(benchmark=benchmark_of_five, number=5, key="c5", query=query)
    answer = freeze(browser, builder, runs=[strong.pk], shown=digest)
    assert (answer.status_code, Job.objects.count()) == (409, 0)


def test_what_others_judge_meanwhile_keeps_nobody_from_freezing(
    signed_in, lead, builder, benchmark_of_five, strong
):
    browser = signed_in(lead)
    digest = shown_by(browser.get(builder, {"runs": strong.pk, "depth": 2}))
    query, video = benchmark_of_five.queries.first(), benchmark_of_five.videos.first()
    JudgedPair.objects.create(query=query, video=video, verdict=JudgedPair.Verdict.RELEVANT)
    assert freeze(browser, builder, runs=[strong.pk], shown=digest).status_code == 302


def test_asking_for_the_cost_without_scripts_leads_to_the_plans_own_address(
    signed_in, lead, builder, strong
):
    told = {"runs": strong.pk, **ASKED, "name": "round 1", "shown": "x", "ask": "cost"}
    answer = signed_in(lead).post(builder, told)
    assert (answer.status_code, Job.objects.count()) == (302, 0)
    kept = QueryDict(answer["Location"].partition("?")[2])
    assert kept.dict() == {"runs": str(strong.pk), **ASKED}


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"name": "round 1"}, "five has a pool called round 1: expected another name."),
        ({"name": "a, b"}, "no comma"),
        ({"name": ""}, "This field is required."),
        ({"name": "new", "depth": 11}, "expected 1 to 10"),
    ],
)
def test_a_pool_that_cannot_be_frozen_is_refused_with_the_reason(
    signed_in, lead, builder, pool, answers, words
):
    answer = freeze(signed_in(lead), builder, runs=pool.parameters["runs"], **answers)
    assert (answer.status_code, Job.objects.count()) == (422, 0)
    assert words in answer.text


def test_freezing_takes_the_csrf_token(lead, builder, strong):
    client = Client(enforce_csrf_checks=True)
    client.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")
    assert freeze(client, builder, runs=[strong.pk]).status_code == 403


# Pools


def test_pools_are_listed_for_one_benchmark_if_asked(signed_in, lead, pool):
    other = make_benchmark([("one", "v")], name="other")
    browser = signed_in(lead)
    assert [each.name for each in browser.get("/pools/").context["pools"]] == ["round 1"]
    assert browser.get("/pools/", {"benchmark": other.pk}).context["pools"] == []


def test_a_pools_page_says_how_it_was_made_and_what_each_run_found(signed_in, lead, pool):
    answer = signed_in(lead).get(f"/pools/{pool.pk}/")
    for words in ("the first 2 of each", "all 5", "Lena Lead", "What each run found"):
        assert words in answer.text
    assert [(pair.query.text, pair.video.key, pair.ranks) for pair in answer.context["page"].rows][
        :3
    ] == [
        ("a dog runs over the beach", "beach", [1, 0]),
        ("a dog runs over the beach", "sofa", [0, 1]),
        ("a dog runs over the beach", "kitchen", [0, 2]),
    ]


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ({}, lambda pair: pair.pool_id > 0),
        ({"unjudged": "on"}, lambda pair: not pair.judged),
        ({"only": "1"}, lambda pair: pair.ranks[0] == 0),
        ({"only": "0", "unjudged": "on"}, lambda pair: pair.ranks[1] == 0 and not pair.judged),
    ],
)
def test_the_pairs_of_a_pool_can_be_filtered(signed_in, lead, pool, asked, kept):
    found = signed_in(lead).get(f"/pools/{pool.pk}/", asked).context["page"].rows
    expected = sorted((pair.query_id, pair.video_id) for pair in pool.members.all() if kept(pair))
    assert [(pair.query_id, pair.video_id) for pair in found] == expected
    assert expected


@pytest.mark.parametrize("only", ["2", "-1", "x"])
def test_a_run_that_the_pool_does_not_have_filters_nothing(signed_in, lead, pool, only):
    assert signed_in(lead).get(f"/pools/{pool.pk}/", {"only": only}).status_code == 400


def test_the_pairs_of_a_pool_page_by_key_without_a_gap(signed_in, lead):
    benchmark = make_benchmark([(f"text {n}", f"v{n}") for n in range(30)])
    run = make_run(benchmark, {n: [n, (n + 1) % 30, (n + 2) % 30, (n + 3) % 30] for n in range(30)})
    pool = build_pool(
        actor=Actor(lead, "page"),
        benchmark=benchmark,
        name="p",
        parameters=PoolParameters((run.pk,), depth=4),
    )
    browser, seen, after = signed_in(lead), [], ""
    while True:
        page = browser.get(f"/pools/{pool.pk}/", {"after": after}).context["page"]
        seen.append([(pair.query_id, pair.video_id) for pair in page.rows])
        if not (after := page.after):
            break
    assert [len(part) for part in seen] == [50, 50, 20]
    assert list(chain.from_iterable(seen)) == sorted(
        pool.members.values_list("query_id", "video_id")
    )
    back = browser.get(f"/pools/{pool.pk}/", {"before": page.before}).context["page"]
    assert [(pair.query_id, pair.video_id) for pair in back.rows] == seen[1]


def test_a_longer_list_of_pairs_asks_the_database_no_more(
    signed_in, lead, benchmark_of_five, strong, pool
):
    parameters = PoolParameters((strong.pk,), depth=1, sample=1)
    small = build_pool(
        actor=Actor(lead, "page"), benchmark=benchmark_of_five, name="small", parameters=parameters
    )
    browser = signed_in(lead)
    assert queries_of(browser, f"/pools/{small.pk}/") == queries_of(browser, f"/pools/{pool.pk}/")


def test_all_of_a_pool_can_be_taken_away(signed_in, lead, pool):
    browser = signed_in(lead)
    header, *pairs = rows_of(browser.get(f"/pools/{pool.pk}/pairs/download/"))
    ranks = ["rank in strong", "rank in weak"]
    assert header == [
        "caption",
        "video",
        "best_rank",
        *ranks,
        "stratum",
        "inclusion",
        "original",
        "judged",
    ]
    assert len(pairs) == pool.pairs
    assert ["a dog runs over the beach", "dunes", "1", "1", "", "0", "1.0", "True", "True"] in pairs
    header, *captions = rows_of(browser.get(f"/pools/{pool.pk}/captions/download/"))
    assert header == ["caption_id", "stratum", "inclusion"]
    assert captions == [[f"c{number}", "0", "1.0"] for number in range(5)]
