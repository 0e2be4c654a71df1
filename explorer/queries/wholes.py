"""What strips are made of: all that a run ranks for an item, and the colours of its targets."""

from collections.abc import Sequence

import numpy as np

from explorer.asked import RankedWanted
from explorer.ranked import Known
from explorer.strips import Colours, colours_of_marks, colours_of_relevance
from foundation.refused import WrongValues
from measures.arrays import Integers
from metrics.queries.snapshot import open_whole
from metrics.studies.study import NothingToStudy
from pooling.models import Caption, Run, Video
from semantics.queries.proxies import UnknownProxy, find_proxy, read_relevance


def colours_of_item(item: Caption | Video, known: Known, wanted: RankedWanted) -> Colours:
    """Raises WrongValues where there is no such proxy, Outdated or FileGone."""
    of, is_caption, number = item.benchmark, isinstance(item, Caption), item.number
    if not wanted.by:
        targets = of.video_count if is_caption else of.caption_count
        return colours_of_marks(known, wanted.rule, targets)
    try:
        relevance = read_relevance(find_proxy(of, wanted.by))
    except UnknownProxy as unknown:
        raise WrongValues({"by": f"{unknown}."}) from None
    if is_caption:
        return colours_of_relevance(relevance.rows(number, number + 1)[0])
    return colours_of_relevance(relevance.columns(number, number + 1)[:, 0])


def order_of(run: Run, item: int, stored: Sequence[int]) -> Sequence[int] | Integers:
    """The targets that the run ranks for the item, the best first: all of them where its file of
    whole rankings is there, else those that are stored in rows."""
    if not run.whole:
        return stored
    try:
        ranks = open_whole(run)
    except NothingToStudy:
        return stored
    row = np.asarray(ranks[item]) if item < len(ranks) else np.empty(0, np.int64)
    order = np.argsort(row, kind="stable")
    return order[row[order] > 0]
