"""Say of pairs that their answer is known, by hand or from a file: CSV with the columns caption_id,
video_id, answer, explanation, all of it or nothing. And explain one, use it no longer, or show it
to raters as an example."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import BinaryIO

from django.db import transaction

from annotator.asked.known_answers import KnownAnswerWanted
from annotator.models import Campaign, KnownAnswer, Slot
from annotator.queries.known_answers import waits_for, with_waiting
from annotator.scales import ANSWERS, Scale
from foundation.database.rows import lock_row
from foundation.frozen import frozen
from foundation.refused import Refused, WrongValues
from people.actions.record_audit import change_row, record_audit
from people.actor import Actor
from pooling.formats.csv_rows import read_rows
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.text import open_text
from pooling.models import Caption, Video


@frozen
class KnownPair:
    query_id: int
    video_id: int
    answer: str
    explanation: str = ""
    words: str = ""
    grade: int | None = None


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
    if taken := known_pairs(campaign_id) & {(known.query_id, known.video_id) for known in pairs}:
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
    """Adds a known answer by hand. Raises NotOnScale, and WrongValues by the name of what the
    benchmark has not."""
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
    scale = campaign.on_scale
    answer, value = scale.said(wanted.answer, wanted.value)
    said = (answer, wanted.explanation, wanted.words, scale.grade_of(value))
    pair = KnownPair(caption.query_id, clip.pk, *said)
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


class NotExplained(Refused):
    """Write an explanation first: an example without one teaches nothing."""


class StillAsked(Refused):
    """This campaign still asks about this pair: as an example, it would tell raters its answer."""


class GivenAsCheck(Refused):
    """This pair has been given out as hidden gold: as an example, it would tell raters which of
    their pairs are checks."""


@transaction.atomic
def change_known_answer(
    actor: Actor,
    known_id: int,
    *,
    active: bool | None = None,
    explanation: str | None = None,
    words: str | None = None,
    example: bool | None = None,
) -> None:
    """What is None stays."""
    if explanation is not None or words is not None:
        explain_known_answer(actor, known_id, explanation=explanation, words=words)
    if example:
        show_as_example(actor, known_id)
    if active is not None:
        use_known_answer(actor, known_id, active=active)


@transaction.atomic
def explain_known_answer(
    actor: Actor, known_id: int, *, explanation: str | None, words: str | None
) -> KnownAnswer:
    """What is None stays. Raises WrongValues if the words are not in the caption."""
    known = lock_known_answer(known_id)
    if words is not None:
        refuse_other_words(known.query.text, words)
    noted = {
        "explanation": known.explanation if explanation is None else explanation,
        "words": known.words if words is None else words,
    }
    change_row(actor, "explained", known, noted)
    return known


@transaction.atomic
def show_as_example(actor: Actor, known_id: int) -> KnownAnswer:
    """The guidelines show it with its answer from now on, so it is asked no more, in training or
    as a check. What raters have answered to it stays."""
    known = lock_known_answer(known_id)
    if not known.explanation:
        raise NotExplained
    found = with_waiting(KnownAnswer.objects.filter(pk=known_id)).select_related("video").get()
    if waits_for(found) == "pair":
        raise StillAsked
    checks = Slot.objects.filter(campaign=known.campaign_id, kind=Slot.Kind.GOLD)
    if checks.filter(item__query=known.query_id, item__video=known.video_id).exists():
        raise GivenAsCheck
    change_row(actor, "made an example of", known, {"use": KnownAnswer.Use.EXAMPLE})
    return known


COLUMNS = ("caption_id", "video_id", "answer", "explanation")
LONGEST = 2_000
MOST = 100_000


def import_known_answers(
    actor: Actor, campaign: Campaign, file: BinaryIO, use: KnownAnswer.Use
) -> list[KnownAnswer]:
    """Raises Unreadable with every problem's line, and nothing is kept."""
    problems = Problems()
    rows = list(read_rows(open_text(file, problems), COLUMNS, problems))
    problems.raise_if_any()
    if len(rows) > MOST:
        refuse("size", f"more than {MOST:,} rows")
    if not rows:
        refuse("empty", "the file has a header but no known answers")
    known = _read(campaign, rows, problems)
    problems.raise_if_any()
    return know_answers(actor, campaign.pk, known, KnownAnswer.Origin.FILE, use)


def _read(
    campaign: Campaign, rows: list[tuple[int, list[str]]], problems: Problems
) -> list[KnownPair]:
    of = {"benchmark": campaign.benchmark_id}
    named = Caption.objects.filter(**of, key__in={row[0] for _, row in rows})
    clips = Video.objects.filter(**of, key__in={row[1] for _, row in rows})
    captions = dict(named.values_list("key", "query_id"))
    videos = dict(clips.values_list("key", "pk"))
    lines: dict[tuple[int, int], int] = dict.fromkeys(known_pairs(campaign.pk), 0)
    known, scale = [], campaign.on_scale
    for line, (caption, video, answer, explanation) in rows:
        wrong: tuple[int, str, str] | None = None
        if caption not in captions:
            wrong = 1, "unknown-caption", f"{excerpt(caption)} is no caption of this benchmark"
        elif video not in videos:
            wrong = 2, "unknown-video", f"{excerpt(video)} is no video of this benchmark"
        elif (said := _said_in_file(scale, answer)) is None:
            expected = _expected_in_file(scale)
            wrong = 3, "answer", f"expected {expected}, found {excerpt(answer)}"
        elif len(explanation) > LONGEST:
            wrong = 4, "length", f"an explanation of more than {LONGEST:,} characters"
        else:
            pair = captions[caption], videos[video]
            row = KnownPair(*pair, said[0], explanation, grade=scale.grade_of(said[1]))
            known.append(row)
            # Captions with the same text are one query, so that two rows may name one pair by two
            # captions.
            first = lines.setdefault((row.query_id, row.video_id), line)
            if first == 0:
                wrong = 1, "known", "the answer to this pair is known already"
            elif first != line:
                wrong = 1, "duplicate", f"this pair stands in line {first} already"
        if wrong:
            column, code, message = wrong
            problems.error(code, message, line, column)
    return known


def _said_in_file(scale: Scale, text: str) -> tuple[str, int | None] | None:
    """The answer and its value: a grade's number, or one of two answers by its usual name or by its
    word. None: it is neither."""
    if scale.is_graded:
        grades = {str(grade): grade for grade in range(len(scale.words))}
        return scale.said(None, grades[text]) if text in grades else None
    names = dict(zip(scale.words, ANSWERS, strict=True)) | {answer: answer for answer in ANSWERS}
    return scale.said(names[text], None) if text in names else None


def _expected_in_file(scale: Scale) -> str:
    if scale.is_graded:
        return f"a grade from 0 to {scale.highest}"
    return f"{scale.words[1]} or {scale.words[0]}"
