"""Which runs the explorer shows: those asked for, or some of those that a person may see; and where
each has a pair."""

from collections.abc import Iterable, Sequence

from explorer.queries.kept import best_runs
from foundation.refused import Refused
from people.models import User
from pooling.models import Benchmark, Caption, Ranking, Run, Video
from pooling.queries.directions import between
from pooling.queries.runs import access_runs

SHOWN_UNASKED = 3
MOST_RUNS = 8
SEVERAL = 200  # runs of a benchmark that are offered
T2V, V2T = Run.Direction.TEXT_TO_VIDEO, Run.Direction.VIDEO_TO_TEXT


class UnknownRuns(Refused):
    """Expected the ids of runs of this benchmark, with commas between."""

    status = 400


class TooManyRuns(Refused):
    """At most 8 runs are shown side by side."""

    status = 400


def runs_offered(asking: User, benchmark: Benchmark) -> list[Run]:
    """Those between captions and videos."""
    return list(between(access_runs(asking, benchmark)).order_by("pk")[:SEVERAL])


def ids_of(text: str) -> list[int]:
    """The ids in a text such as `12,15`, each once."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isascii() and part.isdigit() and len(part) <= 18 for part in parts):
        raise UnknownRuns(field="runs")
    return list(dict.fromkeys(map(int, parts)))


def choose_both_ways(
    of: Benchmark, offered: Sequence[Run], asked: str, best: Sequence[int] | None = None
) -> tuple[list[Run], list[Run]]:
    """The runs from text to video, and from video to text: those asked for, in that order; unasked,
    some of each, the best first. best: where it is known already."""
    by_id = {run.pk: run for run in offered}
    wanted = ids_of(asked)
    if len(wanted) > MOST_RUNS:
        raise TooManyRuns(field="runs")
    if not by_id.keys() >= set(wanted):
        raise UnknownRuns(field="runs")
    first = best_runs(of) if best is None and not asked else best or ()
    order = wanted or [one for one in dict.fromkeys([*first, *by_id]) if one in by_id]
    most = None if wanted else SHOWN_UNASKED
    forward, backward = (
        [by_id[one] for one in order if by_id[one].direction == way][:most] for way in (T2V, V2T)
    )
    return forward, backward


def choose_runs(
    of: Benchmark, offered: Sequence[Run], asked: str, best: Sequence[int] | None = None
) -> list[Run]:
    """The runs from text to video. The address may come from a video's page and name runs of the
    other direction alone: then some are chosen here."""
    forward, _ = choose_both_ways(of, offered, asked, best)
    return forward or choose_both_ways(of, offered, "", best or ())[0]


def forward_of(offered: Iterable[Run]) -> list[Run]:
    """Those that rank videos for captions."""
    return [run for run in offered if run.direction == T2V]


def rank_in_runs(
    caption: Caption, video: Video, runs: Sequence[Run]
) -> list[tuple[Run, int, float | None]]:
    """Where each run has the pair: its rank and score, 0 and None where its stored ranking does not
    have it."""
    pairs = {
        run.pk: (caption.number, video.number)
        if run.direction == Run.Direction.TEXT_TO_VIDEO
        else (video.number, caption.number)
        for run in runs
    }
    rows = Ranking.objects.filter(run__in=runs, item__in={item for item, _ in pairs.values()})
    places: dict[int, tuple[int, float]] = {}
    for run, item, targets, scores in rows.values_list("run", "item", "targets", "scores"):
        wanted, target = pairs[run]
        if item == wanted and target in targets:
            place = targets.index(target)
            places[run] = place + 1, scores[place]
    return [(run, *places.get(run.pk, (0, None))) for run in runs]
