"""What stands out about a rater, and what a lead can do about it.

All thresholds are here. A finding needs enough answers, and an interval that leaves no doubt where
there is one: nobody is spoken to because of chance. None of them does anything by itself; the only
automatic pause is that by checks (annotator/actions/check_by_gold.py).
"""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _

from annotator.models import Member
from annotator.queries.rater_figures import Figures, RaterFigures, total_of
from foundation.finding.fields import Found, found, unshown
from foundation.frozen import frozen
from measures.accuracy import Accuracy

ENOUGH_PAIRS = 20  # labelled by two, before agreement is compared
ENOUGH_ANSWERS = 50  # before shares of answers are
TOO_FAST = 0.05  # of the answers: more is not a slip of the finger
UNABLE_TIMES = 2.0  # as often Cannot judge as the others
FEWEST_UNABLE = 3  # where the others never did, one would be more often than they
QUICKER = 0.5  # of the median time of the weeks before
IDLE_DAYS = 7


def rules_of_findings() -> list[str]:
    """The rules on when something is a finding, for the page."""
    words = {
        "pairs": ENOUGH_PAIRS,
        "answers": ENOUGH_ANSWERS,
        "fast": f"{100 * TOO_FAST:.0f}",
        "unable": FEWEST_UNABLE,
        "times": f"{UNABLE_TIMES:.0f}",
        "days": IDLE_DAYS,
    }
    rules = (
        _("Checks: fewer right than the campaign's gold bar, once there are enough for it."),
        _(
            "Agreement: over %(pairs)s pairs or more, its whole interval lies below that of all"
            " pairs of the campaign, or of the weeks before."
        ),
        _("Too fast: of %(answers)s answers or more, surely more than %(fast)s %%."),
        _(
            "Cannot judge: of %(answers)s answers or more at least %(unable)s, surely more than"
            " %(times)s times as often as the others."
        ),
        _("Time: the last week's median is less than half of that of the week before."),
        _("Away: no answer for %(days)s days or more."),
    )
    return [rule % words for rule in rules]


@frozen
class RaterFinding(Found, called="Finding"):
    # anchor: the part of the rater's page with what to do; or another page of the rater.
    key: str = found()
    sentence: str = found()
    advice: str = found()
    button: str = unshown()
    url_name: str = "annotator:member"
    anchor: str = ""


def findings_about(
    member: Member, figures: RaterFigures, last_answer: date | None, today: date
) -> list[RaterFinding]:
    if not member.rates:
        return []
    sentences = {
        "checks": _checks(member, figures.all.checks),
        "agreement": _agreement(figures),
        "drift": _agreement_fell(figures.weeks),
        "fast": _fast(figures.all.fast),
        "unable": _unable(figures),
        "quicker": _quicker(figures.weeks),
        "idle": _idle(member, last_answer, today),
    }
    remedies = _remedies()
    return [
        RaterFinding(key, sentence, *remedies[key])
        for key, sentence in sentences.items()
        if sentence
    ]


def _remedies() -> dict[str, tuple[str, ...]]:
    """By what was found: advice, the button, the page that it leads to, and the place there."""
    state = (_("Set the state"), "annotator:member", "state")
    retrain = (_("Look at the answers together, then let them train again or go on."), *state)
    see_checks = _("See which checks they were, and what they answered.")
    again = _("Ask for the labels again from other raters if the answers are not to be trusted.")
    unclear = _("Clips may not play for them, or the guidelines may leave cases open.")
    away = _("Write to them. Pause them if they stay away: other raters then get their pairs.")
    return {
        "checks": (see_checks, _("See the checks"), "annotator:quality"),
        "agreement": retrain,
        "drift": retrain,
        "fast": (again, _("Ask for labels again"), "annotator:quality", "again"),
        "unable": (unclear, _("Read the guidelines"), "annotator:write_guidelines"),
        "quicker": retrain,
        "idle": (away, *state),
    }


def _checks(member: Member, checks: Accuracy) -> str:
    campaign = member.campaign
    if not campaign.gold_share or not checks.is_below(campaign.gold_bar, campaign.gold_minimum):
        return ""
    return _("%(right)s of %(n)s checks are right: below the bar of %(bar)s %%.") % {
        "right": checks.right,
        "n": checks.n,
        "bar": f"{100 * campaign.gold_bar:.0f}",
    }


def _agreement(figures: RaterFigures) -> str:
    own, rest = figures.all.agreement, figures.others.agreement
    if own.n < ENOUGH_PAIRS or not _is_below(own, rest):
        return ""
    return _(
        "Agrees with others on %(own)s %% of %(n)s pairs; in the whole campaign it is %(rest)s %%."
    ) % {"own": _percent(own), "n": own.n, "rest": _percent(rest)}


def _agreement_fell(weeks: Sequence[Figures]) -> str:
    """The last week against all before it."""
    if len(weeks) < 2:
        return ""
    last, before = weeks[-1].agreement, total_of([week.agreement for week in weeks[:-1]])
    if min(last.n, before.n) < ENOUGH_PAIRS or not _is_below(last, before):
        return ""
    words = {"before": _percent(before), "last": _percent(last)}
    return _("Agreement fell from %(before)s %% to %(last)s %% in the last week.") % words


def _fast(fast: Accuracy) -> str:
    if fast.n < ENOUGH_ANSWERS or fast.interval is None or fast.interval[0] <= TOO_FAST:
        return ""
    words = {"share": _percent(fast), "n": fast.n}
    return _("%(share)s %% of %(n)s answers were given too fast to have seen the clip.") % words


def _unable(figures: RaterFigures) -> str:
    own, rest = figures.all.unable, figures.others.unable
    if own.n < ENOUGH_ANSWERS or own.interval is None or rest.share is None:
        return ""
    if own.right < FEWEST_UNABLE:
        return ""
    if own.interval[0] <= UNABLE_TIMES * rest.share:
        return ""
    words = {"own": _percent(own), "rest": _percent(rest)}
    return _("Answers Cannot judge %(own)s %% of the time; the others %(rest)s %%.") % words


def _quicker(weeks: Sequence[Figures]) -> str:
    """The last week's median against that of the week before with enough answers."""
    timed = [week.pace for week in weeks if week.pace and week.pace.answers >= ENOUGH_ANSWERS]
    if len(timed) < 2 or timed[-1].median_seconds >= QUICKER * timed[-2].median_seconds:
        return ""
    return _(
        "Half of the answers took %(last)s s or less in the last week, before %(before)s s."
    ) % {"last": f"{timed[-1].median_seconds:.0f}", "before": f"{timed[-2].median_seconds:.0f}"}


def _idle(member: Member, last_answer: date | None, today: date) -> str:
    days = (today - (last_answer or member.joined_at.date())).days
    if not member.is_active or days < IDLE_DAYS:
        return ""
    sentence = (
        _("Has not answered for %(days)s days.")
        if last_answer
        else _("Joined %(days)s days ago and has not answered yet.")
    )
    return sentence % {"days": days}


def _is_below(one: Accuracy, other: Accuracy) -> bool:
    """No part of the one interval reaches the other."""
    return bool(one.interval and other.interval and one.interval[1] < other.interval[0])


def _percent(share: Accuracy) -> str:
    return f"{100 * (share.share or 0):.0f}"
