"""What an audit of a benchmark's original pairs is asked."""

from foundation.asking.questions import asked
from foundation.frozen import frozen

MOST = 100_000


@frozen
class AuditWanted:
    """A campaign that asks about some of a benchmark's original pairs."""

    count: int = asked(
        "How many original pairs are drawn at random: each is a caption's text and its own video.",
        label="Original pairs",
        at_least=1,
        at_most=MOST,
    )
    others: int | None = asked(
        "How many pairs that are not original come among them, so that Relevant is not the answer"
        " to all. Half as many, if it is not given.",
        label="Other pairs among them",
        default=None,
        at_least=0,
        at_most=MOST,
    )
    seed: int = asked(
        "The seed of the draw, and of the order. A larger count with the same seed contains the"
        " smaller one.",
        default=1,
        at_least=0,
        at_most=2**31 - 1,
    )
    name: str = asked(
        "The name of the campaign, which raters see. If it is not given, one that tells nothing.",
        label="Name of the campaign",
        default="",
        longest=120,
    )
    double_share: float = asked(
        "Share of pairs labelled twice, drawn once: 0.1 is one in ten.",
        label="Share labelled twice",
        default=0.1,
        at_least=0,
        at_most=1,
        option="--double",
    )
    without_clips: bool = asked(
        "Ask also about pairs whose clips do not play here.",
        label="Ask without clips",
        default=False,
    )

    @property
    def mixed(self) -> int:
        return self.count // 2 if self.others is None else self.others
