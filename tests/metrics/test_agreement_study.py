"""The study of agreement against loops over single labels, and against the paper's arithmetic."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.agreement_intervals import bootstrap
from measures.agreement_score import LabelledUnits, score_intervals
from measures.raters import DISAGREEMENT, IRRELEVANT, RELEVANT, UNKNOWN
from metrics.labels import FIRST, SECOND, THIRD, Checks, Labels, WithoutRaters
from metrics.studies.agreement import agreement, require_rows
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from metrics.table_files import as_csv, as_json, as_latex
from metrics.tables.agreement import find_table
from metrics.words import as_text

NAMES = {10: "Ann", 11: "Ben", 12: "Cleo", 13: "Dan"}
CONTRACT = {
    "pairs", "labels", "resolved", "relevant", "irrelevant", "disagreements",
    "multiply_labelled", "percent_agreement", "positive_agreement", "negative_agreement",
    "alpha", "alpha_interval", "ac1", "prevalence", "by_number_of_labels",
}  # fmt: skip


def labels_of(rows, verdicts, videos=None, gold=(), left_out=(), **more) -> Labels:
    """rows: (pair, rater, kind, value) each. gold: (rater, value, truth) each. more: what else is
    known of labels and pairs, by the names of its fields."""
    pair, rater, kind, value = (
        np.array(column, np.int64) for column in (zip(*rows, strict=True) if rows else [[]] * 4)
    )
    checks = Checks(
        *(np.array(column, np.int64) for column in (zip(*gold, strict=True) if gold else [[]] * 3))
    )
    pairs = len(verdicts)
    facts = {
        "day": np.zeros(len(pair), np.int64),
        "reason": np.full(len(pair), -1),
        "words": np.full(pairs, 5),
        "decided": np.full(pairs, -2),
    }
    facts |= {name: np.array(given, np.int64) for name, given in more.items() if name in facts}
    return Labels(
        benchmark="toy",
        campaigns=("one",),
        pair=pair,
        rater=rater,
        kind=kind,
        value=value,
        verdicts=np.array(verdicts, np.int64),
        videos=np.arange(pairs) if videos is None else np.array(videos, np.int64),
        gold=checks,
        names=NAMES,
        log_position=0,
        left_out=tuple(left_out),
        **facts,
        **{name: given for name, given in more.items() if name not in facts},
    )


def two_each(both: int, neither: int, differing: int, thirds: tuple[int, int] = (0, 0)) -> Labels:
    """Pairs with two labels; of those that differ some have a third: so many relevant, so many
    irrelevant."""
    values = [(1, 1)] * both + [(0, 0)] * neither + [(1, 0)] * differing
    rows = [
        (n, 10 + place, place + 1, value)
        for n, two in enumerate(values)
        for place, value in enumerate(two)
    ]
    third = [RELEVANT] * thirds[0] + [IRRELEVANT] * thirds[1]
    rows += [(both + neither + n, 12, THIRD, value) for n, value in enumerate(third)]
    verdicts = (
        [RELEVANT] * both
        + [IRRELEVANT] * neither
        + third
        + [DISAGREEMENT] * (differing - len(third))
    )
    return labels_of(rows, verdicts)


@st.composite
def labelled(draw):
    """A few pairs; each has up to four labels of different raters, of which the first two are
    independent."""
    rows = []
    pairs = draw(st.integers(1, 8))
    for pair in range(pairs):
        raters = draw(st.lists(st.sampled_from(list(NAMES)), unique=True, min_size=1, max_size=4))
        for kind, rater in zip((FIRST, SECOND, THIRD, THIRD), raters, strict=False):
            rows.append((pair, rater, kind, draw(st.sampled_from([IRRELEVANT, RELEVANT, UNKNOWN]))))
    verdicts = draw(
        st.lists(
            st.sampled_from([UNKNOWN, IRRELEVANT, RELEVANT, DISAGREEMENT]),
            min_size=pairs,
            max_size=pairs,
        )
    )
    videos = draw(st.lists(st.integers(0, 3), min_size=pairs, max_size=pairs))
    value = st.integers(0, 1)
    gold = draw(st.lists(st.tuples(st.sampled_from(list(NAMES)), value, value), max_size=6))
    return rows, verdicts, videos, gold


def share(found: list[bool]) -> float | None:
    return sum(found) / len(found) if found else None


def test_pairs_that_await_a_third_label_are_said_beside_table_2():
    """One to one and open; one to one and disputed; one to one to one and open; one label alone."""
    rows = [
        (0, 10, FIRST, 1),
        (0, 11, SECOND, 0),
        (1, 10, FIRST, 1),
        (1, 11, SECOND, 0),
        (3, 10, FIRST, 1),
    ]
    rows += [(2, 10, FIRST, 1), (2, 11, SECOND, 0), (2, 12, THIRD, UNKNOWN)]
    study = agreement(labels_of(rows, [UNKNOWN, DISAGREEMENT, UNKNOWN, UNKNOWN]), resamples=20)
    assert (study.as_json()["awaiting_third"], study.as_json()["disagreements"]) == (2, 1)
    assert "2 have labels that disagree and await one more" in as_text(tables_of(study)[0])


@given(labelled(), st.sampled_from(["independent", "all"]))
def test_every_number_is_what_a_loop_over_the_labels_finds(world, which):
    rows, verdicts, videos, gold = world
    told = agreement(labels_of(rows, verdicts, videos, gold), which, resamples=20).as_json()
    kept = [
        (p, r, v) for p, r, kind, v in rows if v != UNKNOWN and (which == "all" or kind != THIRD)
    ]
    said = {pair: [v for p, _, v in kept if p == pair] for pair in range(len(verdicts))}
    many = [values for values in said.values() if len(values) > 1]
    assert (told["multiply_labelled"], told["labels_compared"]) == (len(many), sum(map(len, many)))
    each = [share([a == b for a, b in combinations(values, 2)]) for values in many]
    assert told["percent_agreement"] == (pytest.approx(np.mean(each)) if each else None)
    prevalence = [sum(values) / len(values) for values in many]
    assert told["prevalence"] == (pytest.approx(np.mean(prevalence)) if each else None)
    assert [(bar["labels"], bar["pairs"]) for bar in told["by_number_of_labels"]] == [
        (n, sum(len(values) == n for values in many))
        for n in sorted({len(values) for values in many})
    ]
    for bar in told["by_number_of_labels"]:
        of = [one for one, values in zip(each, many, strict=True) if len(values) == bar["labels"]]
        assert bar["agreement"] == pytest.approx(np.mean(of))


@given(labelled(), st.sampled_from(["independent", "all"]))
def test_raters_stand_beside_each_other_gold_and_verdicts_as_loops_find(world, which):
    rows, verdicts, videos, gold = world
    told = agreement(labels_of(rows, verdicts, videos, gold), which, resamples=20).as_json()
    kept = [
        (p, r, v) for p, r, kind, v in rows if v != UNKNOWN and (which == "all" or kind != THIRD)
    ]
    assert [row["rater"] for row in told["raters"]] == sorted({NAMES[r] for _, r, _, _ in rows})
    for row in told["raters"]:
        others = [v == w for p, r, v in kept for q, s, w in kept if p == q and r == row["id"] != s]
        assert row["others"] == {"n": len(others), "agreement": share(others)}
        checks = [value == truth for r, value, truth in gold if r == row["id"]]
        assert row["gold"] == {"n": len(checks), "agreement": share(checks)}
        settled = [
            v == verdicts[p]
            for p, r, v in kept
            if r == row["id"] and verdicts[p] in (IRRELEVANT, RELEVANT)
        ]
        assert row["verdicts"] == {"n": len(settled), "agreement": share(settled)}
        assert row["labels"] == sum(r == row["id"] for _, r, _, _ in rows)
    met = {}
    for a, b in combinations(sorted(NAMES), 2):
        alike = [v == w for p, r, v in kept for q, s, w in kept if p == q and (r, s) == (a, b)]
        if alike:
            met[NAMES[a], NAMES[b]] = (len(alike), share(alike))
    assert {
        (two["a"], two["b"]): (two["shared"], two["agreement"]) for two in told["pairwise"]
    } == met


@given(labelled())
def test_every_table_can_be_written_in_every_shape_and_tells_what_the_json_does(world):
    study = agreement(labels_of(*world), resamples=20)
    told = study.as_json()
    assert told.keys() >= CONTRACT
    for table in tables_of(study):
        assert as_text(table)
        assert as_csv(table)
        assert as_latex(table)
    figures = as_json(tables_of(study)[1])["rows"]
    assert [row["value"] for row in figures] == [
        told["figures"][name]["value"] for name in told["figures"]
    ]
    matrix = find_table(study, "matrix")
    places = {row.name: place for place, row in enumerate(study.raters)}
    for two in told["pairwise"]:
        a, b = sorted((places[two["a"]], places[two["b"]]))
        assert matrix.rows[a][b + 1].value == pytest.approx(two["agreement"])
        assert matrix.rows[b][a + 1] == two["shared"]


def test_the_shares_of_table_2_follow_from_its_counts():
    """MSR-VTT and MSVD in the paper: 24,183 pairs and 555,391."""
    for relevant, irrelevant, disputed, printed in (
        (2_855, 21_312, 16, (0.999, 0.118, 0.000662)),
        (39_909, 513_923, 1_559, None),
    ):
        verdicts = [RELEVANT] * relevant + [IRRELEVANT] * irrelevant + [DISAGREEMENT] * disputed
        pairs = len(verdicts)
        told = agreement(
            labels_of([(n, 10, FIRST, min(v, 1)) for n, v in enumerate(verdicts)], verdicts),
            resamples=1,
        ).as_json()
        assert (told["pairs"], told["labels"], told["resolved"]) == (
            pairs,
            pairs,
            relevant + irrelevant,
        )
        shares = told["shares"]
        assert shares["relevant"] + shares["irrelevant"] == pytest.approx(1)
        if printed:
            found = (shares["resolved"], shares["relevant"], shares["disagreements"])
            assert found == pytest.approx(printed, rel=0.005)
        else:
            assert (shares["relevant"], shares["disagreements"]) == pytest.approx(
                (0.0721, 0.00281), rel=0.005
            )


def test_third_labels_would_raise_alpha_and_stay_out_unless_asked_for():
    """1,000 doubled pairs, of which 60 differ and got a third label, 30 of either kind."""
    labels = two_each(70, 870, 60, thirds=(30, 30))
    default, let_in = agreement(labels, resamples=200), agreement(labels, "all", resamples=200)
    assert round(default.as_json()["alpha"], 3) == 0.667
    assert let_in.as_json()["alpha"] == pytest.approx(0.7065, abs=5e-5)
    assert (
        default.as_json()["alpha"]
        == agreement(two_each(70, 870, 60), resamples=200).as_json()["alpha"]
    )
    assert [bar["labels"] for bar in let_in.as_json()["by_number_of_labels"]] == [2, 3]
    assert default.as_json()["labels"] == let_in.as_json()["labels"] == 2_060
    assert default.as_json()["third_labels"] == 60
    assert "third ones exist only because two disagreed" in " ".join(tables_of(default)[1].notes)
    assert "First, second and third labels" in " ".join(tables_of(let_in)[1].notes)


def test_rare_positives_drag_alpha_down_and_its_company_says_so():
    told = agreement(two_each(15, 955, 30), resamples=100).as_json()
    assert (told["percent_agreement"], told["prevalence"]) == pytest.approx((0.97, 0.03))
    assert (round(told["alpha"], 3), round(told["ac1"], 3)) == (0.485, 0.968)


def test_intervals_take_whole_videos_and_a_seed_draws_the_same_again():
    videos = [n // 20 for n in range(200)]
    random = np.random.default_rng(3)
    values = (random.random(200) < 0.4)[:, None] ^ (random.random((200, 2)) < 0.1)
    rows = [
        (n, 10 + place, place + 1, int(values[n, place])) for n in range(200) for place in range(2)
    ]
    labels = labels_of(rows, [UNKNOWN] * 200, videos)
    told = agreement(labels, seed=5, resamples=500).as_json()
    counts = np.stack([2 - values.sum(axis=1), values.sum(axis=1)], axis=1)
    expected = bootstrap(counts, videos, seed=5, resamples=500)["alpha"]
    alpha = told["figures"]["alpha"]
    assert alpha["bootstrap"] == [expected.low, expected.high]
    main = score_intervals([LabelledUnits(counts, np.array(videos))])[0]["alpha"]
    assert told["alpha_interval"] == alpha["interval"] == [main.low, main.high]
    assert (told["interval_kind"], told["raters_as"], told["rater_groups"]) == ("score", "fixed", 2)
    assert told == agreement(labels, seed=5, resamples=500).as_json()
    other = agreement(labels, seed=6, resamples=500).as_json()
    assert alpha["bootstrap"] != other["figures"]["alpha"]["bootstrap"]
    assert told["alpha_interval"] == other["alpha_interval"]
    assert told["figures"]["alpha"]["videos"] == 10


def test_what_is_undefined_is_null_with_its_reason():
    told = agreement(two_each(0, 5, 0), resamples=10).as_json()
    assert (told["alpha"], told["alpha_interval"], told["positive_agreement"]) == (None, None, None)
    assert told["percent_agreement"] == 1.0
    assert told["figures"]["alpha"]["reason"] == "all labels have the same value"
    table = tables_of(agreement(two_each(0, 5, 0), resamples=10))[1]
    assert "Krippendorff's alpha is undefined: all labels have the same value." in table.notes
    assert "–" in as_text(table)


def test_who_asks_for_agreement_alone_is_told_why_there_is_none():
    one_rater = labels_of([(0, 10, FIRST, 1), (1, 10, FIRST, 0)], [RELEVANT, IRRELEVANT])
    with pytest.raises(
        NothingToStudy, match=r"all 2 labels of toy are Ann's: agreement takes two raters"
    ):
        require_rows(agreement(one_rater, resamples=10))
    with pytest.raises(NothingToStudy, match="only one value occurs"):
        require_rows(agreement(two_each(0, 5, 0), resamples=10))
    apart = labels_of([(0, 10, FIRST, 1), (1, 11, FIRST, 0)], [RELEVANT, IRRELEVANT])
    assert (
        require_rows(agreement(apart, resamples=10)).as_json()["figures"]["alpha"]["reason"]
        == "no pair has two labels"
    )


def test_without_labels_there_is_nothing_to_study():
    with pytest.raises(NothingToStudy, match="nobody has labelled a pair of toy yet"):
        agreement(labels_of([], []))
    with pytest.raises(NothingToStudy, match=r"nobody knows who gave them \(import x\)"):
        agreement(labels_of([], [], left_out=[WithoutRaters("import x", 7)]))


def test_of_many_raters_the_matrix_becomes_a_list():
    many = {n: f"rater {n:02}" for n in range(10, 40)}
    rows = [(n, 10 + n, FIRST, 1) for n in range(29)] + [
        (n, 11 + n, SECOND, n % 2) for n in range(29)
    ]
    labels = labels_of(rows, [UNKNOWN] * 29)
    study = agreement(
        Labels(**{name: getattr(labels, name) for name in labels.__slots__} | {"names": many}),
        resamples=10,
    )
    assert tables_of(study)[-1].key == "pairwise"
    assert len(tables_of(study)[-1].rows) == 29
    assert len(find_table(study, "matrix").columns) == 31
