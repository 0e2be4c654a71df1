"""What the studies of runs under one proxy share: what their results begin and end with, and the
draws that they are asked for."""

from collections.abc import Mapping
from typing import Any, Self

from foundation.finding.fields import Found, found, unshown
from foundation.frozen import frozen
from measures.estimate import LEVEL
from measures.resampling import RESAMPLES
from metrics.snapshot import Snapshot
from metrics.studies.dependent import Grouped
from metrics.studies.marks import MarkedCaptions, marks_as_json, saw_of
from metrics.studies.proxied import Proxied
from metrics.studies.scored import check_draws
from metrics.studies.study import about_clusters


def checked_draws(seed: int = 0, resamples: int = RESAMPLES) -> dict[str, int]:
    check_draws(seed, resamples=resamples)
    return {"seed": seed, "resamples": resamples}


@frozen
class UnderOne(MarkedCaptions):
    """title: of the proxy's kind. about_clusters: for people. A study places `grouped` among its
    own fields."""

    benchmark: str = found()
    proxy: str = found()
    title: str = unshown()
    seed: int = unshown()
    resamples: int = unshown()
    grouped: Grouped = unshown()
    about_clusters: str = unshown()
    saw: Mapping[str, str] = unshown()  # by run: what it must be marked for

    @classmethod
    def of(
        cls, snapshot: Snapshot, proxied: Proxied, draws: Mapping[str, int], **more: Any
    ) -> Self:
        return cls(
            snapshot.benchmark,
            proxied.name,
            proxied.title,
            **draws,
            grouped=Grouped.of(snapshot),
            about_clusters=about_clusters(snapshot),
            saw=saw_of(snapshot.runs),
            **more,
        )

    def as_json(self) -> dict[str, Any]:
        drawn = {"level": LEVEL, "seed": self.seed, "resamples": self.resamples}
        return Found.as_json(self) | drawn | marks_as_json(self.saw)
