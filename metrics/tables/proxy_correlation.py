"""How alike every two proxies are."""

from collections.abc import Sequence

from metrics.studies.proxy_correlation import ProxyCorrelation
from metrics.table import Table, drawn_table, named_note, plain


def tables(found: ProxyCorrelation) -> Sequence[Table]:
    notes = [
        (
            "Of each video, the correlation of two proxies over all captions; the mean over"
            f" videos (Wray et al., 2021, Figure 8). {found.captions:,} captions x"
            f" {found.videos:,} videos."
        ),
        "Videos: those for which both proxies have more than one value; others are left out.",
        *(f"{row.a} and {row.b}: {row.why}." for row in found.rows if row.why),
        *named_note("Not here, as the benchmark has grown since", found.outdated),
    ]
    table = drawn_table(
        "proxy_correlation",
        f"How alike proxies are: {found.benchmark}",
        found.rows,
        plain(a="Proxy", b="and proxy", pearson="Pearson", spearman="Spearman", n="Videos"),
        notes=notes,
    )
    return [table]
