"""What documents say of the presets of a campaign is what the presets set."""

import re

import pytest

from annotator.asked.presets import PRESETS
from annotator.models.policy import PARTS
from foundation.home import CHECKOUT

DOCS = CHECKOUT / "docs"
IN_WORDS = {"five": 5, "ten": 10, "twenty": 20}


def shares_in_words(text: str) -> list[float]:
    """Each `one in five` and `one pair in five`."""
    found = re.findall(r"one (?:pair )?in (\w+)", " ".join(text.split()), re.IGNORECASE)
    return [1 / IN_WORDS[word] for word in found]


def row_of(name: str) -> list[str]:
    """Its row of the table in docs/campaigns.md."""
    (row,) = re.findall(
        rf"^\| `{name}` \|(.*)\|$", (DOCS / "campaigns.md").read_text(), re.MULTILINE
    )
    return [cell.strip() for cell in row.split("|")]


def per_cent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def test_the_walkthrough_says_how_many_pairs_are_labelled_twice():
    (said,) = re.findall(
        r"^The preset `paper`.*?\n\n",
        (DOCS / "walkthrough.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    assert shares_in_words(said) == [PRESETS["paper"].policy["double_share"]]
    assert "tenth" not in said


@pytest.mark.parametrize("name", PRESETS)
def test_the_table_of_presets_says_what_they_set(name):
    policy = PRESETS[name].policy
    _for, twice, most, training, gold = row_of(name)
    assert twice == per_cent(policy["double_share"])
    assert int(most.split(",")[0]) == policy["label_limit"]
    asked = f"{per_cent(policy['pass_mark'])} of {policy['pass_window']} correct"
    assert training == (asked if policy["training_required"] else "no")
    assert gold.split(",")[0] == (per_cent(policy["gold_share"]) if policy["gold_share"] else "no")


@pytest.mark.parametrize("name", PARTS)
def test_the_api_names_every_part_of_a_policy(name):
    (section,) = re.findall(
        r"^### `/campaigns`\n(.*?)^###", (DOCS / "api.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert f"`{name}`" in section


def test_a_preset_says_its_own_shares_in_words():
    paper, strict = PRESETS["paper"], PRESETS["strict"]
    twice, gold = paper.policy["double_share"], paper.policy["gold_share"]
    assert shares_in_words(str(paper.about)) == [twice, gold]
    assert shares_in_words(str(strict.about)) == [strict.policy["gold_share"]]
