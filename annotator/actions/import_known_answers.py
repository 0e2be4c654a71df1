"""Known answers from a file: CSV with the columns caption_id, video_id, answer, explanation. All of
it or nothing."""

from typing import BinaryIO

from annotator.actions.know_answers import KnownPair, know_answers, known_pairs
from annotator.models import Campaign, KnownAnswer
from people.actor import Actor
from pooling.formats.csv_rows import read_rows
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.text import open_text
from pooling.models import Caption, Video

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
    captions = _numbered(
        Caption.objects.filter(key__in={row[0] for _, row in rows}), campaign, "query_id"
    )
    videos = _numbered(Video.objects.filter(key__in={row[1] for _, row in rows}), campaign, "pk")
    lines: dict[tuple[int, int], int] = dict.fromkeys(known_pairs(campaign.pk), 0)
    known = []
    for line, (caption, video, answer, explanation) in rows:
        if caption not in captions:
            problems.error(
                "unknown-caption", f"{excerpt(caption)} is no caption of this benchmark", line
            )
        elif video not in videos:
            problems.error(
                "unknown-video", f"{excerpt(video)} is no video of this benchmark", line, 2
            )
        elif answer not in KnownAnswer.Truth.values:
            problems.error(
                "answer", f"expected relevant or irrelevant, found {excerpt(answer)}", line, 3
            )
        elif len(explanation) > LONGEST:
            problems.error("length", f"an explanation of more than {LONGEST:,} characters", line, 4)
        else:
            row = KnownPair(captions[caption], videos[video], answer, explanation)
            _once(row, line, lines, problems)
            known.append(row)
    return known


def _numbered(rows: object, campaign: Campaign, number: str) -> dict[str, int]:
    return dict(rows.filter(benchmark_id=campaign.benchmark_id).values_list("key", number))  # type: ignore[attr-defined]


def _once(row: KnownPair, line: int, lines: dict[tuple[int, int], int], problems: Problems) -> None:
    """Captions with the same text are one query, so that two rows may name one pair by two
    captions."""
    first = lines.setdefault(row.pair, line)
    if first == 0:
        problems.error("known", "the answer to this pair is known already", line)
    elif first != line:
        problems.error("duplicate", f"this pair stands in line {first} already", line)
