"""What a kind of proxy is, and what one was made from, for people."""

from collections.abc import Mapping
from typing import Any

from foundation.frozen import frozen
from foundation.words import grouped, in_english, sentence
from semantics.models import Proxy
from semantics.proxies.registry import KINDS

LABELS = {
    "rho": sentence("Share of a video's captions (rho)"),
    "verbs": sentence("Classes of verbs"),
    "nouns": sentence("Classes of nouns"),
    "wordnet": sentence("WordNet"),
    "vectors": sentence("Vectors of captions"),
    "seed": sentence("Seed"),
    "weights": sentence("Weights of parts of speech"),
    "columns": sentence("Columns"),
    "file": sentence("File"),
    "sha256": sentence("SHA-256 of the file"),
}


@frozen
class DescribedKind:
    name: str
    title: str
    meaning: str
    equation: str  # the paper's number and its equation; empty where there is none


@frozen
class DescribedProxy:
    """parameters: each with what it is called, and its value in words."""

    kind: DescribedKind
    parameters: tuple[tuple[str, str], ...]


def described_kinds() -> list[DescribedKind]:
    """Those that can be computed here."""
    return [_kind(name) for name in COMPUTED]


def described_proxy(proxy: Proxy) -> DescribedProxy:
    """The proxy described without its warnings, which its page shows above."""
    named = {name: value for name, value in proxy.parameters.items() if name != "warnings"}
    parameters = tuple((LABELS.get(name, name), _in_words(value)) for name, value in named.items())
    return DescribedProxy(_kind(proxy.kind), parameters)


def _kind(name: str) -> DescribedKind:
    equation = KINDS[name].equation if name in KINDS else ""
    return DescribedKind(name, str(Proxy.Kind(name).label), MEANINGS[name], equation)


def _in_words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    if not isinstance(value, dict):
        return str(value)
    if "file" not in value:
        return ", ".join(f"{name} {one}" for name, one in value.items())
    counted = [what for what in ("classes", "instances", "dimensions") if what in value]
    counts = [f"{grouped(value[what])} {what}" for what in counted]
    return f"{value['file']} ({', '.join(counts)}; SHA-256 {value['sha256'][:12]})"


Kind = Proxy.Kind

# Without what is imported: nothing computes that.
COMPUTED: Mapping[str, str] = {
    kind.value: in_english(kind.label) for kind in Kind if kind is not Kind.IMPORTED
}

MEANINGS: Mapping[str, str] = {
    Kind.BOW: sentence(
        "A video is as relevant to a caption as their words overlap: those that both have, as a"
        " share of those that either has."
    ),
    Kind.POS: sentence(
        "A video is as relevant to a caption as their verbs overlap and their nouns overlap, half"
        " and half."
    ),
    Kind.SYN: sentence(
        "A video is as relevant to a caption as the meanings of their verbs and of their nouns"
        " overlap: words of one class of the tables, or of one sense of WordNet, are one."
    ),
    Kind.METEOR: sentence(
        "A video is as relevant to a caption as METEOR finds its own captions alike: words, stems"
        " and synonyms, and their order."
    ),
    Kind.RANP: sentence(
        "A video is as relevant to a caption as the classes of their verbs and of their nouns"
        " overlap: what relevance-aware training sets its margins by."
    ),
    Kind.ANGULAR: sentence(
        "A video is as relevant to a caption as the angle between vectors of their captions is"
        " narrow: vectors of a file, or latent ones that are fitted here."
    ),
    Kind.GIVEN: sentence(
        "A video is as relevant to a caption as the classes overlap that the data set itself gives"
        " them, in columns of its file: nothing is read from their words."
    ),
    Kind.IMPORTED: sentence("A matrix that was computed elsewhere, as its file has it."),
}


def takes(kind: str, what: str) -> bool:
    """Whether a kind looks at these: a field of Material."""
    return kind in KINDS and what in KINDS[kind].parameters
