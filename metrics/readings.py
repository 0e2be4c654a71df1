"""What the headline figures of agreement mean for the work at hand, in a sentence of the reader's
language."""

from django.utils.translation import gettext as _

from foundation.words import translated
from measures.estimate import Estimate
from metrics.studies.agreement import AgreementStudy

# Krippendorff (2004, chapter 11): data are relied upon from here, and used for tentative
# conclusions from there.
RELIABLE, TENTATIVE = 0.8, 0.667
# Alpha and AC1 differ by more than this where few labels are relevant, and both have to be read.
FAR_APART = 0.1


def reading(study: AgreementStudy, name: str) -> str:
    """What a headline figure means, in words."""
    one = study.figures[name]
    if one.value is None:
        return _("Undefined: %(reason)s.") % {"reason": translated(one.reason)}
    return READINGS[name](study, one)


def verdict(study: AgreementStudy) -> str:
    """The page's first sentence says first how far the labels can be relied on."""
    return _alpha(study, study.main) if study.main.value is not None else ""


def _alpha(study: AgreementStudy, one: Estimate) -> str:
    value, ends = one.value or 0.0, one.ends()
    if ends is None:
        return _("How far the labels can be relied on is open: alpha has no interval yet.")
    low, high = ends
    if low >= RELIABLE:
        return _("Reliable: the whole interval is above 0.8, the mark for data to rely on.")
    if low >= TENTATIVE:
        return _("Usable with care: above 0.667, the usual minimum, but not surely above 0.8.")
    if high < TENTATIVE:
        return _(
            "Too low to rely on: below 0.667, the usual minimum. Read the disagreements, and make"
            " the guidelines clearer."
        )
    if value >= TENTATIVE:
        return _(
            "Not settled: above 0.667, the usual minimum, but the interval reaches below it. More"
            " pairs with two labels narrow it."
        )
    return _(
        "Doubtful: below 0.667, the usual minimum, though the interval reaches above it. More pairs"
        " with two labels narrow it."
    )


def _percent(study: AgreementStudy, one: Estimate) -> str:
    return _("Of 100 pairs, two raters give the same answer to about %(number)d.") % {
        "number": _of_100(one)
    }


def _positive(study: AgreementStudy, one: Estimate) -> str:
    return _(
        "Where one rater says relevant, another one does so, too, in about %(number)d of 100 cases."
    ) % {"number": _of_100(one)}


def _ac1(study: AgreementStudy, one: Estimate) -> str:
    alpha = study.main.value
    far = alpha is not None and (one.value or 0.0) - alpha > FAR_APART
    if study.graded:
        return _ac2(far)
    if far:
        return _(
            "Well above alpha, because few labels are relevant: raters agree easily on the"
            " irrelevant pairs. Look at positive agreement."
        )
    return _("Close to alpha: how many labels are relevant does not distort either of them.")


def _ac2(far: bool) -> str:
    if far:
        return _(
            "Well above alpha, because most labels have few of the grades: read both, beside how"
            " often each grade was given."
        )
    return _("Close to alpha: how often each grade was given does not distort either of them.")


def _within_one(study: AgreementStudy, one: Estimate) -> str:
    return _("Of 100 pairs, two raters differ by one grade at most on about %(number)d.") % {
        "number": _of_100(one)
    }


def _of_100(one: Estimate) -> int:
    return round(100 * (one.value or 0.0))


READINGS = {"alpha": _alpha, "percent": _percent, "positive": _positive, "ac1": _ac1}
READINGS |= {"ordinal_alpha": _alpha, "ac2_ordinal": _ac1, "within_one": _within_one}
