"""Agreement for leads: figures with what they rest on, tables to take away, and the pairs behind
each cell."""

import csv
import io
import json
import re
from datetime import timedelta

import pytest
from django.core.management import call_command

from annotator.models import Item, Label
from metrics.queries.labels import read_labels
from metrics.studies.agreement import agreement
from people.models import Role
from tests.annotator.exchanging import bring, small_benchmark
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_benchmark, make_campaign, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater, other_rater):
    """Six pairs, labelled twice; the two differ on three of them."""
    both = [rater, other_rater]
    made = make_campaign(captions=3, videos=2, raters=both, double_share=1.0, label_limit=2)
    for person, says in ((rater, lambda n: n < 4), (other_rater, lambda n: n % 2)):
        for place, slot in enumerate(claim(person, made, 6)):
            say(person, slot, "relevant" if says(place) else "irrelevant")
    return made


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


@pytest.fixture
def look(browser, campaign):
    """Of the campaign's benchmark, or what is below its address."""
    return lambda more="", **asked: browser.get(address(campaign, more), asked)


@pytest.fixture
def cell(rater, other_rater):
    """Where the pairs of the two raters are."""
    return f"raters/{rater.pk}/{other_rater.pk}/"


@pytest.fixture
def nameless(tmp_path):
    """Gives a benchmark labels of which nobody knows who gave them."""

    def label(benchmark):
        (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,v0,relevant\n")
        bring(benchmark, tmp_path / "t.csv", "triplets")
        return benchmark

    return label


def address(campaign, more: str = "") -> str:
    return f"/agreement/{campaign.benchmark_id}/{more}"


def told_of(campaign) -> dict:
    return agreement(read_labels(campaign.benchmark)).as_json()


def test_pages_of_a_campaign_say_why_their_interval_is_another(browser, campaign, rater):
    """Of the same pairs: there pairs are taken as independent, here those of a video as alike."""
    member = campaign.members.get(person=rater).pk
    for more in ("", f"members/{member}/"):
        shown = browser.get(f"/campaigns/{campaign.pk}/{more}")
        assert shown.status_code == 200
        assert "Pairs count as independent here" in shown.text


def test_the_figures_stand_with_their_n_interval_and_definition(browser, look, campaign):
    told, shown, listed = told_of(campaign), look(), browser.get("/agreement/").text
    assert shown.status_code == 200
    low, high = told["alpha_interval"]
    assert (told["resolved"], told["disagreements"]) == (3, 3)
    for words in (
        "6 pairs with two labels or more, of 6 that were labelled",
        "have a verdict of any kind: 6, which is the 3 resolved ones and the",
        f"{told['alpha']:.3f}",
        f"{low:.3f} to {high:.3f} (95 %), n = 6 pairs.",
        "1 - Do/De for nominal data",
        "Pairs and labels (Table 2)",
        "Agreement by number of labels (Figure 7)",
        "Raters beside others, gold and verdicts",
    ):
        assert words in shown.text
    assert f'href="{address(campaign)}"' in listed
    assert f"{told['alpha']:.3f}" in listed


def test_each_cell_of_the_matrix_leads_to_its_pairs(look, campaign, rater, other_rater, cell):
    turned = f"raters/{other_rater.pk}/{rater.pk}/"
    links = [look().text.count(f'href="{address(campaign, one)}"') for one in (cell, turned)]
    assert links == [1, 1]
    rows = look(cell).text.split("<tbody>")[1].split("<tr>")[1:]
    marks = ("mark-relevant", "mark-irrelevant", "mark-disagreement")
    said = [tuple(row.count(mark) for mark in marks) for row in rows]
    disagreeing = Item.objects.filter(verdict="disagreement").count()
    assert len(said) == 6
    assert said[:disagreeing] == [(1, 1, 1)] * disagreeing
    assert {*said[disagreeing:]} <= {(3, 0, 0), (0, 3, 0)}
    assert f"/benchmarks/{campaign.benchmark_id}/videos/0/" in "".join(rows)


def test_long_lists_of_pairs_page_by_key(look, cell, monkeypatch):
    monkeypatch.setattr("metrics.views.agreement.PAGE_SIZE", 4)
    first = look(cell)
    assert first.text.count('<th scope="row"') == 4
    second = look(cell, after=first.context["after"])
    items = [pair.item for one in (first, second) for pair in one.context["pairs"]]
    assert len(items) == len(set(items)) == 6
    assert "From the start" in second.text
    for wrong in ("x", "3-1", "1-", "0-" + "9" * 30):
        assert look(cell, after=wrong).status_code == 404


def test_tables_are_taken_away_in_three_shapes(look, campaign):
    for key in ("table2", "agreement", "by_number_of_labels", "raters", "matrix", "pairwise"):
        for ending in ("csv", "json", "tex"):
            answer = look(f"tables/{key}.{ending}")
            assert answer.status_code == 200
            assert answer["Content-Disposition"].endswith(f'-{key}.{ending}"')
    text = look("tables/agreement.csv").text.lstrip("\ufeff")
    rows = {row["figure"]: row["value"] for row in csv.DictReader(io.StringIO(text))}
    assert float(rows["Krippendorff's alpha"]) == told_of(campaign)["alpha"]
    (pair,) = look("tables/pairwise.json").json()["rows"]
    assert (pair["shared"], pair["agreement"]) == (6, 0.5)
    for wrong in ("tables/table2.exe", "tables/nothing.csv"):
        assert look(wrong).status_code == 404


def test_one_campaign_can_be_chosen_and_its_downloads_are_of_it(look, campaign, nameless):
    nameless(campaign.benchmark)
    assert "1 pair that came from elsewhere (import t.csv)" in look().text
    shown = look(campaign=campaign.pk, labels="all").text
    assert "import t.csv)" not in shown
    assert f"tables/table2.csv?campaign={campaign.pk}&amp;labels=all" in shown
    other = make_campaign(captions=1, videos=1)
    for wrong in ({"campaign": "99999"}, {"labels": "some"}, {"campaign": other.pk}):
        assert look(**wrong).status_code == 400


def test_where_nothing_can_be_computed_the_page_says_what_to_do(browser, nameless):
    empty = make_benchmark([("one", "v0")])
    assert "nobody has labelled a pair" in browser.get(f"/agreement/{empty.pk}/").text
    assert browser.get(f"/agreement/{empty.pk}/tables/table2.csv").status_code == 404
    unknown = nameless(small_benchmark())
    assert "nobody knows who gave them" in browser.get(f"/agreement/{unknown.pk}/").text


def test_with_one_rater_the_table_stands_and_the_figures_say_why_not(browser, rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    label_all(rater, campaign)
    text = browser.get(address(campaign)).text
    assert "Undefined: no pair has two labels." in text
    assert "Pairs and labels (Table 2)" in text


def test_who_rates_does_not_come_in(signed_in, campaign, rater, adjudicator, cell):
    below = [address(campaign, more) for more in ("", "tables/table2.csv", cell)]
    for person in (rater, adjudicator):
        for one in ("/agreement/", *below):
            assert signed_in(person).get(one).status_code == 403, (person.role, one)


def test_viewers_read_the_figures_and_no_name(signed_in, campaign, rater, other_rater, cell):
    browser = signed_in(make_user(Role.VIEWER))
    files = ("tables/raters.csv", "tables/matrix.json", "tables/pairwise.tex", "")
    for more in files:
        shown = browser.get(address(campaign, more))
        assert shown.status_code == 200
        for words, there in (("rater 1", True), ("rater 2", True), (str(rater), False),
                             (str(other_rater), False)):  # fmt: skip
            assert (words in shown.text) == there
    assert "Percent agreement" in shown.text
    assert "/raters/" not in shown.text
    assert browser.get(address(campaign, cell)).status_code == 403


def test_names_cannot_write_markup_or_formulas(look, rater):
    rater.name = "=1+1<script>"
    rater.save()
    assert "<script>" not in look().text.split("</head>")[1]
    assert "\n'=1+1<script>" in look("tables/raters.csv").text


# What the page shows is what the command prints


def drawn(page) -> dict[str, list[dict]]:
    """The data of each picture, by its key."""
    found = re.findall(r'<script id="chart-(\w+)-data"[^>]*>(.*?)</script>', page.text, re.DOTALL)
    return {key: json.loads(text)["data"]["values"] for key, text in found}


def headline(page, name: str) -> list[str]:
    """The value and the interval of a headline figure."""
    part = page.text.split(f'<div id="figure-{name}">')[1].split("</div>")[0]
    return [re.sub(r"\s+", " ", one).strip() for one in re.findall(r"<dd[^>]*>([^<]*)<", part)]


def test_raters_are_fixed_or_drawn_and_the_page_says_which(browser, look, campaign):
    assert "Nothing is said of other raters." in look().text
    drawn_too = look(raters_as="drawn").text
    assert "pairs that share a rater or a video are alike" in drawn_too
    assert "raters_as=drawn" in drawn_too  # the downloads are of the same
    asked = {"benchmark": campaign.benchmark_id, "raters_as": "drawn"}
    told = browser.get("/api/v1/agreement", asked).json()
    words = [campaign.benchmark.name, "--raters-as", "drawn", "--json"]
    printed = json.loads(call_command("agreement", *words))
    assert told["raters_as"] == printed["raters_as"] == "drawn"
    assert told["figures"]["alpha"]["bootstrap"] is None
    assert "these are drawn" in told["figures"]["alpha"]["no_bootstrap"]


def test_the_numbers_on_the_page_are_those_of_the_command(look, campaign):
    words = [campaign.benchmark.name, "--campaign", campaign.name, "--labels", "all"]
    told = json.loads(call_command("agreement", *words, "--json"))
    shown = look(campaign=campaign.pk, labels="all")
    ends = told["figures"]["percent"]["interval"]
    share, low, high = (f"{100 * one:.1f}" for one in (told["percent_agreement"], *ends))
    percent = [f"{share} %", f"{low} to {high} % (95 %), n = 6 pairs."]
    assert headline(shown, "percent")[:2] == percent
    for name in ("alpha", "ac1"):
        assert headline(shown, name)[0] == f"{told[name]:.3f}"
    pictures = drawn(shown)
    figures = {row["figure"]: row for row in pictures["figures"]}
    for title, name in (("AC1", "ac1"), ("Prevalence", "prevalence"),
                        ("Percent agreement", "percent")):  # fmt: skip
        one, found = told["figures"][name], figures[title]
        assert found["value"] == one["value"]
        assert [found["interval_low"], found["interval_high"]] == (one["interval"] or [None] * 2)
    for key, rows, named, of in (
        ("why", told["why"], "reason", "pairs"),
        ("kinds", told["disagreements_by_kind"], "pairs", "share"),
    ):
        both = ([(row[named], row[of]) for row in every] for every in (pictures[key], rows))
        assert next(both) == next(both)
    assert {row["rater"]: row["others_agreement"] for row in pictures["forest"]} == {
        row["rater"]: row["others"]["agreement"] for row in told["raters"]
    }


def test_a_share_reads_the_same_everywhere(look):
    """50 %: three of six pairs, in the headline, in the table behind it, in the matrix."""
    shown = look()
    assert headline(shown, "percent")[0] == "50.0 %"
    assert '<td class="number">50.0 %</td>' in shown.text
    assert ">50.0 %</a>" in shown.text
    assert "0.500" not in shown.text.split("<main")[1].split("<script id")[0]


def test_each_picture_and_the_table_behind_it_are_files(look):
    for key in drawn(look()):
        svg = look(f"charts/{key}.svg")
        assert (svg.status_code, svg["Content-Type"]) == (200, "image/svg+xml")
        assert svg.content.startswith(b"<svg")
    assert look("charts/figures.png").content.startswith(b"\x89PNG")
    assert look("charts/figures.pdf").content.startswith(b"%PDF")
    assert look("tables/forest.csv").status_code == 200
    for wrong in ("charts/nothing.svg", "charts/figures.exe"):
        assert look(wrong).status_code == 404


# States


def test_where_nothing_matches_the_page_leads_back_to_all_labels(browser, look, campaign):
    never = {"from": "2090-01-01"}
    shown = look(**never).text
    assert "none of these is of the chosen days and raters" in shown
    assert f'href="{address(campaign)}">Show all labels' in shown
    assert f"{address(campaign)}pairs.csv?from=2090-01-01" in shown
    answer = browser.get("/api/v1/agreement", {"benchmark": campaign.benchmark_id} | never)
    assert answer.status_code == 409
    assert "none of these is of the chosen days" in answer.json()["detail"]


def test_of_one_rater_the_page_says_that_it_takes_two(look, rater):
    shown = look(raters=rater.pk)
    assert shown.status_code == 200
    assert "agreement takes two raters" in shown.text
    assert "Undefined: no pair has two labels." in shown.text
    assert "figures" not in drawn(shown)
    assert "Pairs and labels (Table 2)" in shown.text


def test_filters_are_checked_and_kept_in_every_link(look, campaign, rater, other_rater, cell):
    day = Label.objects.latest("pk").given_at.date()
    tomorrow = {"from": str(day + timedelta(days=1))}
    asked = {"from": str(day), "to": str(day), "raters": [rater.pk, other_rater.pk]}
    shown = look(**asked).text
    query = f"?from={day}&amp;to={day}&amp;raters={rater.pk}&amp;raters={other_rater.pk}"
    for link in ("charts/figures.png", "tables/table2.csv", "pairs.json", cell):
        assert f"{address(campaign)}{link}{query}" in shown
    assert shown.count(" selected>") == 5  # campaign, labels, two raters, intervals
    assert "none of these is of the chosen days" in look(**tomorrow).text
    for wrong, word in (
        ({"from": "yesterday"}, "Expected a day, as in 2026-01-31."),
        ({"from": "2026-02-01", "to": "2026-01-01"}, "last day is before the first"),
        ({"raters": "999999"}, "not one of the available choices"),
    ):
        answer = look(**wrong)
        assert (answer.status_code, word in answer.text) == (400, True), wrong
        assert look("tables/table2.csv", **wrong).status_code == 404
    assert look(cell, **asked).text.count('<th scope="row"') == 6
    assert "They share no pair here" in look(cell, **tomorrow).text


def test_viewers_do_not_choose_raters_and_read_no_name_in_any_picture(
    signed_in, campaign, rater, other_rater
):
    browser = signed_in(make_user(Role.VIEWER))
    shown = browser.get(address(campaign), {"raters": rater.pk})
    assert 'name="raters"' not in shown.text
    assert {row["rater"] for row in drawn(shown)["forest"]} == {"rater 1", "rater 2"}
    files = ("charts/forest.json", "tables/forest.csv", "tables/raters.csv")
    for one in (shown, *(browser.get(address(campaign, file)) for file in files)):
        assert str(rater) not in one.text
        assert str(other_rater) not in one.text
    asked = {"benchmark": campaign.benchmark_id, "raters": rater.pk}
    for path in ("/api/v1/agreement", "/api/v1/agreement/pairs"):
        assert browser.get(path, asked).status_code == 400


def test_of_many_raters_the_matrix_has_those_with_most_labels(look, monkeypatch):
    monkeypatch.setattr("metrics.views.agreement.MOST_ACROSS", 1)
    shown = look().text
    assert "The 1 raters with most labels" in shown
    assert ">50.0 %</a>" in shown.split("The two who agree least")[-1]


@pytest.mark.django_db(transaction=True)
def test_a_cell_opens_its_pairs_and_the_address_keeps_what_was_asked(
    browse_as, lead, campaign, rater, other_rater
):
    page = browse_as(lead)
    page.goto(address(campaign))
    for key in ("figures", "why"):
        page.locator(f"#chart-{key}").scroll_into_view_if_needed()
        page.wait_for_selector(f"#chart-{key}[data-drawn] svg")
    assert page.locator(".more-table[open]").count() == 0
    day = Label.objects.latest("pk").given_at.date()
    page.fill("[name=from]", str(day))
    page.fill("[name=to]", str(day))
    page.select_option("[name=raters]", [str(rater.pk), str(other_rater.pk)])
    page.select_option("[name=labels]", "all")
    page.click("form.filters button")
    kept = page.url
    for part in (f"from={day}", f"to={day}", "labels=all", f"raters={rater.pk}"):
        assert part in kept
    page.goto(kept)
    assert page.input_value("[name=from]") == str(day)
    shown = page.locator(".heat td a")
    shared = int(shown.nth(1).inner_text())
    assert shown.nth(0).inner_text() == "50.0 %"
    shown.nth(0).click()
    page.wait_for_selector(".two-raters")
    assert f"from={day}" in page.url
    assert page.locator(".two-raters tbody tr").count() == shared == 6
    first = page.locator(".two-raters tbody tr").first
    assert "first label" in first.inner_text()
    assert "second label" in first.inner_text()
    page.go_back()
    assert page.url == kept


@pytest.mark.django_db(transaction=True)
def test_it_fits_a_phone_and_leads_on_without_scripts(
    browse_as, lead, campaign, rater, other_rater
):
    page = browse_as(lead)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(address(campaign))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.select_option("[name=campaign]", str(campaign.pk))
    page.click("form.filters button")
    assert f"campaign={campaign.pk}" in page.url
    page.locator(".heat a").first.click()
    assert page.locator("tbody tr").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
