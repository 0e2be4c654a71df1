"""Write a run and its rankings. Called inside the effect of the job that read the file."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import partial

import numpy as np
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from foundation.database.copy import ranking_rows
from foundation.database.statistics import analyze
from foundation.frozen import frozen
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.actions.register_model import ModelAsked, find_model, register_model
from pooling.depth import Rankings
from pooling.formats.keys import WITHIN, Direction
from pooling.formats.runs import RunFile, Wanted
from pooling.formats.text import Progress
from pooling.input_files import (
    EmbeddingFiles,
    OwnEmbeddings,
    RunInput,
    UploadOrPath,
    handed,
    handed_or_none,
    read_handed_run,
)
from pooling.models import Benchmark, Provenance, Ranking, RetrievalModel, Run
from pooling.queries.axes import read_axes
from pooling.room import kept_file
from pooling.whole import FOLDER, Ranks


@frozen
class RunSource:
    """What is known of a run beside its rankings."""

    benchmark: Benchmark
    model: RetrievalModel | str  # the name of one that is registered with its run
    name: str
    direction: str
    depth: int
    format: str
    file_name: str
    sha256: str
    warnings: tuple[str, ...]


@frozen
class HandedRun:
    """A run that a job is handed: its file, or its two files of embeddings; those that name the
    rows and columns of a matrix; and what to make of them."""

    benchmark: int
    upload: UploadOrPath | None = None
    query_upload: UploadOrPath | None = None
    video_upload: UploadOrPath | None = None
    normalise: bool = False
    name: str = ""
    format: str = ""
    depth: int = 100
    direction: Direction = "t2v"
    captions_upload: UploadOrPath | None = None
    videos_upload: UploadOrPath | None = None

    @property
    def uploads(self) -> tuple[UploadOrPath | None, ...]:
        sides = self.captions_upload, self.videos_upload
        return self.upload, self.query_upload, self.video_upload, *sides

    def source(self) -> RunInput:
        if self.direction in WITHIN and self.upload is None:
            return self._of_one_kind()
        if self.query_upload is not None and self.video_upload is not None:
            sides = handed(self.query_upload), handed(self.video_upload)
            return EmbeddingFiles(*sides, self.normalise)
        if self.upload is None:
            raise ValueError("expected a run's file, or two of embeddings")
        return handed(self.upload)

    def _of_one_kind(self) -> OwnEmbeddings:
        sides = self.query_upload, self.video_upload
        read, unread = sides if self.direction == "tt" else sides[::-1]
        if read is None:
            raise ValueError("expected embeddings of what is ranked")
        return OwnEmbeddings(handed(read), self.normalise, handed(unread).name if unread else "")

    def read(self, of: Benchmark, source: RunInput, progress: Progress) -> tuple[RunFile, Wanted]:
        wanted = Wanted(read_axes(of).keys, self.depth, self.direction)
        names = [handed_or_none(side) for side in self.uploads[-2:]]
        return read_handed_run(source, names, wanted, self.format or None, progress), wanted

    def about(
        self,
        of: Benchmark,
        model: RetrievalModel | str,
        file: RunFile,
        source: RunInput,
        warnings: list[str],
    ) -> RunSource:
        """The run as it is stored."""
        return RunSource(
            of,
            model,
            self.name or str(model),
            self.direction,
            self.depth,
            file.format,
            source.name,
            source.sha256,
            tuple(warnings),
        )


@transaction.atomic
def store_run(
    actor: Actor, source: RunSource, rankings: Rankings, provenance: Provenance | None = None
) -> Run:
    """Raises ValidationError if a name is taken or malformed. The rankings are copied, one row an
    item. provenance: of a model that was trained here; it is saved with the run."""
    run = _run_of(actor, source, rankings)
    if not len(rankings.items):
        raise ValidationError("The file has no ranking for any caption of this benchmark.")
    run.full_clean(exclude=["created_by", "warnings"])
    with _kept(run, rankings.whole):
        run.save()
        if provenance is not None:
            provenance.run = run
            provenance.save(force_insert=True)
        _copy(run, rankings)
        after = {"model": run.model.name, "file": source.file_name, "items": run.items}
        record_audit(actor, "imported", run, after=after)
    with connection.cursor() as cursor:
        analyze(cursor, Ranking, rows=run.items)
    return run


def _run_of(actor: Actor, source: RunSource, rankings: Rankings) -> Run:
    """Not saved yet. Its model is registered here if that is only a name, and a new one."""
    model = source.model
    if isinstance(model, str):
        model = find_model(model) or register_model(actor, ModelAsked(name=model))
    given = {one.name: getattr(source, one.name) for one in fields(source)}
    given |= {"file_name": source.file_name[:255], "warnings": list(source.warnings)}
    return Run(
        **given | {"model": model},
        items=len(rankings.items),
        ties=rankings.ties_across_depth,
        full_ranks=rankings.full_ranks,
        created_by=actor.user,
    )


@contextmanager
def _kept(run: Run, whole: Ranks | None) -> Iterator[None]:
    """With its whole ranking in a file, if it has one."""
    if whole is None:
        yield
        return
    with kept_file(FOLDER, "npy", partial(np.save, arr=whole)) as file:
        run.whole, run.whole_sha256 = file.path, file.sha256
        yield


def _copy(run: Run, rankings: Rankings) -> None:
    statement = (
        "COPY pooling_ranking (run_id, item, targets, scores, own_rank) FROM STDIN (FORMAT BINARY)"
    )
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for chunk in ranking_rows(
            run.pk, rankings.items, rankings.targets, rankings.scores, rankings.own_ranks
        ):
            copy.write(chunk)
