"""Proxies of relevance, one study of several parts: what each is called, how a report asks for it
and computes it, and what all of them come to together. What computes them is beside it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from foundation.finding.fields import Found, Part, found, unshown
from foundation.frozen import frozen
from measures.names import parse_all
from metrics.snapshot import Snapshot
from metrics.studies.by_proxy import ProxyEvaluation
from metrics.studies.ceiling import MEASURES, Ceilings, ceilings, fits
from metrics.studies.description import Need, Setup, Study
from metrics.studies.graded import GradedScores, graded_scores
from metrics.studies.hard_negatives import DEPTH, HardNegatives, audit_negatives
from metrics.studies.marks import MarkedCaptions
from metrics.studies.proxied import Proxied
from metrics.studies.proxies_alone import ProxyCorrelation, Thresholds, count_relevant
from metrics.studies.proxy_study import ProxyStudy, proxy_study
from metrics.studies.questions import PROXIED
from metrics.studies.study import Findings, NothingToStudy

WHY = "Why a study has nothing to say, by its name."


def _graded(setup: Setup) -> GradedScores:
    return graded_scores(setup.snapshot, setup.proxied, **setup.draws)


def _thresholds(setup: Setup) -> Thresholds:
    return count_relevant(setup.snapshot, [setup.proxied])


def _ceiling(setup: Setup) -> Ceilings:
    named = [measure for measure in setup.measures if fits(measure)]
    return ceilings(setup.snapshot, setup.proxied, named or parse_all(MEASURES), **setup.draws)


def _negatives(setup: Setup) -> HardNegatives:
    depth = min([DEPTH, *(run.depth for run in setup.snapshot.runs)])
    return audit_negatives(setup.snapshot, setup.proxied, depth, **setup.draws)


def _people(setup: Setup) -> ProxyStudy:
    read = setup.context
    return proxy_study(setup.snapshot, read.proxies, outdated=read.outdated, **setup.draws)


def _part(place: int, name: str, title: str, version: int, *findings: Any, **asked: Any) -> Study:
    """asked: how a report asks for it, if not by one proxy's name, and computes it."""
    words: dict[str, Any] = {"option": "relevance", "needs": (Need.PROXY,), "question": PROXIED}
    words |= {"name": name, "title": title, "version": version, "place": place}
    return Study(findings=findings, **(words | asked))


OF_ALL: Mapping[str, Any] = {"option": "proxies", "needs": (Need.PROXIES,), "part": _people}
UNREPORTED: Mapping[str, Any] = {"option": "", "needs": ()}
NEGATIVES = "Hard negatives that are relevant"
STUDIES = (
    _part(20, "graded", "nDCG under a proxy", 7, GradedScores, ProxyEvaluation, part=_graded),
    _part(21, "thresholds", "Relevant captions by threshold", 2, Thresholds, part=_thresholds),
    _part(22, "ceiling", "Least and most of instance-based scores", 4, Ceilings, part=_ceiling),
    _part(23, "hard_negatives", NEGATIVES, 4, HardNegatives, part=_negatives),
    _part(24, "proxy_study", "Proxies against people", 4, ProxyStudy, **OF_ALL),
    _part(25, "proxy_correlation", "How alike proxies are", 1, ProxyCorrelation, **UNREPORTED),
)


def _shown(what: str, study: str) -> Callable[[str], tuple[Part, ...]]:
    """A part that the API's document leaves to its command."""
    text = f"{what}, as `manage.py {study} --json`."
    return lambda key: (Part(key, lambda one: one, dict[str, Any] | None, text),)


class Parts(Found):
    """PARTS: names of the parts, with the fields that have what they came to; None where there is
    nothing to study."""

    __slots__ = ()
    PARTS: ClassVar[Mapping[str, str]]
    nothing: Mapping[str, str]

    def parts(self) -> Iterator[tuple[str, Findings | None, str]]:
        """Each with why there is nothing, where that is so."""
        for name, field in self.PARTS.items():
            yield name, getattr(self, field), self.nothing.get(name, "")

    def found(self) -> list[Findings]:
        return [one for _, one, _ in self.parts() if one is not None]

    @classmethod
    def tried(cls, **parts: Callable[[], Findings]) -> dict[str, Any]:
        """The fields of the parts, computed one after the other."""
        fields: dict[str, Any] = dict.fromkeys(cls.PARTS.values())
        nothing: dict[str, str] = {}
        for name, compute in parts.items():
            try:
                fields[cls.PARTS[name]] = compute()
            except NothingToStudy as refusal:
                nothing[name] = str(refusal)
        return fields | {"nothing": nothing}


@frozen
class UnderProxy(Parts):
    """The studies of one proxy; None where there is nothing to study."""

    PARTS = {name: name for name in ("graded", "ceiling", "hard_negatives")}

    proxy: str = found()
    title: str = unshown()
    graded: GradedScores | None = found(parts=_shown("The runs' nDCG", "graded"))
    ceiling: Ceilings | None = found(parts=_shown("Least and most", "ceiling"))
    hard_negatives: HardNegatives | None = found(parts=_shown("The audit", "hard_negatives"))
    nothing: Mapping[str, str] = found(WHY)

    @classmethod
    def of(cls, snapshot: Snapshot, proxied: Proxied) -> "UnderProxy":
        depth = min([DEPTH, *(run.depth for run in snapshot.runs if run.direction == "t2v")])
        parts = cls.tried(
            graded=lambda: graded_scores(snapshot, proxied),
            ceiling=lambda: ceilings(snapshot, proxied),
            hard_negatives=lambda: audit_negatives(snapshot.between(), proxied, depth),
        )
        return cls(proxied.name, proxied.title, **parts)

    def marks(self) -> list[str]:
        """Those of runs whose models learnt from what they are scored on, each once."""
        of = (one for one in self.found() if isinstance(one, MarkedCaptions))
        return list(dict.fromkeys(mark for one in of for mark in one.marks()))


@frozen
class UnderProxies(Parts):
    """All proxies of a benchmark; None where there is nothing to study."""

    PARTS = {
        "proxy_study": "people", "thresholds": "thresholds", "proxy_correlation": "correlation"
    }  # fmt: skip

    benchmark: str = found()
    people: ProxyStudy | None = found(key="proxy_study")
    thresholds: Thresholds | None = found(
        parts=_shown("Relevant captions by threshold", "thresholds")
    )
    correlation: ProxyCorrelation | None = found(
        parts=_shown("How alike proxies are", "proxy_correlation")
    )
    nothing: Mapping[str, str] = found(WHY)
    under: tuple[UnderProxy, ...] = found()
