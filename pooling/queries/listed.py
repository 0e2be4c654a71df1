"""The columns of the lists of benchmarks and of what belongs to them."""

from functools import partial

from django.db.models import Case, F, Func, IntegerField, Value, When
from django.db.models.functions import Coalesce, Lower, NullIf
from django.utils.translation import gettext_lazy as _

from foundation.paging.sorting import ListColumn, Listing, counted
from people.lists import called
from pooling.models import Caption, Pool, Video
from pooling.queries.visible import readers_pools, readers_runs

BENCHMARK = Lower(Coalesce(NullIf("benchmark__title", Value("")), "benchmark__name"))


class Length(Func):
    """The length of a list within JSON."""

    function = "jsonb_array_length"
    output_field = IntegerField()


numeric = partial(ListColumn, number=True)
# Columns that several of the lists have.
SINCE = ListColumn("since", _("Since"), "pk", falling=True)
NUMBER = ListColumn("number", _("No."), "number", number=True, falling=False)
KEY = ListColumn("key", _("Key"), "key")
OF_BENCHMARK = ListColumn("benchmark", _("Benchmark"), BENCHMARK)
DEPTH = numeric("depth", _("Depth"), "depth")

BENCHMARKS = Listing(
    (
        ListColumn("name", _("Name"), Lower(Coalesce(NullIf("title", Value("")), "name"))),
        numeric("captions", _("Captions"), "caption_count"),
        numeric("queries", _("Queries"), "query_count"),
        numeric("videos", _("Videos"), "video_count"),
        numeric(
            "playing",
            _("That play"),
            counted(Video.objects.filter(state=Video.State.READY), "benchmark"),
        ),
        numeric("runs", _("Runs"), counted(readers_runs(), "benchmark")),
        numeric("pools", _("Pools"), counted(readers_pools(), "benchmark")),
        SINCE,
    ),
    usual="-since",
)

CAPTIONS = Listing(
    (
        NUMBER,
        ListColumn("caption", _("Caption"), Lower("query__text")),
        KEY,
        ListColumn("video", _("Video"), "video__key", gaps=True),
        numeric("words", _("Words"), "query__words"),
        numeric(
            "originals",
            _("Original positives"),
            counted(Caption.objects.all(), "query", "query_id", distinct="video"),
        ),
    ),
    usual="number",
    tie=("number",),
)

VIDEOS = Listing(
    (
        NUMBER,
        ListColumn("picture", _("Picture")),
        KEY,
        ListColumn("state", _("State"), "state"),
        ListColumn("seconds", _("Seconds"), "seconds", number=True, gaps=True),
        ListColumn("size", _("Size"), "bytes", number=True, gaps=True),
        ListColumn("why", _("Why"), "reason", falling=True),
    ),
    usual="number",
    tie=("number",),
)

MODELS = Listing(
    (
        ListColumn("name", _("Name"), Lower("name")),
        ListColumn("version", _("Version"), "version"),
        ListColumn("family", _("Family"), Lower("family")),
        numeric("runs", _("Runs"), counted(readers_runs(), "model")),
        SINCE,
    ),
    usual="-since",
)

RUNS = Listing(
    (
        ListColumn("run", _("Run"), Lower("name")),
        ListColumn("model", _("Model"), Lower("model__name")),
        OF_BENCHMARK,
        ListColumn("ranks", _("Ranks"), "direction"),
        numeric("rankings", _("Rankings"), "items"),
        DEPTH,
        ListColumn("warnings", _("Warnings"), Length("warnings"), falling=True),
        SINCE,
    ),
    usual="-since",
)

POOLS = Listing(
    (
        ListColumn("pool", _("Pool"), Lower("name")),
        OF_BENCHMARK,
        DEPTH,
        numeric("captions", _("Captions"), "captions"),
        numeric("pairs", _("Pairs"), "pairs"),
        numeric("unjudged", _("Unjudged when frozen"), "unjudged"),
        ListColumn("by", _("By"), called("frozen_by__"), gaps=True, leads=True),
        ListColumn("frozen", _("Frozen"), "pk", falling=True),
    ),
    usual="-frozen",
)


def pairs_listing(pool: Pool) -> Listing:
    """Captions and videos sort in the order of the benchmark, which the rows themselves have: a
    pool of half a million pairs is not joined with their texts to be sorted."""
    ranks = (
        ListColumn(
            f"rank{place}",
            name,
            NullIf(F(f"ranks__{place}"), Value(0)),
            number=True,
            gaps=True,
            falling=False,
        )
        for place, name in enumerate(pool.parameters["run_names"])
    )
    known = Case(When(original=True, then=2), When(judged=True, then=1), default=0)
    return Listing(
        (
            ListColumn("caption", _("Caption"), "query_id"),
            ListColumn("video", _("Video"), "video_id"),
            *ranks,
            numeric("inclusion", _("Inclusion"), "inclusion"),
            ListColumn("known", _("Known when frozen"), known, falling=True),
        ),
        usual="caption",
        tie=("query_id", "video_id"),
    )
