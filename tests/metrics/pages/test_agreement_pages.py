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
    made = make_campaign(
        captions=3, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    for place, slot in enumerate(claim(rater, made, 6)):
        say(rater, slot, "relevant" if place < 4 else "irrelevant")
    for place, slot in enumerate(claim(other_rater, made, 6)):
        say(other_rater, slot, "relevant" if place % 2 else "irrelevant")
    return made


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def address(campaign, more: str = "") -> str:
    return f"/agreement/{campaign.benchmark_id}/{more}"


def test_pages_of_a_campaign_say_why_their_interval_is_another(browser, campaign, rater):
    """Of the same pairs: there pairs are taken as independent, here those of a video as alike."""
    member = campaign.members.get(person=rater).pk
    for page in (f"/campaigns/{campaign.pk}/", f"/campaigns/{campaign.pk}/members/{member}/"):
        shown = browser.get(page)
        assert shown.status_code == 200
        assert "Pairs count as independent here" in shown.text


def test_the_figures_stand_with_their_n_interval_and_definition(browser, campaign):
    told = agreement(read_labels(campaign.benchmark)).as_json()
    page = browser.get(address(campaign))
    assert page.status_code == 200
    assert "6 pairs with two labels or more, of 6 that were labelled" in page.text
    low, high = told["alpha_interval"]
    assert (told["resolved"], told["disagreements"]) == (3, 3)
    assert "have a verdict of any kind: 6, which is the 3 resolved ones and the" in page.text
    assert f"{told['alpha']:.3f}" in page.text
    assert f"{low:.3f} to {high:.3f} (95 %), n = 6 pairs." in page.text
    assert "1 - Do/De for nominal data" in page.text
    for title in (
        "Pairs and labels (Table 2)",
        "Agreement by number of labels (Figure 7)",
        "Raters beside others, gold and verdicts",
    ):
        assert title in page.text
    listed = browser.get("/agreement/").text
    assert f'href="{address(campaign)}"' in listed
    assert f"{told['alpha']:.3f}" in listed


def test_each_cell_of_the_matrix_leads_to_its_pairs(browser, campaign, rater, other_rater):
    page = browser.get(address(campaign)).text
    shown = address(campaign, f"raters/{rater.pk}/{other_rater.pk}/")
    turned = address(campaign, f"raters/{other_rater.pk}/{rater.pk}/")
    assert page.count(f'href="{shown}"') == page.count(f'href="{turned}"') == 1
    rows = browser.get(shown).text.split("<tbody>")[1].split("<tr>")[1:]
    assert len(rows) == 6
    said = [
        (row.count("mark-relevant"), row.count("mark-irrelevant"), row.count("mark-disagreement"))
        for row in rows
    ]
    disagreeing = Item.objects.filter(verdict="disagreement").count()
    assert said[:disagreeing] == [(1, 1, 1)] * disagreeing
    assert all(found in ((3, 0, 0), (0, 3, 0)) for found in said[disagreeing:])
    assert f"/benchmarks/{campaign.benchmark_id}/videos/0/" in "".join(rows)


def test_long_lists_of_pairs_page_by_key(browser, campaign, rater, other_rater, monkeypatch):
    monkeypatch.setattr("metrics.views.agreement.PAGE_SIZE", 4)
    first = browser.get(address(campaign, f"raters/{rater.pk}/{other_rater.pk}/"))
    assert first.text.count('<th scope="row"') == 4
    after = first.context["after"]
    second = browser.get(
        address(campaign, f"raters/{rater.pk}/{other_rater.pk}/"), {"after": after}
    )
    assert [pair.item for pair in (*first.context["pairs"], *second.context["pairs"])] == list(
        dict.fromkeys(pair.item for pair in (*first.context["pairs"], *second.context["pairs"]))
    )
    assert len(second.context["pairs"]) == 2
    assert "From the start" in second.text
    for wrong in ("x", "3-1", "1-", "0-" + "9" * 30):
        assert (
            browser.get(
                address(campaign, f"raters/{rater.pk}/{other_rater.pk}/"), {"after": wrong}
            ).status_code
            == 404
        )


def test_tables_are_taken_away_in_three_shapes(browser, campaign):
    told = agreement(read_labels(campaign.benchmark)).as_json()
    for key in ("table2", "agreement", "by_number_of_labels", "raters", "matrix", "pairwise"):
        for ending in ("csv", "json", "tex"):
            answer = browser.get(address(campaign, f"tables/{key}.{ending}"))
            assert answer.status_code == 200
            assert answer["Content-Disposition"].endswith(f'-{key}.{ending}"'.replace("_", "_"))
    rows = list(
        csv.DictReader(
            io.StringIO(
                browser.get(address(campaign, "tables/agreement.csv")).text.lstrip("\ufeff")
            )
        )
    )
    assert [float(row["value"]) for row in rows if row["figure"] == "Krippendorff's alpha"] == [
        told["alpha"]
    ]
    (pair,) = json.loads(browser.get(address(campaign, "tables/pairwise.json")).text)["rows"]
    assert (pair["shared"], pair["agreement"]) == (6, 0.5)
    for wrong in ("tables/table2.exe", "tables/nothing.csv"):
        assert browser.get(address(campaign, wrong)).status_code == 404


def test_one_campaign_can_be_chosen_and_its_downloads_are_of_it(browser, campaign, tmp_path):
    (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,v0,relevant\n")
    bring(campaign.benchmark, tmp_path / "t.csv", "triplets")
    whole = browser.get(address(campaign))
    assert "1 pair that came from elsewhere (import t.csv)" in whole.text
    page = browser.get(address(campaign), {"campaign": campaign.pk, "labels": "all"})
    assert "import t.csv)" not in page.text
    assert f"tables/table2.csv?campaign={campaign.pk}&amp;labels=all" in page.text
    assert browser.get(address(campaign), {"campaign": "99999"}).status_code == 400
    assert browser.get(address(campaign), {"labels": "some"}).status_code == 400
    other = make_campaign(captions=1, videos=1)
    assert browser.get(address(campaign), {"campaign": other.pk}).status_code == 400


def test_where_nothing_can_be_computed_the_page_says_what_to_do(browser, tmp_path):
    empty = make_benchmark([("one", "v0")])
    assert "nobody has labelled a pair" in browser.get(f"/agreement/{empty.pk}/").text
    assert browser.get(f"/agreement/{empty.pk}/tables/table2.csv").status_code == 404
    nameless = small_benchmark()
    (tmp_path / "t.csv").write_text("caption_id,video_id,label\nc0,v0,relevant\n")
    bring(nameless, tmp_path / "t.csv", "triplets")
    assert "nobody knows who gave them" in browser.get(f"/agreement/{nameless.pk}/").text


def test_with_one_rater_the_table_stands_and_the_figures_say_why_not(browser, rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    label_all(rater, campaign)
    page = browser.get(address(campaign))
    assert "Undefined: no pair has two labels." in page.text
    assert "Pairs and labels (Table 2)" in page.text


def test_who_rates_does_not_come_in(signed_in, campaign, rater, other_rater, adjudicator):
    pages = ["/agreement/", address(campaign), address(campaign, "tables/table2.csv")]
    pages += [address(campaign, f"raters/{rater.pk}/{other_rater.pk}/")]
    for person in (rater, adjudicator):
        for page in pages:
            assert signed_in(person).get(page).status_code == 403, (person.role, page)


def test_viewers_read_the_figures_and_no_name(signed_in, campaign, rater, other_rater):
    browser = signed_in(make_user(Role.VIEWER))
    pages = [
        browser.get(address(campaign, f"tables/{key}"))
        for key in ("raters.csv", "matrix.json", "pairwise.tex")
    ]
    pages.append(browser.get(address(campaign)))
    for page in pages:
        assert page.status_code == 200
        assert "rater 1" in page.text
        assert "rater 2" in page.text
        for person in (rater, other_rater):
            assert str(person) not in page.text
    assert "Percent agreement" in pages[-1].text
    assert "/raters/" not in pages[-1].text
    assert browser.get(address(campaign, f"raters/{rater.pk}/{other_rater.pk}/")).status_code == 403


def test_names_cannot_write_markup_or_formulas(browser, campaign, rater):
    rater.name = "=1+1<script>"
    rater.save()
    page = browser.get(address(campaign))
    assert "<script>" not in page.text.split("</head>")[1]
    assert "\n'=1+1<script>" in browser.get(address(campaign, "tables/raters.csv")).text


# What the page shows is what the command prints


def drawn(page) -> dict[str, list[dict]]:
    """The data of each picture, by its key."""
    found = re.findall(r'<script id="chart-(\w+)-data"[^>]*>(.*?)</script>', page.text, re.DOTALL)
    return {key: json.loads(text)["data"]["values"] for key, text in found}


def headline(page, name: str) -> list[str]:
    """The value and the interval of a headline figure."""
    part = page.text.split(f'<div id="figure-{name}">')[1].split("</div>")[0]
    return [re.sub(r"\s+", " ", one).strip() for one in re.findall(r"<dd[^>]*>([^<]*)<", part)]


def test_raters_are_fixed_or_drawn_and_the_page_says_which(browser, campaign):
    fixed = browser.get(address(campaign)).text
    assert "Nothing is said of other raters." in fixed
    drawn_too = browser.get(address(campaign), {"raters_as": "drawn"})
    assert "pairs that share a rater or a video are alike" in drawn_too.text
    assert "raters_as=drawn" in drawn_too.text  # the downloads are of the same
    asked = {"benchmark": campaign.benchmark_id, "raters_as": "drawn"}
    told = browser.get("/api/v1/agreement", asked).json()
    words = [campaign.benchmark.name, "--raters-as", "drawn", "--json"]
    assert (
        told["raters_as"] == json.loads(call_command("agreement", *words))["raters_as"] == "drawn"
    )
    assert told["figures"]["alpha"]["bootstrap"] is None
    assert "these are drawn" in told["figures"]["alpha"]["no_bootstrap"]


def test_the_numbers_on_the_page_are_those_of_the_command(browser, campaign):
    words = [campaign.benchmark.name, "--campaign", campaign.name, "--labels", "all"]
    told = json.loads(call_command("agreement", *words, "--json"))
    page = browser.get(address(campaign), {"campaign": campaign.pk, "labels": "all"})
    ends = told["figures"]["percent"]["interval"]
    shares = [f"{100 * one:.1f}" for one in (told["percent_agreement"], *ends)]
    assert headline(page, "percent")[:2] == [
        f"{shares[0]} %",
        f"{shares[1]} to {shares[2]} % (95 %), n = 6 pairs.",
    ]
    assert headline(page, "alpha")[0] == f"{told['alpha']:.3f}"
    assert headline(page, "ac1")[0] == f"{told['ac1']:.3f}"
    pictures = drawn(page)
    assert {"figures", "forest", "kinds", "why"} <= pictures.keys()
    figures = {row["figure"]: row for row in pictures["figures"]}
    for title, name in (
        ("AC1", "ac1"),
        ("Prevalence", "prevalence"),
        ("Percent agreement", "percent"),
    ):
        one = told["figures"][name]
        found = figures[title]
        assert found["value"] == one["value"]
        assert [found["interval_low"], found["interval_high"]] == (one["interval"] or [None] * 2)
    assert {row["reason"]: row["pairs"] for row in pictures["why"]} == {
        row["reason"]: row["pairs"] for row in told["why"]
    }
    assert {row["rater"]: row["others_agreement"] for row in pictures["forest"]} == {
        row["rater"]: row["others"]["agreement"] for row in told["raters"]
    }
    assert [(row["pairs"], row["share"]) for row in pictures["kinds"]] == [
        (row["pairs"], row["share"]) for row in told["disagreements_by_kind"]
    ]


def test_a_share_reads_the_same_everywhere(browser, campaign):
    """50 %: three of six pairs, in the headline, in the table behind it, in the matrix."""
    page = browser.get(address(campaign))
    assert headline(page, "percent")[0] == "50.0 %"
    assert '<td class="number">50.0 %</td>' in page.text
    assert ">50.0 %</a>" in page.text
    assert "0.500" not in page.text.split("<main")[1].split("<script id")[0]


def test_each_picture_and_the_table_behind_it_are_files(browser, campaign):
    for key in drawn(browser.get(address(campaign))):
        svg = browser.get(address(campaign, f"charts/{key}.svg"))
        assert (svg.status_code, svg["Content-Type"]) == (200, "image/svg+xml")
        assert svg.content.startswith(b"<svg")
    assert browser.get(address(campaign, "charts/figures.png")).content.startswith(b"\x89PNG")
    assert browser.get(address(campaign, "charts/figures.pdf")).content.startswith(b"%PDF")
    assert browser.get(address(campaign, "tables/forest.csv")).status_code == 200
    for wrong in ("charts/nothing.svg", "charts/figures.exe"):
        assert browser.get(address(campaign, wrong)).status_code == 404


# States


def test_where_nothing_matches_the_page_leads_back_to_all_labels(browser, campaign):
    page = browser.get(address(campaign), {"from": "2090-01-01"})
    assert "none of these is of the chosen days and raters" in page.text
    assert f'href="{address(campaign)}">Show all labels' in page.text
    assert f"{address(campaign)}pairs.csv?from=2090-01-01" in page.text
    answer = browser.get(
        "/api/v1/agreement", {"benchmark": campaign.benchmark_id, "from": "2090-01-01"}
    )
    assert answer.status_code == 409
    assert "none of these is of the chosen days" in answer.json()["detail"]


def test_of_one_rater_the_page_says_that_it_takes_two(browser, campaign, rater):
    page = browser.get(address(campaign), {"raters": rater.pk})
    assert page.status_code == 200
    assert "agreement takes two raters" in page.text
    assert "Undefined: no pair has two labels." in page.text
    assert "figures" not in drawn(page)
    assert "Pairs and labels (Table 2)" in page.text


def test_filters_are_checked_and_kept_in_every_link(browser, campaign, rater, other_rater):
    day = Label.objects.latest("pk").given_at.date()
    asked = {"from": str(day), "to": str(day), "raters": [rater.pk, other_rater.pk]}
    page = browser.get(address(campaign), asked)
    query = f"?from={day}&amp;to={day}&amp;raters={rater.pk}&amp;raters={other_rater.pk}"
    for link in ("charts/figures.png", "tables/table2.csv", "pairs.json"):
        assert f"{address(campaign)}{link}{query}" in page.text
    assert f"raters/{rater.pk}/{other_rater.pk}/{query}" in page.text
    assert page.text.count(" selected>") == 5  # campaign, labels, two raters, intervals
    later = browser.get(address(campaign), {"from": str(day + timedelta(days=1))})
    assert "none of these is of the chosen days" in later.text
    for wrong, word in (
        ({"from": "yesterday"}, "Expected a day, as in 2026-01-31."),
        ({"from": "2026-02-01", "to": "2026-01-01"}, "last day is before the first"),
        ({"raters": "999999"}, "not one of the available choices"),
    ):
        answer = browser.get(address(campaign), wrong)
        assert (answer.status_code, word in answer.text) == (400, True), wrong
        assert browser.get(address(campaign, "tables/table2.csv"), wrong).status_code == 404
    pairs = browser.get(address(campaign, f"raters/{rater.pk}/{other_rater.pk}/"), asked)
    assert pairs.text.count('<th scope="row"') == 6
    pairs = browser.get(
        address(campaign, f"raters/{rater.pk}/{other_rater.pk}/"),
        {"from": str(day + timedelta(days=1))},
    )
    assert "They share no pair here" in pairs.text


def test_viewers_do_not_choose_raters_and_read_no_name_in_any_picture(
    signed_in, campaign, rater, other_rater
):
    browser = signed_in(make_user(Role.VIEWER))
    page = browser.get(address(campaign), {"raters": rater.pk})
    assert 'name="raters"' not in page.text
    assert {row["rater"] for row in drawn(page)["forest"]} == {"rater 1", "rater 2"}
    files = [page, browser.get(address(campaign, "charts/forest.json"))]
    files += [browser.get(address(campaign, f"tables/{key}.csv")) for key in ("forest", "raters")]
    for one in files:
        assert str(rater) not in one.text
        assert str(other_rater) not in one.text
    asked = {"benchmark": campaign.benchmark_id, "raters": rater.pk}
    assert browser.get("/api/v1/agreement", asked).status_code == 400
    assert browser.get("/api/v1/agreement/pairs", asked).status_code == 400


def test_of_many_raters_the_matrix_has_those_with_most_labels(browser, monkeypatch, campaign):
    monkeypatch.setattr("metrics.views.agreement.MOST_ACROSS", 1)
    page = browser.get(address(campaign))
    assert "The 1 raters with most labels" in page.text
    least = page.text.split("The two who agree least")[-1]
    assert ">50.0 %</a>" in least


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
