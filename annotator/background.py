"""The kinds of jobs that open campaigns, look after them, and bring labels in and out."""

from collections.abc import Callable
from functools import partial
from typing import Any

from annotator.actions.change_state import measure_pace
from annotator.actions.export_labels import JOB, FilePlace, Progress, export_labels
from annotator.actions.import_labels import (
    Source,
    import_labels,
    once_for_each_file,
    read_file_of_labels,
    same_labels,
    summary_of,
)
from annotator.actions.map_grades import map_draft
from annotator.actions.open_campaign import open_campaign
from annotator.actions.rescale import JOB as RESCALE
from annotator.actions.rescale import rescale
from annotator.actions.start_campaign import KIND as OPEN_CAMPAIGN
from annotator.actions.tidy_exports import tidy_exports
from annotator.asked.exchange import ExportWanted
from annotator.asked.grades import RescaleWanted, map_values, scale_of_file
from annotator.formats.format import Choices
from annotator.formats.registry import format_called
from annotator.models import Export, Reason
from annotator.queries.pace import campaigns_to_measure
from foundation.asking.arguments import asked_by
from jobs.kinds import Result, Run, job_kind
from jobs.one_by_one import Failures
from people.models import Role
from pooling.background import (
    actor_of_job,
    discard_uploads,
    in_plain_words,
    refused_files_go,
    warnings_of,
)
from pooling.input_files import InputFile, handed
from pooling.models import Benchmark
from pooling.queries.axes import read_axes


@job_kind(OPEN_CAMPAIGN, title="Open a campaign")
def _open_campaign(run: Run, *, campaign: int) -> Result:
    run.report(0, None, "Drawing the order, and what is labelled twice")
    with in_plain_words(), run.effect() as result:
        opened = open_campaign(actor_of_job(run), campaign)
        result.update(campaign=opened.pk, name=opened.name, pairs=opened.items_count)
    return result


@job_kind(
    "annotator.measure_paces", title="Measure the pace of campaigns", offered=True, daily=True
)
def _measure_paces(run: Run) -> Result:
    """Each on its own: no campaign waits for another's to be measured, or goes without because
    another cannot be."""
    campaigns = list(campaigns_to_measure())
    measured, failures = 0, Failures()
    for number, campaign in enumerate(campaigns):
        run.report(number, len(campaigns), str(campaign))
        with failures.of(str(campaign)):
            measured += measure_pace(actor_of_job(run), campaign.pk) is not None
    return {"campaigns measured": measured, **failures.as_json()}


@job_kind("annotator.import_labels", title="Import labels", asked_anew=True)
def _import_labels(
    run: Run,
    /,
    *,
    upload: int | str,
    benchmark: int,
    format: str,  # noqa: A002
    dataset: str | None = None,
    **grades: Any,
) -> Result:
    """grades: what the file's grades are, as it was asked (ImportLabelsWanted)."""
    of = Benchmark.objects.get(pk=benchmark)
    with refused_files_go(upload), in_plain_words():
        source = handed(upload)
        if earlier := same_labels(of, source.sha256):
            with run.effect() as result:
                result.update(summary_of(earlier), already=True)
        else:
            written = grades.pop("map", "")
            on_scale = scale_of_file(**{"scale": "", "relevant_from": 1, **grades})
            choices = Choices(frozenset(Reason.values), dataset, on_scale)
            grade_map = map_values(written) if written else ()
            result = _import_new_labels(run, of, source, format, choices, grade_map)
    discard_uploads([upload])
    return result


def _import_new_labels(
    run: Run,
    of: Benchmark,
    source: InputFile,
    format_name: str,
    choices: Choices,
    grade_map: tuple[int, ...],
) -> Result:
    axes = read_axes(of)
    file = read_file_of_labels(
        of,
        axes,
        source,
        format_name,
        choices=choices,
        progress=lambda done, total: run.report(done, total, f"Reading {source.name}"),
    )
    run.report(0, None, f"Writing {len(file.labels):,} labels")
    with once_for_each_file(source.name), run.effect() as result:
        done = import_labels(
            actor_of_job(run),
            benchmark=of,
            axes=axes,
            file=file,
            source=Source(source.name, source.sha256),
            grade_map=grade_map,
            warnings=(*file.notes, *warnings_of(file.problems, source.name)),
        )
        result.update(summary_of(done), already=False)
    return result


@job_kind(JOB, title="Export labels")
def _export(
    run: Run, /, *, out: str | None = None, lines: bool = False, **arguments: Any
) -> Result:
    """arguments: of ExportWanted. out: a path of this machine, for commands; JSON Lines, if its
    ending says so and the format has them. None: for download."""
    with in_plain_words():
        chosen = format_called(arguments["format"])
        lines = chosen.has_lines and (lines or (out or "").endswith(".jsonl"))
        wanted = asked_by(ExportWanted, {**arguments, "lines": lines})
        return _write(run, out, partial(export_labels, actor_of_job(run), wanted))


def _write(run: Run, out: str | None, write: Callable[[FilePlace, Progress], Export]) -> Result:
    place = FilePlace.of(out)
    try:
        with run.effect() as result:
            done = write(place, lambda rows: run.report(rows, None, f"{rows:,} rows"))
            result.update(
                export=done.pk,
                release=done.release.name,
                format=done.format,
                files=done.manifest["files"],
            )
    finally:
        place.leave()
    return result


@job_kind(RESCALE, title="Map grades")
def _rescale(run: Run, /, *, out: str | None = None, **arguments: Any) -> Result:
    """arguments: of RescaleWanted. out: as of an export."""
    with in_plain_words():
        wanted = asked_by(RescaleWanted, arguments)
        if wanted.meet:
            with run.effect() as result:
                made = map_draft(actor_of_job(run), wanted.campaign.pk, wanted.values)
                result.update(campaign=str(wanted.campaign), map=made.values, files=[])
            return result
        return _write(run, out, partial(rescale, actor_of_job(run), wanted))


@job_kind(
    "annotator.tidy_exports",
    title="Tidy up exports",
    least_role=Role.ADMIN,
    offered=True,
    daily=True,
)
def _tidy_exports(run: Run) -> Result:
    run.report(0, None, "Unfinished exports")
    failures = Failures()
    return {"unfinished exports": tidy_exports(failures), **failures.as_json()}
