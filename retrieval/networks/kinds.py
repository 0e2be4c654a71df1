"""The networks by name, and their sizes, for forms and commands. It does without PyTorch."""

from collections.abc import Mapping

from foundation.frozen import frozen


@frozen
class NetworkKind:
    name: str
    title: str
    parts: bool = False  # reads the words of each part of speech apart
    experts: bool = False  # reads the features of each file apart
    words: bool = False  # reads the words of a caption in their order
    learns: bool = True  # by a loss; the others are computed at once, from pairs alone


_KINDS = (
    NetworkKind("mme", "MME, across modalities alone"),
    NetworkKind("mmen", "MMEN"),
    NetworkKind("pos-mmen", "PoS-MMEN, a space for each part of speech", parts=True),
    NetworkKind("jpose", "JPoSE", parts=True),
    NetworkKind("moee", "MoEE, a space for each file of features", experts=True),
    NetworkKind("gru", "MMEN that reads captions by a GRU", words=True),
    NetworkKind("hgr", "Small HGR: caption, verbs and nouns", words=True),
    NetworkKind("cca", "CCA, computed and not trained", learns=False),
    NetworkKind("random", "At random, not trained", learns=False),
)
NETWORKS: Mapping[str, NetworkKind] = {kind.name: kind for kind in _KINDS}
VERB, NOUN = 1, 2  # what a word of a caption is, where it is read word by word; 0: anything else


@frozen
class Sizes:
    """Lengths of vectors: what goes in, and what comes out."""

    video: int
    text: int  # of a whole caption
    parts: Mapping[str, int]  # of a caption's words of each part of speech
    space: int = 256  # of an embedding
    hidden: int = 256  # of the layer between
    experts: tuple[int, ...] = ()  # of each, side by side in a video; none: it is one
