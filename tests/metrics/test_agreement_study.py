"""The study of agreement against loops over single labels, of two values and of grades, and against
the paper's arithmetic."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.agreement_intervals import bootstrap
from measures.agreement_score import LabelledUnits, score_intervals
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.charts.chart import records
from metrics.charts.files import written
from metrics.charts.of_agreement import charts
from metrics.labels import FIRST, SECOND, THIRD, Checks, Labels, WithoutRaters
from metrics.studies.agreement import agreement, require_rows
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from metrics.table_files import as_csv, as_json, as_latex
from metrics.tables.agreement import find_table
from metrics.words import as_text

NAMES = {10: "Ann", 11: "Ben", 12: "Cleo", 13: "Dan"}
WORDS, FROM = ("not at all", "hardly", "in part", "mostly", "entirely"), 3
MISTAKES = ("person", "object", "action")
KINDS = (FIRST, SECOND, THIRD, THIRD)
CONTRACT = {
    "pairs", "labels", "resolved", "relevant", "irrelevant", "disagreements",
    "multiply_labelled", "percent_agreement", "positive_agreement", "negative_agreement",
    "alpha", "alpha_interval", "ac1", "prevalence", "by_number_of_labels",
}  # fmt: skip


def labels_of(rows, verdicts=None, videos=None, gold=(), scale=(), names=NAMES, **more) -> Labels:
    """rows: (pair, rater, kind, what was said) each: a value, or a grade where there is a scale.
    gold: (rater, value, truth) each. more: what else is known of labels and pairs, by the names of
    its fields."""
    pair, rater, kind, said = np.array(rows, np.int64).reshape(-1, 4).T
    pairs = int(pair.max(initial=-1)) + 1 if verdicts is None else len(verdicts)
    facts = {"day": np.zeros(len(pair)), "reason": np.full(len(pair), -1)}
    facts |= {"words": np.full(pairs, 5), "decided": np.full(pairs, -2)}
    facts |= {"verdicts": [UNKNOWN] * pairs if verdicts is None else verdicts}
    facts |= {"videos": np.arange(pairs) if videos is None else videos}
    facts |= {name: given for name, given in more.items() if name in facts}
    if scale:
        more |= {"grade": said, "texts": np.arange(pairs) % 3}
    judged = np.where(said >= FROM, RELEVANT, IRRELEVANT) if scale else said
    return Labels(
        benchmark="toy",
        campaigns=("one",),
        pair=pair,
        rater=rater,
        kind=kind,
        value=np.where(said < 0, UNKNOWN, judged),
        gold=Checks(*np.array(gold, np.int64).reshape(-1, 3).T),
        names=names,
        log_position=0,
        scale=scale,
        **{name: np.array(given, np.int64) for name, given in facts.items()},
        **{name: given for name, given in more.items() if name not in facts},
    )


def doubled(values, raters=(10, 11)) -> list[tuple[int, int, int, int]]:
    """Rows of pairs with two labels each."""
    return [
        (n, raters[place], place + 1, value)
        for n, two in enumerate(values)
        for place, value in enumerate(two)
    ]


def two_each(both: int, neither: int, differing: int, thirds: tuple[int, int] = (0, 0)) -> Labels:
    """Pairs with two labels; of those that differ some have a third: so many relevant, so many
    irrelevant."""
    third = [RELEVANT] * thirds[0] + [IRRELEVANT] * thirds[1]
    rows = doubled([(1, 1)] * both + [(0, 0)] * neither + [(1, 0)] * differing)
    rows += [(both + neither + n, 12, THIRD, value) for n, value in enumerate(third)]
    open_ones = [DISAGREEMENT] * (differing - len(third))
    return labels_of(rows, [RELEVANT] * both + [IRRELEVANT] * neither + third + open_ones)


def studied(labels: Labels, which="independent", resamples=20, **more):
    return agreement(labels, which, resamples=resamples, **more)


def told_of(labels: Labels, which="independent", **more) -> dict:
    return studied(labels, which, **more).as_json()


@st.composite
def worlds(draw, scales=((), WORDS)):
    """What `labels_of` takes: a few pairs, each with up to four labels of different raters of which
    the first two are independent, and all that is known of them."""
    pairs, span = draw(st.integers(1, 12)), draw(st.sampled_from([3, 41, 42, 200]))
    scale = draw(st.sampled_from(scales))
    rows = []
    for pair in range(pairs):
        raters = draw(st.lists(st.sampled_from(list(NAMES)), unique=True, min_size=1, max_size=4))
        rows += [
            (pair, rater, kind, draw(st.integers(-1, len(scale or "no") - 1)))
            for kind, rater in zip(KINDS, raters, strict=False)
        ]

    def each(many: int, low: int, high: int) -> list[int]:
        return draw(st.lists(st.integers(low, high), min_size=many, max_size=many))

    reasons = zip(rows, each(len(rows), 0, 2), strict=True)
    some = st.sampled_from([UNKNOWN, IRRELEVANT, RELEVANT, DISAGREEMENT])
    value = st.integers(0, 1)
    return {
        "rows": rows,
        "scale": scale,
        "verdicts": draw(st.lists(some, min_size=pairs, max_size=pairs)),
        "videos": each(pairs, 0, 4),
        "gold": draw(st.lists(st.tuples(st.sampled_from(list(NAMES)), value, value), max_size=6)),
        "day": [20_000 + day for day in each(len(rows), 0, span)],
        "reason": [reason if row[3] == UNKNOWN else -1 for row, reason in reasons],
        "words": each(pairs, 0, 20),
        "decided": each(pairs, -2, 2),
        "mistakes": MISTAKES,
    }


WHICH = st.sampled_from(["independent", "all"])


def judged(world, which) -> list[tuple[int, int, int, int]]:
    """pair, rater, what was said, day: of each label that may be compared."""
    return [
        (pair, rater, said, day)
        for (pair, rater, kind, said), day in zip(world["rows"], world["day"], strict=True)
        if said != UNKNOWN and (which == "all" or kind != THIRD)
    ]


def compared(world, which) -> dict[int, list[tuple[int, int]]]:
    """Of each pair with two labels or more: what they say, and their days."""
    every = judged(world, which)
    found = {pair: [one[2:] for one in every if one[0] == pair] for pair, *_ in every}
    return {pair: labels for pair, labels in found.items() if len(labels) > 1}


def share(found: list[bool]) -> float | None:
    return sum(found) / len(found) if found else None


def mean(values) -> object:
    return pytest.approx(np.mean(values)) if len(values) else None


@given(worlds(), WHICH)
def test_every_number_is_what_a_loop_over_the_labels_finds(world, which):
    told, graded = told_of(labels_of(**world), which), bool(world["scale"])
    many = [[said for said, _ in labels] for labels in compared(world, which).values()]
    assert (told["multiply_labelled"], told["labels_compared"]) == (len(many), sum(map(len, many)))
    apart = [[abs(a - b) for a, b in combinations(values, 2)] for values in many]
    each = [np.mean(np.equal(one, 0)) for one in apart]
    relevant = [np.mean([said >= (FROM if graded else 1) for said in values]) for values in many]
    assert told["percent_agreement"] == mean(each)
    assert told["prevalence"] == mean(relevant)
    sizes = [len(values) for values in many]
    bars = [(bar["labels"], bar["pairs"]) for bar in told["by_number_of_labels"]]
    assert bars == [(n, sizes.count(n)) for n in sorted(set(sizes))]
    for bar in told["by_number_of_labels"]:
        of = [one for one, size in zip(each, sizes, strict=True) if size == bar["labels"]]
        assert bar["agreement"] == mean(of)
    assert ("graded" in told) == graded
    if not many:
        assert {one["value"] for one in told["figures"].values()} == {None}
    elif graded:
        assert told["figures"]["distance"]["value"] == mean([np.mean(one) for one in apart])
        given_as, everything = told["graded"]["distribution"], [one for of in many for one in of]
        assert [row["word"] for row in given_as] == told["graded"]["scale"] == list(WORDS)
        assert [row["labels"] for row in given_as] == [everything.count(n) for n in range(5)]
        assert sum(row["share"] for row in given_as) == pytest.approx(1)


@given(worlds(), WHICH)
def test_raters_stand_beside_each_other_gold_and_verdicts_as_loops_find(world, which):
    told, kept = told_of(labels_of(**world), which), judged(world, which)
    verdicts, level = world["verdicts"], FROM if world["scale"] else 1
    assert [row["rater"] for row in told["raters"]] == sorted({NAMES[r[1]] for r in world["rows"]})
    for row in told["raters"]:
        mine = [(pair, said) for pair, rater, said, _ in kept if rater == row["id"]]
        beside = {
            "others": [v == w for p, v in mine for q, s, w, _ in kept if p == q and s != row["id"]],
            "gold": [value == truth for r, value, truth in world["gold"] if r == row["id"]],
            "verdicts": [
                (said >= level) == verdicts[pair]
                for pair, said in mine
                if verdicts[pair] in (IRRELEVANT, RELEVANT)
            ],
        }
        for side, found in beside.items():
            assert row[side] == {"n": len(found), "agreement": share(found)}
        assert row["labels"] == sum(r[1] == row["id"] for r in world["rows"])
    met = {}
    for a, b in combinations(sorted(NAMES), 2):
        two = [v == w for p, r, v, _ in kept for q, s, w, _ in kept if (p, r, s) == (q, a, b)]
        if two:
            met[NAMES[a], NAMES[b]] = (len(two), share(two))
    pairwise = told["pairwise"]
    assert met == {(one["a"], one["b"]): (one["shared"], one["agreement"]) for one in pairwise}


@given(worlds())
def test_every_world_can_be_written_in_every_shape_and_drawn_as_the_json_tells(world):
    study = studied(labels_of(**world))
    told, tables = study.as_json(), tables_of(study)
    assert told.keys() >= CONTRACT
    for table in tables:
        assert all(write(table) for write in (as_text, as_csv, as_latex))
    rows = as_json(tables[1])["rows"]
    assert [row["value"] for row in rows] == [one["value"] for one in told["figures"].values()]
    matrix = find_table(study, "matrix")
    places = {row.name: place for place, row in enumerate(study.raters)}
    for two in told["pairwise"]:
        a, b = sorted((places[two["a"]], places[two["b"]]))
        assert matrix.rows[a][b + 1].value == pytest.approx(two["agreement"])
        assert matrix.rows[b][a + 1] == two["shared"]
    for chart in charts(told, tables):
        assert chart.title
        assert records(chart.table)
        assert written(chart, "svg").startswith(b"<svg")


def test_pairs_that_await_a_third_label_are_said_beside_table_2():
    """One to one and open; one to one and disputed; one to one to one and open; one label alone."""
    rows = [*doubled([(1, 0)] * 3), (2, 12, THIRD, UNKNOWN), (3, 10, FIRST, 1)]
    study = studied(labels_of(rows, [UNKNOWN, DISAGREEMENT, UNKNOWN, UNKNOWN]))
    assert (study.as_json()["awaiting_third"], study.as_json()["disagreements"]) == (2, 1)
    assert "2 have labels that disagree and await one more" in as_text(tables_of(study)[0])


@pytest.mark.parametrize(
    ("counts", "printed"),
    [
        ((2_855, 21_312, 16), {"resolved": 0.999, "relevant": 0.118, "disagreements": 0.000662}),
        ((39_909, 513_923, 1_559), {"relevant": 0.0721, "disagreements": 0.00281}),
    ],
)
def test_the_shares_of_table_2_follow_from_its_counts(counts, printed):
    """MSR-VTT and MSVD in the paper: 24,183 pairs and 555,391."""
    verdicts = np.repeat([RELEVANT, IRRELEVANT, DISAGREEMENT], counts)
    rows = [(n, 10, FIRST, min(int(v), 1)) for n, v in enumerate(verdicts)]
    told = told_of(labels_of(rows, verdicts))
    assert told["pairs"] == told["labels"] == sum(counts)
    assert told["resolved"] == sum(counts[:2])
    assert told["shares"]["relevant"] + told["shares"]["irrelevant"] == pytest.approx(1)
    assert {name: told["shares"][name] for name in printed} == pytest.approx(printed, rel=0.005)


def test_third_labels_would_raise_alpha_and_stay_out_unless_asked_for():
    """1,000 doubled pairs, of which 60 differ and got a third label, 30 of either kind."""
    labels = two_each(70, 870, 60, thirds=(30, 30))
    studies = [studied(labels), studied(labels, "all")]
    default, let_in = (one.as_json() for one in studies)
    assert round(default["alpha"], 3) == 0.667
    assert let_in["alpha"] == pytest.approx(0.7065, abs=5e-5)
    assert default["alpha"] == told_of(two_each(70, 870, 60))["alpha"]
    assert [bar["labels"] for bar in let_in["by_number_of_labels"]] == [2, 3]
    assert default["labels"] == let_in["labels"] == 2_060
    assert default["third_labels"] == 60
    notes = [" ".join(tables_of(one)[1].notes) for one in studies]
    assert "third ones exist only because two disagreed" in notes[0]
    assert "First, second and third labels" in notes[1]


def test_rare_positives_drag_alpha_down_and_its_company_says_so():
    told = told_of(two_each(15, 955, 30))
    assert (told["percent_agreement"], told["prevalence"]) == pytest.approx((0.97, 0.03))
    assert (round(told["alpha"], 3), round(told["ac1"], 3)) == (0.485, 0.968)


def test_intervals_take_whole_videos_and_a_seed_draws_the_same_again():
    videos, random = np.arange(200) // 20, np.random.default_rng(3)
    values = (random.random(200) < 0.4)[:, None] ^ (random.random((200, 2)) < 0.1)
    labels = labels_of(doubled(values), videos=videos)
    told, same, other = (told_of(labels, seed=seed, resamples=500) for seed in (5, 5, 6))
    counts = np.stack([2 - values.sum(axis=1), values.sum(axis=1)], axis=1)
    alpha = told["figures"]["alpha"]
    assert alpha["bootstrap"] == bootstrap(counts, videos, seed=5, resamples=500)["alpha"].ends
    (main,) = score_intervals([LabelledUnits(counts, videos)])
    assert told["alpha_interval"] == alpha["interval"] == main["alpha"].ends
    assert (told["interval_kind"], told["raters_as"], told["rater_groups"]) == ("score", "fixed", 2)
    assert told == same
    assert alpha["bootstrap"] != other["figures"]["alpha"]["bootstrap"]
    assert told["alpha_interval"] == other["alpha_interval"]
    assert alpha["videos"] == 10


def test_what_is_undefined_is_null_with_its_reason():
    study = studied(two_each(0, 5, 0))
    told, table = study.as_json(), tables_of(study)[1]
    assert (told["alpha"], told["alpha_interval"], told["positive_agreement"]) == (None, None, None)
    assert told["percent_agreement"] == 1.0
    assert told["figures"]["alpha"]["reason"] == "all labels have the same value"
    assert "Krippendorff's alpha is undefined: all labels have the same value." in table.notes
    assert "–" in as_text(table)


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        (labels_of([(0, 10, FIRST, 1), (1, 10, FIRST, 0)]),
         r"all 2 labels of toy are Ann's: agreement takes two raters"),
        (two_each(0, 5, 0), "only one value occurs"),
        (labels_of([]), "nobody has labelled a pair of toy yet"),
        (labels_of([], left_out=[WithoutRaters("import x", 7)]),
         r"nobody knows who gave them \(import x\)"),
    ],
)  # fmt: skip
def test_who_asks_for_agreement_alone_is_told_why_there_is_none(labels, why):
    with pytest.raises(NothingToStudy, match=why):
        require_rows(studied(labels))


def test_of_many_raters_the_matrix_becomes_a_list_and_the_forest_has_those_who_agree_least():
    names = {n: f"rater {n:02}" for n in range(10, 110)}
    rows = [(n, 10 + n % 100, FIRST, 1) for n in range(400)]
    rows += [(n, 10 + (n + 1) % 100, SECOND, int(n % 7 > 0)) for n in range(400)]
    study = studied(labels_of(rows, videos=np.arange(400) % 30, names=names))
    tables = tables_of(study)
    assert (tables[-1].key, len(tables[-1].rows)) == ("pairwise", 100)
    assert len(find_table(study, "matrix").columns) == 101
    (forest,) = (one for one in charts(study.as_json(), tables) if one.key == "forest")
    assert len(forest.table.rows) == 40
    assert forest.subtitle.startswith("The 40 of 100 raters who agree least")
