"""The kinds of jobs that retrieval has."""

from typing import Any

from foundation.asking.arguments import asked_by
from jobs.kinds import JobFailure, Result, Run, job_kind
from jobs.one_by_one import Failures
from pooling.background import actor_of_job, discard_uploads, in_plain_words, refused_files_go
from pooling.input_files import handed_or_none
from retrieval.actions.gather_material import gather
from retrieval.actions.order_grid import JOB as GRID
from retrieval.actions.order_grid import begin_grid
from retrieval.actions.order_training import JOB, check_free
from retrieval.actions.read_features import Files, handed_features
from retrieval.actions.tidy_models import tidy_models
from retrieval.asked.grid import GridAsked
from retrieval.asked.training import TrainingAsked
from retrieval.extra import require_extra
from retrieval.queries.grids import state_of

Source = int | str | None


# Worker's deaths are counted as attempts, and each begins where the one before had come to.
@job_kind(JOB, title="Train a model", attempts=10, quota=5, asked_anew=True)
def _train_model(
    run: Run,
    /,
    *,
    features: Source | list[int | str] = None,
    keys: Source = None,
    vectors: Source = None,
    **asked: Any,
) -> Result:
    """features, keys, vectors: uploads, or paths of this machine. A training that was asked for
    before there were experts has one file of features."""
    experts = features if isinstance(features, list) else [features] if features else []
    sources = (*experts, keys, vectors)
    with refused_files_go(*sources), in_plain_words("nothing was trained"):
        require_extra()
        # What needs PyTorch is imported where it is known to be there.
        from retrieval.actions.keep_model import keep_model, kept_weights  # noqa: PLC0415
        from retrieval.actions.train_model import run_training  # noqa: PLC0415

        wanted: TrainingAsked = asked_by(TrainingAsked, asked)
        check_free(wanted)
        files = Files(handed_features(experts), *map(handed_or_none, (keys, vectors)))
        gathered = gather(wanted, files, run.report)
        ended = run_training(gathered, run.report)
        with kept_weights(ended) as weights, run.effect() as result:
            row, runs = keep_model(actor_of_job(run), ended, weights, run.job.pk)
            result.update(
                model=row.model.name,
                id=row.pk,
                runs={one.direction: one.name for one in runs},
                seconds=round(row.seconds, 3),
                curve=row.curve,
                trained_on=row.card["data"] | row.card["relevance"],
                warnings=[*row.card["features"]["notes"], *row.card["texts"]["notes"]],
            )
    ended.files.remove()
    discard_uploads(sources)
    return result


# As of a single training.
@job_kind(GRID, title="Train a grid of models", attempts=10, quota=5, asked_anew=True)
def _train_grid(
    run: Run,
    /,
    *,
    features: list[int | str],
    keys: Source = None,
    vectors: Source = None,
    **asked: Any,
) -> Result:
    sources = (*features, keys, vectors)
    with refused_files_go(*sources), in_plain_words("nothing more was trained"):
        require_extra()
        from retrieval.actions.train_grid import train_cells  # noqa: PLC0415

        wanted: GridAsked = asked_by(GridAsked, asked)
        files = Files(handed_features(features), *map(handed_or_none, (keys, vectors)))
        actor = actor_of_job(run)
        grid = begin_grid(actor, wanted, files, run.job.pk)
        enough = train_cells(actor, run, grid, wanted, files)
        result = state_of(grid) | {"enough_hours": enough}
        if result["failed"] and not result["done"]:
            raise JobFailure(
                f"No cell of grid {grid} could be trained. The first of {result['failed']:,}:"
                f" {result['failures'][0]}",
                {"problems": result["failures"], "total": result["failed"]},
            )
    discard_uploads(sources)
    return result


@job_kind("retrieval.tidy", title="Tidy up trained models", daily=True)
def _tidy(run: Run) -> Result:
    failures = Failures()
    return {"files without a model": tidy_models(failures), **failures.as_json()}
