"""How a model is asked about pairs, tried on a few before it is asked about all; and a hearing of
all, within a budget."""

import shlex
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from annotator.models import Campaign
from annotator.queries.campaigns import access_campaigns
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.words import sentence
from media.fetching import NotFetched
from media.posting import check_address
from pooling.models import Benchmark, Pool
from pooling.plain_text import one_plain_line
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.visible import visible_pools
from witnesses.adapters.chat import reach
from witnesses.asked.witnesses import FAMILY, NAME, refuse_name
from witnesses.chatting.prompts import NEWEST, VERSIONS, plain, wrong_places
from witnesses.models import Hearing, Purpose, Tryout, Witness

LOOK_UP_SECONDS = 5.0
TWO_WORDS = "irrelevant, relevant"
MOST_WORDS, LONGEST_WORD = 10, 60


@frozen
class TryoutWanted:
    """Twenty pairs put to a model, before a run of all is ordered."""

    benchmark: Benchmark = asked(
        "The benchmark whose pairs are asked about.",
        rows=lambda asking: access_benchmarks(asking).order_by("name"),
    )
    name: str = asked(
        "What it is called here, as in gpt-judge.",
        longest=NAME.max_length,
        checks=NAME.validators,
        option="NAME",
    )
    url: str = asked(
        "The address below which the service has chat/completions, as in"
        " https://api.example.org/v1 or http://127.0.0.1:8000/v1.",
        default="",
        label="Base URL",
        longest=500,
    )
    model: str = asked(
        "The model that is asked for. The witness is known by the name that the service reports.",
        default="",
        longest=200,
        checks=(one_plain_line,),
    )
    family: str = asked(
        "The models that share its design, so that runs of its own family can be marked.",
        default="",
        longest=FAMILY.max_length,
        checks=(one_plain_line,),
    )
    pool: Pool | None = asked(
        "The pool whose pairs it is asked about. All that are pooled, judged or original if it is"
        " not given.",
        default=None,
        rows=lambda asking: visible_pools(asking).order_by("name"),
    )
    campaign: Campaign | None = asked(
        "The campaign whose labels its opinions are to stand beside: the scale must be the same.",
        default=None,
        rows=access_campaigns,
    )
    scale: str = asked(
        "The words of the scale from the lowest to the highest, parted by commas.",
        default=TWO_WORDS,
        longest=MOST_WORDS * LONGEST_WORD,
    )
    prompt: str = asked(
        "What it is asked, with {frames}, {caption} and {scale} where these belong.",
        default=VERSIONS[NEWEST],
        longest=8_000,
    )
    frames: int = asked(
        "How many frames of a clip are sent, evenly spread.",
        label="Frames of a clip",
        default=4,
        at_least=1,
        at_most=32,
    )
    side: int = asked(
        "The longer side of a frame in pixels.",
        label="Longer side of a frame",
        default=336,
        at_least=64,
        at_most=1280,
    )
    temperature: float = asked(
        "How freely it answers: 0 always takes the likeliest token.",
        default=0.0,
        at_least=0,
        at_most=2,
    )
    longest: int = asked(
        "The most tokens of an answer; a model that thinks first needs more.",
        label="Most tokens of an answer",
        default=200,
        at_least=8,
        at_most=32_000,
    )
    seconds: int = asked(
        "The seconds after which an answer is given up, and asked for again.",
        label="Seconds for an answer",
        default=60,
        at_least=1,
        at_most=600,
    )
    at_once: int = asked("How many are asked at once.", default=4, at_least=1, at_most=64)
    per_minute: int = asked(
        "The most requests a minute; 0 for no limit.",
        label="Requests a minute",
        default=0,
        at_least=0,
        at_most=100_000,
    )
    price_in: float = asked(
        "The price of a million tokens that are sent, in whatever money the budget is.",
        label="Price of what is sent",
        default=0.0,
        at_least=0,
        at_most=10_000,
    )
    price_out: float = asked(
        "The price of a million tokens that are answered.",
        label="Price of what is answered",
        default=0.0,
        at_least=0,
        at_most=10_000,
    )
    clips_leave: bool = asked(
        "I know that captions, and frames of clips, are sent to this address, and may do so.",
        default=False,
        label="Clips leave this machine",
    )
    # Of a command alone: what runs code on this machine is no page's business.
    program: str = field(default="", kw_only=True)

    def check(self) -> None:
        if bool(self.url) == bool(self.program):
            raise Refused("Expected the address of a service.", field="url")
        if self.url:
            self._check_service()
        elif not Path(self.words_of_program[0]).is_file():
            raise Refused(f"{self.program}: expected a program of this machine.", field="program")
        if wrong := wrong_places(self.prompt):
            raise Refused(wrong, field="prompt")
        self._check_scale()
        if self.pool is not None and self.pool.benchmark_id != self.benchmark.pk:
            raise Refused(f"Expected a pool of {self.benchmark}.", field="pool")
        named = Witness.objects.filter(benchmark=self.benchmark, name__iexact=self.name)
        if named.exclude(adapter=self.adapter).exists():
            refuse_name(self.benchmark, self.name)

    def _check_service(self) -> None:
        if not self.model:
            raise Refused("Expected the name of a model.", field="model")
        if not self.clips_leave:
            raise Refused(
                "Captions and frames of clips leave this machine: expected your word that they"
                " may.",
                field="clips_leave",
            )
        allowed = reach()
        try:
            limits = allowed.limits(self.url, LOOK_UP_SECONDS)
            check_address(self.url, limits, may_reach=allowed.may_reach(self.url))
        except (NotFetched, ValueError) as wrong:
            inner = isinstance(wrong, NotFetched) and wrong.code in ("private", "port")
            hint = sentence("An administrator can allow it: TRUEPOOL_WITNESS_ORIGINS.")
            raise Refused(f"{wrong} {hint if inner else ''}".strip(), field="url") from None

    def _check_scale(self) -> None:
        words = self.words
        if not 2 <= len(words) <= MOST_WORDS or len(set(words)) < len(words):
            raise Refused(
                f"Expected 2 to {MOST_WORDS} different words, parted by commas.", field="scale"
            )
        if any(not 1 <= len(word) <= LONGEST_WORD for word in words):
            raise Refused(f"Expected words of 1 to {LONGEST_WORD} characters each.", field="scale")
        if self.campaign is None:
            return
        if self.campaign.benchmark.pk != self.benchmark.pk:
            raise Refused(f"Expected a campaign of {self.benchmark}.", field="campaign")
        if list(words) != list(self.campaign.scale):
            theirs = ", ".join(self.campaign.scale)
            raise Refused(f"The campaign's scale is another: expected {theirs}.", field="scale")

    @property
    def adapter(self) -> Literal["chat", "command"]:
        return "command" if self.program else "chat"

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word.strip() for word in self.scale.split(","))

    @property
    def words_of_program(self) -> list[str]:
        return shlex.split(self.program)

    def arguments(self) -> dict[str, Any]:
        """What the job gets."""
        of = "url model frames side temperature longest seconds at_once per_minute"
        names = f"{of} price_in price_out program".split()
        return {
            "benchmark": self.benchmark.pk,
            "pool": self.pool and self.pool.pk,
            "campaign": self.campaign and self.campaign.pk,
            "name": self.name,
            "family": self.family,
            "adapter": self.adapter,
            "settings": {name: getattr(self, name) for name in names}
            | {"prompt": plain(self.prompt), "scale": list(self.words), "sound": False},
        }


@frozen
class HearingWanted:
    """A model asked about all pairs, within a budget. What is spent first ends it."""

    tryout: Tryout = field(kw_only=True)
    purpose: Literal["ask", "retry", "again"] = asked(
        "Whether it is asked about pairs that it was not asked about, about those without a value,"
        " or about fifty pairs again, to see whether it still says the same.",
        default="ask",
        choices={
            "ask": "Pairs that it was not asked about",
            "retry": "Pairs without a value",
            "again": "Fifty pairs again",
        },
    )
    money: float | None = asked(
        "The most that it may cost, in the money of the prices.", default=None, at_most=1e9
    )
    tokens: int | None = asked("The most tokens, sent and answered.", default=None, at_most=10**15)
    minutes: float | None = asked("The most minutes of asking.", default=None, at_most=10**6)

    def check(self) -> None:
        budgets = {name: getattr(self, name) for name in ("money", "tokens", "minutes")}
        for name, budget in budgets.items():
            if budget is not None and not budget > 0:
                raise Refused("Expected a budget above 0.", field=name)
        if all(budget is None for budget in budgets.values()):
            raise Refused("Expected a budget: of money, of tokens or of minutes.", field="minutes")
        if self.money is not None and not self.tryout.has_prices:
            raise Refused(
                "No prices were given when it was tried: expected a budget of tokens or minutes.",
                field="money",
            )


def tryout_of(witness: Witness) -> Tryout:
    """How it was asked last. Raises Refused for a witness that was read."""
    asking = witness.hearings.exclude(purpose=Purpose.READ).order_by("-pk")
    newest: Hearing | None = asking.select_related("tryout").first()
    if newest is None or newest.tryout is None:
        raise Refused("This witness was read from a source: there is nobody to ask.")
    return newest.tryout
