"""What a hearing has spent of its budget, and how many pairs the rest pays for."""

from math import inf

from foundation.frozen import frozen
from foundation.words import sentence
from witnesses.chatting.pacing import Purse
from witnesses.models import Hearing

PROBES = 1.08  # questions for each pair: some are asked twice, and some turned
MANY = 10**9
ENOUGH = 8  # pairs, until which the tryout says what one costs


@frozen
class Spent:
    hearing: Hearing
    money_each: float
    tokens_each: float
    minutes_each: float

    @property
    def _budgets(self) -> list[tuple[str, float, float, float]]:
        """What of, how much there is, how much is spent, and what a pair takes."""
        of, found = self.hearing, []
        for what, budget, spent, each in (
            ("money", of.budget_money, of.spent_money, self.money_each),
            ("tokens", of.budget_tokens, of.spent_tokens, self.tokens_each),
            ("minutes", of.budget_minutes, of.spent_minutes, self.minutes_each),
        ):
            if budget is not None:
                found.append((what, float(budget), float(spent), each))
        return found

    @property
    def used_up(self) -> str:
        for what, budget, spent, _ in self._budgets:
            if spent >= budget:
                amount = f"{budget:,.10g}"
                if what == "money":
                    return sentence(f"Its budget of {amount} is spent.")
                if what == "tokens":
                    return sentence(f"Its budget of {amount} tokens is spent.")
                return sentence(f"Its budget of {amount} minutes is spent.")
        return ""

    def beside(self, pairs: int) -> Purse:
        """What is left when so many pairs are asked once. Tokens of a question whose answer got
        lost are those that are sent."""
        assert self.hearing.tryout is not None  # noqa: S101  (a constraint)
        price, tokens, seconds = self.hearing.tryout.settings["price_in"] / 1e6, inf, inf
        for what, budget, spent, each in self._budgets:
            left = max(0.0, budget - spent - pairs * each)
            if what == "minutes":
                seconds = 60 * max(0.0, budget - spent)
            elif what == "tokens":
                tokens = min(tokens, left)
            elif price:
                tokens = min(tokens, left / price)
        return Purse(tokens, seconds)

    @property
    def affords(self) -> int:
        """Pairs; at least one."""
        counts = [
            int((budget - spent) / each) if each > 0 else MANY
            for _, budget, spent, each in self._budgets
        ]
        return max(1, min(counts))


def spent_by(hearing: Hearing) -> Spent:
    asked = hearing.given + hearing.failed - hearing.reused + hearing.probes.count()
    if asked >= ENOUGH:
        return Spent(
            hearing,
            PROBES * hearing.spent_money / asked,
            PROBES * hearing.spent_tokens / asked,
            PROBES * hearing.spent_minutes / asked,
        )
    assert hearing.tryout is not None  # noqa: S101  (a constraint: who asks knows how)
    tried = list(hearing.tryout.tried.values_list("cost", "tokens", "ms"))
    count, at_once = max(1, len(tried)), hearing.tryout.settings["at_once"]
    money, tokens, ms = (sum(column) / count for column in zip(*tried, strict=True))
    return Spent(hearing, PROBES * money, PROBES * tokens, PROBES * ms / 60_000 / at_once)
