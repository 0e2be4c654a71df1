"""The explorer's search: a page of the captions that were asked for, with what the chosen runs do
with each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from explorer.choosing import (
    NUMBER,
    POSITIVES,
    RUN,
    UNJUDGED,
    WORDS,
    Criteria,
    Order,
    Runs,
    Sorting,
    in_order,
    matching,
    page_of,
)
from explorer.queries.asked import CaptionsWanted
from explorer.queries.kept import Facts
from explorer.queries.text import captions_named
from foundation.paging.keys import read_key
from foundation.paging.sorting import Header, UnknownColumn, sorted_address
from metrics.snapshot import Rule
from pooling.models import Benchmark, Caption, Run

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class RunOnCaption:
    """first: the rank of the first positive, 0 where the stored ranking has none. original,
    corrected: whether such a positive is in its top K. rule: that of `first`."""

    first: int
    original: bool
    corrected: bool
    rule: Rule

    @property
    def right(self) -> bool:
        """Whether a positive is in its top K."""
        return self.original if self.rule == "original" else self.corrected

    @property
    def turned(self) -> bool:
        return self.original != self.corrected


@dataclass(frozen=True, slots=True)
class FoundCaption:
    """original, corrected: how many positives. unjudged: in the top K of the run that has most."""

    caption: Caption
    words: int
    original: int
    corrected: int
    runs: list[RunOnCaption]
    unjudged: int


@dataclass(frozen=True, slots=True)
class FoundPage:
    """total: how many captions were found. before, after: keys of the neighbouring pages, empty
    where the list ends."""

    rows: list[FoundCaption]
    total: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Search:
    """What was asked, and all captions that answer it, in their order."""

    benchmark: Benchmark
    facts: Facts
    runs: Runs
    wanted: CaptionsWanted
    order: Order

    def page(self, keys: Mapping[str, int | None], size: int = PAGE_SIZE) -> FoundPage:
        """keys: `after` and `before`, numbers of captions."""
        after, before = (self._known(keys.get(name)) for name in ("after", "before"))
        cut = page_of(self.order, size, after=after, before=before)
        captions = (
            Caption.objects.filter(benchmark=self.benchmark, number__in=cut.numbers)
            .select_related("query", "video")
            .in_bulk()
        )
        by_number = {caption.number: caption for caption in captions.values()}
        rows = [self._row(by_number[number]) for number in cut.numbers if number in by_number]
        return FoundPage(
            rows,
            len(self.order.numbers),
            str(cut.numbers[0]) if cut.numbers and cut.more_before else "",
            str(cut.numbers[-1]) if cut.numbers and cut.more_after else "",
        )

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        if self._known(number) is None:
            return None, None
        return self.order.neighbours(number)

    def place(self, number: int) -> int:
        """The place, from 1; 0 where the caption is not among those found."""
        known = self._known(number)
        if known is None:
            return 0
        start, end = self.order.before(known), self.order.after(known)
        return end if end > start else 0

    def _known(self, number: int | None) -> int | None:
        """None for a caption that has come since the facts were kept."""
        return number if number is not None and number < len(self.facts.captions) else None

    def _row(self, caption: Caption) -> FoundCaption:
        at, k, rule = caption.number, self.wanted.top, self.wanted.rule
        captions = self.facts.captions
        cells = [
            RunOnCaption(
                int(run.first(rule)[at]),
                bool(run.right("original", k)[at]),
                bool(run.right("all", k)[at]),
                rule,
            )
            for run in self.runs.values()
        ]
        return FoundCaption(
            caption,
            int(captions.words[at]),
            int(captions.original[at]),
            int(captions.corrected[at]),
            cells,
            max((int(run.unjudged_in(k)[at]) for run in self.runs.values()), default=0),
        )


def search_captions(
    benchmark: Benchmark, facts: Facts, chosen: Sequence[Run], wanted: CaptionsWanted
) -> Search:
    """A search by those of the chosen runs whose facts are known. Raises UnknownColumn."""
    found = {run.pk: facts.run(run.pk) for run in chosen}
    runs = {key: run for key, run in found.items() if run is not None}
    criteria = Criteria(
        named=_named(benchmark, facts, wanted.search),
        words=wanted.words,
        positives=wanted.with_positives,
        rule=wanted.rule,
        k=wanted.top,
        differ=wanted.differ,
        changed=wanted.changed,
        unjudged=wanted.unjudged,
    )
    sorting = sorting_of(wanted.sort, list(runs))
    which = matching(facts.captions, runs, criteria)
    order = in_order(facts.captions, runs, criteria, sorting, which)
    return Search(benchmark, facts, runs, wanted, order)


def _named(benchmark: Benchmark, facts: Facts, text: str) -> Any:
    if not text.strip():
        return None
    numbers = captions_named(benchmark, text.strip())
    return numbers[numbers < len(facts.captions)]


def columns_of(runs: Sequence[int]) -> tuple[str, ...]:
    return (NUMBER, WORDS, POSITIVES, *(f"{RUN}{run}" for run in runs), UNJUDGED)


def sorting_of(sort: str, runs: Sequence[int]) -> Sorting:
    name = sort.removeprefix("-") or NUMBER
    known = columns_of(runs)
    if name not in known:
        raise UnknownColumn(
            _("There is no column “%(name)s” to sort by. This list sorts by: %(known)s.")
            % {"name": name, "known": ", ".join(known)},
            field="sort",
        )
    return Sorting(name, sort.startswith("-"))


def headers_of(search: Search, names: Mapping[int, str], asked: Mapping[str, Any]) -> list[Header]:
    """names: of the runs, by their ids. asked: the address's parameters."""
    current = sorting_of(search.wanted.sort, list(search.runs))
    titles = {
        NUMBER: _("Caption"),
        WORDS: _("Words"),
        POSITIVES: _("Positives"),
        UNJUDGED: _("Unjudged in the top %(k)d") % {"k": search.wanted.top},
    } | {f"{RUN}{run}": names[run] for run in search.runs}
    return [_header(name, titles[name], current, asked) for name in columns_of(list(search.runs))]


def _header(name: str, title: str, current: Sorting, asked: Mapping[str, Any]) -> Header:
    first = f"-{name}" if name in (WORDS, POSITIVES, UNJUDGED) else name
    wanted, way = first, ""
    if name == current.by:
        way = "descending" if current.falling else "ascending"
        wanted = name if current.falling else f"-{name}"
    return Header(title, name != NUMBER, way, sorted_address(asked, wanted))


def keys_of(asked: Mapping[str, Any]) -> dict[str, int | None]:
    """`?after=` and `?before=`, as Search.page takes them."""
    read = {name: read_key(asked, name) for name in ("after", "before")}
    return {name: key[0] if key else None for name, key in read.items()}
