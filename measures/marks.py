"""When an interval of agreement is marked as not to be trusted, though it can be computed.

The rule was found by simulation (bench/cells/agreement.py, decisions 0052 and 0059): below these
numbers some interval held less than 93 in 100 times. With 40 videos and 500 pairs or more none did,
and none is marked. Videos count by how many pairs they have: `videos` is how many of one size say
as much.
"""

from measures.dependence import FEW

MANY = 500  # pairs from which, with FEW videos or more, no interval is marked
# So many independent pairs, or more, are of the rarer kind that a figure is about. Of a kind whose
# number itself varies between videos, with few of these, more are needed.
RELEVANT, RELEVANT_OF_FEW, DIFFERING = 5, 10, 2
LEAST_DEGREES = 3.0
LEAST_VIDEOS = 6  # of one size: of five, alpha held .907 in some worlds
LEAST_UNITS = 10  # of a file alone; what holds of fewer was never simulated


# Long by what it looks at, one argument for each.
def why_marked(
    kind: str, rarer: float, degrees: float, videos: float, pairs: int, needed: int = DIFFERING
) -> str:
    """Empty where the interval is to be trusted. kind: of the rarer pairs, as in "whose labels
    differ". rarer: how many independent ones there are."""
    if videos >= FEW and pairs >= MANY:
        return ""
    if rarer < needed:
        return (
            f"not to be trusted, as it rests on about as much as {rarer:.1f} independent pairs"
            f" {kind} and {needed} are needed"
        )
    if videos < LEAST_VIDEOS:
        return (
            f"not to be trusted, as its videos count like {videos:.1f} of one size, and"
            f" {LEAST_VIDEOS} are needed"
        )
    if degrees < LEAST_DEGREES:
        return (
            "not to be trusted, as videos differ so much, in pairs or in agreement, that it rests"
            f" on about as much as {degrees + 1:.1f} of them"
        )
    return ""


def relevant_needed(videos: float) -> int:
    return RELEVANT if videos >= FEW else RELEVANT_OF_FEW


def why_of_few(units: int) -> str:
    """A mark of a file's intervals, whatever other rules say. units: with two labels or more."""
    if units >= LEAST_UNITS:
        return ""
    return f"not to be trusted, as there are {units} units and {LEAST_UNITS} are needed"
