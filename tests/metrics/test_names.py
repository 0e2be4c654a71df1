"""Names of measures are read as printed; an unknown one names its nearest."""

import pytest

from foundation.home import CHECKOUT
from measures.agreement import FIGURES
from measures.measure import Depth, Measure
from measures.names import UnknownMeasure, parse, parse_all
from measures.registry import KINDS

LINES = (CHECKOUT / "docs/measures.md").read_text().splitlines()
HEADINGS = [line.removeprefix("### ").replace("`", "") for line in LINES if line.startswith("### ")]


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_a_name_is_read_as_it_is_printed(kind):
    usual = str(kind.usual())
    if kind.depth is not Depth.NONE:
        assert parse(f"{kind.name}@20") == parse(f"{usual}@20") == kind.usual(20)
        assert str(parse(f"{kind.name}@20")) == f"{usual}@20"
    if kind.depth is not Depth.NEEDED:
        assert parse(kind.name) == kind.usual()
        assert str(parse(kind.name)) == usual


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("c@10", "C@10"),
        ("C", "C@10"),
        ("C10", "C@10"),
        ("C@0", "C@10"),
        ("C@010", "C@10"),
        ("Success@5", "C@5"),
        ("Recall@5", "R@5"),
        ("mAP", "AP"),
        ("MAP@100", "AP@100"),
        ("MRR", "RR"),
        ("ndcg@10", "nDCG@10"),
        ("NDGC@10", "nDCG@10"),
        ("AP-fuond@20", "AP-found@20"),
        ("MedR@5", "MedR"),
        ("median rank", "MedR"),
        ("judge@10", "Judged@10"),
    ],
)
def test_an_unknown_name_is_told_its_nearest(name, nearest):
    with pytest.raises(UnknownMeasure, match=f"; the nearest is {nearest};"):
        parse(name)


@pytest.mark.parametrize("name", ["", "@10", "wug@10", "C@-1", "C@1٠"])
def test_a_name_that_is_like_none_is_told_all(name):
    with pytest.raises(UnknownMeasure, match="there are C@K, P@K, R@K, AP, AP@K,"):
        parse(name)


def test_a_list_keeps_its_order_and_names_each_once():
    assert (
        parse_all("C@5, AP,C@5")
        == parse_all(["C@5", "AP"])
        == (Measure(KINDS["C"], 5), Measure(KINDS["AP"]))
    )
    with pytest.raises(UnknownMeasure, match="at least one"):
        parse_all([])


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_every_measure_has_its_heading_and_its_convention(kind):
    assert HEADINGS.count(kind.pattern) == 1
    assert kind.convention


@pytest.mark.parametrize("figure", FIGURES)
def test_every_figure_of_agreement_has_its_heading(figure):
    words = {"alpha": "Krippendorff's alpha", "ac1": "AC1", "prevalence": "Prevalence"}
    assert HEADINGS.count(words.get(figure, f"{figure.title()} agreement")) == 1
