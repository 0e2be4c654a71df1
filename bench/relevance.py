"""The relevance of a training batch at EPIC-KITCHENS-100's size: computed from sets of classes for
the batch, beside cells taken from all captions x all videos, as it was. Each in a process of its
own: seconds of 100 batches of 256, the time before the first one, and the peak of memory."""

from bench.stage.batch_relevance import COMPARED, MATRIX, measured_relevance
from bench.table import Row, arguments, machine, row, show

SMALL, WHOLE = 8_000, 60_495  # captions; the latter are those that EPIC's training trains on
PEER = "the same from all pairs laid out"


def rows() -> list[Row]:
    ours, theirs = (measured_relevance(way, SMALL) for way in (COMPARED, MATRIX))
    whole = measured_relevance(COMPARED, WHOLE)
    less = ours["megabytes"] / theirs["megabytes"]
    return [
        row(
            f"100 batches, of {SMALL:,} captions ({less:.2f} times the peer's memory)",
            ours["steps"],
            PEER,
            theirs["steps"],
            megabytes=[ours["megabytes"]],
        ),
        row(f"peer: {PEER}", theirs["steps"], megabytes=[theirs["megabytes"]]),
        row(f"before the first batch, of {SMALL:,}", [ours["made"]], PEER, [theirs["made"]]),
        row(
            f"100 batches, of {WHOLE:,} captions, for which the peer has no room",
            whole["steps"],
            megabytes=[whole["megabytes"]],
        ),
    ]


if __name__ == "__main__":
    asked = arguments()
    show(f"Relevance of batches of 256 ({machine()})", rows(), asked)
