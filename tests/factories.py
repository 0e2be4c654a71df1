"""Makes things for tests as the product's own tables hold them."""

import itertools
from hashlib import sha256

from annotator.actions.create_campaign import add_member, create_campaign
from annotator.actions.open_campaign import open_campaign
from annotator.actions.write_guideline import write_guideline
from annotator.models import Member
from people.actor import SYSTEM
from people.models import Role, User
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import Benchmark, Caption, Query, Ranking, RetrievalModel, Run, Video

_numbers = itertools.count(1)
PASSWORD = "correct horse battery staple"


def make_user(role: Role = Role.RATER, **fields) -> User:
    number = next(_numbers)
    return User.objects.create_user(
        **({"username": f"{role}-{number}", "password": PASSWORD, "role": role} | fields)
    )


def make_benchmark(
    captions: list[tuple[str, str]], name: str | None = None, videos: list[str] | None = None
):
    """captions: (text, video key) in order; keys are c0, c1, ... Videos come in the order given, or
    of first mention."""
    keys = videos or list(dict.fromkeys(video for _, video in captions))
    texts = list(dict.fromkeys(text for text, _ in captions))
    benchmark = Benchmark.objects.create(
        name=name or f"benchmark-{next(_numbers)}",
        caption_count=len(captions),
        query_count=len(texts),
        video_count=len(keys),
    )
    video_of = {
        key: Video.objects.create(benchmark=benchmark, number=number, key=key)
        for number, key in enumerate(keys)
    }
    query_of = {
        text: Query.objects.create(
            benchmark=benchmark,
            number=number,
            text=text,
            digest=sha256(text.encode()).digest(),
            characters=len(text),
            words=len(text.split()),
        )
        for number, text in enumerate(texts)
    }
    for number, (text, video) in enumerate(captions):
        Caption.objects.create(
            benchmark=benchmark,
            number=number,
            key=f"c{number}",
            query=query_of[text],
            video=video_of.get(video),
        )
    return benchmark


def play(*videos: Video) -> None:
    """As when their files were made playable."""
    for video in videos:
        Video.objects.filter(pk=video.pk).update(
            state=Video.State.READY, path=f"videos/{video.pk}.mp4"
        )


def make_run(
    benchmark, rankings: dict[int, list[int]], name: str | None = None, depth: int = 10, **fields
) -> Run:
    """rankings: caption's number -> videos' numbers, best first."""
    name = name or f"run-{next(_numbers)}"
    model, _ = RetrievalModel.objects.get_or_create(name=fields.pop("model", name))
    run = Run.objects.create(
        **(
            {
                "benchmark": benchmark,
                "model": model,
                "name": name,
                "depth": depth,
                "format": "csv",
                "file_name": "run.csv",
            }
            | {
                "sha256": sha256(name.encode()).hexdigest(),
                "items": len(rankings),
                "ties": 0,
                "full_ranks": False,
            }
            | fields
        )
    )
    Ranking.objects.bulk_create(
        Ranking(
            run=run,
            item=item,
            targets=targets,
            scores=[float(len(targets) - n) for n in range(len(targets))],
        )
        for item, targets in rankings.items()
    )
    return run


def make_campaign(
    captions: int = 3,
    videos: int = 2,
    raters=(),
    adjudicators=(),
    opened: bool = True,
    texts: tuple[str, ...] = (),
    **policy,
):
    """An open campaign on a pool of every pair of some captions and videos; its guidelines are one
    sentence.

    No video has a file, so it is one without clips; the policy may say otherwise.
    """
    benchmark = make_benchmark(
        [
            (texts[n] if n < len(texts) else f"caption {n}", f"v{n % videos}")
            for n in range(captions)
        ],
        videos=[f"v{n}" for n in range(videos)],
    )
    run = make_run(benchmark, {n: list(range(videos)) for n in range(captions)}, depth=videos)
    pool = build_pool(
        actor=SYSTEM,
        benchmark=benchmark,
        name="pool",
        parameters=PoolParameters((run.pk,), depth=videos),
    )
    campaign = create_campaign(
        SYSTEM, pool, f"campaign-{next(_numbers)}", **({"without_clips": True} | policy)
    )
    write_guideline(SYSTEM, campaign.pk, "A clip is relevant if the caption is true of it.")
    for person in raters:
        add_member(SYSTEM, campaign, person)
    for person in adjudicators:
        add_member(SYSTEM, campaign, person, Member.Role.ADJUDICATOR)
    return _open(campaign) if opened else campaign


def _open(campaign):
    """Tests make known answers afterwards, so training is switched on behind the campaign's back:
    it would not open without."""
    rows = type(campaign).objects.filter(pk=campaign.pk)
    rows.update(training_required=False)
    open_campaign(SYSTEM, campaign.pk)
    rows.update(training_required=campaign.training_required)
    return rows.select_related("pool", "benchmark").get()
