"""The doctor on single captions: those that say nothing, and those that came damaged."""

import re
from collections.abc import Iterator

import numpy as np

from metrics.studies.doctor_material import Material
from metrics.studies.doctor_parts import Example
from semantics.paraphrase.near_texts import LIGHT_WEIGHT, Sayings

# Traces of a web page, of a wrong encoding, of a program; a lone "&" or "<3" is no trace.
DEBRIS = re.compile(
    r"</?[a-zA-Z][^<>]*>|&(?:#\d+|#x[0-9a-fA-F]+|[a-zA-Z]{2,8});|\ufffd|[\x00-\x08\x0b-\x1f\x7f]"
    r"|\u00c3[\u0080-\u00bf]|\u00e2\u20ac|https?://|\\[nrtu]"
)


def say_nothing(material: Material, texts: Sayings) -> list[Example]:
    """Captions without a word that counts, or with none but who it is about."""
    light = np.append(texts.total <= LIGHT_WEIGHT + 1e-6, True)
    found = np.flatnonzero(light[texts.saying])
    return [Example([material.caption(int(number))]) for number in found]


def have_debris(material: Material) -> Iterator[Example]:
    for number, text in enumerate(material.texts):
        if found := DEBRIS.search(text):
            yield Example([material.caption(number)], note=ascii(found[0])[1:-1])
