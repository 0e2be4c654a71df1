"""The kinds of proxies as people choose among them: what each looks at, in a sentence, and which
files it can be given."""

from collections.abc import Mapping

from foundation.words import sentence
from semantics.models import Proxy
from semantics.proxies.registry import KINDS

Kind = Proxy.Kind

# Without what is imported: nothing computes that.
COMPUTED: Mapping[str, str] = {
    kind.value: str(kind.label) for kind in Kind if kind is not Kind.IMPORTED
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
    Kind.IMPORTED: sentence("A matrix that was computed elsewhere, as its file has it."),
}


def takes(kind: str, what: str) -> bool:
    """Whether a kind looks at these: a field of Material."""
    return kind in KINDS and what in KINDS[kind].parameters
