"""Witnesses for tests, kept as the product keeps them."""

from people.actor import SYSTEM
from people.models import User
from pooling.models import Benchmark, Pool
from tests.semantics.made import make_proxy
from witnesses.actions.hear_witness import hear, keep_witness, witness_digest
from witnesses.chatting.prompts import VERSIONS
from witnesses.models import JudgeSubmission, Tried, Tryout, Witness


def make_witness(benchmark: Benchmark) -> Witness:
    """What a proxy says of the benchmark's pairs."""
    facts = {"name": "a witness", "kind": "proxy", "adapter": "proxy"}
    heard = hear(benchmark, make_proxy(benchmark, "heard"), facts, None, lambda *_: None)
    return keep_witness(SYSTEM, heard)[0]


def make_tryout(pool: Pool) -> Tryout:
    """One pair that a service was asked about, which is there no more."""
    settings = {"url": "https://api.example.org/v1", "program": "", "model": "judge"}
    settings |= {"prompt": VERSIONS["grade-1"], "scale": ["irrelevant", "relevant"]}
    settings |= {"frames": 1, "side": 64, "temperature": 0.0, "longest": 200, "seconds": 60}
    settings |= {"at_once": 4, "per_minute": 0, "price_in": 1.0, "price_out": 2.0, "sound": False}
    of = ("prompt", "scale", "frames", "side", "temperature", "longest", "sound")
    config = {"model": "judge-2026", "offers": {"schema": True, "logprobs": False}}
    made = Tryout.objects.create(
        benchmark=pool.benchmark,
        pool=pool,
        name="judge",
        adapter="chat",
        settings=settings,
        config=config | {name: settings[name] for name in of},
        pairs=pool.members.count(),
    )
    pair = pool.members.order_by("query_id", "video_id")[0]
    Tried.objects.create(
        tryout=made,
        number=0,
        query=pair.query,
        video=pair.video,
        frames=[b"\xff\xd8\xff"],
        status="given",
        value=1.0,
        answer='{"grade": 1}',
        tokens=105,
        cost=0.0002,
        ms=900,
    )
    return made


def make_judge(benchmark: Benchmark, submitter: User, number: int) -> JudgeSubmission:
    """A judge that this person handed in."""
    facts = {"name": f"Judge {number}", "kind": "judge", "adapter": "scores", "source": "judge"}
    witness = Witness.objects.create(
        benchmark=benchmark,
        config={"number": number},
        digest=witness_digest("scores", {"number": number}),
        **facts,
    )
    return JudgeSubmission.objects.create(
        witness=witness,
        number=number,
        model_name="SecretJudge",
        file_name="secret-judge.csv",
        sha256="0" * 64,
        submitted_by=submitter,
    )
