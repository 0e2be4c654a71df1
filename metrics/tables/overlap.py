"""Table 3: how alike every two runs are."""

from collections.abc import Sequence

from measures.estimate import known
from measures.overlap import FIGURES
from metrics.studies.overlap import Overlap
from metrics.table import Of, Table, cells_of, drawn_table, plain


def tables(found: Overlap) -> Sequence[Table]:
    notes = (
        f"Overlap: the share of the first {found.depth} videos that two runs have in common.",
        (
            f"RBO: rank-biased overlap with p = {found.p:g}, extrapolated from the first"
            f" {found.depth}."
        ),
        (
            f"Cut at {found.depth}: the sum over the first {found.depth} ranks alone, not divided"
            " by what it is at most. Two runs that are the same have"
            f" {1 - found.p**found.depth:.3f}. Papers print this or the extrapolated value; the"
            " paper's Table 3 has the cut sum."
        ),
        (
            "At least: where the runs share nothing below; at most it is that and the residual,"
            " where they share all."
        ),
        (
            "Means over the n captions that at least one of the two ranks; undefined (–) where"
            " there is none."
        ),
        *(() if found.rows else ("There are no two runs to compare.",)),
    )
    table = drawn_table(
        "overlap",
        f"Table 3: {found.benchmark}",
        found.rows,
        plain(a="Run", b="and run"),
        cells_of(
            lambda row: [known(getattr(row, name)) for name in FIGURES],
            overlap=f"Overlap@{found.depth}",
            rbo="RBO",
            rbo_cut=f"RBO cut at {found.depth}",
            rbo_lower="RBO at least",
            rbo_residual="Residual",
        ),
        plain(n=Of("captions", "n")),
        notes=notes,
    )
    return [table]
