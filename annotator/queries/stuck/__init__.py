"""What is stuck in a campaign and why, and what is to be read: the lists on its page, in the API,
and counted elsewhere.

Another check is one more line in CHECKS: a function that is given a campaign under way, and returns
what it found or None (finding.py).
"""

from collections.abc import Callable, Iterable

from django.core.cache import cache
from django.utils.translation import get_language

from annotator.models import UNDER_WAY, Campaign
from annotator.queries.stuck import of_pairs, of_people
from annotator.queries.stuck.finding import Looked, Stuck

# What holds up most comes first.
CHECKS: tuple[Callable[[Looked], Stuck | None], ...] = (
    of_pairs.without_a_rater,
    of_people.that_none_can_pass,
    of_people.too_few_raters,
    of_people.no_answers_lately,
    of_pairs.undecided,
    of_people.questions_open,
    of_pairs.held_back,
    of_pairs.reported,
    of_people.paused_by_checks,
    of_people.trainees_who_do_not_pass,
    of_people.checks_that_stand_out,
    of_pairs.held_long,
    of_people.comments_unread,
)
KEPT_SECONDS = 30  # how long lists may show an older count


def stuck_in(campaign: Campaign) -> list[Stuck]:
    return stuck_of(Looked(campaign))


def stuck_of(looked: Looked) -> list[Stuck]:
    """Nothing is stuck in a draft, or in what is closed."""
    campaign = looked.campaign
    if campaign.state not in UNDER_WAY or campaign.source != Campaign.Source.HERE:
        return []
    return [found for check in CHECKS if (found := check(looked))]


def kept_stuck(campaigns: Iterable[Campaign]) -> dict[int, list[Stuck]]:
    """What is stuck, by campaign number, for pages with several campaigns: each is looked at once
    in half a minute, for readers of one language."""
    by_key = {f"annotator.stuck.{campaign.pk}.{get_language()}": campaign for campaign in campaigns}
    kept = cache.get_many(by_key)
    missing = {key: stuck_in(by_key[key]) for key in by_key if key not in kept}
    if missing:
        cache.set_many(missing, KEPT_SECONDS)
    return {by_key[key].pk: found for key, found in (kept | missing).items()}


def held_up(found: Iterable[Stuck]) -> list[Stuck]:
    return [one for one in found if one.holds_up]


def to_read(found: Iterable[Stuck]) -> list[Stuck]:
    """What holds nothing up, and yet waits for a lead."""
    return [one for one in found if not one.holds_up]
