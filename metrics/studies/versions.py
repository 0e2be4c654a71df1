"""Which version of each study this Truepool has: what a report records of its parts, and is held
against later.

A study's version rises with every change of what it tells or shows for the same snapshot, however
small: see docs/metrics.md, "Versions of studies". A test holds each study's output to a digest for
its version.
"""

from collections.abc import Mapping

from metrics.studies import (
    agreement,
    comparison,
    estimate,
    evaluation,
    leave_one_out,
    overlap,
    reuse,
    sample_size,
    unjudged,
)

VERSIONS: Mapping[str, int] = {
    "evaluation": evaluation.VERSION,
    "comparison": comparison.VERSION,
    "overlap": overlap.VERSION,
    "leave_one_out": leave_one_out.VERSION,
    "sample_size": sample_size.VERSION,
    "unjudged": unjudged.VERSION,
    "estimate": estimate.VERSION,
    "reuse": reuse.VERSION,
    "agreement": agreement.VERSION,
}
