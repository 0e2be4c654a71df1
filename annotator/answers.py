"""What can be answered to a pair, as screens draw it: the campaign's scale, and Cannot judge."""

from collections.abc import Sequence

from foundation.frozen import frozen

CANNOT_JUDGE = "cannot_judge"
SIGNS = {"irrelevant": "irrelevant", "relevant": "relevant", CANNOT_JUDGE: "unable"}


@frozen
class Choice:
    """One button: what it sends, how it is called, the action whose keys press it."""

    value: str
    label: str
    key: str
    sign: str
    judges: bool = True


def choices_on(scale: Sequence[str], labels: dict[str, str]) -> list[Choice]:
    """The choices from left to right. Cannot judge comes between two values; a longer scale is not
    interrupted, and its grades have the digits from 0."""
    binary = len(scale) == 2
    grades = [
        Choice(
            value,
            labels.get(value, value.replace("_", " ").capitalize()),
            value if binary else f"grade_{place}",
            SIGNS.get(value, "grade"),
        )
        for place, value in enumerate(scale)
    ]
    unable = Choice(CANNOT_JUDGE, labels[CANNOT_JUDGE], CANNOT_JUDGE, SIGNS[CANNOT_JUDGE], False)
    return [grades[0], unable, grades[1]] if binary else [*grades, unable]
