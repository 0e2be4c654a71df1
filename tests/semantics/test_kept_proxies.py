"""What is kept of proxies: whole or not at all, once, with a file that backups and checks know."""

import os
import threading
import time
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction

from foundation.integrity import differences, stored_files
from jobs import pace
from jobs.actions.request import cancel_job, start_job
from jobs.inline import run_job_here
from jobs.kinds import JobFailure
from jobs.models import Job
from jobs.running import run_job
from people.actor import COMMAND, SYSTEM
from pooling.models import Benchmark
from pooling.queries.axes import read_axes
from semantics.actions.ask_for_proxies import MAKE
from semantics.actions.keep_proxy import Identity, Made, keep_proxy, stored_matrix
from semantics.actions.tidy_proxies import tidy_proxies
from semantics.asked.proxies import ProxyNameTaken
from semantics.formats.stored import arrange
from semantics.models import Proxy
from semantics.proxies.registry import KINDS
from semantics.proxies.relevance import Relevance
from semantics.queries.described import COMPUTED, MEANINGS
from semantics.queries.proxies import FileGone, Outdated, find_proxy, read_relevance
from stack.stored_files import file_differences
from tests.semantics.made import make_proxy

pytestmark = pytest.mark.django_db


def folder() -> Path:
    return Path(settings.MEDIA_ROOT) / "proxies"


def files() -> list[str]:
    return sorted(path.name for path in folder().rglob("*") if path.is_file())


def found() -> list[str]:
    return [str(one.says) for one in (*differences(), *file_differences(all_checksums=True))]


def test_the_kinds_of_the_table_are_those_that_can_be_computed():
    assert set(COMPUTED) == set(KINDS)
    assert {name: kind.title for name, kind in KINDS.items()} == COMPUTED
    assert set(MEANINGS) == set(Proxy.Kind.values)


def test_a_sparse_matrix_and_a_full_one_are_kept_in_their_own_layouts(benchmark):
    from tests.factories import make_benchmark

    wide = make_benchmark([(f"caption {n}", f"v{n}") for n in range(20)])
    sparse = make_proxy(wide)
    full = make_proxy(benchmark, cells=np.full((7, 4), 0.5))
    assert (sparse.layout, Path(sparse.path).suffix, sparse.pairs) == ("sparse", ".npz", 20)
    assert (full.layout, Path(full.path).suffix, full.pairs) == ("half", ".npy", 28)
    assert full.bytes == (Path(settings.MEDIA_ROOT) / full.path).stat().st_size
    assert found() == []


def test_backups_and_checks_know_the_file(benchmark):
    row = make_proxy(benchmark, cells=np.full((7, 4), 0.5))
    assert row.path in {file.path for file in stored_files()}
    path = Path(settings.MEDIA_ROOT) / row.path
    content = path.read_bytes()
    path.write_bytes(content[:-1] + b"\x39")
    (wrong,) = found()
    assert wrong == f"proxy {row.pk}: its file {row.path} is not what its checksum says"
    path.write_bytes(content[:-40])
    assert any("its matrix cannot be read" in one for one in found())
    path.unlink()
    assert found() == [f"proxy {row.pk}: its file {row.path} is missing"]
    with pytest.raises(FileGone, match="The file of proxy theirs is gone"):
        read_relevance(row)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"pairs": 8}, "says that 8 cells are above 0, but a recount gives 7"),
        ({"captions": 6}, "its matrix is 7 x 4, expected 6 x 4"),
        ({"captions": 8}, "is of 8 captions and 4 videos, but the benchmark has 7 and 4"),
    ],
)
def test_a_row_that_is_not_its_matrix_is_found(benchmark, changed, says):
    row = make_proxy(benchmark)
    Proxy.objects.filter(pk=row.pk).update(**changed)
    assert any(says in one for one in found())


@pytest.mark.parametrize(
    "changed",
    [{"kind": "guess"}, {"layout": "full"}, {"pairs": 29}, {"without_words": 8}],
)
def test_the_database_refuses_what_cannot_be(benchmark, changed):
    row = make_proxy(benchmark)
    with pytest.raises(IntegrityError), transaction.atomic():
        Proxy.objects.filter(pk=row.pk).update(**changed)


def test_a_grown_benchmark_makes_its_proxies_outdated(benchmark):
    row = make_proxy(benchmark)
    Benchmark.objects.filter(pk=benchmark.pk).update(caption_count=9)
    grown = find_proxy(Benchmark.objects.get(pk=benchmark.pk), "THEIRS")
    with pytest.raises(Outdated, match="is of 7 captions and 4 videos, and talk has 9 and 4"):
        read_relevance(grown)
    assert row.path.removeprefix("proxies/") in files()


def test_what_fails_after_the_file_is_written_leaves_no_file(benchmark):
    make_proxy(benchmark)
    before = files()
    with pytest.raises(ProxyNameTaken, match="talk has a proxy called theirs"):
        make_proxy(benchmark, cells=np.ones((7, 4)), content="other")
    assert (len(before), files()) == (1, before)


def test_of_two_who_make_the_same_the_second_gets_the_first_ones(
    benchmark, django_capture_on_commit_callbacks
):
    first = make_proxy(benchmark)
    axes = read_axes(benchmark)
    identity = Identity(benchmark, "imported", {"sha256": "theirs"}, (7, 4))
    made = Made(identity, "mine", {})
    cells = Relevance(np.ones((len(axes.caption_keys), 4), np.float16))
    with (
        django_capture_on_commit_callbacks(execute=True),
        stored_matrix(arrange(cells)) as file,
    ):
        same, is_new = keep_proxy(SYSTEM, "imported", made, arrange(cells), file)
    assert (same.pk, is_new) == (first.pk, False)
    assert files() == [Path(first.path).name]


@pytest.mark.django_db(transaction=True)
def test_cancelling_in_the_middle_leaves_neither_row_nor_file(benchmark, monkeypatch):
    """WordNet alone takes longer to open than the request takes to be heard."""
    monkeypatch.setattr(pace, "HEARTBEAT_EVERY", timedelta(milliseconds=20))
    job = start_job(
        MAKE, actor=COMMAND, benchmark=benchmark.pk, of_kind="meteor", name="", rho=0.25, seed=0
    )

    def cancel() -> None:
        try:
            while Job.objects.get(pk=job.pk).state != "running":
                time.sleep(0.005)
            cancel_job(job.pk, actor=COMMAND)
        finally:
            connection.close()

    canceller = threading.Thread(target=cancel)
    canceller.start()
    run_job(job.pk, worker="w")
    canceller.join()
    job.refresh_from_db()
    assert (job.state, Proxy.objects.count(), files()) == ("cancelled", 0, [])


def test_only_what_is_old_and_no_proxys_is_tidied_away(benchmark):
    row = make_proxy(benchmark)
    for name in ("stray.npz", "young.npz"):
        (folder() / name).write_bytes(b"x")
    (folder() / "draft-of-a-killed-process").mkdir()
    two_days_ago = time.time() - 2 * 86_400
    for name in ("stray.npz", "draft-of-a-killed-process", Path(row.path).name):
        os.utime(folder() / name, (two_days_ago, two_days_ago))
    assert tidy_proxies() == 2
    assert files() == sorted([Path(row.path).name, "young.npz"])


def test_the_tidying_is_a_daily_job(benchmark):
    assert run_job_here("semantics.tidy_proxies", actor=SYSTEM) == {"unfinished proxies": 0}


def test_a_benchmark_that_is_gone_fails_plainly(db):
    with pytest.raises((JobFailure, Benchmark.DoesNotExist)):
        run_job_here(MAKE, actor=COMMAND, benchmark=77, of_kind="bow", name="", rho=0.25, seed=0)
