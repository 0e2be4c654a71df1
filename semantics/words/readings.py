"""What a tagger of whole sentences does not expect of captions.

Captions are often instructions or notes without a subject: "open the fridge door", "wash cup". As
part of an English sentence "wash cup" is a compound noun, and is rightly read as one. And names of
things are full of participles that say what they are for: "chopping board", "drying rack".
docs/decisions/0040 has what each rule gains.
"""

from collections.abc import Sequence

from semantics.words.tagger import Tagger
from semantics.words.wordnet import WordNet

Tags = tuple[str, ...]

SUBJECT = "they"
FINITE = {"VVZ", "VVD", "VBZ", "VBD", "VHZ", "VHD", "VDZ", "VDD", "VM0", "VBB"}
BASE = {"VVB", "VVI"}
PARTICIPLE = "VVG"
NOUNS = {"NN0", "NN1", "NN2", "UNC"}
DETERMINERS = {"AT0", "DPS", "DT0", "CRD"}
PARTICLE = "AVP"
PLACES = {"in", "into", "inside", "on", "onto", "from", "off", "over", "under"}
# After these a participle is what is done: "continue peeling onion", "still washing pot".
ASPECTS = {"begin", "continue", "finish", "keep", "resume", "start", "still", "stop"}
MISTAKEN = {"AJ0", "NN1"}


def read(words: Sequence[str], tagger: Tagger, wordnet: WordNet) -> Tags:
    """A tag for each word."""
    tags = tagger.tags(words)
    if _may_lack_subject(words, tags, wordnet):
        tags = _with_subject(words, tags, tagger, wordnet)
    return tuple(_participle(words, tags, place, wordnet) or tag for place, tag in enumerate(tags))


def _may_lack_subject(words: Sequence[str], tags: Tags, wordnet: WordNet) -> bool:
    """A caption without a finite verb whose first word could be one; but not "people dancing",
    where a participle follows its subject."""
    return (
        bool(words)
        and FINITE.isdisjoint(tags)
        and bool(wordnet.bases(words[0], "verb"))
        and not (tags[0] in NOUNS and tags[1:2] == (PARTICIPLE,))
    )


def _with_subject(words: Sequence[str], tags: Tags, tagger: Tagger, wordnet: WordNet) -> Tags:
    """The tags as read after "they". Where that gives no verb at all, the first word is one if an
    object, or a particle, follows it: "slice sausage"."""
    read_so = tagger.tags((SUBJECT, *words))[1:]
    if read_so[0] in BASE or read_so[0] == PARTICIPLE:
        return read_so
    has_verb = any(tag.startswith("V") for tag in read_so)
    has_object = not (NOUNS | DETERMINERS | {PARTICLE}).isdisjoint(read_so[1:2])
    if has_object and not has_verb and wordnet.has(words[0], "verb"):
        return ("VVB", *read_so[1:])
    return tags


def _participle(words: Sequence[str], tags: Tags, place: int, wordnet: WordNet) -> str | None:
    """The tag of a form in -ing that the tagger may have mistaken: done after a verb of aspect,
    or what a thing is for."""
    word, bases = words[place], wordnet.bases(words[place], "verb")
    if not word.endswith("ing") or not bases or bases[0] == word:
        return None
    before = words[place - 1] if place else ""
    if before in ASPECTS:
        return PARTICIPLE if tags[place] in MISTAKEN else None
    return "AJ0" if _names_purpose(words, tags, place, wordnet) else None


def _names_purpose(words: Sequence[str], tags: Tags, place: int, wordnet: WordNet) -> bool:
    """Whether it is before a noun that with it is a word of WordNet ("frying pan"), or follows an
    article ("the chopping board"), a preposition of place ("on drying rack") or the verb whose
    object it is ("rinse wiping cloth")."""
    if NOUNS.isdisjoint(tags[place + 1 : place + 2]):
        return False
    if wordnet.has(f"{words[place]}_{words[place + 1]}", "noun"):
        return True
    return (
        place > 0
        and tags[place] == PARTICIPLE
        and (
            tags[place - 1] in DETERMINERS or tags[place - 1] in BASE or words[place - 1] in PLACES
        )
    )
