"""Random baselines on EPIC-KITCHENS-100, against those that paper 000 prints (Table 3).

SYN and PoS come out, BoW and METEOR do not: docs/decisions/0042. What does not is held to what we
have, so that a change of it is seen.
"""

import pytest

from bench.stage.narrations import PRINTED, VARIANTS
from semantics.proxies.registry import KINDS
from tests.published import published

# In the order of VARIANTS: the exact expectation, both directions averaged, in percent.
FOUND = (10.73, 10.78, 10.37, 4.49, 4.01, 9.69, 9.02, 10.22, 12.80)
COMES_OUT = {"EPIC's own verb and noun classes", "EPIC's own verbs, and the words of its nouns"}


@pytest.mark.parametrize(
    ("variant", "percent"),
    list(zip(VARIANTS, FOUND, strict=True)),
    ids=[f"{variant.kind}, {variant.words}" for variant in VARIANTS],
)
def test_random_rankings_on_epic_kitchens(variant, percent):
    folder = published("epic100")
    baseline = variant.baseline(folder)
    expected, drawn = (one.means["both"] for one in (baseline.expected, baseline.drawn))
    assert expected == pytest.approx(percent / 100, abs=6e-5)
    # Thirteen thousand orders are drawn, so that they come near.
    assert drawn == pytest.approx(expected, abs=1e-3)
    printed = PRINTED[variant.kind]
    assert (round(expected, 3) == printed) == (variant.words in COMES_OUT)
    assert KINDS[variant.kind].count_wordless(variant.material(folder)) == 0
