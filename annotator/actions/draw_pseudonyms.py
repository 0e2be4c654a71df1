"""The names under which raters go out: drawn at random for each release, and kept with it."""

import secrets
from collections.abc import Collection, Mapping

from annotator.models import Pseudonym, Release

NUMBERS = range(100_000, 1_000_000)


def known_pseudonyms(release: Release | None) -> dict[int, str]:
    rows = Pseudonym.objects.filter(release=release).values_list("rater_id", "name")
    return dict(rows) if release else {}


def draw_pseudonyms(raters: Collection[int], known: Mapping[int, str]) -> dict[int, str]:
    """Pseudonyms for those who have none yet. Drawn by the system's own source, so that no seed
    tells who is who."""
    taken, drawn = set(known.values()), dict[int, str]()
    for rater in raters:
        if rater not in known:
            while (name := str(NUMBERS.start + secrets.randbelow(len(NUMBERS)))) in taken:
                pass
            drawn[rater] = name
            taken.add(name)
    return drawn


def keep_pseudonyms(release: Release, names: Mapping[int, str]) -> None:
    Pseudonym.objects.bulk_create(
        Pseudonym(release=release, rater_id=rater, name=name) for rater, name in names.items()
    )
