"""The kinds of jobs that semantics has: each reads what it was handed, makes one call, and says
what came of it."""

from collections.abc import Sequence
from dataclasses import replace

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
from pooling.input_files import handed
from pooling.models import Benchmark
from semantics.actions.ask_for_proxies import IMPORT, MAKE, expect_file, read_expected
from semantics.actions.keep_proxy import Made, check_free, keep_proxy, stored_matrix
from semantics.actions.make_proxy import ProxyOrder, compute, prepare
from semantics.actions.tidy_proxies import tidy_proxies
from semantics.asked.proxies import FILES
from semantics.formats.stored import Arranged
from semantics.queries.proxies import proxy_as_json


@job_kind(MAKE, title="Make a proxy", asked_anew=True)
def _make_proxy(
    run: Run,
    /,
    *,
    benchmark: int,
    of_kind: str,
    name: str,
    rho: float,
    seed: int,
    columns: Sequence[str] = (),
    **files: int | str | None,
) -> Result:
    """files: of the proxy's questions that ask for one."""
    sources = {part: source for part in FILES if (source := files.get(part)) is not None}
    with refused_files_go(*sources.values()), in_plain_words("nothing was made"):
        read = {part: handed(source) for part, source in sources.items()}
        of = Benchmark.objects.get(pk=benchmark)
        order = ProxyOrder(of, of_kind, name, rho, seed, read, tuple(columns))
        prepared = prepare(order, run.report)
        warnings = list(prepared.warnings)
        result = _already(prepared.made, *warnings)
        if result is None:
            made, arranged = compute(prepared, run.report)
            result = _kept(run, "made", made, arranged, warnings)
    discard_uploads(sources.values())
    return result


@job_kind(IMPORT, title="Import a proxy", asked_anew=True)
def _import_proxy(run: Run, *, upload: int | str, benchmark: int, name: str) -> Result:
    with refused_files_go(upload), in_plain_words():
        source = handed(upload)
        made, captions = expect_file(Benchmark.objects.get(pk=benchmark), name, source)
        result = _already(made)
        if result is None:
            found = read_expected(captions, source, run.report)
            if warnings := warnings_of(found.problems, source.name):
                # Its identity is the file's alone.
                made = replace(made, parameters={**made.parameters, "warnings": warnings})
            result = _kept(run, "imported", made, found.arranged, warnings)
    discard_uploads([upload])
    return result


def _already(made: Made, *warnings: str) -> Result | None:
    """What came of the same one earlier; if there is none, its name has to be free. warnings: of
    what was read now; those of an imported file are kept with it."""
    earlier = made.identity.find()
    if earlier is None:
        check_free(made)
        return None
    return proxy_as_json(earlier) | {"already": True, "warnings": [*earlier.warnings, *warnings]}


def _kept(run: Run, verb: str, made: Made, arranged: Arranged, warnings: list[str]) -> Result:
    run.report(0, None, "Writing")
    with stored_matrix(arranged) as file, run.effect() as result:
        proxy, is_new = keep_proxy(actor_of_job(run), verb, made, arranged, file)
        result.update(proxy_as_json(proxy) | {"already": not is_new, "warnings": warnings})
    return result


@job_kind(
    "semantics.tidy_proxies",
    title="Tidy up proxies",
    least_role=Role.ADMIN,
    offered=True,
    daily=True,
)
def _tidy_proxies(run: Run) -> Result:
    run.report(0, None, "Files that no proxy names")
    failures = Failures()
    return {"unfinished proxies": tidy_proxies(failures), **failures.as_json()}
