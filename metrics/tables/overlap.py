"""Table 3: how alike every two runs are."""

from collections.abc import Sequence

from metrics.measures.estimate import known
from metrics.studies.overlap import Overlap
from metrics.table import Column, Table


def tables(found: Overlap) -> Sequence[Table]:
    columns = (
        Column("a", "Run"),
        Column("b", "and run"),
        Column("overlap", f"Overlap@{found.depth}"),
        Column("rbo", "RBO"),
        Column("n", "n"),
    )
    rows = [(row.a, row.b, known(row.overlap), known(row.rbo), row.captions) for row in found.rows]
    notes = (
        f"Overlap: the share of the first {found.depth} videos that two runs have in common.",
        (
            f"RBO: rank-biased overlap with p = {found.p:g}, extrapolated from the first"
            f" {found.depth}."
        ),
        (
            "Means over the n captions that at least one of the two ranks; undefined (–) where"
            " there is none."
        ),
        *(() if found.rows else ("There are no two runs to compare.",)),
    )
    return [Table("overlap", f"Table 3: {found.benchmark}", columns, rows, notes)]
