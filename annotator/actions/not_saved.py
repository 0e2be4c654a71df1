"""Why an answer was not saved: what a rater is told whose pair went to somebody else, or who had
answered it before."""

from annotator.locks.once import RequestReused
from annotator.models import Answer
from foundation.frozen import frozen
from foundation.refused import Refused


class LeaseLost(Refused):
    """You do not hold this pair any more, so this answer was not saved."""

    reason = "lease_lost"


class WentToSomebodyElse(LeaseLost):
    """The lease ended, and somebody else holds or has answered this slot."""

    reason = "went_to_somebody_else"

    def __init__(self, lease_seconds: int) -> None:
        long = (
            f"{lease_seconds // 60} minutes"
            if lease_seconds >= 2 * 60
            else f"{lease_seconds} seconds"
        )
        super().__init__(f"You had this pair for more than {long}, so it went to someone else.")


@frozen
class Saved:
    """What this rater has said of the pair, as it stands."""

    label: int
    answer: Answer
    value: int | None
    words: str  # of the campaign's scale


class SavedBefore(RequestReused):
    """The form was sent twice, with different answers: the first counts."""

    reason = "answered_before"

    def __init__(self, saved: Saved) -> None:
        super().__init__(f"You answered this pair a moment ago: {saved.words}. That answer stands.")
        self.saved = saved


class SavedElsewhere(LeaseLost):
    """The pair was answered in another tab, or by another script of the same rater."""

    reason = "answered_elsewhere"

    def __init__(self, saved: Saved) -> None:
        super().__init__(f"You answered this pair in another tab: {saved.words}.")
        self.saved = saved
