"""All that formats ask for of one benchmark's labels, under one set of pseudonyms."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from annotator.cards.croissant import About
from annotator.formats.format import Rows
from annotator.queries import exported, other_verdicts
from annotator.queries.exported import Scope


@dataclass(frozen=True, slots=True)
class ExportRows:
    """names: of raters, by their keys. fire: what a FIRE release says of itself. comments: whether
    what raters wrote goes out. days: whether times are whole days. shown_runs: those that may be
    named; all of them if not given."""

    scope: Scope
    names: Mapping[int, str]
    fire: Mapping[str, Any]
    card: About
    comments: bool = True
    days: bool = False
    shown_runs: Collection[str] | None = None
    verdict: str = "majority"

    def verdicts(self) -> Rows:
        if self.verdict == "majority":
            return exported.triplet_rows(self.scope)
        if self.verdict == "probability":
            return other_verdicts.probability_rows(self.scope)
        return other_verdicts.other_verdict_rows(self.scope, self.verdict)

    def pooled(self) -> Rows:
        return exported.qrel_rows(self.scope)

    def log(self) -> Rows:
        return exported.log_rows(self.scope, self.names, comments=self.comments, days=self.days)

    def judged(self) -> Rows:
        return exported.judged_pairs_of(self.scope, self.names, self.shown_runs)

    def queries(self) -> Rows:
        return exported.query_rows(self.scope.benchmark)

    def videos(self) -> Rows:
        return exported.video_rows(self.scope.benchmark)

    def captions(self) -> Rows:
        return exported.caption_rows(self.scope.benchmark)

    def about(self) -> dict[str, Any]:
        return dict(self.fire)

    def described(self) -> About:
        return self.card
