"""Take a file's captions and videos into a benchmark: all of it or nothing, and never the same file
twice.

1. The benchmark's row is locked: two imports into it follow each other.
2. A file whose checksum is known changes nothing.
3. The file is copied into a table of this transaction's own, and the rest is done inside the
database.
4. A caption that is there already must say the same; a file may add, never change.
5. New videos, queries and captions continue the numbers, in the order of the file.
"""

import hashlib
import json
from contextlib import AbstractContextManager, nullcontext
from dataclasses import field
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, transaction

from foundation.database.references import references_unchecked
from foundation.database.statistics import analyze
from foundation.frozen import frozen
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.formats.benchmark_file import BenchmarkFile, Excerpt
from pooling.formats.problem import Problem
from pooling.models import Benchmark, BenchmarkImport, Caption, Query, TrainingCaption, Video

MOST_SHOWN = 50


class NotImported(Refused):
    """The file cannot be taken into this benchmark; `problems` say where."""

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems = problems
        self.file = ""


@frozen
class Source:
    """The file as it came: what it is called, and its content's fingerprint."""

    name: str
    sha256: str


@frozen
class CaptionsImported:
    benchmark: str
    format: str
    already: bool  # this very file was imported before; nothing was changed
    captions: int = 0
    queries: int = 0
    videos: int = 0
    id: int | None = None  # the benchmark's; None of one that a dry run would make
    missing_videos: int = 0  # of all that the benchmark has, those without a file
    groups: dict[str, list[str]] = field(default_factory=dict)  # the file's columns, their values
    warnings: list[str] = field(default_factory=list)


def import_captions(
    *,
    actor: Actor,
    name: str,
    file: BenchmarkFile,
    source: Source,
    warnings: tuple[str, ...] = (),
    dry_run: bool = False,
    training: bool = False,
) -> CaptionsImported:
    """Imports captions; with `dry_run` all is undone again, and what would happen is returned."""
    part = BenchmarkImport.Part.TRAINING if training else BenchmarkImport.Part.CAPTIONS
    with transaction.atomic():
        benchmark = _locked_benchmark(actor, name)
        already = benchmark.imports.filter(part=part, sha256=source.sha256).exists()
        try:
            added = {} if already else _take(benchmark, file, training=training)
        except NotImported as refusal:
            refusal.file = source.name
            raise
        done = CaptionsImported(
            name,
            file.format,
            already,
            id=None if dry_run else benchmark.pk,
            missing_videos=benchmark.videos.filter(state=Video.State.MISSING).count(),
            groups=file.values_by_column(),
            warnings=list(warnings),
            **added,
        )
        if not already and not dry_run:
            _note(actor, benchmark, part, source, done)
        transaction.set_rollback(dry_run)
    return done


def _locked_benchmark(actor: Actor, name: str) -> Benchmark:
    benchmark = Benchmark(name=name, created_by=actor.user)
    try:
        benchmark.clean_fields(exclude=["created_by"])
    except ValidationError as error:
        raise NotImported(f"benchmark name {name!r}: expected {' '.join(error.messages)}") from None
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO pooling_benchmark (name, title, description, caption_count, query_count,"
            " video_count, training_count, created_at, created_by_id) VALUES (%s, '', '', 0, 0, 0,"
            " 0, now(), %s) ON CONFLICT (name) DO NOTHING",
            [name, actor.user.pk if actor.user else None],
        )
    return Benchmark.objects.select_for_update(no_key=True).get(name=name)


def _take(benchmark: Benchmark, file: BenchmarkFile, *, training: bool) -> dict[str, int]:
    """How many of each are new."""
    added = {}
    with connection.cursor() as cursor:
        _stage(cursor, file)
        if not training:
            _refuse_changes(cursor, benchmark)
        statements = (TRAINING,) if training else (VIDEOS, QUERIES, CAPTIONS)
        with _references(cursor, benchmark, training=training):
            for what, count, statement in statements:
                known = getattr(benchmark, count)
                cursor.execute(statement, {"benchmark": benchmark.pk, "next": known})
                added[what] = cursor.rowcount
                setattr(benchmark, count, known + cursor.rowcount)
                if what == "queries":  # captions are joined with them
                    analyze(cursor, Query, Video, rows=cursor.rowcount)
        if not training and any(row.groups for row in file.captions):
            cursor.execute(COLUMNS, [benchmark.pk])
            benchmark.columns = dict(cursor.fetchall())
    benchmark.save(update_fields=["columns", *(count for _, count, _ in statements)])
    return added


def _references(
    cursor: Any, benchmark: Benchmark, *, training: bool
) -> AbstractContextManager[None]:
    """Captions to train on, and the first others of a benchmark, refer to rows that nobody else can
    remove: the benchmark, which is locked, and queries and videos of this transaction, with which a
    join finds them. Later ones refer to rows of earlier imports too, and each is checked."""
    is_safe = training or not (benchmark.query_count or benchmark.video_count)
    return references_unchecked(cursor) if is_safe else nullcontext()


def _stage(cursor: Any, file: BenchmarkFile) -> None:
    cursor.execute("DROP TABLE IF EXISTS staged_caption, staged_video")
    cursor.execute(
        "CREATE TEMPORARY TABLE staged_caption (place int, line int, key text, video text, text"
        " text, digest bytea, characters int, words int, groups jsonb) ON COMMIT DROP"
    )
    cursor.execute(
        "CREATE TEMPORARY TABLE staged_video (place int, key text, film text, start float8, stop"
        " float8) ON COMMIT DROP"
    )
    with cursor.copy("COPY staged_caption FROM STDIN") as copy:
        for place, row in enumerate(file.captions):
            digest = hashlib.sha256(row.text.encode()).digest()
            sizes = len(row.text), len(row.text.split())
            said = (row.line, row.key, row.video, row.text, digest, *sizes)
            copy.write_row((place, *said, _json_of(tuple(row.groups.items()))))
    with cursor.copy("COPY staged_video FROM STDIN") as copy:
        for place, key in enumerate(file.videos):
            clip = file.clips.get(key) or Excerpt("", None, None)
            copy.write_row((place, key, clip.film, clip.start, clip.stop))
    cursor.execute("ANALYZE staged_caption, staged_video")


@lru_cache(maxsize=1_000)
def _json_of(groups: tuple[tuple[str, str], ...]) -> str:
    """Many captions of a file are of the same groups."""
    return json.dumps(dict(groups))


def _refuse_changes(cursor: Any, benchmark: Benchmark) -> None:
    cursor.execute(
        "SELECT s.line, s.key, q.digest <> s.digest, v.key FROM staged_caption s"
        " JOIN pooling_caption c ON c.benchmark_id = %(benchmark)s AND c.key = s.key"
        " JOIN pooling_query q ON q.id = c.query_id LEFT JOIN pooling_video v ON v.id = c.video_id"
        " WHERE q.digest <> s.digest OR v.key IS DISTINCT FROM s.video ORDER BY s.place",
        {"benchmark": benchmark.pk},
    )
    rows = cursor.fetchall()
    if rows:
        sentence = "caption {!r} is in the benchmark already with {}"
        problems = tuple(
            Problem.of(
                "changed",
                sentence.format(key, "another text" if text else f"another video ({video!r})"),
                line,
            )
            for line, key, text, video in rows[:MOST_SHOWN]
        )
        raise NotImported(
            f"{len(rows)} captions of this file say something else than the benchmark"
            f" {benchmark.name} does: expected a file that only adds, or another name for the"
            " benchmark",
            problems,
        )


# What is counted, the benchmark's count of it, and the statement, which continues its numbers.
VIDEOS = (
    "videos",
    "video_count",
    (
        "INSERT INTO pooling_video (benchmark_id, number, key, film, start, stop, state, reason,"
        " explanation, source_name, source_sha256, source, path, sha256, poster, changes) SELECT"
        " %(benchmark)s, %(next)s + row_number() OVER (ORDER BY s.place) - 1, s.key, s.film,"
        " s.start, s.stop,"
        " 'missing', '', '', '', '',"
        " '', '', '', '', '[]' FROM staged_video s WHERE NOT EXISTS (SELECT FROM pooling_video v"
        " WHERE v.benchmark_id = %(benchmark)s AND v.key = s.key)"
    ),
)
QUERIES = (
    "queries",
    "query_count",
    (
        "INSERT INTO pooling_query (benchmark_id, number, text, digest, characters, words) SELECT"
        " %(benchmark)s, %(next)s + row_number() OVER (ORDER BY s.place) - 1, s.text, s.digest,"
        " s.characters, s.words FROM (SELECT DISTINCT ON (digest) * FROM staged_caption ORDER BY"
        " digest, place) s WHERE NOT EXISTS (SELECT FROM pooling_query q WHERE q.benchmark_id ="
        " %(benchmark)s AND q.digest = s.digest)"
    ),
)
CAPTIONS = (
    "captions",
    "caption_count",
    (
        "INSERT INTO pooling_caption (benchmark_id, number, key, query_id, video_id, groups) SELECT"
        " %(benchmark)s, %(next)s + row_number() OVER (ORDER BY s.place) - 1, s.key, q.id, v.id,"
        " s.groups"
        " FROM staged_caption s JOIN pooling_query q ON q.benchmark_id = %(benchmark)s AND q.digest"
        " = s.digest LEFT JOIN pooling_video v ON v.benchmark_id = %(benchmark)s AND v.key ="
        " s.video WHERE NOT EXISTS (SELECT FROM pooling_caption c WHERE c.benchmark_id ="
        " %(benchmark)s AND c.key = s.key)"
    ),
)
COLUMNS = (
    "SELECT one.key, count(DISTINCT one.value) FROM pooling_caption c,"
    " jsonb_each_text(c.groups) one WHERE c.benchmark_id = %s GROUP BY one.key ORDER BY one.key"
)
TRAINING = (
    "captions",
    "training_count",
    (
        "INSERT INTO pooling_trainingcaption (benchmark_id, key, video_key, text) SELECT"
        " %(benchmark)s, s.key, coalesce(s.video, ''), s.text FROM staged_caption s ON CONFLICT"
        " (benchmark_id, key) DO NOTHING"
    ),
)


def _note(
    actor: Actor, benchmark: Benchmark, part: str, source: Source, done: CaptionsImported
) -> None:
    BenchmarkImport.objects.create(
        benchmark=benchmark,
        part=part,
        file_name=source.name[:255],
        sha256=source.sha256,
        format=done.format,
        captions_added=done.captions,
        videos_added=done.videos,
        warnings=done.warnings,
        imported_by=actor.user,
    )
    added = {name: getattr(done, name) for name in ("captions", "queries", "videos")}
    record_audit(actor, f"imported {part} into", benchmark, after={"file": source.name, **added})
    training = part == BenchmarkImport.Part.TRAINING
    tables = (TrainingCaption,) if training else (Caption, Query, Video)
    with connection.cursor() as cursor:
        analyze(cursor, *tables, rows=done.captions)
