"""Whether intervals of agreement are about these raters, or about raters like these."""

from metrics.studies.agreement import AgreementStudy
from metrics.words import counted


def of_whom(study: AgreementStudy) -> str:
    """Whether intervals are about these raters, beside every number that has one."""
    raters = counted(study.rater_groups, "rater")
    if study.raters_as == "drawn":
        return f"{raters}, taken as drawn from raters like these"
    return f"{raters}, taken as they are: of other raters nothing is said"
