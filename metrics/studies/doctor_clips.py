"""The doctor on clips: which look nearly the same."""

import numpy as np

from media.fingerprints import find_alike, is_readable
from metrics.studies.doctor_found import MOST_KEPT, SimilarClips
from metrics.studies.doctor_material import Material
from metrics.studies.doctor_told import Example


def look_at_clips(material: Material) -> SimilarClips:
    """Pairs of clips that are alike by their fingerprints, or that are the very same file."""
    clips = material.clips
    taken = [n for n, one in enumerate(clips.fingerprints) if one is not None]
    readable = [n for n in taken if is_readable(clips.fingerprints[n] or b"")]
    found = find_alike(
        [clips.fingerprints[n] or b"" for n in readable], [clips.seconds[n] for n in readable]
    )
    places = np.array(readable, np.int64)
    alike = {
        (int(a), int(b)): float(value)
        for a, b, value in zip(places[found.first], places[found.second], found.alike, strict=True)
    }
    alike |= dict.fromkeys(_same_file(material), 1.0)
    order = sorted(alike, key=lambda pair: (-alike[pair], pair))
    return SimilarClips(
        pairs=len(order),
        videos=len({clip for pair in order for clip in pair}),
        compared=len(readable),
        plain=len(taken) - len(readable),
        waiting=len(clips.videos) - len(taken),
        examples=[
            Example(
                videos=[material.video(clips.videos[one]) for one in pair],
                alike=alike[pair],
            )
            for pair in order[:MOST_KEPT]
        ],
    )


def _same_file(material: Material) -> list[tuple[int, int]]:
    """Each with the first clip that has its bytes."""
    first: dict[str, int] = {}
    pairs = []
    for place, sha256 in enumerate(material.clips.sha256):
        if sha256 and first.setdefault(sha256, place) != place:
            pairs.append((first[sha256], place))
    return pairs
