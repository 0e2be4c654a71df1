"""What leads ask of a leaderboard."""

from typing import Any

from django import forms

from foundation.asking.forms import AskedForm
from people.models import User
from pooling.forms import RunsField
from pooling.models import Run
from publishing.actions.set_board import MEASURES, BoardAsked, IssueAsked, RunsAsked
from publishing.queries.boards import BoardState


class BoardForm(AskedForm):
    asks = BoardAsked
    field_order = ("public", "measures", "depth")

    def __init__(self, state: BoardState, asking: User, sent: Any = None) -> None:
        measures = ", ".join(state.measures or MEASURES)
        initial = {"public": state.is_public, "measures": measures, "depth": None}
        super().__init__(sent, person=asking, given={"benchmark": state.benchmark}, initial=initial)


class BoardRunsForm(AskedForm):
    asks = RunsAsked
    runs = RunsField(queryset=Run.objects.none())

    def __init__(self, state: BoardState, asking: User, sent: Any = None) -> None:
        super().__init__(sent, person=asking, given={"benchmark": state.benchmark})
        chosen = self.fields["runs"]
        assert isinstance(chosen, forms.ModelMultipleChoiceField)  # noqa: S101  (as declared)
        runs = Run.objects.filter(pk__in=[run.pk for run in state.runs])
        chosen.queryset = runs.select_related("provenance")


class IssueForm(AskedForm):
    asks = IssueAsked
