"""Import labels that were collected elsewhere: a closed campaign of their own, whole or not at all.

Whoever gave them gets an account that nobody can sign in to, so that agreement is computed as for
raters here. Everything is written by COPY under numbers taken beforehand; the rules of consensus
decide as they do here.
"""

import json
import re
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import connection, transaction
from django.db.models.functions import Now

from annotator.actions.settle_item import JUDGE_BY
from annotator.formats.collected import ImportedLabel, LabelFile
from annotator.labels.copy import copying_labels
from annotator.models import Campaign, ForeignRater, LabelImport
from annotator.queries.settled import RECOUNTED
from annotator.slotting import LABEL_LIMIT, Slotted, slot_labels
from foundation.database.copy import read_integers
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import Role, User
from pooling.models import Benchmark
from pooling.queries.axes import Axes

LONGEST_NAME = 100
DISREGARDED = "asked for again where it was given"  # the log does not tell who did, when, and why
ITEM = (
    "id, campaign_id, query_id, video_id, position, doubled, verdict, labels_used, adjudicated,"
    " dispute, gold"
)
SLOT = "id, campaign_id, item_id, kind, turn, place, state, rater_id"


@dataclass(frozen=True, slots=True)
class Source:
    name: str
    sha256: str


def same_labels(benchmark: Benchmark, sha256: str) -> LabelImport | None:
    return (
        LabelImport.objects.filter(benchmark=benchmark, sha256=sha256)
        .select_related("campaign")
        .first()
    )


@transaction.atomic
def import_labels(
    actor: Actor,
    *,
    benchmark: Benchmark,
    axes: Axes,
    file: LabelFile,
    source: Source,
    warnings: Iterable[str] = (),
) -> LabelImport:
    """axes: those by which the file was read."""
    slotted = slot_labels(file)
    campaign = _make_campaign(
        actor, benchmark, source, slotted.gold.count(False), slotted.cannot_judge_limit
    )
    raters = _make_raters(campaign, file, source)
    with connection.cursor() as cursor:
        _Writing.begin(cursor, campaign.pk, file, slotted, raters).write(cursor, axes, actor)
        _count(cursor, campaign)
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
    record_audit(
        actor,
        "imported labels",
        campaign,
        after={"file": done.file_name, "labels": done.labels, "pairs": done.pairs},
    )
    return done


def _make_campaign(
    actor: Actor, benchmark: Benchmark, source: Source, pairs: int, cannot_judge_limit: int
) -> Campaign:
    campaign = Campaign(
        benchmark=benchmark,
        source=Campaign.Source.IMPORT,
        name=_free_name(benchmark, source.name),
        state=Campaign.State.CLOSED,
        created_by=actor.user,
        items_count=pairs,
        double_share=0.0,
        label_limit=LABEL_LIMIT,
        cannot_judge_limit=cannot_judge_limit,
    )
    campaign.opened_at = campaign.closed_at = Now()
    campaign.save()
    return campaign


def _free_name(benchmark: Benchmark, file_name: str) -> str:
    """Named after the file; numbered where another file of that name was imported before."""
    plain = "import " + re.sub(r"[,\x00-\x1f]", " ", Path(file_name).name)[:LONGEST_NAME]
    taken = set(
        Campaign.objects.filter(benchmark=benchmark, name__startswith=plain).values_list(
            "name", flat=True
        )
    )
    names = [plain, *(f"{plain} {number}" for number in range(2, len(taken) + 2))]
    return next(name for name in names if name not in taken)


def _make_raters(campaign: Campaign, file: LabelFile, source: Source) -> dict[str, int]:
    """Each name in the file, in the order of its first label, and the account made for it."""
    names = list(dict.fromkeys(label.rater for label in file.labels))
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
    return {name: account.pk for name, account in zip(names, accounts, strict=True)}


@dataclass(frozen=True, slots=True)
class _Writing:
    """A file's rows with the numbers that they will have."""

    campaign: int
    file: LabelFile
    slotted: Slotted
    raters: dict[str, int]
    items: list[int]
    slots: list[int]
    labels: list[int]

    @classmethod
    def begin(
        cls, cursor: Any, campaign: int, file: LabelFile, slotted: Slotted, raters: dict[str, int]
    ) -> "_Writing":
        counts = {"item": len(file.pairs), "slot": len(slotted.slots), "label": len(file.labels)}
        return cls(
            campaign,
            file,
            slotted,
            raters,
            *(_numbers(cursor, table, count) for table, count in counts.items()),
        )

    def write(self, cursor: Any, axes: Axes, actor: Actor) -> None:
        cursor.execute("SELECT now()::text")
        now = cursor.fetchone()[0]
        _write(cursor, "annotator_item", ITEM, self._item_rows(axes))
        _write(cursor, "annotator_slot", SLOT, self._slot_rows())
        with copying_labels(cursor) as copy:
            for row in self._label_rows(now):
                copy.write_row(row)
        by = actor.user.pk if actor.user else None
        again = (
            (number, DISREGARDED, by, now) for number, said in self._numbered() if said.disregarded
        )
        _write(cursor, "annotator_disregardedlabel", "label_id, reason, by_id, at", again)
        facts = (
            (self.items[place], json.dumps(told)) for place, told in enumerate(self.file.facts)
        )
        _write(cursor, "annotator_foreignpair", "item_id, facts", facts)

    def _item_rows(self, axes: Axes) -> Iterator[tuple[Any, ...]]:
        queries, videos = axes.query_ids.tolist(), axes.video_ids.tolist()
        found = zip(self.file.pairs, self.slotted.outcomes, self.slotted.gold, strict=True)
        for place, ((query, video), outcome, gold) in enumerate(found):
            used = [self.labels[label] for label in outcome.used]
            pair = (self.items[place], self.campaign, queries[query], videos[video], place, False)
            yield (*pair, outcome.verdict, used, outcome.adjudicated, outcome.dispute, gold)

    def _slot_rows(self) -> Iterator[tuple[Any, ...]]:
        for place, slot in enumerate(self.slotted.slots):
            rater = None if slot.rater is None else self.raters[slot.rater]
            item = self.items[slot.pair]
            yield (
                self.slots[place],
                self.campaign,
                item,
                slot.kind,
                slot.turn,
                slot.pair,
                slot.state,
                rater,
            )

    def _numbered(self) -> Iterator[tuple[int, ImportedLabel]]:
        return zip(self.labels, self.file.labels, strict=True)

    def _label_rows(self, now: str) -> Iterator[tuple[Any, ...]]:
        """A label whose file tells no time was given, as far as is known here, when it was
        imported."""
        for place, label in enumerate(self.file.labels):
            slot = self.slots[self.slotted.slot_of_label[place]]
            old = None if label.supersedes is None else self.labels[label.supersedes]
            which = (
                self.labels[place],
                self.campaign,
                self.items[label.pair],
                slot,
                self.raters[label.rater],
            )
            said = (
                label.answer,
                label.reason,
                label.comment,
                uuid.uuid4().hex,
                old,
                label.given_at or now,
            )
            yield (
                *which,
                *said,
                label.active_ms,
                label.plays,
                label.too_fast,
                label.version,
                "import",
            )


def _numbers(cursor: Any, table: str, count: int) -> list[int]:
    """Taken from the table's own sequence: nobody else will get them."""
    statement = f"SELECT nextval('annotator_{table}_id_seq') FROM generate_series(1, {int(count)})"
    with cursor.copy(f"COPY ({statement}) TO STDOUT (FORMAT BINARY)") as copy:
        numbers: list[int] = read_integers(copy, 1)[:, 0].tolist()
    return numbers


def _write(cursor: Any, table: str, columns: str, rows: Iterable[tuple[Any, ...]]) -> None:
    with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _count(cursor: Any, campaign: Campaign) -> None:
    """The raters' days, and what the benchmark's pairs are by their newest labels, which are
    these."""
    cursor.execute(
        "INSERT INTO annotator_raterday (campaign_id, rater_id, day, labels, relevant, cannot_judge, too_fast, active_ms)"
        " SELECT %(campaign)s, rater_id, day, labels, relevant, cannot_judge, too_fast, active_ms"
        f" FROM ({RECOUNTED}) r",
        {"campaign": campaign.pk},
    )
    cursor.execute(
        "INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, rests_on)"
        " SELECT query_id, video_id, verdict, labels_used[cardinality(labels_used)] FROM"
        " annotator_item"
        f" WHERE campaign_id = %s AND verdict IS NOT NULL ORDER BY query_id, video_id {JUDGE_BY}",
        [campaign.pk],
    )
