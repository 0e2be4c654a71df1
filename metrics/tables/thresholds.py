"""How many captions a proxy calls relevant to a video, threshold by threshold."""

from collections.abc import Sequence

from metrics.studies.thresholds import Thresholds
from metrics.table import Table, drawn_table, plain


def tables(found: Thresholds) -> Sequence[Table]:
    above = ", ".join(f"{proxy} {pairs:,}" for proxy, pairs in found.above_zero.items())
    notes = [
        (
            "How many captions are relevant to a video on average, if all that the proxy has at the"
            " threshold or above are relevant (Wray et al., 2021, Figure 4); and how many videos to"
            " a caption."
        ),
        (
            f"{found.captions:,} captions x {found.videos:,} videos, all of them counted: there is"
            f" nothing to resample. A video has {found.own:,.3g} captions of its own on average."
        ),
        f"Pairs of caption and video with a proxy above 0: {above}.",
    ]
    table = drawn_table(
        "thresholds",
        f"Relevant captions by threshold: {found.benchmark}",
        found.rows,
        plain(
            proxy="Proxy",
            threshold="Threshold",
            captions="Captions of a video",
            videos="Videos of a caption",
            pairs="Pairs",
        ),
        notes=notes,
    )
    return [table]
