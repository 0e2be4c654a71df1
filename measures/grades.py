"""The highest grade of a scale, which some measures hold grades against: that of their name, of the
scale, or of any positive."""

from measures.measure import Found, Measure, Parameter

_FROM_POSITIVES = 0.0
_MOST = 100  # of any scale that is read
# The last of a kind's parameters.
MAX = Parameter("max", _FROM_POSITIVES, 0, _MOST + 1, unsaid=True)


def highest_of(found: Found, measure: Measure) -> float:
    named = measure.parameters[-1]
    return found.highest if named == _FROM_POSITIVES else named


def why_above(found: Found, measure: Measure) -> str:
    """Why there is no value; empty where no positive has a grade above the highest."""
    highest = highest_of(found, measure)
    if found.highest <= highest:
        return ""
    return f"a positive has the grade {found.highest:g}, above the {highest:g} of its name"


def which_highest(found: Found, measure: Measure) -> str:
    """Where the name does not say it."""
    if measure.parameters[-1] != _FROM_POSITIVES:
        return ""
    highest = f"the highest grade is {found.highest:g}, the highest of"
    if found.of_scale:
        return f"{highest} the scale"
    return f"{highest} any positive; {measure.kind}(max=4) names another"
