"""What is asked of a grid of trainings: what each training is asked, and what is varied."""

from typing import Any

from foundation.asking.arguments import arguments_of
from foundation.asking.questions import answers_of, asked, described
from foundation.frozen import frozen
from foundation.refused import Refused
from pooling.models import RetrievalModel
from retrieval.asked.axes import Axis, combined, read_axes
from retrieval.asked.shapes import SHAPES
from retrieval.asked.training import FILES, INSTANCE, TrainingAsked
from retrieval.losses.kinds import LOSSES
from retrieval.networks.kinds import NETWORKS
from retrieval.queries.grids import Values, key_of, title_of

TRAINING = tuple(one.name for one in described(TrainingAsked))


@frozen
class CellAsked:
    """values: of what is varied. asked: the training."""

    values: Values
    asked: TrainingAsked

    @property
    def title(self) -> str:
        return title_of(self.values)


@frozen
class GridAsked(TrainingAsked):
    """Many trainings on a benchmark's training captions, one for each combination of values."""

    name: str = asked(
        "The name of the grid. A grid of this name that there is continues: its cells that are done"
        " are not trained again.",
        longest=70,
        checks=RetrievalModel._meta.get_field("name").validators,
        option="NAME",
    )
    vary: str = asked(
        "What is varied, as seed=0,1,2; loss=triplet-hard,triplet-ranp; tau=0.1,0.2. Questions that"
        " go together are joined: loss+relevance=triplet-hard+instance,triplet-ranp+syn.",
        default="",
        longest=2_000,
    )
    shape: str | None = asked(
        "An ablation of a paper whose axes are taken. What is varied besides is added to them, and"
        " takes the place of an axis of the same name.",
        default=None,
        choices={shape.name: shape.title for shape in SHAPES.values()},
    )
    hours: float = asked(
        "The hours after which no more is trained. What is left is trained when the grid is ordered"
        " again.",
        default=1.0,
        at_least=0,
        at_most=1_000,
    )
    score_by: tuple[str, ...] = asked(
        "What models are scored by: instance, collected, or the names of proxies. Without one, the"
        " shape's, or the relevance of the training.",
        default=(),
        longest=400,
        label="Scored by",
    )
    keep_runs: bool = asked(
        "Keep the model and the runs of each cell, as of a single training.", default=False
    )

    def check(self) -> None:
        if not self.hours > 0:
            raise Refused("Expected more than 0 hours.", field="hours")
        self.cells()
        self.scored_by()

    def axes(self) -> tuple[Axis, ...]:
        own = read_axes(self.vary)
        if self.shape is None:
            return own
        named = {name for axis in own for name in axis.names}
        usual = read_axes("; ".join(SHAPES[self.shape].vary))
        return (*(axis for axis in usual if named.isdisjoint(axis.names)), *own)

    @property
    def varied(self) -> list[str]:
        return [name for axis in self.axes() for name in axis.names]

    def cells(self) -> list[CellAsked]:
        """Each once, checked. Raises Refused, which names the cell."""
        found = {key_of(values): values for values in map(self._fitted, combined(self.axes()))}
        return [self._cell(values) for values in found.values()]

    def _fitted(self, values: Values) -> Values:
        """What looks at instances alone is trained by them, whatever the others are trained by; and
        to instances, the threshold is nothing."""
        network, loss, relevance = (
            values.get(name, getattr(self, name)) for name in ("network", "loss", "relevance")
        )
        looks_further = NETWORKS[network].learns and LOSSES[loss].graded
        if relevance != INSTANCE and not looks_further:
            values, relevance = values | {"relevance": INSTANCE}, INSTANCE
        return {
            name: value
            for name, value in values.items()
            if not (name == "tau" and relevance == INSTANCE)
        }

    def _cell(self, values: Values) -> CellAsked:
        given = {name: getattr(self, name) for name in TRAINING}
        own = {name: tuple(one) if isinstance(one, list) else one for name, one in values.items()}
        try:
            return CellAsked(values, answers_of(TrainingAsked, given | own))
        except Refused as wrong:
            raise Refused(f"{title_of(values)}: {wrong}", field="vary") from None

    def scored_by(self) -> tuple[str, ...]:
        """Cells that were trained by several relevances are compared under named ones."""
        if self.score_by:
            return tuple(dict.fromkeys(self.score_by))
        if self.shape is not None:
            return SHAPES[self.shape].score_by
        if "relevance" in self.varied:
            raise Refused(
                "The relevance is varied: say what all cells are scored by.", field="score_by"
            )
        return (self.relevance,)

    def base(self) -> dict[str, Any]:
        """The answers that all cells share, but for files."""
        left_out = {"name", *FILES, *self.varied}
        answers = arguments_of(self)
        return {name: answers[name] for name in TRAINING if name not in left_out}
