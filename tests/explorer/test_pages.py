"""The explorer's pages, over HTTP, on a benchmark whose numbers can be worked out by hand."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from explorer.asked import CaptionsWanted
from explorer.queries.captions import search_captions
from explorer.queries.kept import compute
from pooling.models import Caption, Video
from tests.factories import make_benchmark
from tests.metrics.worlds import make_world
from tests.web.markup import complaints, squeezed


@pytest.fixture
def world(db):
    return make_world(backwards=True)


@pytest.fixture
def browser(signed_in, viewer):
    return signed_in(viewer)


@pytest.fixture
def runs(world) -> dict[str, int]:
    return dict(world.runs.values_list("name", "pk"))


def rows_of(page) -> list[str]:
    body = page.text.split("<tbody>")[1].split("</tbody>")[0]
    return [html.unescape(re.sub(r"<[^>]*>|\s+", " ", row)) for row in body.split("<tr>")[1:]]


def links(text: str, does: str) -> list[str]:
    text = squeezed(text)
    found = re.findall(rf'<a [^>]*data-does="{does}" href="([^"]*)"', text)
    found += re.findall(rf'<a href="([^"]*)" data-does="{does}"', text)
    return [html.unescape(one) for one in found]


def marks(text: str) -> list[str]:
    return re.findall(r'<span class="shelf-frame[^"]*">.*?sign sign-(\w+)"', squeezed(text))


def test_one_benchmark_is_opened_at_once_and_several_are_offered(browser, world):
    assert browser.get("/explorer/").url == f"/explorer/{world.pk}/"
    other = make_benchmark([("a cat", "v0")], name="other")
    page = browser.get("/explorer/").text
    for of in (world, other):
        assert f'href="/explorer/{of.pk}/"' in page


def test_the_explorer_is_below_its_benchmarks_scores(signed_in, lead, world):
    page = squeezed(signed_in(lead).get(f"/explorer/{world.pk}/").text)
    assert re.search(rf'<a href="/benchmarks/{world.pk}/scores/" aria-current="true">Scores', page)


@pytest.mark.parametrize("who", ["rater", "adjudicator", "submitter"])
def test_raters_stay_blind(signed_in, request, world, who):
    browser = signed_in(request.getfixturevalue(who))
    for address in ("", f"{world.pk}/", f"{world.pk}/captions/0/", f"{world.pk}/videos/0/"):
        answer = browser.get(f"/explorer/{address}")
        assert answer.status_code == 403
        assert "dog" not in answer.text


def test_captions_are_found_and_counted(browser, world):
    page = browser.get(f"/explorer/{world.pk}/?search=dog")
    assert "2 of 6 captions." in page.text
    rows = rows_of(page)
    assert len(rows) == 2
    assert all("a dog runs" in row for row in rows)
    assert "by a label" in rows[0]
    assert complaints(page.text) == []


def test_what_is_asked_most_is_one_link_each_with_how_many_it_finds(browser, world):
    page = browser.get(f"/explorer/{world.pk}/?search=a").text.split('class="explorer-presets"')[1]
    chips = dict(
        re.findall(r'<li><a href="([^"]*)"[^>]*>.*?<small[^>]*>(\d+)</small>', page, re.DOTALL)
    )
    assert [html.unescape(one).split("&")[-1] for one in chips] == [
        "differ=on",
        "changed=on",
        "unjudged=on",
    ]
    for address, count in chips.items():
        asked = browser.get(f"/explorer/{world.pk}/{html.unescape(address)}").text
        assert f"{count} of 6 captions." in asked
        # pressed again, it is asked no more
        assert re.search(r'<li><a href="\?search=a" aria-current="true">', asked)


def test_each_run_has_the_still_of_its_top_clip(browser, world, django_assert_num_queries):
    for video in Video.objects.filter(benchmark=world):
        video.poster = f"posters/{video.key}.jpg"
        video.save()
    page = browser.get(f"/explorer/{world.pk}/").text.split("<tbody>")[1]
    rows = page.split("<tr>")[1:]
    # One run does not rank anything for the last caption.
    assert [row.count('class="poster"') for row in rows] == [3, 3, 3, 3, 3, 2]
    first = world.runs.get(name="strong").rankings.get(item=0).targets[0]
    key = Video.objects.get(benchmark=world, number=first).key
    assert f"/{key}.jpg" in rows[0]
    runs = list(world.runs.filter(direction="t2v"))
    search = search_captions(world, compute(world, runs), runs, CaptionsWanted())
    for size in (1, 6):  # a longer page asks the database no more
        with django_assert_num_queries(3):
            search.page({}, size, stills=True)


def test_positives_that_people_found_are_told_from_the_original_ones(browser, world):
    (row,) = rows_of(browser.get(f"/explorer/{world.pk}/?search=snows"))
    assert "1 (0 original)" in " ".join(row.split())


def test_a_search_that_finds_nothing_says_so(browser, world):
    page = browser.get(f"/explorer/{world.pk}/?search=zebra")
    assert "No captions match these filters." in page.text


def test_all_that_is_asked_stays_in_the_address(browser, world, runs):
    asked = f"search=a&differ=on&k=5&positives=original&runs={runs['weak']}&runs={runs['strong']}"
    page = browser.get(f"/explorer/{world.pk}/?{asked}").text
    onward = html.unescape(re.search(rf'href="(/explorer/{world.pk}/captions/[^"]*)"', page)[1])
    kept = {name: value[0] for name, value in parse_qs(urlsplit(onward).query).items()}
    assert kept == {
        "search": "a",
        "differ": "on",
        "k": "5",
        "positives": "original",
        "runs": f"{runs['weak']},{runs['strong']}",
    }
    for ticked in ("weak", "strong"):
        assert re.search(rf'value="{runs[ticked]}" checked', page)
    assert not re.search(rf'value="{runs["weak again"]}" checked', page)
    order = re.findall(r'<h2 id="run-(\d+)"', browser.get(onward).text)
    assert order == [str(runs["weak"]), str(runs["strong"])]


@pytest.mark.parametrize(
    "asked", ["sort=nothing", "runs=x", "runs=99", "k=3", "words_from=5&words_to=4", "ranks=0"]
)
def test_what_cannot_be_asked_is_refused_in_words(browser, world, asked):
    address = f"/explorer/{world.pk}/" + ("captions/0/" if "ranks" in asked else "")
    answer = browser.get(f"{address}?{asked}")
    assert answer.status_code == 400
    assert "Traceback" not in answer.text


def test_the_next_caption_is_the_next_of_the_search(browser, world):
    page = browser.get(f"/explorer/{world.pk}/captions/0/?search=dog").text
    assert links(page, "next") == [f"/explorer/{world.pk}/captions/3/?search=dog"]
    assert links(page, "previous") == []
    assert "Number 1 of the 2 captions found." in page
    page = browser.get(f"/explorer/{world.pk}/captions/3/").text
    assert links(page, "previous") == [f"/explorer/{world.pk}/captions/2/"]
    assert links(page, "next") == [f"/explorer/{world.pk}/captions/4/"]
    falling = browser.get(f"/explorer/{world.pk}/captions/4/?sort=-number").text
    assert links(falling, "next") == [f"/explorer/{world.pk}/captions/3/?sort=-number"]


def test_the_switch_changes_marks_and_figures(browser, world, runs):
    address = f"/explorer/{world.pk}/captions/0/?runs={runs['weak again']}"
    page = browser.get(address).text
    assert marks(page) == ["collected", "disagreement", "irrelevant"]
    (switch,) = links(page, "switch")
    turned = browser.get(switch).text
    assert marks(turned) == ["assumed"] * 3
    assert links(turned, "switch") == [address]
    figures = page.split("<dl class=")[1].split("</dl>")[0]
    assert "right" in figures.split("original:")[0]
    assert "wrong" in turned.split("<dl class=")[1].split("corrected:")[0]


def test_a_clip_is_described_in_words(browser, world, runs):
    page = browser.get(f"/explorer/{world.pk}/captions/0/").text
    tile = page.split('class="clip-link"')[1].split(">", 1)[1].split("</a>")[0]
    seen = re.sub(r'<span [^>]*aria-hidden="true"[^>]*>[^<]*</span>', "", tile)
    words = " ".join(re.sub(r"<[^>]*>", "", seen).split())
    assert words == "1. v0, original positive, found by 2 of 3 runs, score 3.000"


def test_a_page_of_a_caption_is_well_made(browser, world):
    for address in (
        "captions/0/",
        "captions/5/",
        "captions/5/?positives=original",
        "videos/0/",
        "videos/5/",
        "pairs/0/5/",
    ):
        page = browser.get(f"/explorer/{world.pk}/{address}")
        assert (page.status_code, complaints(page.text)) == (200, []), address


@pytest.mark.parametrize("address", ["captions/6/", "videos/6/", "pairs/0/6/", "pairs/6/0/"])
def test_what_is_not_there_is_not_found(browser, world, address):
    assert browser.get(f"/explorer/{world.pk}/{address}").status_code == 404


def test_a_video_names_the_captions_that_find_it(browser, world):
    page = browser.get(f"/explorer/{world.pk}/videos/5/").text
    collected = page.split("Other captions that people found it relevant for")[2]
    assert collected.split("</table>")[0].count("a dog runs") == 2
    assert "No caption was written for it." in page


def test_a_pair_says_where_each_run_has_it(browser, world):
    page = browser.get(f"/explorer/{world.pk}/pairs/0/5/")
    ranks = {row.split()[0]: row for row in rows_of(page)}
    assert "–" in ranks["strong"]
    assert " 1 " in ranks["weak"]
    assert "collected positive" in page.text
    assert "imported without a campaign" in page.text


def test_runs_of_the_other_direction_in_the_address_do_no_harm(browser, world, runs):
    address = f"/explorer/{world.pk}/captions/0/?runs={runs['backwards']}"
    assert browser.get(address).text.count('<h2 id="run-') == 3


def test_pages_about_captions_and_videos_lead_here(browser, world):
    assert f'href="/explorer/{world.pk}/"' in browser.get(f"/benchmarks/{world.pk}/scores/").text
    for place in ("captions/3/", "videos/4/"):
        page = browser.get(f"/benchmarks/{world.pk}/{place}").text
        assert f'href="/explorer/{world.pk}/{place}"' in page


def test_a_benchmark_without_runs_can_be_searched(browser, db):
    of = make_benchmark([("a cat", "v0"), ("a dog", "v1")], name="bare")
    page = browser.get(f"/explorer/{of.pk}/?search=cat")
    assert "1 of 2 captions." in page.text
    assert browser.get(f"/explorer/{of.pk}/?differ=on").status_code == 200
    assert "No run ranks videos" in browser.get(f"/explorer/{of.pk}/captions/0/").text


def test_a_benchmark_without_captions_is_empty(browser, db):
    of = make_benchmark([], name="empty", videos=["v0"])
    assert "0 of 0 captions." in browser.get(f"/explorer/{of.pk}/").text
    assert browser.get(f"/explorer/{of.pk}/videos/0/").status_code == 200


def test_captions_with_the_same_text_share_what_people_found(browser, world):
    marks_of = {
        caption.number: marks(
            browser.get(f"/explorer/{world.pk}/captions/{caption.number}/?ranks=1").text
        )
        for caption in Caption.objects.filter(benchmark=world, query__text="a dog runs")
    }
    assert marks_of == {0: ["original", "collected", "collected"]} | {
        3: ["original", "collected", "collected"]
    }
