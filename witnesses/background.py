"""The kinds of jobs that witnesses has."""

from collections.abc import Mapping
from typing import Any

from foundation.words import sentence
from jobs.kinds import JobFailure, Result, Run, job_kind
from people.models import Role
from pooling.background import actor_of_job, discard_uploads, in_plain_words, refused_files_go
from pooling.input_files import UploadOrPath, handed
from pooling.models import Benchmark, Pool
from pooling.models import Run as StoredRun
from semantics.models import Proxy
from witnesses.actions.ask_for_witness import IMPORT
from witnesses.actions.go_on_with_hearing import OVER, Hearer, close_hearing
from witnesses.actions.hear_witness import Heard, hear, keep_witness
from witnesses.actions.submit_judge import SUBMIT, read_judge, store_judge
from witnesses.actions.try_witness import keep_tryout, try_witness
from witnesses.models import Hearing, JudgeSubmission
from witnesses.queries.coverage import coverages
from witnesses.queries.judges import result_for_author, same_judge
from witnesses.queries.tryouts import tryout_as_json
from witnesses.queries.witnesses import witness_as_json
from witnesses.queries.work import HEAR, TRY
from witnesses.registry import ASKING

MOST_WARNINGS = 10
ROWS: Mapping[str, type[Any]] = {"proxy": Proxy, "run": StoredRun}


@job_kind(IMPORT, title="Import a witness", asked_anew=True)
def _import_witness(
    run: Run,
    /,
    *,
    upload: UploadOrPath | None = None,
    row: int | None = None,
    benchmark: int,
    pool: int | None = None,
    adapter: str,
    config: dict[str, Any] | None = None,
    **about: str,
) -> Result:
    """row: of the proxy or run, where there is no upload. about: name, of_kind and family."""
    with refused_files_go(upload), in_plain_words():
        source = ROWS[adapter].objects.get(pk=row) if upload is None else handed(upload)
        of = Benchmark.objects.get(pk=benchmark)
        only = Pool.objects.get(pk=pool) if pool else None
        facts = {"kind": about.pop("of_kind"), "adapter": adapter, "config": config or {}, **about}
        result = _kept(run, hear(of, source, facts, only, run.report))
    discard_uploads([upload])
    return result


def _kept(run: Run, heard: Heard) -> Result:
    run.report(0, None, "Writing")
    with run.effect() as result:
        witness, hearing = keep_witness(actor_of_job(run), heard)
        coverage = coverages(heard.benchmark)[witness.pk]
        shared = heard.opinions.shared and sentence(
            f"Rows that say of a caption what another row says of one with the same text:"
            f" {heard.opinions.shared:,}. Such captions share their opinions."
        )
        warnings = [*heard.opinions.warnings[:MOST_WARNINGS], shared, coverage.warning]
        result.update(
            witness_as_json(witness),
            already=hearing is None,
            given=hearing.given if hearing else 0,
            failed=hearing.failed if hearing else 0,
            coverage=coverage.as_json(),
            few=coverage.warning,
            warnings=[one for one in warnings if one],
        )
    return result


@job_kind(
    SUBMIT,
    title="Hand in a judge",
    least_role=Role.SUBMITTER,
    quota=5,
    asked_anew=True,
    outside=result_for_author,
)
def _submit_judge(
    run: Run, /, *, upload: UploadOrPath, benchmark: int, model: str, family: str
) -> Result:
    """All of its opinions on pairs of the list are kept, or none. Nothing that is said of it here
    follows from labels."""
    actor, of = actor_of_job(run), Benchmark.objects.get(pk=benchmark)
    with refused_files_go(upload), in_plain_words("nothing was handed in"):
        source = handed(upload)
        known = same_judge(actor.user, of, source.sha256)
        if known is not None:
            result = _said_of(known, already=True)
        else:
            judge = read_judge(of, model, family, source, run.report)
            run.report(0, None, "Writing")
            with run.effect() as result:
                stored, already = store_judge(actor, judge)
                given = int((judge.opinions.statuses == 0).sum())
                result.update(_said_of(stored, already=already), given=given)
                result.update(failed=len(judge.opinions.pairs) - given)
    discard_uploads([upload])
    return result


def _said_of(judge: JudgeSubmission, *, already: bool) -> Result:
    return {"judge": judge.pk, "name": judge.model_name, "already": already}


@job_kind(TRY, title="Try a witness")
def _try_witness(run: Run, /, *, benchmark: int, pool: int | None = None, **facts: Any) -> Result:
    """facts: name, family, adapter and settings; and the campaign, for who asks again."""
    facts |= {
        "benchmark": Benchmark.objects.get(pk=benchmark),
        "pool": Pool.objects.get(pk=pool) if pool else None,
    }
    with in_plain_words("nothing was tried"):
        made = try_witness(facts, run.report)
        with run.effect() as result:
            result.update(tryout_as_json(keep_tryout(actor_of_job(run), made)))
    return result


# An attempt that dies is one of many: hours of asking survive as many restarts of a worker.
@job_kind(HEAR, title="Ask a witness", attempts=20)
def _hear_witness(run: Run, /, *, hearing: int, **_place: int) -> Result:
    """_place: of which pages it is."""
    row = Hearing.objects.select_related("witness__benchmark", "tryout", "pool").get(pk=hearing)
    if not row.is_open or row.tryout is None:
        raise JobFailure(OVER)
    adapter = ASKING[row.witness.adapter]
    with in_plain_words("what was said is kept"):
        hearer = Hearer(run, row)
        with adapter.opened(row.tryout.settings, row.witness.config) as asker:
            why = hearer.go_on(asker)
        with run.effect() as result:
            closed = close_hearing(row, why)
            names = ("given", "failed", "reused", "lost", "why", "purpose")
            result.update(
                {name: getattr(closed, name) for name in names},
                **witness_as_json(row.witness),
                benchmark=row.witness.benchmark_id,
                money=closed.spent_money,
                tokens=closed.spent_tokens,
                warnings=[why] if why else [],
            )
    return result
