"""What runs come to under a proxy, how much it calls relevant, and how alike proxies are. What
people found is held against proxies in `proxies_judged`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from measures.estimate import Estimate
from measures.scoring import TIES
from metrics.studies.by_proxy import ProxyEvaluation, takes_gains
from metrics.studies.ceiling import KINDS, Ceilings
from metrics.studies.dependent import about_intervals, intervals_in
from metrics.studies.evaluation import Cell
from metrics.studies.graded import Graded, GradedScores
from metrics.studies.hard_negatives import HardNegatives
from metrics.studies.proxies_alone import ProxyCorrelation, Thresholds
from metrics.studies.proxy_study import ProxyStudy
from metrics.table import Cell as TableCell
from metrics.table import (
    Column,
    Marked,
    Of,
    Table,
    Word,
    cell_of,
    drawn_table,
    ends,
    every_absent,
    marked,
    named_note,
    noted,
    percents,
    plain,
    run_names,
    valued,
    with_ends,
)
from metrics.tables import proxies_judged
from metrics.tables.evaluation import about_cells, about_scores, score_cell, sureness
from metrics.words import format_cell
from pooling.formats.keys import WITHIN
from semantics.graded.instances import SAME_ABOVE

BOTH = "Both: of a model with one run each way; a video and its captions are one cluster."
ABOUT_WITHIN = (
    "Video to video and text to text: each is ranked for all others of its kind and not for itself."
    " A caption is as relevant as the proxy has its own video; for a video the caption of its own"
    " counts to which a video is most relevant."
)
ABOUT_AP = (
    "mAP (Wray et al., 2019): the mean of average precision of all that the proxy gives 1, over"
    " those that have any; what is not ranked to the rank looked at counts as missed."
)
ABOUT_TAU = (
    "Tau: Kendall's tau-b between all that is ranked and the proxy, 0 on average for a random"
    " order. What is as relevant cannot be ranked as such, so that the best order stays below 1."
    " Its mean leaves out where all that is ranked is as relevant."
)
WAYS = {
    "t2v": Word("text to video"),
    "v2t": Word("video to text"),
    "vv": Word("video to video"),
    "tt": Word("text to text"),
    "both": Word("both, the mean (Eq. 3)"),
}


def tables(found: Any) -> Sequence[Table]:
    made = MAKERS[type(found)](found)
    return [made] if isinstance(made, Table) else made


def _how_sure(found: GradedScores | Ceilings, rows: Mapping[str, Estimate]) -> list[str]:
    about = about_intervals(found.grouped, intervals_in(rows.values()))
    return [f"Ties: {TIES}.", *about, found.about_clusters, *every_absent(valued(rows))]


def _graded(found: GradedScores) -> Table:
    return drawn_table(
        "graded",
        f"nDCG under {found.proxy}: {found.benchmark}",
        found.rows,
        cell_of(lambda row: _run(row, found), run="Run"),
        cell_of(lambda row: WAYS[row.direction], direction="Direction"),
        percents(ndcg=Of("value", "nDCG")),
        ends("value"),
        percents(random="Random order", whole="nDCG-whole", random_whole="Random, whole"),
        with_ends("ap", "mAP"),
        with_ends("tau", "Tau", percent=False),
        plain(n="n", missing="Without ranking", depth="Ranks", cut="Cut"),
        plain(ap_n="n of mAP", tau_n="n of tau"),
        notes=_about_graded(found),
    )


def _run(row: Graded, found: GradedScores) -> TableCell:
    """What is of both directions has the mark of either."""
    if row.direction != "both":
        return marked(row.run, found.saw)
    saw = {one.model for one in found.rows if one.run in found.saw}
    return Marked(row.run) if row.model in saw else row.run


def _about_graded(found: GradedScores) -> list[str]:
    rows = {f"{row.run}, {WAYS[row.direction]}": row.value for row in found.rows}
    undefined = "; ".join(name for name, one in rows.items() if one.value is None)
    ways = {row.direction: row for row in found.rows}
    of = {"t2v": found.videos, "v2t": found.captions}
    of |= {"vv": found.videos - 1, "tt": found.captions - 1}
    return noted(
        *found.marks(),
        (
            f"nDCG (Wray et al., 2021, Eq. 2) under the proxy {found.proxy} ({found.title}): gain"
            " 2^s - 1, discount log2(rank + 1), as many ranks as there are items with a proxy"
            " above 0, over the same of the best order. nDCG-whole, as trec_eval has it, goes over"
            " the whole ranking instead."
        ),
        *(
            f"{WAYS[direction].capitalize()}: {row.depth:,} ranks are looked at, those of the"
            f" shallowest run; {row.cut:,} of {row.n:,} have more that is relevant. Where a"
            " ranking is cut, so is the best order: 100 % is the best that can be had in as many"
            " ranks."
            for direction, row in ways.items()
            if row.cut and direction != "both"
        ),
        ABOUT_WITHIN if set(WITHIN) & set(ways) else "",
        ABOUT_AP,
        ABOUT_TAU,
        *(
            f"Tau, {WAYS[way]}: of {row.depth:,} ranks of {of[way]:,}, those of the shallowest run."
            for way, row in ways.items()
            if row.depth < of.get(way, 0)
        ),
        "Random order: what a random order of all there is comes to on average, cut the same.",
        BOTH if "both" in ways else "",
        *_how_sure(found, rows),
        undefined and f"No score of {undefined}: nothing is relevant.",
    )


def _by_proxy(found: ProxyEvaluation) -> list[Table]:
    return [_scores(found), *([_intervals(found)] if found.draws else [])]


def _scores(found: ProxyEvaluation) -> Table:
    of = {(cell.run, cell.measure): _shown(cell) for cell in found.cells}
    names = (Column(run, format_cell(marked(run, found.saw))) for run in found.runs)
    return Table(
        "proxy_scores",
        f"Table 1 under {found.proxy}: {found.benchmark}",
        [Column("measure", "Measure"), *names],
        [(str(one), *(of[run, one] for run in found.runs)) for one in found.measures],
        _about_measures(found),
    )


def _shown(cell: Cell) -> TableCell:
    return score_cell(cell.measure, cell.main.value.value)


def _about_measures(found: ProxyEvaluation) -> list[str]:
    graded, binary = (
        ", ".join(str(one) for one in found.measures if takes_gains(one) == wanted)
        for wanted in (True, False)
    )
    reaching = f"reaches {found.threshold:g}, {found.positive:,} pairs"
    return noted(
        *found.marks(),
        (
            f"With the proxy {found.proxy} ({found.title}) in place of positives: {found.pairs:,}"
            " pairs of caption and video have more than 0."
        ),
        graded and f"{graded}: the proxy is the gain.",
        binary and f"{binary}: positive is what {reaching}.",
        *dict.fromkeys(measure.definition for measure in found.measures),
        *about_cells(found.cells),
    )


def _intervals(found: ProxyEvaluation) -> Table:
    return drawn_table(
        "proxy_intervals",
        f"Intervals under {found.proxy}: {found.benchmark}",
        found.cells,
        run_names(found.saw),
        plain(measure="Measure"),
        cell_of(_shown, score="Score"),
        ends("score"),
        plain(n=Of("main.n", "n"), missing=Of("main.missing", "Without ranking")),
        sureness("score"),
        notes=about_scores(found),
    )


def _ceiling(found: Ceilings) -> Table:
    rows = {
        f"{row.run}, {row.measure}, {name}": getattr(row, name)
        for row in found.rows
        for name in KINDS
    }
    return drawn_table(
        "ceiling",
        f"Least and most of instance-based scores: {found.benchmark}",
        found.rows,
        run_names(found.saw),
        cell_of(lambda row: WAYS[row.direction], direction="Direction"),
        plain(measure="Measure"),
        with_ends("least", "Least", "95 % of least"),
        with_ends("reported", "Reported", "95 % of reported"),
        with_ends("most", "Most", "95 % of most"),
        plain(n="n", open="Not in the ranking"),
        notes=[
            *found.marks(),
            (
                "Reported: by each caption's own video. Most, least: by the highest and the"
                f" lowest ranked of all that the proxy {found.proxy} ({found.title}) has above"
                f" {SAME_ABOVE:g}, as if it were the caption's own (Wray et al., 2021, section"
                " 5.2 and Figure 5)."
            ),
            (
                "Not in the ranking: captions (or videos) with some such one below the ranks"
                " that the run stores, or unranked; their least is 0."
            ),
            *found.definitions,
            *_how_sure(found, rows),
        ],
    )


def _thresholds(found: Thresholds) -> Table:
    above = ", ".join(f"{proxy} {pairs:,}" for proxy, pairs in found.above_zero.items())
    return drawn_table(
        "thresholds",
        f"Relevant captions by threshold: {found.benchmark}",
        found.rows,
        plain(proxy="Proxy", threshold="Threshold", captions="Captions of a video"),
        plain(videos="Videos of a caption", pairs="Pairs"),
        notes=[
            (
                "How many captions are relevant to a video on average, if all that the proxy"
                " has at the threshold or above are relevant (Wray et al., 2021, Figure 4);"
                " and how many videos to a caption."
            ),
            (
                f"{found.captions:,} captions x {found.videos:,} videos, all of them counted:"
                " there is nothing to resample. A video has"
                f" {found.own:,.3g} captions of its own on average."
            ),
            f"Pairs of caption and video with a proxy above 0: {above}.",
        ],
    )


def _correlation(found: ProxyCorrelation) -> Table:
    return drawn_table(
        "proxy_correlation",
        f"How alike proxies are: {found.benchmark}",
        found.rows,
        plain(a="Proxy", b="and proxy", pearson="Pearson", spearman="Spearman", n="Videos"),
        notes=[
            (
                "Of each video, the correlation of two proxies over all captions; the mean"
                f" over videos (Wray et al., 2021, Figure 8). {found.captions:,} captions x"
                f" {found.videos:,} videos."
            ),
            "Videos: those for which both proxies have more than one value; others are left out.",
            *(f"{row.a} and {row.b}: {row.why}." for row in found.rows if row.why),
            *named_note("Not here, as the benchmark has grown since", found.outdated),
        ],
    )


MAKERS: Mapping[type, Callable[[Any], Table | Sequence[Table]]] = {
    GradedScores: _graded,
    ProxyEvaluation: _by_proxy,
    Ceilings: _ceiling,
    Thresholds: _thresholds,
    ProxyCorrelation: _correlation,
    HardNegatives: proxies_judged.negatives,
    ProxyStudy: proxies_judged.people,
}
