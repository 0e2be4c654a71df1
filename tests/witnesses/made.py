"""Witnesses for tests, kept as the product keeps them."""

from people.actor import SYSTEM
from people.models import User
from pooling.models import Benchmark
from tests.semantics.made import make_proxy
from witnesses.actions.hear_witness import hear, keep_witness, witness_digest
from witnesses.models import JudgeSubmission, Witness


def make_witness(benchmark: Benchmark) -> Witness:
    """What a proxy says of the benchmark's pairs."""
    facts = {"name": "a witness", "kind": "proxy", "adapter": "proxy"}
    heard = hear(benchmark, make_proxy(benchmark, "heard"), facts, None, lambda *_: None)
    return keep_witness(SYSTEM, heard)[0]


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
