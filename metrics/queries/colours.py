"""Which model has which colour: one everywhere in the product, by the order in which models were
registered. Models are never deleted, so a colour stays."""

from collections.abc import Iterable

from metrics.charts.style import Style
from pooling.models import RetrievalModel, Run


def style_of(runs: Iterable[Run]) -> Style:
    """The colours of these runs, by their names."""
    shown = [(run.name, run.model_id) for run in runs]
    order = RetrievalModel.objects.order_by("pk").values_list("pk", flat=True)
    places = {model: place for place, model in enumerate(order)}
    return Style({name: places[model] for name, model in shown})
