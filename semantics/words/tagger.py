"""Parts of speech by HanTa: a hidden Markov model, trained on the British National Corpus.

HanTa's `tag_sent` analyses each word of each sentence again, and tries every tag of its tag set
after every other. Here a word's candidates are found once, and only they are tried: the same tags,
four times as fast with lemmas and rules included (docs/decisions/0040).
"""

import math
from collections.abc import Iterable, Sequence
from functools import cache

from HanTa.HanoverTagger import EMPTY, END, START, UNKNOWN, HanoverTagger

MODEL = "morphmodel_en.pgz"  # within HanTa's wheel
LONGEST = 40  # letters: its time grows with their square, and it guesses by endings anyway
CUTOFF = 5  # HanTa's: a tag less likely than the best by more than this is not tried

# By a tag's number: the logarithm of its probability.
Candidates = tuple[tuple[int, float], ...]
# By the last two tags: the likeliest way there, with its probability.
Paths = dict[tuple[int, int], tuple[float, tuple[int, ...]]]


class Tagger:
    """Tags are those of the BNC's basic tag set (C5): `NN1`, `VVB`, `AT0`."""

    def __init__(self) -> None:
        self._model = HanoverTagger(MODEL)
        self._candidates = cache(self._find_candidates)

    def tags(self, words: Sequence[str]) -> tuple[str, ...]:
        """The likeliest sequence, by Viterbi's algorithm over pairs of tags."""
        if not words:
            return ()
        after = self._model.LP_trans_word  # of a pair: what may follow, with its probability
        paths: Paths = {(EMPTY, START): (0.0, ())}
        for place, word in enumerate(words):
            candidates = self._candidates(word, place == 0)
            reached: Paths = {}
            for pair, (so_far, path) in paths.items():
                follows = after[pair]
                for tag, of_word in candidates or self._any(follows):
                    if tag not in follows:
                        continue
                    likelihood = so_far + follows[tag] + of_word
                    best = reached.get((pair[1], tag))
                    if best is None or likelihood > best[0]:
                        reached[pair[1], tag] = likelihood, (*path, tag)
            paths = reached
        last = max(paths, key=lambda pair: paths[pair][0] + after[pair].get(END, -math.inf))
        return tuple(self._model.int2tag[tag] for tag in paths[last][1])

    def _find_candidates(self, word: str, is_first: bool) -> Candidates:
        """Empty for a word of which the model cannot say anything: any tag may be its own. A
        caption's first word may have a capital, or not, without being a name."""
        analyse = self._model._tag_word  # noqa: SLF001  (a step of tag_sent that has no name)
        by_case = {"casesensitive": not is_first, "conditional": True}
        found = dict(analyse(word[-LONGEST:], cutoff=CUTOFF, **by_case))
        found.pop(UNKNOWN, None)
        return tuple(found.items())

    @staticmethod
    def _any(follows: Iterable[int]) -> Candidates:
        return tuple((tag, 0.0) for tag in follows if tag != END)


@cache
def open_tagger() -> Tagger:
    """Once in a process: the model takes a third of a second to read."""
    return Tagger()
