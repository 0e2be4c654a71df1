"""The explorer's search: a page of the captions that were asked for, with what the chosen runs do
with each."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from explorer.asked import NUMBER, CaptionsWanted
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
from metrics.snapshot import Rule
from pooling.models import Benchmark, Caption, Run

PAGE_SIZE = 50


# first: 0 where the stored ranking has no positive. original, corrected: whether such a positive is
# in its top K. rule: that of `first`.
@frozen
class RunOnCaption(Found):
    run: Run = found(parts=spread(*RUN_NAMED))
    first: int = found("The rank of the first positive; null where none is stored.", or_none=True)
    original: bool = unshown()
    corrected: bool = unshown()
    rule: Rule = unshown()

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
class Search:
    """What was asked, and all captions that answer it, in their order. chosen: the runs that are
    shown, of which `runs` has those whose facts are known."""

    benchmark: Benchmark
    facts: Facts
    chosen: Mapping[int, Run]
    runs: Runs
    wanted: CaptionsWanted
    order: Order

    def page(self, keys: Mapping[str, int | None], size: int = PAGE_SIZE) -> FoundPage:
        """keys: `after` and `before`, numbers of captions."""
        after, before = (self._known(keys.get(name)) for name in ("after", "before"))
        cut = page_of(self.order, size, after=after, before=before)
        rows = Caption.objects.filter(benchmark=self.benchmark, number__in=cut.numbers)
        by_number = {caption.number: caption for caption in rows.select_related("query", "video")}
        return FoundPage(
            [self._row(by_number[number]) for number in cut.numbers if number in by_number],
            len(self.order.numbers),
            str(cut.numbers[0]) if cut.more_before and cut.numbers else "",
            str(cut.numbers[-1]) if cut.more_after and cut.numbers else "",
        )

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

    def _row(self, caption: Caption) -> FoundCaption:
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
    return Search(benchmark, facts, by_id, runs, wanted, order)


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
        ListColumn(WORDS, _("Words"), WORDS, number=True),
        ListColumn(POSITIVES, _("Positives"), POSITIVES, number=True),
        *(
            ListColumn(f"{RUN}{run}", search.chosen[run].name, RUN, number=True, falling=False)
            for run in search.runs
        ),
        ListColumn(UNJUDGED, unjudged, UNJUDGED, number=True),
    ]
    return [column.header(asked, current.by, current.falling) for column in columns]


def keys_of(asked: Mapping[str, Any]) -> dict[str, int | None]:
    """`?after=` and `?before=`, as Search.page takes them."""
    return {name: next(iter(read_key(asked, name)), None) for name in ("after", "before")}
