"""Kinds of proxies, and the material that they are computed from."""

import numpy as np
import pytest

from semantics.proxies.registry import KINDS
from tests.semantics.worded import TABLES, material

NAMES = ["angular", "bow", "given", "meteor", "pos", "ranp", "syn"]


def test_every_kind_is_known_by_its_name_and_says_where_it_is_from():
    assert sorted(KINDS) == NAMES
    for name, kind in KINDS.items():
        assert kind.name == name
        assert kind.title
        assert kind.equation.startswith(("Wray et al. 2021", "Choo et al.", "Falcon et al. 2024"))
        fields = {*material(["take"], [0]).__slots__, "weights", "wordnet"}
        assert set(kind.parameters) <= fields


@pytest.mark.parametrize("name", NAMES)
def test_relevance_is_from_0_to_1_and_1_for_ones_own_video(name):
    video_of = [0, 1, 2, 2, 4]  # the fourth video has no caption
    texts = ["take the cup", "get mug", "put pan", "the", "take the cup"]
    made = material(texts, video_of, columns=[list(dict.fromkeys(texts))], **TABLES)
    found = KINDS[name].compute(made).rows(0, 5)
    assert found.shape == (5, 5)
    assert ((found >= 0) & (found <= 1)).all()
    assert (found[np.arange(5), video_of] == 1).all()
    assert (found[:, 3] == 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_without_captions_has_a_relevance_without_rows(name):
    made = material([], [], columns=[[]], **TABLES)
    assert KINDS[name].compute(made).shape == (0, 0)
    assert KINDS[name].count_wordless(made) == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rho": 0}, "rho is 0; expected a share above 0, at most 1"),
        ({"rho": 1.5}, "rho is 1.5"),
        ({"vectors": np.ones((2, 3), np.float32)}, "2 vectors; expected one for each of 1"),
    ],
)
def test_material_that_cannot_be_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        material(["take cup"], [0], **wrong)
