"""The doctor on captions: what they share with each other and with training captions, and which say
nothing or came damaged."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from scipy import sparse

from foundation.frozen import frozen
from measures.arrays import Integers, Mask
from metrics.studies.doctor_found import (
    MOST_KEPT,
    Ambiguous,
    DoctorBin,
    Duplicated,
    NearDuplicated,
    Overlapping,
)
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_told import Example
from semantics.paraphrase.near_texts import (
    LIGHT_WEIGHT,
    NEAR,
    Near,
    Placed,
    Sayings,
    Vocabulary,
    near_of,
    place_texts,
)
from semantics.paraphrase.plain_text import plain

BINS = 20
FEW = 20  # examples of what is told by its count
# Traces of a web page, of a wrong encoding, of a program; a lone "&" or "<3" is no trace.
DEBRIS = re.compile(
    r"</?[a-zA-Z][^<>]*>|&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]{2,8});|\ufffd|[\x00-\x08\x0b-\x1f\x7f]"
    r"|\u00c3[\u0080-\u00bf]|\u00e2\u20ac|https?://|\\[nrtu]"
)


@frozen
class TextFindings:
    duplicated: Duplicated
    near: NearDuplicated
    ambiguous: Ambiguous
    overlap: Overlapping | None
    histogram: Sequence[DoctorBin]
    empty: Sequence[Example]  # captions that say next to nothing, all of them
    debris: Sequence[Example]
    read: Sayings


def look_at_texts(material: Material) -> TextFindings:
    given = [plain(text) for text in material.texts]
    kinds = {text: number for number, text in enumerate(dict.fromkeys(given))}
    same = np.array([kinds[text] for text in given], np.int64)
    vocabulary = Vocabulary(list(kinds))
    texts = vocabulary.read(given)
    own = material.snapshot.own_videos
    placed = place_texts(texts, own)
    return TextFindings(
        _duplicated(material, same),
        _near(material, texts, same, placed.near),
        _ambiguous(material, placed, texts),
        _overlap(material, vocabulary, texts, given),
        _histogram(placed),
        _say_nothing(material, texts),
        list(_have_debris(material)),
        texts,
    )


def _say_nothing(material: Material, texts: Sayings) -> list[Example]:
    """Captions without a word that counts, or with none but who it is about."""
    light = np.append(texts.total <= LIGHT_WEIGHT + 1e-6, True)
    found = np.flatnonzero(light[texts.saying])
    return [Example([material.caption(int(number))]) for number in found]


def _have_debris(material: Material) -> Iterator[Example]:
    for number, text in enumerate(material.texts):
        if found := DEBRIS.search(text):
            yield Example([material.caption(number)], note=ascii(found[0])[1:-1])


def _duplicated(material: Material, same: Integers) -> Duplicated:
    """same: (captions,), which text each has, but for case, punctuation and white space."""
    own = _places(material)
    counts, together = np.bincount(same), _counts_of_pairs(same, own)
    shared = counts[same] > 1
    exact = np.bincount(material.snapshot.caption_queries)[material.snapshot.caption_queries] > 1
    elsewhere = counts[same] > together
    # Texts of several videos first: they are what a score suffers from.
    several = np.zeros(len(counts), bool)
    several[same[elsewhere]] = True
    often = np.flatnonzero(counts > 1).tolist()
    chosen = sorted(often, key=lambda text: (not several[text], -counts[text]))[:MOST_KEPT]
    members = _members(same)
    return Duplicated(
        texts=int((counts > 1).sum()),
        captions=int(shared.sum()),
        share=_share(shared),
        same_video=int((together > 1).sum()),
        different_videos=int(elsewhere.sum()),
        exact=int(exact.sum()),
        examples=[
            Example([material.caption(one) for one in _one_of_each(members[text], own)])
            for text in chosen
        ],
    )


def _one_of_each(captions: Integers, own: Integers) -> list[int]:
    """A caption of each video first, then the others; a few of them."""
    first = np.sort(np.unique(own[captions], return_index=True)[1])
    rest = np.delete(np.arange(len(captions)), first)
    return [int(captions[place]) for place in (*first, *rest)][:FEW]


def _near(material: Material, texts: Sayings, same: Integers, near: Near) -> NearDuplicated:
    sentence, own = texts.saying >= 0, _places(material)
    _, text = np.unique(same[sentence], return_inverse=True)
    says = _different(text, texts.saying[sentence])
    # Texts that say nearly the same: those of the same saying, and of sayings that are near.
    each = np.arange(texts.sayings)
    either = _different(
        np.concatenate([near.row, near.column, each]), np.concatenate([near.column, near.row, each])
    )
    linked = says @ either @ says.T - sparse.identity(says.shape[0], np.int64)
    reached = linked @ _different(text, own[sentence])
    at_home = np.asarray(reached[text, own[sentence]]).ravel()
    here, there = np.zeros((2, len(own)), bool)
    here[sentence], there[sentence] = at_home > 0, reached.sum(axis=1).A1[text] > at_home
    kinds = says.sum(axis=0).A1
    return NearDuplicated(
        pairs=len(near.row) + int((kinds * (kinds - 1) // 2).sum()),
        captions=int((here | there).sum()),
        share=_share(here | there),
        same_video=int(here.sum()),
        different_videos=int(there.sum()),
        threshold=NEAR,
        examples=_near_examples(material, texts, same, near),
    )


def _different(row: Integers, column: Integers) -> sparse.csr_matrix:
    """1 where a row and a column come together, however often."""
    shape = int(row.max(initial=-1)) + 1, int(column.max(initial=-1)) + 1
    found = sparse.csr_matrix((np.ones(len(row), np.int64), (row, column)), shape=shape)
    found.data[:] = 1
    return found


def _near_examples(
    material: Material, texts: Sayings, same: Integers, near: Near
) -> Sequence[Example]:
    """A pair of captions for each pair of sayings, and for the texts of one saying: those of
    different videos first, most alike first."""
    own, members = _places(material), _members(texts.saying)
    pairs: list[tuple[bool, float, int, int]] = []
    for row, column, alike in zip(near.row, near.column, near.alike, strict=True):
        one, other, apart = _apart(members[row], members[column], own)
        pairs.append((not apart, -float(alike), one, other))
    for captions in members.values():
        kinds = list(dict.fromkeys(same[captions].tolist()))
        for kind in kinds[1:]:
            first = captions[same[captions] == kinds[0]]
            one, other, apart = _apart(first, captions[same[captions] == kind], own)
            pairs.append((not apart, -1.0, one, other))
    return [
        Example([material.caption(one), material.caption(other)], alike=-alike)
        for _, alike, one, other in sorted(pairs)[:MOST_KEPT]
    ]


def _apart(some: Integers, others: Integers, own: Integers) -> tuple[int, int, bool]:
    """One of each, of different videos where there are such."""
    first = [*product(some[:1], others[:FEW]), *product(some[:FEW], others[:1])]
    one, other = next(((a, b) for a, b in first if own[a] != own[b]), first[0])
    return int(one), int(other), own[one] != own[other]


def _ambiguous(material: Material, placed: Placed, texts: Sayings) -> Ambiguous:
    sentence = texts.saying >= 0
    fits = placed.fits > 0
    company = ~np.isnan(placed.own) & ~np.isnan(placed.other)
    with np.errstate(invalid="ignore"):
        nearer = company & (placed.other >= placed.own)
    # Those that fit most videos, each text once.
    order = np.argsort(-placed.fits, kind="stable")
    order = order[fits[order]]
    first = np.sort(np.unique(texts.saying[order], return_index=True)[1])[:MOST_KEPT]
    return Ambiguous(
        captions=int(fits.sum()),
        share=_share(fits),
        videos=float(placed.fits[sentence].mean()) if sentence.any() else None,
        ten_or_more=int((placed.fits >= 10).sum()),
        nearer_elsewhere=int(nearer.sum()),
        with_company=int(company.sum()),
        examples=[
            Example([material.caption(int(one))], note=f"{int(placed.fits[one]):,}")
            for one in order[first]
        ],
    )


def _overlap(
    material: Material, vocabulary: Vocabulary, texts: Sayings, given: Sequence[str]
) -> Overlapping | None:
    if not material.training_texts:
        return None
    training = list(dict.fromkeys(map(plain, material.training_texts)))
    known = set(training)
    exact = np.array([text in known for text in given], bool)
    spoken = vocabulary.read(training)
    near, _ = near_of(texts, spoken)
    close = np.zeros(texts.sayings, bool)
    close[near.column] = True
    nearly = (texts.saying >= 0) & close[texts.saying] & ~exact
    videos = set(material.training_videos) & set(material.video_keys)
    same = [Example([material.caption(int(n))], alike=1.0) for n in np.flatnonzero(exact)]
    first = {int(saying): training[n] for n, saying in reversed([*enumerate(spoken.saying)])}
    return Overlapping(
        training=len(material.training_texts),
        captions=len(given),
        exact=int(exact.sum()),
        near=int(nearly.sum()),
        share=_share(exact | nearly),
        videos=len(videos),
        examples=[*same, *_near_training(material, texts, near, nearly, first)][:MOST_KEPT],
    )


def _near_training(
    material: Material, texts: Sayings, near: Near, nearly: Mask, first: Mapping[int, str]
) -> Iterator[Example]:
    """first: of each saying, the first training caption."""
    best: dict[int, tuple[float, int]] = {}
    for row, column, alike in zip(near.row, near.column, near.alike, strict=True):
        best[int(column)] = max(best.get(int(column), (0.0, -1)), (float(alike), int(row)))
    for number in np.flatnonzero(nearly)[:MOST_KEPT]:
        alike, row = best[int(texts.saying[number])]
        yield Example([material.caption(int(number))], alike=alike, note=first[row])


def _histogram(placed: Placed) -> Sequence[DoctorBin]:
    edges = np.linspace(0, 1, BINS + 1)
    other, own = (
        np.histogram(values[~np.isnan(values)], edges)[0] for values in (placed.other, placed.own)
    )
    parts = zip(edges[:-1], edges[1:], other, own, strict=True)
    return [DoctorBin(float(low), float(high), int(a), int(b)) for low, high, a, b in parts]


def _places(material: Material) -> Integers:
    """(captions,): the source video; a caption without one stands alone."""
    own, videos = material.snapshot.own_videos, material.snapshot.videos
    return np.where(own < 0, videos + np.arange(len(own)), own)


def _members(of: Integers) -> dict[int, Integers]:
    """The captions of each saying or text, in their order."""
    order = np.argsort(of, kind="stable")
    values, starts = np.unique(of[order], return_index=True)
    parts = np.split(order, starts[1:])
    return {int(v): part for v, part in zip(values, parts, strict=True) if v >= 0}


def _counts_of_pairs(one: Integers, other: Integers) -> Integers:
    """How many places have the same two values as each place."""
    keys = one * (int(other.max(initial=0)) + 1) + other
    _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return counts[which].astype(np.int64)


def _share(mask: Mask) -> float | None:
    return float(mask.mean()) if len(mask) else None
