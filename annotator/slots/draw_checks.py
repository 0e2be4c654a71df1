"""Hidden gold: some of the pairs that a rater is given are checks, whose answer is known. Nothing
that a rater sees tells which.

1. Each new pair that a rater is given has a number, which only rises. Whether it is a check is
   drawn once for each number, from the campaign's seed, the rater, the number and this instance's
   key: the rest could be guessed, and a rater could reckon it. What is given back, put off or let
   go has had its number, and comes back as it was: nobody draws again by probing.
2. The pair is one that this rater has not met, in training or in earnest, and that the campaign
does not ask about any more.
3. The check is a slot like any other, at the place in the queue where it is given out. What follows
   from its answer, or from its coming free, follows as for any other pair: others are asked where
   the policy asks others (a chain of slots, slots/open.py), and a rater who knows the pair by now
   passes it by as if it had been taken (annotator_pass_checks).
4. Its label is appended to the log like any other, and counts for the rater's accuracy alone.

The giving is in the database (annotator_give_slots), in the round trip that gives what comes next.
docs/decisions/0011 says what a rater can still infer.
"""

import hmac
from hashlib import sha256

from django.conf import settings

from annotator.locks.standing import Standing
from foundation.frozen import frozen

# A number whose pair turns out to be known to its rater gives nothing, and the next one is looked
# at: some to spare.
SPARE = 3


def is_check(seed: int, rater_id: int, number: int, share: float) -> bool:
    """Whether the pair with this number is a check: each is, by itself, with the probability of the
    share."""
    return int.from_bytes(_drawn(f"check:{seed}:{rater_id}:{number}")[:8], "big") < share * 2**64


def share_alone(gold_share: float, single_share: float, group_of: int) -> float:
    """Where pairs are shown together: how often a check comes by itself before what comes next, a
    group or a pair by itself. So often that the share of checks among what comes by itself is that
    among all, if groups are full."""
    singles = single_share / (single_share + (1 - single_share) / group_of)
    return gold_share * singles / (1 - gold_share + gold_share * singles)


@frozen
class DrawnChecks:
    """drawn: how many numbers this rater has had. Of each of the next: whether it is a check; and
    where pairs are shown together, whether one by itself. key: it orders known answers."""

    drawn: int
    checks: list[bool]
    alone: list[bool]
    key: str


def draw_checks(standing: Standing, rater_id: int, wanted: int) -> DrawnChecks:
    share, group = standing.gold_share, standing.group_of
    if not share:
        return DrawnChecks(standing.drawn, [], [], "")
    most = SPARE * (wanted + group)
    numbers = range(standing.drawn, standing.drawn + most)
    checks = [is_check(standing.seed, rater_id, number, share) for number in numbers]
    alone = []
    if group:
        share = share_alone(share, standing.single_share, group)
        alone = [is_check(standing.seed, rater_id, number, share) for number in numbers]
    key = _drawn(f"order:{standing.seed}:{rater_id}").hex()
    return DrawnChecks(standing.drawn, checks, alone, key)


def _drawn(what: str) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), f"annotator.gold:{what}".encode(), sha256)
