"""Table 3 as a heat map: how much of their first ranks every two runs share."""

from collections.abc import Sequence

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import drawn, highest, lowest, of_rows
from metrics.charts.shapes import cells_high, paired
from metrics.table import Table
from metrics.words import percent


def _chart(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    runs = list(dict.fromkeys(name for row in rows for name in (row["a"], row["b"])))
    return Chart(
        title=_title(rows, found["depth"]),
        subtitle=(
            f"The share of the first {found['depth']} videos that two runs have in common; mean of"
            f" {max(row['n'] for row in rows):,} captions."
        ),
        table=table,
        picture=paired(runs, "overlap"),
        height=cells_high(len(runs)),
    )


def _title(rows: Sequence[Found], depth: int) -> str:
    most, least = highest(rows, "overlap"), lowest(rows, "overlap")
    high = percent(most["overlap"])
    if len(rows) == 1:
        return f"{most['a']} and {most['b']} share {high} % of their first {depth}"
    return (
        f"{most['a']} and {most['b']} share most of their first {depth} ({high} %), {least['a']}"
        f" and {least['b']} least ({percent(least['overlap'])} %)"
    )


charts = drawn(("overlap", of_rows("overlap", _chart)))
