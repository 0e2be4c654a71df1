"""Which texts say nearly the same, and which say no more than others do: each text as its words
(semantics/paraphrase/wording.py), weighted by how rare they are.

Two are compared by Dice's coefficient of those weights, twice what they share over what they have.
All are compared with all, a block of columns at a time: the time grows with the square of the
number of distinct sayings, the memory with the number alone.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from foundation.frozen import frozen
from measures.arrays import Floats, Integers, Mask, Values
from semantics.paraphrase.wording import Saying, Wording, contradicting, light_words, traits

NEAR = 0.8
LIGHT_WEIGHT = 0.5
# A caption fits wherever another says all that it says, up to one word for who it is: what is true
# of a man is true of a person.
SPARED = LIGHT_WEIGHT * 1.01
CELLS = 1 << 22  # compared at a time: 16 MB for each array of them


@frozen
class Sayings:
    """Distinct sayings, and which each text has.

    saying: (texts,), -1 for a text that says nothing in words that count. weights: (sayings, words)
    square roots of the words' weights. total: (sayings,) sums of the weights.
    """

    saying: Integers
    weights: sparse.csr_matrix
    total: Floats
    traits: NDArray[np.int32]

    @property
    def sayings(self) -> int:
        return len(self.total)


class Vocabulary:
    """Words and their weights, learned from the texts of a benchmark: ln((1 + n) / (1 + df)) + 1/2
    over its n distinct sayings, and no more than LIGHT_WEIGHT for words of who it is."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.wording = Wording(texts)
        sayings = {self.wording.saying(text) for text in set(texts)}
        counts = Counter(word for saying in sayings for word in saying.words)
        words = sorted(counts)
        self.number = {word: number for number, word in enumerate(words)}
        df, light = np.array([counts[word] for word in words]), light_words()
        usual = np.log((1 + len(sayings)) / (1 + df)) + 0.5
        of_people = np.array([word in light for word in words], bool)
        self.weights = np.where(of_people, LIGHT_WEIGHT, usual).astype(np.float32)
        # A word that no text of the benchmark has is as rare as can be.
        self.unknown = float(np.log(1 + len(sayings)) + 0.5)

    def read(self, texts: Sequence[str]) -> Sayings:
        by_text = {text: self.wording.saying(text) for text in dict.fromkeys(texts)}
        distinct = list(dict.fromkeys(saying for saying in by_text.values() if saying.words))
        numbers = {saying: number for number, saying in enumerate(distinct)}
        of = np.array([numbers.get(by_text[text], -1) for text in texts], np.int64)
        return Sayings(of, *self._weighted(distinct), traits(distinct))

    def _weighted(self, sayings: Sequence[Saying]) -> tuple[sparse.csr_matrix, Floats]:
        row, column, extra = [], [], np.zeros(len(sayings), np.float32)
        for number, saying in enumerate(sayings):
            for word in saying.words:
                if word in self.number:
                    row.append(number)
                    column.append(self.number[word])
                else:
                    extra[number] += self.unknown
        shape = (len(sayings), len(self.weights))
        places = np.array(column, np.int64)
        roots = np.sqrt(self.weights[places]).astype(np.float32)
        matrix = sparse.csr_matrix((roots, (np.array(row, np.int64), places)), shape=shape)
        total = np.bincount(np.array(row, np.int64), self.weights[places], len(sayings))
        return matrix, (total + extra).astype(np.float32)


@frozen
class Near:
    """Two sayings each that say nearly the same: row below column, or of two sets of texts. Each
    array (pairs,)."""

    row: Integers
    column: Integers
    alike: Values

    @classmethod
    def none(cls) -> "Near":
        return cls(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))

    @classmethod
    def joined(cls, found: Sequence["Near"]) -> "Near":
        parts = zip(*((one.row, one.column, one.alike) for one in found), strict=True)
        return cls(*map(np.concatenate, parts))


@frozen
class Placed:
    """Texts, each beside others of its own place (a source video), held against those of other
    places. Each array (texts,).

    own, other: how alike the nearest text of the same place and of any other is; nan where there is
    none. fits: in how many other places a text says all that this one says.
    """

    own: Values
    other: Values
    fits: Integers
    near: Near


def near_of(texts: Sayings, others: Sayings) -> tuple[Near, Floats]:
    """Pairs (row among `others`, column among `texts`), and for each saying of `texts` how alike
    the nearest other is, 0 to 1."""
    best, found = np.zeros(texts.sayings, np.float32), [Near.none()]
    for columns in _blocks(texts.sayings, others.sayings):
        of = np.arange(columns.start, columns.stop)
        alike, _ = _compared(others, texts, of)
        best[columns] = np.minimum(alike.max(axis=0, initial=0), 1)
        found.append(_near(*_places(alike >= NEAR), alike, others, texts, of))
    return Near.joined(found), best


def place_texts(texts: Sayings, places: Integers) -> Placed:
    """places: (texts,), -1 where it is not known: such a text stands alone in its own."""
    alone = places.max(initial=-1) + 1 + np.arange(len(places))
    given = np.where(places < 0, alone, places)
    sentence = np.flatnonzero(texts.saying >= 0)
    # What is compared is a saying at a place, once, however many texts of the place have it.
    keys, which, counts = np.unique(
        given[sentence] * max(texts.sayings, 1) + texts.saying[sentence],
        return_inverse=True,
        return_counts=True,
    )
    place, saying = np.divmod(keys, max(texts.sayings, 1))
    ones, shape = np.ones(len(keys), np.int32), (texts.sayings, int(given.max(initial=0)) + 1)
    where = sparse.csr_matrix((ones, (saying, place)), shape=shape)
    whole = _Said(texts, saying, place, counts, where).placed()

    def of_texts(values: NDArray[Any], none: float) -> NDArray[Any]:
        spread = np.full(len(places), none, values.dtype)
        spread[sentence] = values[which]
        return spread

    own, other = (of_texts(values, np.nan) for values in (whole.own, whole.other))
    return Placed(own, other, of_texts(whole.fits, 0), whole.near)


@frozen
class _Said:
    """Sayings at places, by place. saying, place, counts: (columns,); counts of texts with that
    saying there. where: (sayings, places)."""

    texts: Sayings
    saying: Integers
    place: Integers
    counts: Integers
    where: sparse.csr_matrix

    # Long by what each block is asked, which has to be asked while it is there. Whatever can be
    # asked of the few that are alike is not asked of all cells.
    def placed(self) -> Placed:
        texts, size = self.texts, len(self.saying)
        starts, first = self.where.indptr, np.zeros(size, bool)
        # The place of a saying that has only one, and -1 of others.
        only = np.where(np.diff(starts) > 1, -1, self.where.indices[starts[:-1]])
        first[np.unique(self.saying, return_index=True)[1]] = True
        by_home = np.argsort(only, kind="stable")
        homes = only[by_home]
        own, other, fits = np.empty(size), np.empty(size), np.empty(size, np.int64)
        found = [Near.none()]
        for columns in _blocks(size, texts.sayings):
            of = self.saying[columns]
            alike, covered = _compared(texts, texts, of)
            own[columns] = self._nearest_at_home(alike, columns)
            row, column = _places(covered)
            foreign = only[row] != self.place[columns][column]
            fits[columns] = self._fitting(row[foreign], column[foreign], columns)
            row, column = _places(alike >= NEAR)
            once = first[columns][column] & (row < of[column])
            found.append(_near(row[once], column[once], alike, texts, texts, of))
            at = self.place[columns]
            for value in np.unique(at):
                begins, ends = np.searchsorted(homes, [value, value + 1])
                alike[by_home[begins:ends], slice(*np.searchsorted(at, [value, value + 1]))] = -1
            other[columns] = np.minimum(alike.max(axis=0), 1)
        other[other < 0] = np.nan
        return Placed(own, other, fits, Near.joined(found))

    def _nearest_at_home(self, alike: Floats, columns: slice) -> Values:
        """Each column's nearest other text of the same place: 1 where two have the same saying. A
        place's columns follow each other, and may go on beyond the block."""
        at = self.place[columns]
        nearest = np.full(len(at), np.nan)
        for value in np.unique(at):
            begins, ends = np.searchsorted(self.place, [value, value + 1])
            if ends - begins > 1:
                here = np.flatnonzero(at == value)
                part = alike[np.ix_(self.saying[begins:ends], here)].astype(np.float64)
                part[here + columns.start - begins, np.arange(len(here))] = -1  # itself
                nearest[here] = part.max(axis=0)
        nearest[self.counts[columns] > 1] = 1.0
        return np.minimum(nearest, 1)

    def _fitting(self, row: Integers, column: Integers, columns: slice) -> Integers:
        """Each column's number of other places where a text says all that it says. row, column:
        which say all that which say."""
        of, at, traits_of = self.saying[columns], self.place[columns], self.texts.traits
        kept = ~contradicting(traits_of[row], traits_of[of[column]])
        ones, shape = np.ones(int(kept.sum()), np.int32), (len(of), self.texts.sayings)
        covering = sparse.csr_matrix((ones, (column[kept], row[kept])), shape=shape)
        reached = covering @ self.where
        at_home = np.asarray(reached[np.arange(len(of)), at]).ravel() > 0
        return np.diff(reached.indptr).astype(np.int64) - at_home


def _compared(rows: Sayings, columns: Sayings, chosen: Integers) -> tuple[Floats, Mask]:
    """(rows, chosen columns): how alike each two are, which rounding may take above 1, and whether
    the row says all that the column says."""
    dense = np.ascontiguousarray(columns.weights[chosen].toarray().T)
    shared = np.asarray(rows.weights @ dense)
    total = columns.total[chosen]
    covered = shared >= total[None, :] - SPARED
    shared *= 2
    shared /= rows.total[:, None] + total[None, :]
    return shared, covered


def _places(mask: Mask) -> tuple[Integers, Integers]:
    """np.nonzero, which takes five times as long for two axes as for one."""
    row, column = np.divmod(np.flatnonzero(mask), mask.shape[1])
    return row, column


def _near(
    row: Integers, place: Integers, alike: Floats, rows: Sayings, columns: Sayings, of: Integers
) -> Near:
    """Of the pairs that are alike, those that do not contradict each other. of: the columns."""
    kept = ~contradicting(rows.traits[row], columns.traits[of[place]])
    row, place = row[kept], place[kept]
    return Near(row, of[place], np.minimum(alike[row, place], 1).astype(np.float64))


def _blocks(columns: int, rows: int) -> Iterator[slice]:
    size = max(1, min(512, CELLS // max(rows, 1)))
    for start in range(0, columns, size):
        yield slice(start, min(start + size, columns))
