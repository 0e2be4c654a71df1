"""Judges from outside for tests: a benchmark with a pool, labels and a published run, and files of
opinions."""

import csv
import io

import numpy as np
from django.core.files.uploadedfile import SimpleUploadedFile

from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Benchmark, JudgedPair, Query, Video
from tests.factories import make_benchmark, make_run
from tests.publishing.submitting import Script, work
from witnesses.models import JudgeSubmission

SIDE, DEPTH = 60, 10
Labels = dict[tuple[int, int], bool]


def make_judged(
    name: str = "open", side: int = SIDE, labelled: int = 580
) -> tuple[Benchmark, Labels]:
    """As many videos as captions, open to submitters; the published run's first ten ranks are
    pooled, and most of them labelled. Labels by the numbers of query and video."""
    of = make_benchmark([(f"{name} caption {n}", f"v{n:02}") for n in range(side)], name=name)
    of.takes_submissions = True
    of.save()
    rng = np.random.default_rng(11)
    rankings = {n: rng.permutation(side)[:DEPTH].tolist() for n in range(side)}
    run = make_run(of, rankings, f"{name} rival", depth=DEPTH, state="published")
    build_pool(
        actor=SYSTEM, benchmark=of, name="first", parameters=PoolParameters((run.pk,), depth=DEPTH)
    )
    pooled = [(query, video) for query, ranked in rankings.items() for video in ranked]
    chosen = rng.permutation(len(pooled))[:labelled]
    labels = {pooled[place]: bool(rng.random() < 0.4) for place in chosen.tolist()}
    label(of, labels)
    return of, labels


def label(of: Benchmark, labels: Labels) -> None:
    queries, videos = (
        dict(kind.objects.filter(benchmark=of).values_list("number", "pk"))
        for kind in (Query, Video)
    )
    JudgedPair.objects.bulk_create(
        JudgedPair(
            query_id=queries[query],
            video_id=videos[video],
            verdict="relevant" if relevant else "irrelevant",
        )
        for (query, video), relevant in labels.items()
    )


def listed(person, of: Benchmark) -> list[tuple[str, str]]:
    """The list of pairs, as this person's script downloads it."""
    answer = Script(person).get(f"submissions/judges/pairs/{of.pk}")
    assert answer.status_code == 200, answer.content
    head, *rows = csv.reader(io.StringIO(b"".join(answer.streaming_content).decode()))
    assert head == ["caption", "video"]
    return [(caption, video) for caption, video in rows]


def numbers(pair: tuple[str, str]) -> tuple[int, int]:
    return int(pair[0][1:]), int(pair[1][1:])


def opinions(pairs, labels: Labels, noise: float = 0.3, seed: int = 2) -> bytes:
    """Right on the whole, of every pair of the list."""
    rng = np.random.default_rng(seed)
    lines = ["caption,video,score"]
    for pair in pairs:
        middle = 0.6 if labels.get(numbers(pair), False) else 0.4
        score = min(1, max(0, rng.normal(middle, noise)))
        lines.append(f"{pair[0]},{pair[1]},{score:.4f}")
    return "\n".join(lines).encode()


def same_of_all(pairs, score: str = "0.5") -> bytes:
    return "\n".join(["caption,video,score", *(f"{c},{v},{score}" for c, v in pairs)]).encode()


def fields(content: bytes, **more) -> dict:
    file = SimpleUploadedFile("secret-judge.csv", content)
    return {"file": file, "model": "SecretJudge", "family": "Secretive"} | more


def submit_judge(person, of: Benchmark, content: bytes, **more) -> JudgeSubmission:
    answer = Script(person).post("submissions/judges", benchmark=of.pk, **fields(content, **more))
    assert answer.status_code == 202, answer.content
    job = work()
    assert job.state == "done", job.error
    return JudgeSubmission.objects.select_related("witness").get(pk=job.result["judge"])


def refused(person, of: Benchmark, content: bytes, **more) -> str:
    """What the job ends with."""
    answer = Script(person).post("submissions/judges", benchmark=of.pk, **fields(content, **more))
    assert answer.status_code == 202, answer.content
    job = work()
    assert job.state == "failed"
    lines = (job.error.get("details") or {}).get("problems", [])
    return "\n".join([job.error["message"], *lines])


def standing_of(person, judge: JudgeSubmission) -> dict:
    """As this person's script reads it, once it is computed."""
    number = judge.pk if person.is_lead else judge.number
    found = Script(person).get(f"submissions/judges/{number}").json()
    if found["standing"] is None:
        work()
        found = Script(person).get(f"submissions/judges/{number}").json()
    return found["standing"]
