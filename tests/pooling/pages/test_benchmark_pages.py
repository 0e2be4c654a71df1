"""The list of benchmarks, an overview, its captions and its videos."""

import io

import pytest

from pooling.actions.import_captions import Source, import_captions
from pooling.formats.captions import read_benchmark
from pooling.models import Benchmark, Caption, JudgedPair, Ranking, Video
from tests.factories import make_benchmark, make_run
from tests.pooling.pages.asking import queries_of, rows_of
from tests.web.markup import Markup

pytestmark = pytest.mark.django_db


# The list


def test_where_there_is_no_benchmark_the_page_says_how_to_get_one(signed_in, lead):
    answer = signed_in(lead).get("/benchmarks/")
    assert "No benchmark yet." in answer.text
    assert 'href="/benchmarks/import/"' in answer.text


def test_the_list_says_what_there_is_of_each_benchmark(signed_in, lead, pool, playing):
    make_benchmark([("nothing yet", "v")], name="other")
    rows = signed_in(lead).get("/benchmarks/").context["rows"]
    told = [
        (row.benchmark.name, row.benchmark.caption_count, row.playing, row.runs, row.pools)
        for row in rows
    ]
    assert told == [("other", 1, 0, 0, 0), ("five", 5, 1, 2, 1)]


def test_a_longer_list_asks_the_database_no_more(signed_in, lead):
    browser = signed_in(lead)
    for number in range(3):
        make_run(make_benchmark([("a", "v")], name=f"few-{number}"), {0: [0]})
    few = queries_of(browser, "/benchmarks/")
    for number in range(27):
        make_run(make_benchmark([("a", "v")], name=f"many-{number}"), {0: [0]})
    assert queries_of(browser, "/benchmarks/") == few


# The overview


def test_the_overview_says_in_one_sentence_what_there_is_and_what_does_not_play(
    signed_in, lead, benchmark_of_five, playing
):
    Video.objects.filter(key="dunes").update(state="failed", reason="truncated")
    answer = signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/")
    said = " ".join(answer.text.split())
    assert "4 videos, 5 captions, 4 queries; 1 video does not play." in said


def test_the_histograms_title_is_what_it_finds_and_its_data_is_one_click_away(
    signed_in, lead, benchmark_of_five
):
    browser = signed_in(lead)
    answer = browser.get(f"/benchmarks/{benchmark_of_five.pk}/data/")
    assert "Most captions have 4\N{EN DASH}6 words (middle 50 %)" in answer.text
    assert "n = 5" in answer.text
    assert rows_of(browser.get(f"/benchmarks/{benchmark_of_five.pk}/lengths/download/")) == [
        ["words", "captions"],
        ["3", "1"],
        ["4", "2"],
        ["6", "2"],
    ]


def test_an_import_is_shown_with_its_checksum_its_warnings_and_by_whom(signed_in, lead):
    from people.actor import Actor

    file = read_benchmark(io.BytesIO(b"caption_id,video_id,caption\nc1,v1,a dog\n"), "c.csv")
    source = Source("c.csv", "ab" * 32)
    import_captions(
        actor=Actor(lead, "page"),
        name="new",
        file=file,
        source=source,
        warnings=("c.csv:2:1: <odd>",),
    )
    text = signed_in(lead).get(f"/benchmarks/{Benchmark.objects.get().pk}/data/").text
    for words in ("c.csv", "abababababab", "Lena Lead", "1 warning", "c.csv:2:1: &lt;odd&gt;"):
        assert words in text


# Captions


def test_captions_are_listed_with_their_length_and_how_many_originals_they_have(
    signed_in, lead, benchmark_of_five
):
    answer = signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/captions/")
    told = [
        (row.key, row.query.words, answer.context["originals"][row.query_id])
        for row in answer.context["page"].rows
    ]
    assert told == [("c0", 6, 2), ("c1", 3, 1), ("c2", 4, 1), ("c3", 6, 2), ("c4", 4, 1)]


@pytest.mark.parametrize(
    ("search", "found"), [("DOG", ["c0", "c3"]), ("c4", ["c4"]), ("%", []), ("nowhere", [])]
)
def test_captions_are_found_by_text_and_by_key(signed_in, lead, benchmark_of_five, search, found):
    answer = signed_in(lead).get(
        f"/benchmarks/{benchmark_of_five.pk}/captions/", {"search": search}
    )
    assert [row.key for row in answer.context["page"].rows] == found


def test_captions_page_by_their_number_in_both_directions(signed_in, lead):
    benchmark = make_benchmark([(f"text {number}", "v") for number in range(120)])
    browser, address = signed_in(lead), f"/benchmarks/{benchmark.pk}/captions/"
    pages = [browser.get(address).context["page"]]
    while pages[-1].after:
        pages.append(browser.get(address, {"after": pages[-1].after}).context["page"])
    assert [[row.number for row in page.rows] for page in pages] == [
        [*range(50)],
        [*range(50, 100)],
        [*range(100, 120)],
    ]
    back = browser.get(address, {"before": pages[2].before}).context["page"]
    assert ([row.number for row in back.rows], back.before, back.after) == (
        [*range(50, 100)],
        "50",
        "99",
    )
    first = browser.get(address, {"before": back.before}).context["page"]
    assert ([row.number for row in first.rows], first.before, first.after) == (
        [*range(50)],
        "",
        "49",
    )


@pytest.mark.parametrize("key", ["x", "1-2", "-1", "９", "1" * 19])
def test_a_key_that_is_none_has_no_page(signed_in, lead, benchmark_of_five, key):
    assert (
        signed_in(lead)
        .get(f"/benchmarks/{benchmark_of_five.pk}/captions/", {"after": key})
        .status_code
        == 404
    )


def test_a_longer_list_of_captions_asks_the_database_no_more(signed_in, lead):
    few, many = (make_benchmark([(f"text {n}", f"v{n}") for n in range(size)]) for size in (3, 30))
    browser = signed_in(lead)
    assert queries_of(browser, f"/benchmarks/{few.pk}/captions/") == queries_of(
        browser, f"/benchmarks/{many.pk}/captions/"
    )


# A caption


def test_a_captions_page_shows_what_each_run_retrieves_and_what_is_known_of_it(
    signed_in, lead, pool, weak
):
    Ranking.objects.filter(run=weak, item=0).update(scores=[0.25, -1.5])
    answer = signed_in(lead).get(f"/benchmarks/{pool.benchmark.pk}/captions/0/")
    told = {
        row.run.name: [
            (each.rank, each.score, each.video.key, each.original, each.verdict)
            for each in row.videos
        ]
        for row in answer.context["rows"]
    }
    assert told == {
        "strong": [
            (1, 3, "beach", True, ""),
            (2, 2, "dunes", True, "relevant"),
            (3, 1, "sofa", False, ""),
        ],
        "weak": [(1, 0.25, "sofa", False, ""), (2, -1.5, "kitchen", False, "")],
    }
    marks = [
        element.get("class")
        for element in Markup(answer.text).all("span")
        if "mark" in element.get("class", "")
    ]
    assert marks.count("mark mark-original") == 2
    assert marks.count("mark mark-relevant") == 1
    assert marks.count("mark mark-unjudged") == 4
    assert "its own video at rank 1" in answer.text
    assert "1 other caption says the same" in answer.text


@pytest.mark.parametrize("verdict", JudgedPair.Verdict.values)
def test_a_verdict_is_said_in_a_word(signed_in, lead, benchmark_of_five, strong, verdict):
    dog, sofa = Caption.objects.get(number=0).query, Video.objects.get(key="sofa")
    JudgedPair.objects.create(query=dog, video=sofa, verdict=verdict)
    answer = signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/captions/0/")
    assert f'<span class="mark mark-{verdict}">{verdict}</span>' in answer.text


def test_a_caption_is_shown_byte_for_byte_and_runs_nothing(signed_in, lead):
    benchmark = make_benchmark([("  <script>alert(1)</script>\u202e x ", "v")])
    answer = signed_in(lead).get(f"/benchmarks/{benchmark.pk}/captions/0/")
    assert "  &lt;script&gt;alert(1)&lt;/script&gt;\u202e x " in answer.text


def test_more_runs_ask_the_database_no_more(signed_in, lead, benchmark_of_five, strong, weak):
    browser, address = signed_in(lead), f"/benchmarks/{benchmark_of_five.pk}/captions/0/"
    two = queries_of(browser, address)
    for _ in range(10):
        make_run(benchmark_of_five, {0: [2, 1, 0]})
    assert queries_of(browser, address) == two


def test_a_caption_of_another_benchmark_is_not_found_here(signed_in, lead, benchmark_of_five):
    short = make_benchmark([("one", "v")])
    assert signed_in(lead).get(f"/benchmarks/{short.pk}/captions/1/").status_code == 404


# Videos


def test_videos_are_listed_by_state_with_their_reason(signed_in, lead, benchmark_of_five):
    Video.objects.filter(key="sofa").update(
        state="failed", reason="truncated", explanation="It ends before its index."
    )
    browser, address = signed_in(lead), f"/benchmarks/{benchmark_of_five.pk}/videos/"
    assert [row.key for row in browser.get(address).context["page"].rows] == [
        "beach",
        "sofa",
        "kitchen",
        "dunes",
    ]
    answer = browser.get(address, {"state": "failed"})
    assert [row.key for row in answer.context["page"].rows] == ["sofa"]
    assert "It ends before its index." in answer.text
    assert "4 videos: 0 playable, 0 waiting, 1 not playable, 3 without a file." in answer.text
    assert browser.get(address, {"state": "nonsense"}).status_code == 400


def test_videos_are_stills_or_a_list_with_the_same_rows_filters_and_order(
    signed_in, lead, benchmark_of_five
):
    Video.objects.filter(key="sofa").update(state="failed", reason="truncated")
    browser, address = signed_in(lead), f"/benchmarks/{benchmark_of_five.pk}/videos/"
    stills = browser.get(address, {"sort": "-key"}).text
    listed = browser.get(address, {"sort": "-key", "view": "list"}).text
    for page in (stills, listed):
        at = [page.index(f">{key}<") for key in ("sofa", "kitchen", "dunes", "beach")]
        assert at == sorted(at)
        assert page.count('name="pick"') == 1
    assert stills.count("<table") == 0
    assert listed.count("<table") == 1
    assert 'name="view" value="list"' in listed  # the filters keep it


def test_failed_videos_whose_files_are_here_can_be_tried_again(signed_in, lead, benchmark_of_five):
    browser, address = signed_in(lead), f"/benchmarks/{benchmark_of_five.pk}/videos/retry/"
    assert "No video of this benchmark failed" in browser.post(address, follow=True).text
    Video.objects.filter(key="sofa").update(state="failed", reason="no_room", source="sources/sofa")
    assert "/videos/?job=" in browser.post(address).url
    assert Video.objects.get(key="sofa").state == "waiting"


def test_a_videos_page_says_what_was_changed_and_at_which_rank_each_run_finds_it(
    signed_in, lead, benchmark_of_five, playing, strong, weak
):
    answer = signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/videos/0/")
    assert "sound coded anew as AAC (was mp3)" in answer.text
    assert "beach.avi" in answer.text
    (player,) = Markup(answer.text).all("video")
    assert {"controls", "muted", "loop", "playsinline"} <= set(player)
    assert player["src"].startswith("/media/")
    assert [(caption.key, ranks) for caption, ranks in answer.context["captions"]] == [
        ("c0", [1, None])
    ]


def test_a_video_without_a_file_has_no_player(signed_in, lead, benchmark_of_five):
    answer = signed_in(lead).get(f"/benchmarks/{benchmark_of_five.pk}/videos/1/")
    assert Markup(answer.text).all("video") == []
    assert "No file yet" in answer.text


def test_a_longer_list_of_videos_asks_the_database_no_more(signed_in, lead):
    few, many = (make_benchmark([(f"text {n}", f"v{n}") for n in range(size)]) for size in (3, 30))
    browser = signed_in(lead)
    assert queries_of(browser, f"/benchmarks/{few.pk}/videos/") == queries_of(
        browser, f"/benchmarks/{many.pk}/videos/"
    )
