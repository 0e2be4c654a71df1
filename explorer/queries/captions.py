"""The explorer's search: a page of the captions that were asked for, with what the chosen runs do
with each."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext as _

from explorer.asked import NUMBER, CaptionsWanted, query_of
from explorer.choosing import (
    POSITIVES,
    RUN,
    UNJUDGED,
    WORDS,
    Order,
    Runs,
    Sorting,
    in_order,
    matching,
    page_of,
)
from explorer.queries.kept import Facts
from explorer.queries.ranked import CAPTION, RUN_NAMED, spread
from explorer.queries.text import captions_named
from foundation.finding.fields import Found, derived, found, unshown
from foundation.frozen import frozen
from foundation.paging.keys import read_key
from foundation.paging.sorting import Header, ListColumn, UnknownColumn
from measures.arrays import Integers
from metrics.snapshot import Rule
from pooling.models import Benchmark, Caption, Ranking, Run, Video

PAGE_SIZE = 50
FIRST = "targets__0"  # of a ranking
# What is asked most, as one link each.
PRESETS = {
    "differ": gettext_noop("Runs differ"),
    "changed": gettext_noop("Labels changed it"),
    "unjudged": gettext_noop("Unjudged at the top"),
}


# first: 0 where the stored ranking has no positive. original, corrected: whether such a positive is
# in its top K. rule: that of `first`. top: the video of rank 1, where it was asked for.
@frozen
class RunOnCaption(Found):
    run: Run = found(parts=spread(*RUN_NAMED))
    first: int = found("The rank of the first positive; null where none is stored.", or_none=True)
    original: bool = unshown()
    corrected: bool = unshown()
    rule: Rule = unshown()
    top: Video | None = unshown()

    @property
    @derived("Whether a positive is in the top K.")
    def right(self) -> bool:
        return self.original if self.rule == "original" else self.corrected

    @property
    @derived("Whether the other positives say otherwise.")
    def turned(self) -> bool:
        return self.original != self.corrected


@frozen
class FoundCaption(Found):
    caption: Caption = found(parts=spread(*CAPTION))
    words: int = found()
    original: int = found("How many original positives it has.")
    corrected: int = found("How many it has with those that people found relevant.")
    unjudged: int = found("How many are in the top K of the run that has most of them there.")
    runs: list[RunOnCaption] = found()


@frozen
class FoundPage:
    """total: how many captions were found. before, after: keys of the neighbouring pages, empty
    where the list ends."""

    rows: list[FoundCaption]
    total: int
    before: str
    after: str


@frozen
class Preset:
    """One of PRESETS. found: how many captions there are with it. query: the address's end that
    asks for it, or asks no more."""

    name: str
    label: str
    chosen: bool
    found: int
    query: str


@frozen
class Search:
    """What was asked, and all captions that answer it, in their order. chosen: the runs that are
    shown, of which `runs` has those whose facts are known."""

    benchmark: Benchmark
    facts: Facts
    chosen: Mapping[int, Run]
    runs: Runs
    wanted: CaptionsWanted
    named: Integers | None  # the captions that its words name, if any were asked for
    order: Order

    def page(
        self, keys: Mapping[str, int | None], size: int = PAGE_SIZE, *, stills: bool = False
    ) -> FoundPage:
        """keys: `after` and `before`, numbers of captions. stills: whether the top video of each
        run is read, for its still."""
        after, before = (self._known(keys.get(name)) for name in ("after", "before"))
        cut = page_of(self.order, size, after=after, before=before)
        rows = Caption.objects.filter(benchmark=self.benchmark, number__in=cut.numbers)
        by_number = {caption.number: caption for caption in rows.select_related("query", "video")}
        tops = self._tops(cut.numbers) if stills else {}
        return FoundPage(
            [self._row(by_number[number], tops) for number in cut.numbers if number in by_number],
            len(self.order.numbers),
            str(cut.numbers[0]) if cut.more_before and cut.numbers else "",
            str(cut.numbers[-1]) if cut.more_after and cut.numbers else "",
        )

    def presets(self) -> list[Preset]:
        """With how many captions each would find, beside all else that was asked."""
        each: list[dict[str, Any]] = [{name: True} for name in PRESETS]
        found = (replace(self.wanted, **one) for one in each)
        return [
            Preset(
                name,
                gettext(label),
                bool(getattr(self.wanted, name)),
                int(matching(self.facts.captions, self.runs, one, self.named).sum()),
                query_of(self.wanted, **{name: None if getattr(self.wanted, name) else "on"}),
            )
            for (name, label), one in zip(PRESETS.items(), found, strict=True)
        ]

    def _tops(self, numbers: Sequence[int]) -> dict[tuple[int, int], Video]:
        """By the run's id and the caption's number. Two reads, of a page's rows alone."""
        rows = Ranking.objects.filter(run__in=list(self.runs), item__in=numbers)
        found = {
            (run, item): target for run, item, target in rows.values_list("run", "item", FIRST)
        }
        videos = Video.objects.filter(benchmark=self.benchmark, number__in=set(found.values()))
        by_number = {video.number: video for video in videos}
        return {key: by_number[one] for key, one in found.items() if one in by_number}

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        if self._known(number) is None:
            return None, None
        return self.order.neighbours(number)

    def place(self, number: int) -> int:
        """The place, from 1; 0 where the caption is not among those found."""
        if self._known(number) is None:
            return 0
        start, end = self.order.around(number)
        return end if end > start else 0

    def _known(self, number: int | None) -> int | None:
        """None for a caption that has come since the facts were kept."""
        return number if number is not None and number < len(self.facts.captions) else None

    def _row(self, caption: Caption, tops: Mapping[tuple[int, int], Video]) -> FoundCaption:
        at, k, rule, counts = (
            caption.number,
            self.wanted.top,
            self.wanted.rule,
            self.facts.captions,
        )
        return FoundCaption(
            caption,
            int(counts.words[at]),
            int(counts.original[at]),
            int(counts.corrected[at]),
            max((int(run.unjudged_in(k)[at]) for run in self.runs.values()), default=0),
            [
                RunOnCaption(
                    self.chosen[key],
                    int(run.first(rule)[at]),
                    bool(run.right("original", k)[at]),
                    bool(run.right("all", k)[at]),
                    rule,
                    tops.get((key, at)),
                )
                for key, run in self.runs.items()
            ],
        )


def search_captions(
    benchmark: Benchmark, facts: Facts, chosen: Sequence[Run], wanted: CaptionsWanted
) -> Search:
    """A search by those of the chosen runs whose facts are known. Raises UnknownColumn."""
    by_id = {run.pk: run for run in chosen}
    runs = {key: run for key in by_id if (run := facts.run(key)) is not None}
    named, text = None, wanted.search.strip()
    if text:
        numbers = captions_named(benchmark, text)
        named = numbers[numbers < len(facts.captions)]
    sorting = sorting_of(wanted.sort, runs)
    which = matching(facts.captions, runs, wanted, named)
    order = in_order(facts.captions, runs, wanted, sorting, which)
    return Search(benchmark, facts, by_id, runs, wanted, named, order)


def sorting_of(sort: str, runs: Runs) -> Sorting:
    name = sort.removeprefix("-") or NUMBER
    known = (NUMBER, WORDS, POSITIVES, *(f"{RUN}{run}" for run in runs), UNJUDGED)
    if name not in known:
        raise UnknownColumn(
            _("There is no column “%(name)s” to sort by. This list sorts by: %(known)s.")
            % {"name": name, "known": ", ".join(known)},
            field="sort",
        )
    return Sorting(name, sort.startswith("-"))


def headers_of(search: Search, asked: Mapping[str, Any]) -> list[Header]:
    """asked: the address's parameters."""
    current = sorting_of(search.wanted.sort, search.runs)
    unjudged = _("Unjudged in the top %(k)d") % {"k": search.wanted.top}
    columns = [
        ListColumn(NUMBER, _("Caption"), NUMBER),
        *(
            ListColumn(f"{RUN}{run}", search.chosen[run].name, RUN, number=True, falling=False)
            for run in search.runs
        ),
        ListColumn(POSITIVES, _("Positives"), POSITIVES, number=True),
        ListColumn(WORDS, _("Words"), WORDS, number=True),
        ListColumn(UNJUDGED, unjudged, UNJUDGED, number=True),
    ]
    return [column.header(asked, current.by, current.falling) for column in columns]


def keys_of(asked: Mapping[str, Any]) -> dict[str, int | None]:
    """`?after=` and `?before=`, as Search.page takes them."""
    return {name: next(iter(read_key(asked, name)), None) for name in ("after", "before")}
