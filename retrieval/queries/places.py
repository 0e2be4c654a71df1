"""Where a model puts videos and captions, as its page draws it: dots on the two directions in which
they vary most."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from django.conf import settings
from django.utils.translation import gettext as _

from foundation.frozen import frozen
from pooling.models import Benchmark, Caption
from retrieval.models import TrainedModel
from retrieval.training.embeddings import NamedEmbeddings, principal_plane

WIDTH, HEIGHT = 600, 400
MOST = 500  # of videos, and of captions
COLOURS = 8


@frozen
class Dot:
    """number: of its colour, from 1; 0 for one that is in no group."""

    x: str
    y: str
    name: str
    number: int
    is_video: bool


@frozen
class Places:
    """groups: with their colours. by: the column that tells them; columns: which there are. of: how
    many dots there would be, were all drawn."""

    dots: Sequence[Dot]
    groups: Sequence[tuple[int, str]]
    by: str
    columns: Sequence[str]
    of: int
    width: int = WIDTH
    height: int = HEIGHT


def embeddings_of(trained: TrainedModel) -> NamedEmbeddings | None:
    """None of a model that was trained before they were kept, or by one's own code."""
    path = trained.embeddings and settings.MEDIA_ROOT / trained.embeddings
    return NamedEmbeddings.load(path) if path and Path(path).is_file() else None


def find_places(trained: TrainedModel, by: str = "") -> Places | None:
    """by: a column of the benchmark's captions; a video is in the group of its first caption, and a
    text in that of the first caption with it. Without one, they are told apart by what they are."""
    found = embeddings_of(trained)
    if found is None:
        return None
    of_texts, of_videos = _groups(trained.benchmark, by)
    columns = _columns(trained.benchmark)
    by = by if by in columns else ""
    texts, videos = _spread(len(found.queries)), _spread(len(found.videos))
    rows = np.concatenate(
        [side[chosen] for side, chosen in zip(found.embedded.places, (texts, videos), strict=True)]
    )
    names = [found.queries[row] for row in texts] + [found.videos[row] for row in videos]
    groups = [of_texts.get(row, "") for row in texts] + [of_videos.get(row, "") for row in videos]
    if not by:
        groups = [_("captions")] * len(texts) + [_("videos")] * len(videos)
    known = [group for group, _n in Counter(filter(None, groups)).most_common(COLOURS)]
    dots = [
        Dot(f"{x:.1f}", f"{y:.1f}", name, _number(known, group), place >= len(texts))
        for place, ((x, y), name, group) in enumerate(
            zip(_in_box(principal_plane(rows)), names, groups, strict=True)
        )
    ]
    of = len(found.queries) + len(found.videos)
    return Places(dots, list(enumerate(known, start=1)), by, columns, of)


def _spread(count: int) -> list[int]:
    """Evenly over all of them."""
    return sorted(set(np.linspace(0, count - 1, min(count, MOST)).astype(int).tolist()))


def _number(known: Sequence[str], group: str) -> int:
    return known.index(group) + 1 if group in known else 0


def _in_box(places: np.ndarray) -> list[tuple[float, float]]:
    """Both directions by one scale: what is far apart is drawn far apart."""
    low, high = places.min(axis=0, initial=0), places.max(axis=0, initial=0)
    scale = min(np.array([WIDTH, HEIGHT]) / np.maximum(high - low, 1e-12))
    shown = (places - (low + high) / 2) * scale * [1, -1] + [WIDTH / 2, HEIGHT / 2]
    return [(float(x), float(y)) for x, y in shown]


def _columns(of: Benchmark) -> list[str]:
    first = of.captions.exclude(groups={}).order_by("number").values_list("groups", flat=True)[:1]
    return sorted(name for groups in first for name in groups)


def _groups(of: Benchmark, by: str) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """By numbers of queries, and of videos."""
    of_texts: dict[int, str] = {}
    of_videos: dict[int, str] = {}
    if by:
        rows = Caption.objects.filter(benchmark=of).order_by("number")
        for query, video, groups in rows.values_list("query__number", "video__number", "groups"):
            of_texts.setdefault(query, str(groups.get(by, "")))
            of_videos.setdefault(video, str(groups.get(by, "")))
    return of_texts, of_videos
