"""The doctor on captions: what they share with each other and with training captions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from measures.arrays import Integers, Mask
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_oddities import have_debris, say_nothing
from metrics.studies.doctor_parts import (
    MOST_KEPT,
    Ambiguous,
    DoctorBin,
    Duplicated,
    Example,
    NearDuplicated,
    Overlapping,
)
from semantics.paraphrase.near_texts import (
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


@dataclass(frozen=True, slots=True)
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
        _near(material, texts, same, placed),
        _ambiguous(material, placed, texts),
        _overlap(material, vocabulary, texts, given),
        _histogram(placed),
        say_nothing(material, texts),
        list(have_debris(material)),
        texts,
    )


def _duplicated(material: Material, same: Integers) -> Duplicated:
    """same: (captions,), which text each has, but for case, punctuation and white space."""
    own = _places(material)
    counts, together = np.bincount(same), _counts_of_pairs(same, own)
    shared = counts[same] > 1
    exact = np.bincount(material.snapshot.caption_queries)[material.snapshot.caption_queries] > 1
    elsewhere = counts[same] > together
    order = np.argsort(-counts, kind="stable")
    # Texts of several videos first: they are what a score suffers from.
    several = np.zeros(len(counts), bool)
    several[same[elsewhere]] = True
    chosen = sorted(order[counts[order] > 1], key=lambda text: not several[text])[:MOST_KEPT]
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


def _near(material: Material, texts: Sayings, same: Integers, placed: Placed) -> NearDuplicated:
    own = _places(material)
    here, there = _near_captions(texts, same, own, placed.near)
    examples = _near_examples(material, texts, same, placed.near)
    either = here | there
    return NearDuplicated(
        pairs=len(placed.near.row) + _variants(texts, same),
        captions=int(either.sum()),
        share=_share(either),
        same_video=int(here.sum()),
        different_videos=int(there.sum()),
        threshold=NEAR,
        examples=examples,
    )


def _near_captions(texts: Sayings, same: Integers, own: Integers, near: Near) -> tuple[Mask, Mask]:
    """(captions,): whether a caption in other words says nearly the same, of its own video; and of
    another one."""
    said, videos = texts.saying >= 0, int(own.max(initial=-1)) + 1
    saying, video, text = texts.saying[said], own[said], same[said]
    # Of each saying, its different texts at each video: the same text again is doubled, not near.
    _, first = np.unique(np.stack([saying, video, text]), axis=1, return_index=True)
    ones = np.ones(len(first), np.int64)
    there = sparse.csr_matrix((ones, (saying[first], video[first])), shape=(texts.sayings, videos))
    linked = _linked(near, texts.sayings) @ there
    at_home = np.asarray(linked[saying, video]).ravel()
    whole = np.asarray(linked.sum(axis=1)).ravel()[saying]
    variants_at_home = np.asarray(there[saying, video]).ravel() - 1
    # Others of the same saying: all its texts at all videos, less its own text's and its video's.
    of_saying = np.asarray(there.sum(axis=1)).ravel()[saying]
    of_text = np.bincount(text[first], minlength=int(same.max(initial=-1)) + 1)[text]
    elsewhere = of_saying - of_text - variants_at_home
    here_mask, there_mask = np.zeros(len(own), bool), np.zeros(len(own), bool)
    here_mask[said] = (at_home > 0) | (variants_at_home > 0)
    there_mask[said] = (whole > at_home) | (elsewhere > 0)
    return here_mask, there_mask


def _linked(near: Near, sayings: int) -> sparse.csr_matrix:
    ones = np.ones(2 * len(near.row), np.int64)
    row, column = (
        np.concatenate(two) for two in ((near.row, near.column), (near.column, near.row))
    )
    return sparse.csr_matrix((ones, (row, column)), shape=(sayings, sayings))


def _variants(texts: Sayings, same: Integers) -> int:
    """Pairs of different texts that are the same saying."""
    said = texts.saying >= 0
    kinds = np.unique(np.stack([texts.saying[said], same[said]]), axis=1)
    counts = np.bincount(kinds[0], minlength=1)
    return int((counts * (counts - 1) // 2).sum())


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
    first = int(some[0])
    for other in others[:FEW]:
        if own[other] != own[first]:
            return first, int(other), True
    for one in some[:FEW]:
        if own[one] != own[others[0]]:
            return int(one), int(others[0]), True
    return first, int(others[0]), False


def _ambiguous(material: Material, placed: Placed, texts: Sayings) -> Ambiguous:
    said = texts.saying >= 0
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
        videos=float(placed.fits[said].mean()) if said.any() else None,
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
    near, _ = near_of(texts, vocabulary.read(training))
    close = np.zeros(texts.sayings, bool)
    close[near.column] = True
    nearly = (texts.saying >= 0) & close[texts.saying] & ~exact
    videos = set(material.training_videos) & set(material.video_keys)
    same = [Example([material.caption(int(n))], alike=1.0) for n in np.flatnonzero(exact)]
    return Overlapping(
        training=len(material.training_texts),
        captions=len(given),
        exact=int(exact.sum()),
        near=int(nearly.sum()),
        share=_share(exact | nearly),
        videos=len(videos),
        examples=[*same, *_near_training(material, vocabulary, texts, near, nearly, training)][
            :MOST_KEPT
        ],
    )


def _near_training(
    material: Material,
    vocabulary: Vocabulary,
    texts: Sayings,
    near: Near,
    nearly: Mask,
    training: Sequence[str],
) -> Iterator[Example]:
    spoken = vocabulary.read(training).saying
    first = {int(saying): n for n, saying in reversed(list(enumerate(spoken)))}
    best: dict[int, tuple[float, int]] = {}
    for row, column, alike in zip(near.row, near.column, near.alike, strict=True):
        best[int(column)] = max(best.get(int(column), (0.0, -1)), (float(alike), int(row)))
    for number in np.flatnonzero(nearly)[:MOST_KEPT]:
        alike, row = best[int(texts.saying[number])]
        yield Example([material.caption(int(number))], alike=alike, note=training[first[row]])


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
