"""Agreement for leads: figures with what they rest on, tables to take away, and the pairs behind
each cell."""

import csv
import io
import json

import pytest

from annotator.models import Item
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


def test_the_figures_stand_with_their_n_interval_and_definition(browser, campaign):
    told = agreement(read_labels(campaign.benchmark)).as_json()
    page = browser.get(address(campaign))
    assert page.status_code == 200
    assert "6 pairs with two labels or more, of 6 that were labelled" in page.text
    low, high = told["alpha_interval"]
    assert f"{told['alpha']:.3f}" in page.text
    assert f"{low:.2f} to {high:.2f} (95 %), n = 6 pairs." in page.text
    assert "1 - Do/De for nominal data" in page.text
    for title in (
        "Pairs and labels (Table 2)",
        "Agreement by number of labels (Figure 7)",
        "Raters beside others, gold and verdicts",
    ):
        assert title in page.text
    assert f'href="{address(campaign)}"' in browser.get("/agreement/").text


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
    for wrong in ("x", "2-1", "1-", "0-" + "9" * 30):
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
