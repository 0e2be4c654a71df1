"""Import labels that were collected elsewhere: a closed campaign of their own, whole or not at all.

Whoever gave them gets an account that nobody can sign in to, so that agreement is computed as for
raters here. Everything is written by COPY under numbers taken beforehand; the rules of consensus
decide as they do here.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from annotator.actions.map_grades import meet_by, refuse_other_scale
from annotator.actions.settle_item import JUDGE_BY
from annotator.actions.write_import import ImportedRows
from annotator.formats.collected import KnownBenchmark, LabelFile
from annotator.formats.format import Choices
from annotator.formats.registry import read_labels
from annotator.models import (
    Campaign,
    DisregardedLabel,
    ForeignPair,
    ForeignRater,
    Item,
    Label,
    LabelImport,
    RaterDay,
    Slot,
)
from annotator.queries.patterns import DAYS
from annotator.scales import Scale
from annotator.slotting import LABEL_LIMIT, Slotted, slot_labels
from foundation.database.references import references_unchecked
from foundation.database.statistics import analyze
from foundation.frozen import frozen
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User
from pooling.formats.text import Progress
from pooling.input_files import InputFile
from pooling.models import Benchmark, JudgedPair
from pooling.queries.axes import Axes, query_texts


def read_file_of_labels(
    benchmark: Benchmark,
    axes: Axes,
    source: InputFile,
    file_format: str,
    *,
    choices: Choices,
    progress: Progress,
) -> LabelFile:
    """Raises Unreadable."""
    keys = axes.keys
    texts = {text: number for number, text in enumerate(query_texts(benchmark))}
    known = KnownBenchmark(keys.captions, keys.videos, axes.caption_queries.tolist(), texts)
    with source.path.open("rb") as opened:
        return read_labels(opened, source.name, file_format, known, choices, progress=progress)


@contextmanager
def once_for_each_file(name: str) -> Iterator[None]:
    """Around the transaction. Raises Refused."""
    try:
        yield
    except IntegrityError as error:
        if "annotator_a_file_of_labels_is_imported_once" not in str(error):
            raise
        raise Refused(
            f"{name} was imported by somebody else at this moment: nothing was imported twice"
        ) from None


LONGEST_NAME = 100
WRITTEN = (Item, Slot, Label, DisregardedLabel, ForeignPair)
COUNTED = (RaterDay, JudgedPair)


@frozen
class Source:
    name: str
    sha256: str


def same_labels(benchmark: Benchmark, sha256: str) -> LabelImport | None:
    same = LabelImport.objects.filter(benchmark=benchmark, sha256=sha256)
    return same.select_related("campaign").first()


@transaction.atomic
def import_labels(
    actor: Actor,
    *,
    benchmark: Benchmark,
    axes: Axes,
    file: LabelFile,
    source: Source,
    warnings: Iterable[str] = (),
    grade_map: tuple[int, ...] = (),
) -> LabelImport:
    """axes: those by which the file was read. grade_map: how its grades meet those of other
    campaigns. Raises OtherScale."""
    slotted = slot_labels(file)
    campaign = _make_campaign(actor, benchmark, source, slotted, file.scale)
    if grade_map:
        meet_by(actor, campaign, grade_map)
    refuse_other_scale(campaign)
    raters = _make_raters(campaign, file, source)
    with connection.cursor() as cursor:
        for statement in KEPT:
            cursor.execute(statement, [benchmark.pk])
        rows = ImportedRows.begin(campaign.pk, file, slotted, raters)
        rows.write_pairs(axes)
        with references_unchecked(cursor):
            rows.write_labels(cursor, actor.user.pk if actor.user else None)
        analyze(cursor, *WRITTEN, rows=len(file.labels))
        check_references(cursor, campaign)
        # The raters' days, and what the benchmark's pairs are by their newest labels, which are
        # these.
        cursor.execute(DAYS, {"campaign": campaign.pk})
        with references_unchecked(cursor):
            cursor.execute(JUDGED, {"campaign": campaign.pk})
        analyze(cursor, *COUNTED, rows=len(file.labels))
    done = LabelImport.objects.create(
        benchmark=benchmark,
        campaign=campaign,
        file_name=source.name[-255:],
        sha256=source.sha256,
        format=file.format,
        pairs=campaign.items_count,
        labels=len(file.labels),
        raters=len(raters),
        about=file.about,
        warnings=list(warnings),
        imported_by=actor.user,
    )
    after = {"file": done.file_name, "labels": done.labels, "pairs": done.pairs}
    record_audit(actor, "imported labels", campaign, after=after)
    return done


def _make_campaign(
    actor: Actor, benchmark: Benchmark, source: Source, slotted: Slotted, scale: Scale
) -> Campaign:
    return Campaign.objects.create(
        benchmark=benchmark,
        source=Campaign.Source.IMPORT,
        name=_free_name(benchmark, source.name),
        state=Campaign.State.CLOSED,
        created_by=actor.user,
        opened_at=Now(),
        closed_at=Now(),
        items_count=int((~slotted.gold).sum()),
        double_share=0.0,
        label_limit=LABEL_LIMIT,
        cannot_judge_limit=slotted.cannot_judge_limit,
        scale=list(scale.words),
        relevant_from=scale.relevant_from,
        far=scale.far,
    )


def _free_name(benchmark: Benchmark, file_name: str) -> str:
    """Named after the file; numbered where another file of that name was imported before."""
    plain = "import " + re.sub(r"[,\x00-\x1f]", " ", Path(file_name).name)[:LONGEST_NAME]
    like = Campaign.objects.filter(benchmark=benchmark, name__startswith=plain)
    taken = set(like.values_list("name", flat=True))
    names = [plain, *(f"{plain} {number}" for number in range(2, len(taken) + 2))]
    return next(name for name in names if name not in taken)


def _make_raters(campaign: Campaign, file: LabelFile, source: Source) -> list[int]:
    """The accounts made for the names in the file, in the order of their first labels."""
    names = file.labels.rater.texts
    accounts = User.objects.bulk_create(
        User(
            username=f"import-{campaign.pk}-{number}",
            name=f"Rater {name} of {Path(source.name).name}"[:120],
            role=Role.VIEWER,
            is_active=False,
            password=make_password(None),
        )
        for number, name in enumerate(names, start=1)
    )
    ForeignRater.objects.bulk_create(
        ForeignRater(campaign=campaign, rater=account, name=name)
        for name, account in zip(names, accounts, strict=True)
    )
    return [account.pk for account in accounts]


# Nobody removes a query or a video until the import ends: what refers to them is checked at once.
KEPT = tuple(
    f"SELECT count(*) FROM (SELECT FROM {table} WHERE benchmark_id = %s FOR KEY SHARE) kept"
    for table in ("pooling_query", "pooling_video")
)
# What a label refers to, all of it made by the import; what a pair does, which is what its row of
# judged pairs does too.
STRANGERS = """
SELECT 'label', l.id FROM annotator_label l
LEFT JOIN annotator_slot s
  ON s.id = l.slot_id AND s.item_id = l.item_id AND s.campaign_id = l.campaign_id
LEFT JOIN annotator_item i ON i.id = l.item_id AND i.campaign_id = l.campaign_id
LEFT JOIN annotator_foreignrater r ON r.rater_id = l.rater_id AND r.campaign_id = l.campaign_id
LEFT JOIN annotator_label old ON old.id = l.supersedes_id AND old.item_id = l.item_id
WHERE l.campaign_id = %(campaign)s AND (s.id IS NULL OR i.id IS NULL OR r.id IS NULL
  OR (l.supersedes_id IS NOT NULL AND old.id IS NULL))
UNION ALL
SELECT 'label', d.label_id FROM annotator_disregardedlabel d
LEFT JOIN annotator_label l ON l.id = d.label_id WHERE l.id IS NULL
UNION ALL
SELECT 'pair', i.id FROM annotator_item i
LEFT JOIN pooling_query q ON q.id = i.query_id LEFT JOIN pooling_video v ON v.id = i.video_id
WHERE i.campaign_id = %(campaign)s AND (q.id IS NULL OR v.id IS NULL) LIMIT 1
"""


def check_references(cursor: Any, campaign: Campaign) -> None:
    """Foreign keys would have found the same, row by row."""
    cursor.execute(STRANGERS, {"campaign": campaign.pk})
    if found := cursor.fetchone():
        what, number = found
        raise RuntimeError(f"{what} {number} was written beside what it refers to")


# A function that looks for a map is called for graded pairs alone: each call takes as long as to
# write a row.
JUDGED = f"""
INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, grade, rests_on)
SELECT query_id, video_id, verdict,
  CASE WHEN grade IS NULL THEN NULL ELSE annotator_met_grade(campaign_id, grade) END,
  labels_used[cardinality(labels_used)] FROM annotator_item
WHERE campaign_id = %(campaign)s AND verdict IS NOT NULL ORDER BY query_id, video_id {JUDGE_BY}
"""


def summary_of(done: LabelImport) -> dict[str, Any]:
    return {
        "campaign": done.campaign.name,
        "id": done.campaign_id,
        "format": done.format,
        "pairs": done.pairs,
        "labels": done.labels,
        "raters": done.raters,
        "warnings": done.warnings,
    }
