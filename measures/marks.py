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

# Pages show these in the reader's language. ABOUT: which pairs are the rarer ones.
ABOUT = {
    "relevant": "with a relevant label",
    "irrelevant": "with an irrelevant label",
    "are_relevant": "that are relevant",
    "are_irrelevant": "that are irrelevant",
    "differ": "whose labels differ",
    "same": "whose labels are the same",
    "have_it": "that have it",
    "other": "with a label other than the commonest",
    "rarer": "of the rarer kind",
}
REASONS = {
    "pairs": (
        "not to be trusted, as it rests on about as much as {rarer} independent pairs {kind} and"
        " {needed} are needed"
    ),
    "videos": (
        "not to be trusted, as its videos count like {videos} of one size, and {needed} are needed"
    ),
    "degrees": (
        "not to be trusted, as videos differ so much, in pairs or in agreement, that it rests on"
        " about as much as {many} of them"
    ),
    "units": "not to be trusted, as there are {units} units and {needed} are needed",
}


# Long by what it looks at, one argument for each.
def why_marked(
    kind: str, rarer: float, degrees: float, videos: float, pairs: int, needed: int = DIFFERING
) -> str:
    """Empty where the interval is to be trusted. kind: of the rarer pairs, as in "whose labels
    differ". rarer: how many independent ones there are."""
    if videos >= FEW and pairs >= MANY:
        return ""
    if rarer < needed:
        return REASONS["pairs"].format(rarer=f"{rarer:.1f}", kind=kind, needed=needed)
    if videos < LEAST_VIDEOS:
        return REASONS["videos"].format(videos=f"{videos:.1f}", needed=LEAST_VIDEOS)
    if degrees < LEAST_DEGREES:
        return REASONS["degrees"].format(many=f"{degrees + 1:.1f}")
    return ""


def relevant_needed(videos: float) -> int:
    return RELEVANT if videos >= FEW else RELEVANT_OF_FEW


def why_of_few(units: int) -> str:
    """A mark of a file's intervals, whatever other rules say. units: with two labels or more."""
    if units >= LEAST_UNITS:
        return ""
    return REASONS["units"].format(units=units, needed=LEAST_UNITS)
