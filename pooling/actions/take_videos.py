"""Take many videos' files, each by itself: one that is refused does not keep the others out, and
nothing is taken twice."""

from collections.abc import Callable, Iterator

from foundation.refused import Refused
from jobs.one_by_one import Failures, stops_the_job
from media.reasons import Refusal
from pooling.actions.take_video import NotOffered, Offered, take_video
from pooling.models import Benchmark

Offers = Iterator[Offered | NotOffered]


class VideosTaken:
    """What has come of the files so far."""

    def __init__(self, benchmark: Benchmark, report: Callable[[int, None, str], None]) -> None:
        self.failures = Failures(expected=(Refused, Refusal))
        self.taken = self.again = self.seen = 0
        self._lost: Exception | None = None  # why the first source could not be read at all
        self._benchmark, self._report = benchmark, report

    def take_all(self, source: str, offers: Offers) -> None:
        """What a source has. An archive that is unsafe gives nothing, and others are still read."""
        try:
            for offered in offers:
                self.seen += 1
                if isinstance(offered, NotOffered):
                    self.failures.add(offered.name, offered.why)
                    continue
                self._report(self.seen, None, offered.name)
                with self.failures.of(offered.name):
                    self._count(taken=take_video(self._benchmark, offered))
        except Exception as error:
            if stops_the_job(error):
                raise
            self._lost = self._lost or error
            self.failures.add(source, error)

    def require_some(self) -> None:
        """Raises what the first source was lost for, if no source had a file at all."""
        if self._lost and not self.seen:
            raise self._lost

    def as_json(self) -> dict[str, object]:
        return {
            "taken": self.taken,
            "already": self.again,
            "refused": self.failures.lines,
            "refused_count": self.failures.count,
        }

    def _count(self, *, taken: bool) -> None:
        self.taken += taken
        self.again += not taken
