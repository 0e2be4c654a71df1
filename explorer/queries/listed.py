"""The columns of the list of benchmarks to explore."""

from django.utils.translation import gettext_lazy as _

from foundation.paging.sorting import ListColumn, Listing
from pooling.queries.listed import BENCHMARKS

EXPLORER = Listing(
    (
        ListColumn("benchmark", _("Benchmark"), BENCHMARKS.columns[0].by),
        ListColumn("captions", _("Captions"), "caption_count", number=True),
        ListColumn("videos", _("Videos"), "video_count", number=True),
        ListColumn("since", _("Since"), "pk", falling=True),
    ),
    usual="-since",
)
