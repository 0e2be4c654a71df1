"""Strips of whole rankings: their cells against plain loops, and what pages and the API show."""

import html
import math
import re

import numpy as np
import pytest

from explorer.ranked import Known
from explorer.strips import CELLS, colours_of_marks, colours_of_relevance, strip_of
from people.models import Scope
from pooling.models import Video
from tests.metrics.worlds import make_world
from tests.pooling.api.conftest import Script
from tests.semantics.made import make_proxy
from tests.web.markup import squeezed

NAMES = ("unjudged", "irrelevant", "disagreement", "collected", "original")


@pytest.fixture
def world(db, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return make_world(backwards=True)


@pytest.fixture
def browser(signed_in, viewer):
    return signed_in(viewer)


@pytest.fixture
def cells() -> np.ndarray:
    """Of each of the six captions and videos: the caption's own video is not its most relevant."""
    return np.array([[((2 * row + 3 * column) % 5) / 4 for column in range(6)] for row in range(6)])


@pytest.mark.parametrize("n", [0, 1, 9, 10, 100, CELLS, CELLS + 1, 3 * CELLS + 7])
def test_cells_are_what_loops_find(n):
    draws = np.random.default_rng(n)
    relevance = np.where(draws.random(n + 5) < 0.8, 0, draws.random(n + 5)).astype(np.float32)
    order = draws.permutation(n + 5)[:n]
    strip = strip_of(order, colours_of_relevance(relevance))
    each = math.ceil(n / CELLS) or 1
    slow = [relevance[target] for target in order]
    cells = [max(slow[start : start + each]) for start in range(0, n, each)]
    assert (strip.ranks, strip.whole, strip.each) == (n, False, each)
    for level, cell in zip(strip.levels, cells, strict=True):
        # Half precision is forgiven at the upper edge of a tenth.
        assert level == 0 if cell == 0 else (level - 1) / 10 < cell <= level / 10 + 0.0005
    among = {one.first: (one.relevant, one.relevance) for one in strip.among}
    assert set(among) == {first for first in (10, 100, n) if 0 < first <= n}
    for first, (relevant, mean) in among.items():
        assert relevant == sum(value > 0 for value in slow[:first])
        assert mean == pytest.approx(sum(map(float, slow[:first])) / first)


@pytest.mark.parametrize("rule", ["all", "original"])
def test_levels_of_verdicts_are_those_of_the_signs(rule):
    verdicts = {1: "relevant", 2: "irrelevant", 3: "disagreement", 4: "relevant"}
    known = Known(frozenset([0, 4]), verdicts)
    strip = strip_of(range(6), colours_of_marks(known, rule, 6))
    marks = [known.mark(target, rule) for target in range(6)]
    assert strip.levels == [0 if one == "assumed" else NAMES.index(one) for one in marks]
    assert [one.relevant for one in strip.among] == [3 if rule == "all" else 2]
    assert strip.whole


def test_each_level_is_drawn_where_its_cells_are():
    relevance = np.array([0.5, 0.5, 0, 1, 0.5], np.float32)
    strip = strip_of(range(5), colours_of_relevance(relevance))
    assert strip.box == "0 0 5 1"
    drawn = {level: re.findall(r"M(\d+) 1h(\d+)v", path) for level, path in strip.paths}
    assert drawn == {"5": [("0", "2"), ("4", "1")], "10": [("3", "1")]}


def strips_of(text: str) -> dict[str, str]:
    """What stands below each strip, by whose it is."""
    found = re.findall(r'aria-label="Strip of ([^,]*), best.*?</svg>(.*?)</ul>', text, re.DOTALL)
    plain = (re.sub(r"<[^>]*>", " ", below) for _, below in found)
    return {name: " ".join(one.split()) for (name, _), one in zip(found, plain, strict=True)}


def test_a_page_has_a_strip_of_each_run_and_says_what_is_stored(browser, world):
    below = strips_of(browser.get(f"/explorer/{world.pk}/captions/0/").text)
    # v0 is its own, v5 was found relevant; the runs rank v0 v3 v1, and v5 v0 v1
    assert below["the best order there is"] == "Relevant in all 6: 2"
    assert below["strong"] == "Relevant in the first 3: 1 3 of 6 ranks are stored."
    assert below["weak"] == "Relevant in the first 3: 2 3 of 6 ranks are stored."
    backwards = strips_of(browser.get(f"/explorer/{world.pk}/videos/0/").text)
    assert backwards["backwards"].startswith("Relevant in the first 3: ")


def test_a_proxy_colours_captions_and_videos(browser, world, cells):
    make_proxy(world, "words", cells)
    page = browser.get(f"/explorer/{world.pk}/captions/2/?by=words").text
    means = cells[2].mean(), cells[2][[3, 2, 5]].mean()
    below = strips_of(page)
    assert below["the best order there is"].endswith(f"(mean {means[0]:.3f})")
    assert f"(mean {means[1]:.3f})" in below["strong"]
    assert re.search(r"<option selected>words</option>", page)
    assert all("by=words" in link for link in re.findall(r'href="[^"]*/pairs/[^"]*"', page))
    video = strips_of(browser.get(f"/explorer/{world.pk}/videos/3/?by=words").text)
    assert f"(mean {cells[[0, 3, 2], 3].mean():.3f})" in video["backwards"]


def test_all_ranks_are_shown_where_the_file_has_them(browser, world, settings):
    run = world.runs.get(name="strong")
    ranks = np.array([[2, 6, 5, 4, 3, 1]] * 6, np.uint16)  # v5 first, then v0
    (settings.MEDIA_ROOT / "rankings").mkdir(parents=True)
    np.save(settings.MEDIA_ROOT / "rankings" / "all.npy", ranks)
    world.runs.filter(pk=run.pk).update(whole="rankings/all.npy")
    here = f"/explorer/{world.pk}/captions/0/"
    assert strips_of(browser.get(here).text)["strong"] == "Relevant in all 6: 2"
    # A file that is gone leaves what rows have.
    (settings.MEDIA_ROOT / "rankings" / "all.npy").unlink()
    assert "3 of 6 ranks are stored" in strips_of(browser.get(here).text)["strong"]


def test_a_proxy_that_is_not_there_is_named(browser, world):
    make_proxy(world, "words")
    answer = browser.get(f"/explorer/{world.pk}/captions/0/?by=wrods")
    assert answer.status_code == 400
    assert "did you mean words?" in html.unescape(answer.text)


def test_outdated_proxies_are_not_offered(browser, world):
    make_proxy(world, "words")
    Video.objects.create(benchmark=world, key="v6", number=6)
    world.video_count = 7
    world.save()
    assert "Coloured by" not in browser.get(f"/explorer/{world.pk}/captions/0/").text
    assert browser.get(f"/explorer/{world.pk}/captions/0/?by=words").status_code == 409


def test_the_api_has_strips(viewer, world, cells):
    make_proxy(world, "words", cells)
    api = Script(viewer, Scope.READ)
    caption = world.captions.get(number=2)
    found = api.get(f"captions/{caption.pk}/ranked", by="words", runs="").json()
    strip = next(row["strip"] for row in found["rows"] if row["name"] == "strong")
    assert strip["levels"] == [math.ceil(cells[2][video] * 10) for video in (3, 2, 5)]
    assert (strip["whole"], found["best"]["whole"]) == (False, True)
    assert found["best"]["levels"] == sorted(
        (math.ceil(one * 10) for one in cells[2]), reverse=True
    )
    verdicts = api.get(f"captions/{caption.pk}/ranked").json()
    assert verdicts["rows"][0]["strip"]["among"][0]["relevance"] is None


def borders(text: str) -> list[str]:
    return re.findall(r'<span class="shelf-frame level-(\w+)"', squeezed(text))


def test_what_is_ranked_has_a_border_of_its_verdict(browser, world, cells):
    weak = world.runs.get(name="weak").pk
    page = browser.get(f"/explorer/{world.pk}/captions/0/?runs={weak}").text
    assert borders(page) == ["collected", "original", "irrelevant"]
    assert "clip-relevance" not in page
    original = browser.get(f"/explorer/{world.pk}/captions/0/?runs={weak}&positives=original")
    assert borders(original.text) == ["0", "original", "0"]


def test_under_a_proxy_it_is_of_its_relevance_which_is_beside_it(browser, world, cells, viewer):
    make_proxy(world, "words", cells)
    weak, ranked = world.runs.get(name="weak").pk, cells[2][[4, 0, 3]]
    page = browser.get(f"/explorer/{world.pk}/captions/2/?runs={weak}&by=words").text
    assert borders(page) == [str(math.ceil(10 * one)) for one in ranked]
    written = re.findall(r'"clip-relevance">relevance ([0-9.]+)<', page)
    assert written == [f"{one:.2f}" for one in ranked]
    caption = world.captions.get(number=2)
    answer = Script(viewer, Scope.READ).get(f"captions/{caption.pk}/ranked", runs=weak, by="words")
    assert [one["relevance"] for one in answer.json()["rows"][0]["targets"]] == list(ranked)
    backwards = browser.get(f"/explorer/{world.pk}/videos/0/?by=words").text
    assert borders(backwards) == [str(math.ceil(10 * one)) for one in cells[[0, 3, 1], 0]]


def test_the_first_five_of_runs_are_side_by_side(browser, world):
    page = browser.get(f"/explorer/{world.pk}/captions/0/?by=").text
    assert 'class="shelves"' in page
    five = re.search(r'href="([^"]*)">Only the first five, side by side', page)[1]
    page = browser.get(html.unescape(five)).text
    assert 'class="shelves shelves-few"' in page
    assert "Only the first five" not in page
