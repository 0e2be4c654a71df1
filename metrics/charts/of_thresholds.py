"""How many captions proxies call relevant to a video, threshold by threshold (Wray et al., 2021,
Figure 4)."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import drawn, each, highest, where
from metrics.charts.shapes import legend, tips
from metrics.charts.style import Style
from metrics.table import Table


def _chart(found: Found, table: Table) -> Chart:
    proxies = each(found["rows"], "proxy")
    return Chart(
        title=_title(found),
        subtitle=(
            "Captions of a video at the threshold or above, on average, on a logarithmic scale"
            f" (Wray et al., 2021, Figure 4). {found['captions']:,} captions x"
            f" {found['videos']:,} videos; the"
            f" dashed line is the {found['own_captions_of_a_video']:,.3g} captions that a video has"
            " of its own."
        ),
        table=table,
        picture=lambda style: _picture(style, proxies, found["own_captions_of_a_video"]),
    )


def _title(found: Found) -> str:
    """The proxy that calls most relevant at the highest threshold."""
    top = max(row["threshold"] for row in found["rows"])
    most = highest(where(found["rows"], threshold=top), "captions_of_a_video")
    return (
        f"Even at {top:g}, {most['proxy']} calls {most['captions_of_a_video']:,.3g} captions"
        f" relevant to a video, which has {found['own_captions_of_a_video']:,.3g} of its own"
    )


def _picture(style: Style, proxies: Sequence[str], own: float) -> alt.TopLevelMixin:
    several = legend() if len(proxies) > 1 else None
    # A threshold that nothing reaches has no place on a logarithmic scale.
    base = alt.Chart().transform_filter("datum.captions > 0")
    steps, counts = alt.Axis(format=".1f", tickCount=10), alt.Axis(format=",.3~r", tickCount=5)
    lines = base.encode(
        x=alt.X("threshold:Q", title="Threshold", scale=alt.Scale(domain=[0.1, 1]), axis=steps),
        y=alt.Y(
            "captions:Q", title="Captions of a video", scale=alt.Scale(type="log"), axis=counts
        ),
        color=(
            alt.Color("proxy:N", scale=style.of_models(proxies), legend=several)
            if several
            else alt.value(style.quantity)
        ),
    )
    reference = alt.Chart().mark_rule(strokeDash=[4, 4], color=style.soft, strokeWidth=1)
    means = tips(",.3~r", captions="Captions of a video", videos="Videos of a caption")
    return alt.layer(
        reference.encode(y=alt.datum(own)),
        lines.mark_line(opacity=0.7),
        lines.mark_point(size=60, opacity=1).encode(
            shape=alt.Shape("proxy:N", scale=style.shapes(proxies), legend=several),
            tooltip=[*tips(proxy="Proxy"), *tips("", threshold="Threshold"), *means],
        ),
    )


charts = drawn(("thresholds", _chart))
