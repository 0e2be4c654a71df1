"""The charts of agreement: its figures, by number of labels, over time, by length of caption, rater
by rater, by kind of disagreement, and why pairs count."""

from collections.abc import Sequence
from functools import partial

from metrics.charts.agreement_pictures import bars, dots, figure_dots, forest, grade_bars, over_time
from metrics.charts.chart import Chart, Found, remembered
from metrics.charts.language import spoken
from metrics.charts.rows import defined, drawn, highest, lowest
from metrics.table import Table
from metrics.words import counted, percent

ROW, ROW_OF_TWO, MARGIN, MOST_RATERS = 26, 40, 70, 40


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
    """Those that have something to show: a line takes two points, a forest two raters."""
    # Without its data, each is the same picture for any study; but time is by day or by week.
    return [remembered(one, f"agreement-{found['time_step']}") for one in _charts(found, tables)]


def _figures(found: Found, table: Table) -> Chart | None:
    if found["percent_agreement"] is None:
        return None
    alike = found["raters_as"] == "drawn"
    whose = "of raters and videos like these" if alike else "of these raters"
    return Chart(
        key="figures",
        title=_title_of_figures(found),
        subtitle=(
            f"{found['multiply_labelled']:,} pairs with two labels or more. Dots: estimates; lines:"
            f" {100 * found['level']:g} % score intervals, {whose}. Shares are read in"
            " percent; alpha and AC1 are 0 at chance and 1 where all agree."
        ),
        table=table,
        picture=figure_dots,
        height=_height(sum(row[1] != "grades" for row in table.rows)),
    )


def _grades(found: Found, table: Table) -> Chart | None:
    given = found["graded"]["distribution"]
    if not sum(row["labels"] for row in given):
        return None
    most = highest(given, "share")
    return Chart(
        title=f"Given most: grade {most['value']}, in {percent(most['share'])} % of labels",
        subtitle=(
            f"{found['labels_compared']:,} labels of pairs with two or more, by grade, with 95 %"
            " intervals. What raters agree on by chance follows from this: it is why the same"
            " labels can have a low alpha and a high AC2."
        ),
        table=table,
        picture=grade_bars,
    )


def _title_of_figures(found: Found) -> str:
    agree = percent(found["percent_agreement"])
    if found.get("graded"):
        same = agree
        alpha, ac2 = (found["figures"][name]["value"] for name in ("ordinal_alpha", "ac2_ordinal"))
        if alpha is None or ac2 is None:
            return f"Two raters give the same grade to {same} % of pairs; alpha is undefined"
        return (
            f"Two raters give the same grade to {same} % of pairs; ordinal alpha is {alpha:.3f},"
            f" ordinal AC2 {ac2:.3f}"
        )
    if found["alpha"] is None:
        return f"Two raters agree on {agree} % of pairs; alpha is undefined"
    if found["alpha_interval"] is None:
        return f"Two raters agree on {agree} % of pairs; alpha is {found['alpha']:.3f}"
    low, high = found["alpha_interval"]
    return (
        f"Two raters agree on {agree} % of pairs; alpha is {found['alpha']:.3f}, from {low:.3f} to"
        f" {high:.3f}"
    )


def _by_number(found: Found, table: Table) -> Chart | None:
    rows = found["by_number_of_all_labels"]
    if len(rows) < 2:
        return None
    first, last = rows[0], rows[-1]
    return Chart(
        title=(
            f"Pairs with {first['name']} agree on {percent(first['agreement'])} %, pairs with"
            f" {last['name']} on {percent(last['agreement'])} %"
        ),
        subtitle=(
            f"{_sum(rows):,} pairs by how many labels they have, third ones included (Figure 7 of"
            " the FIRE paper). The share of a pair's label pairs that agree, with 95 % intervals."
        ),
        table=table,
        picture=partial(dots, key="number", title="Labels of a pair"),
    )


def _over_time(found: Found, table: Table) -> Chart | None:
    rows = found["by_time"]
    if len(rows) < 2:
        return None
    step = spoken("day") if found["time_step"] == "day" else spoken("week")
    return Chart(
        title=_extremes(rows, step, "No {step} differs from another by intervals that do not meet"),
        subtitle=(
            f"{_sum(rows):,} pairs by the {step} of their last label; larger dots are more pairs."
            f" {_with_intervals(rows)}"
        ),
        table=table,
        picture=partial(over_time, step=step),
    )


def _by_length(found: Found, table: Table) -> Chart | None:
    rows = found["by_length"]
    if len(rows) < 2:
        return None
    none = "No length differs from another by intervals that do not meet"
    return Chart(
        title=_extremes(rows, "words", none),
        subtitle=(
            f"{_sum(rows):,} pairs by the length of their caption in words. {_with_intervals(rows)}"
        ),
        table=table,
        picture=partial(dots, key="words", title="Words of the caption"),
    )


def _extremes(rows: Sequence[Found], key: str, otherwise: str) -> str:
    """The lowest and the highest, where their intervals do not meet."""
    known = defined(rows, "interval")
    if len(known) < 2:
        what = spoken("length") if key == "words" else key
        why = "only one has an interval" if known else "there are no intervals"
        return f"Whether one {what} differs from another cannot be told: {why}"
    low, high = lowest(known, "agreement"), highest(known, "agreement")
    if low["interval"][1] >= high["interval"][0]:
        return otherwise.format(step=key)
    worst, best = percent(low["agreement"]), percent(high["agreement"])
    if key == "words":
        return (
            f"Captions of {low[key]} words are agreed on least ({worst} %), those of {high[key]}"
            f" most ({best} %)"
        )
    return f"Agreement was lowest on {low[key]} ({worst} %), highest on {high[key]} ({best} %)"


def _with_intervals(rows: Sequence[Found]) -> str:
    if all(row["interval"] is None for row in rows):
        return "Percent agreement."
    return (
        "Percent agreement with 95 % intervals; two of them differ where their intervals do not"
        " meet."
    )


def _raters(found: Found, table: Table) -> Chart | None:
    agreed = {row["rater"]: row["others"]["agreement"] for row in found["raters"]}
    met = [row for row in table.rows if agreed[row[0]] is not None]
    if len(met) < 2:
        return None
    met.sort(key=lambda row: (agreed[row[0]], str(row[0])))
    shown = met[:MOST_RATERS]
    comparisons = sum(one["others"]["n"] for one in found["raters"]) // 2
    which = (
        f"The {len(shown)} of {len(met)} raters who agree least with the others"
        if len(met) > len(shown)
        else f"{len(met)} raters, those who agree least first"
    )
    return Chart(
        key="forest",
        title=_title_of_raters(found, len(met)),
        subtitle=(
            f"{which}; {comparisons:,} comparisons of two labels. The share in which the other"
            " label is the same, with 95 % intervals by video and the number of comparisons. A"
            " diamond agrees less than the rest, by an interval that holds for all raters at once."
        ),
        table=Table("forest", "Raters beside the others", table.columns, shown, table.notes),
        picture=forest,
        height=_height(len(shown), ROW),
    )


def _title_of_raters(found: Found, raters: int) -> str:
    if raters == 2:
        least = min(row["others"]["agreement"] for row in found["raters"] if row["others"]["n"])
        return f"Two raters, who agree with each other on {percent(least)} % of labels"
    match found["below_the_rest"]:
        case []:
            return "No rater agrees less than the rest"
        case [one]:
            return f"{one} agrees less than the rest"
        case [one, two]:
            return f"{one} and {two} agree less than the rest"
    return f"{len(found['below_the_rest'])} of {raters} raters agree less than the rest"


def _kinds(found: Found, table: Table) -> Chart | None:
    if not found["differing"]:
        return None
    place, largest = max(enumerate(found["disagreements_by_kind"]), key=lambda one: one[1]["pairs"])
    return Chart(
        title=_title_of_kinds(found, _lower(table, place), counted(largest["pairs"], "pair")),
        subtitle=(
            f"{found['answered_twice']:,} pairs that two raters or more answered, cannot judge"
            f" included; on {found['differing']:,} two answers differ. The share of each kind, with"
            " 95 % intervals, and the number of pairs."
        ),
        table=table,
        picture=partial(bars, key="kind", value="share"),
        height=_height(sum(row["pairs"] > 0 for row in found["disagreements_by_kind"])),
    )


def _title_of_kinds(found: Found, kind: str, pairs: str) -> str:
    """Kinds are of answers alone: most grades that differ are on one side of what is relevant."""
    if not found.get("graded") or found["percent_agreement"] is None:
        return f"Most frequent: {kind}, on {pairs}"
    differ = percent(1 - found["percent_agreement"])
    return f"Two grades differ on {differ} % of pairs; by answer, most often {kind}, on {pairs}"


def _mistakes(found: Found, table: Table) -> Chart | None:
    pairs = counted(found["mistakes"][0]["pairs"], "pair")
    return Chart(
        title=f"What adjudicators found mistaken most often: {_lower(table, 0)}, on {pairs}",
        subtitle=(
            f"{found['decided']:,} pairs that some called relevant and some irrelevant, and that an"
            " adjudicator decided: what the overruled raters got wrong, with 95 % intervals and the"
            " number of pairs."
        ),
        table=table,
        picture=partial(bars, key="mistake", value="share"),
        height=_height(len(table.rows)),
    )


def _why(found: Found, table: Table) -> Chart | None:
    pairs, total = {row["reason"]: row["pairs"] for row in found["why"]}, found["labelled_pairs"]
    if not total:
        return None
    rest = highest((row for row in found["why"] if row["reason"] != "counted"), "pairs")
    counted = f"{pairs['counted']:,} of {total:,} labelled pairs count"
    why = rest["why"]
    return Chart(
        title=f"{counted}; most others: {why}" if rest["pairs"] else counted,
        subtitle=(
            f"All {total:,} pairs with a label, by the reason why they are compared or not; reasons"
            " that no pair has are in the table only."
        ),
        table=table,
        picture=partial(bars, key="why", value="pairs"),
        height=_height(sum(number > 0 for number in pairs.values())),
    )


def _height(rows: int, row: int = ROW_OF_TWO) -> int:
    return row * rows + MARGIN


def _sum(rows: Sequence[Found]) -> int:
    return sum(row["pairs"] for row in rows)


def _lower(table: Table, place: int) -> str:
    """What a row is called, inside a sentence."""
    title = str(table.rows[place][0])
    return title[:1].lower() + title[1:]


_charts = drawn(
    ("agreement", _figures),
    ("grades", _grades),
    ("figure7", _by_number),
    ("by_time", _over_time),
    ("by_length", _by_length),
    ("raters", _raters),
    ("kinds", _kinds),
    ("mistakes", _mistakes),
    ("why", _why),
)
