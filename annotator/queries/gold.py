"""How a rater fares with hidden gold."""

from datetime import datetime
from typing import Any

from django.utils.translation import ngettext

from annotator.labels.live import COUNTING, LIVE
from annotator.models import Campaign, Member
from foundation.database.rows import number_of, objects_of, row_of, rows_of
from foundation.finding.fields import SPREAD, Found, describe, found, unshown
from foundation.frozen import frozen
from measures.accuracy import Accuracy, rolling


def is_right(given: str) -> str:
    """Whether an answer passes a check, as SQL: the same rule as Scale.is_right. given: a label, or
    a training answer, by its alias; `k`: the known answer; `asking`: their campaign."""
    said, known = PLACE[given].format(of=given), PLACE["k"].format(of="k")
    return f"""CASE WHEN asking.gold_exact OR cardinality(asking.scale) <= 3 THEN {said} = {known}
  ELSE abs({said} - {known}) <= 1
    AND ({said} >= asking.relevant_from) = ({known} >= asking.relevant_from) END"""


# Where two values need no grade, the answer says it.
GRADE = "coalesce({of}.grade, ({of}.answer = 'relevant')::int)"
PLACE = {"l": "{of}.value", "t": GRADE, "k": GRADE}
# Live answers, newest first. Cannot judge is neither right nor wrong; what was retired counts no
# more. The index annotator_checks_of_a_rater finds a rater's checks, the label's index of items
# their answers: so it begins with the slots, though the view knows a label's.
CHECKS = f"""
FROM annotator_slot s JOIN {LIVE} l ON l.item_id = s.item_id AND l.slot_id = s.id
JOIN annotator_item i ON i.id = s.item_id
JOIN annotator_knownanswer k ON k.campaign_id = s.campaign_id AND k.query_id = i.query_id
  AND k.video_id = i.video_id AND k.active
JOIN pooling_query q ON q.id = i.query_id
JOIN annotator_campaign asking ON asking.id = s.campaign_id
WHERE s.campaign_id = %(campaign)s AND s.rater_id = {{rater}} AND s.kind = 'gold'
AND l.answer IN ('relevant', 'irrelevant') AND l.given_at >= coalesce({{since}}, '-infinity')
ORDER BY l.id DESC LIMIT {{limit}}
"""
OF_ONE = CHECKS.format(rater="%(rater)s", since="%(since)s::timestamptz", limit="%(limit)s")
ANSWERED = f"""
SELECT l.id AS label, l.given_at, l.answer, k.answer AS truth, q.text AS caption, i.query_id,
  i.video_id, {is_right("l")} AS correct, CASE WHEN k.grade IS NOT NULL THEN l.value END AS grade,
  k.grade AS true_grade {OF_ONE}
"""
OF_EACH = CHECKS.format(rater="r.id", since="NULL::timestamptz", limit="%(limit)s")
COUNTED = f"""
SELECT r.id, count(*) FILTER (WHERE a.correct), count(*)
FROM unnest(%(raters)s::bigint[]) r (id)
CROSS JOIN LATERAL (SELECT {is_right("l")} AS correct {OF_EACH}) a GROUP BY r.id
"""
# The rater's last answers, as they count for the bar.
FOR_THE_BAR = CHECKS.format(rater="%(rater)s", since="m.checked_since", limit="c.gold_window")
BAR = f"""
SELECT m.state, c.gold_bar, c.gold_minimum, a.hits, a.n
FROM annotator_member m JOIN annotator_campaign c ON c.id = m.campaign_id
CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE b.correct) AS hits, count(*) AS n
  FROM (SELECT {is_right("l")} AS correct {FOR_THE_BAR}) b) a
WHERE m.campaign_id = %(campaign)s AND m.person_id = %(rater)s
"""
# The reason of an automatic pause. What the rater may read: it must not tell which of the answers
# were checks, or that there are any.
PAUSED_BECAUSE = "your lead wants to look at your answers with you first"
MOST = 10_000
SHOWN = 200
describe(
    Accuracy,
    "Accuracy",
    "By answers that are known.",
    right="",
    n="",
    share="",
    interval="Wilson's, of 95 %.",
)


@frozen
class GoldAnswer(Found):
    given_at: datetime = found()
    caption: str = found()
    answer: str = found()
    truth: str = found()
    correct: bool = found()
    grade: int | None = found("On a scale of more than two values.")
    true_grade: int | None = found("On a scale of more than two values.")
    label: int = unshown()
    query_id: int = unshown()
    video_id: int = unshown()


def gold_answers(
    campaign_id: int, rater_id: int, *, since: datetime | None = None, limit: int = MOST
) -> list[GoldAnswer]:
    """Newest first."""
    words = {"campaign": campaign_id, "rater": rater_id, "since": since, "limit": limit}
    return objects_of(GoldAnswer, ANSWERED, words)


def is_below_bar(cursor: Any, campaign_id: int, rater_id: int) -> bool:
    """Whether an active rater's last answers to checks call for a pause, in one statement that is
    planned once."""
    cursor.execute(BAR, {"campaign": campaign_id, "rater": rater_id})
    state, bar, minimum, right, n = cursor.fetchone()
    return state == Member.State.ACTIVE and Accuracy(right, n).is_below(bar, minimum)


def accuracy_of(answers: list[GoldAnswer]) -> Accuracy:
    return Accuracy(sum(answer.correct for answer in answers), len(answers))


@frozen
class Check(Found):
    """An answer to hidden gold, and how its rater stood after it."""

    given: GoldAnswer = found(key=SPREAD)
    after: Accuracy = found("Over the last answers that counted for the bar.")


@frozen
class Checks(Found):
    all: Accuracy = found()
    last: Accuracy = found("Over the last answers that count for the bar.")
    answers: list[Check] = found("The newest first.")


def checks_of(member: Member) -> Checks:
    answers = gold_answers(member.campaign_id, member.person_id)
    window = member.campaign.gold_window
    after = rolling([answer.correct for answer in reversed(answers)], window)[::-1]
    return Checks(
        accuracy_of(answers),
        accuracy_of(answers[:window]),
        list(map(Check, answers, after))[:SHOWN],
    )


def last_accuracies(campaign: Campaign, raters: list[int]) -> dict[int, Accuracy]:
    """Accuracies by the rater's number, each over the last answers that count for the bar; none of
    a rater who has met no check."""
    words = {"campaign": campaign.pk, "raters": raters, "limit": campaign.gold_window}
    return {rater: Accuracy(right, n) for rater, right, n in rows_of(COUNTED, words)}


def labels_that_count(member: Member) -> int:
    """How many of a rater's labels count for verdicts: what asking again would concern."""
    counted = (
        f"SELECT count(*) FROM {COUNTING} WHERE campaign_id = %(campaign)s AND rater_id = %(rater)s"
        " AND kind <> 'adjudication'"
    )
    return number_of(counted, member.words)


# Whether hidden gold may come from them, and whether their caption is one that the campaign asks
# about.
UNASKED = """
SELECT count(*) FILTER (WHERE NOT asked), count(*) FROM (SELECT EXISTS (SELECT FROM annotator_item i
    WHERE c.state <> 'draft' AND i.campaign_id = c.id AND i.query_id = k.query_id AND NOT i.gold)
  OR (c.state = 'draft' AND EXISTS (SELECT FROM pooling_poolpair p
    WHERE p.pool_id = c.pool_id AND p.query_id = k.query_id))
    AS asked FROM annotator_knownanswer k JOIN annotator_campaign c ON c.id = k.campaign_id
  WHERE k.campaign_id = %(campaign)s AND k.active AND k.use IN ('gold', 'both')) known
"""


@frozen
class Strangers:
    """Known answers that hidden gold may use, and those of them whose caption the campaign does not
    ask about."""

    unasked: int
    total: int

    @property
    def in_words(self) -> str:
        """Empty: there are none."""
        if not self.unasked:
            return ""
        return ngettext(
            "%(n)s of %(of)s known answers for hidden gold is about a caption that this campaign"
            " does not ask about: raters could tell it by that.",
            "%(n)s of %(of)s known answers for hidden gold are about captions that this campaign"
            " does not ask about: raters could tell them by that.",
            self.unasked,
        ) % {"n": f"{self.unasked:,}", "of": f"{self.total:,}"}


def strangers_in_gold(campaign: Campaign) -> Strangers:
    return Strangers(*row_of(UNASKED, {"campaign": campaign.pk}))


def about_strangers(campaign: Campaign) -> str:
    """Empty where the campaign has no checks, or all their captions are its own."""
    return strangers_in_gold(campaign).in_words if campaign.gold_share else ""
