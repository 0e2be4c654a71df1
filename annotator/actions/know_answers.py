"""Say of pairs that their answer is known, or that one is used no longer."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.db import transaction

from annotator.asked.known_answers import KnownAnswerWanted
from annotator.models import Campaign, KnownAnswer
from foundation.database.rows import lock_row
from foundation.refused import WrongValues
from people.actions.record_audit import change_row, record_audit
from people.actor import Actor
from pooling.models import Caption, Video


@dataclass(frozen=True, slots=True)
class KnownPair:
    query_id: int
    video_id: int
    answer: str
    explanation: str = ""
    words: str = ""

    @property
    def pair(self) -> tuple[int, int]:
        return self.query_id, self.video_id


@transaction.atomic
def know_answers(
    actor: Actor,
    campaign_id: int,
    pairs: Sequence[KnownPair],
    origin: KnownAnswer.Origin,
    use: KnownAnswer.Use,
) -> list[KnownAnswer]:
    """All or none. Pairs are of the campaign's benchmark. Raises WrongValues if one's answer is
    known already."""
    # Two who add the same pair follow each other, so that the second finds the first's.
    campaign = lock_row(Campaign, campaign_id)
    if taken := known_pairs(campaign_id) & {known.pair for known in pairs}:
        what = "this pair is" if len(pairs) == 1 else f"{len(taken):,} of these pairs are"
        raise WrongValues({"": f"The answer to {what} known already."})
    made = KnownAnswer.objects.bulk_create(
        KnownAnswer(
            campaign=campaign,
            use=use,
            origin=origin,
            made_by=actor.user,
            **asdict(known),
        )
        for known in pairs
    )
    after = {"answers": len(made), "origin": origin, "use": use}
    record_audit(actor, "made known answers for", campaign, after=after)
    return made


def know_answer_by_keys(actor: Actor, campaign: Campaign, wanted: KnownAnswerWanted) -> KnownAnswer:
    """Adds a known answer by hand. Raises WrongValues by the name of what the benchmark has not."""
    of = {"benchmark": campaign.benchmark_id}
    captions = Caption.objects.filter(**of, key=wanted.caption).select_related("query")
    caption, clip = captions.first(), Video.objects.filter(**of, key=wanted.video).first()
    if caption is None or clip is None:
        there = {"caption": caption, "video": clip}
        raise WrongValues(
            {
                name: f"The benchmark has no {name} with this key."
                for name, found in there.items()
                if not found
            }
        )
    refuse_other_words(caption.query.text, wanted.words)
    pair = KnownPair(caption.query_id, clip.pk, wanted.answer, wanted.explanation, wanted.words)
    (made,) = know_answers(actor, campaign.pk, [pair], KnownAnswer.Origin.HAND, wanted.use)
    return made


def refuse_other_words(caption: str, words: str) -> None:
    """They are marked in the caption, so they must be in it. Raises WrongValues."""
    if words not in caption:
        raise WrongValues({"words": "Copy these words from the caption, as they are in it."})


def known_pairs(campaign_id: int) -> set[tuple[int, int]]:
    """(query, video); those retired too, for they were used."""
    known = KnownAnswer.objects.filter(campaign_id=campaign_id)
    return set(known.values_list("query_id", "video_id"))


@transaction.atomic
def use_known_answer(actor: Actor, known_id: int, *, active: bool) -> KnownAnswer:
    """Retired, it is asked no more; the answers given to it stay."""
    known = lock_known_answer(known_id)
    change_row(actor, "took up" if active else "retired", known, {"active": active})
    return known


def lock_known_answer(known_id: int) -> KnownAnswer:
    return lock_row(KnownAnswer, known_id, "query", "campaign")
