"""How a grid's table is asked for."""

from foundation.asking.questions import asked
from foundation.frozen import frozen


@frozen
class TableWanted:
    """The table of a grid."""

    direction: str = asked(
        "What the means are of: both directions, text to video (tv), or video to text (vt).",
        default="both",
        choices={
            "both": "The mean of both directions",
            "tv": "Text to video",
            "vt": "Video to text",
        },
    )
    measure: str = asked(
        "The measure that rows are tested and drawn by. Without one, it is the first column.",
        default="",
        longest=140,
    )
    against: int = asked(
        "The number of the row that the others are held against.",
        default=1,
        at_least=1,
        label="Held against row",
    )
    curves: tuple[int, ...] = asked(
        "The numbers of the rows whose curves are drawn. Without any, they are the first ones.",
        default=(),
        most=8,
        option=None,
        label="Curves of rows",
    )
