"""What the headline figures of agreement, and what witnesses save, mean for the work at hand, in a
sentence of the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from foundation.words import grouped, translated
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


def what_witnesses_save(found: Mapping[str, Any], run: str = "", measure: str = "") -> str:
    """Of a frozen report's estimates with witnesses: of this run under this measure first, or of
    the first figure that they have a part in."""
    rows, names = found["rows"], ", ".join(found["witnesses"])
    told = [row for row in rows if row["labels_as_if"] is not None]
    if not told:
        why = (translated(row["witness_why"]) for row in rows if row["witness_why"])
        words = {"witnesses": names, "reason": next(why, "")}
        return _("%(witnesses)s narrows nothing here: %(reason)s.") % words
    asked = (row for row in told if (row["run"], row["measure"]) == (run, measure))
    shown = [row for row in told if (row["worth_interval"] or [0])[0] > 1]
    counts = {"shown": len(shown), "all": len(told)}
    row = next(asked, told[0])
    first = _what_is_saved(row, names, saves=row in shown)
    of_all = ngettext(
        "A saving is shown for %(shown)d of %(all)d figure.",
        "A saving is shown for %(shown)d of %(all)d figures.",
        len(told),
    )
    return f"{first} {of_all % counts}"


def _what_is_saved(row: Mapping[str, Any], names: str, *, saves: bool) -> str:
    words = {"witnesses": names, "run": row["run"], "measure": row["measure"]}
    if not saves:
        return _("With %(witnesses)s no saving is shown for %(measure)s of %(run)s.") % words
    words |= {
        "as_if": grouped(row["labels_as_if"]),
        "labelled": grouped(row["sampled"]),
        "unit": {"misses": _("misses"), "pairs": _("pairs")}.get(row["unit"], _("captions")),
    }
    return (
        _(
            "With %(witnesses)s, %(measure)s of %(run)s is known as if %(as_if)s instead of"
            " %(labelled)s %(unit)s had been labelled."
        )
        % words
    )
