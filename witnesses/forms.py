"""What leads ask of witnesses."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from foundation.asking.forms import AskedForm
from witnesses.asked.tryouts import HearingWanted, TryoutWanted
from witnesses.asked.witnesses import WitnessWanted


class _OfBenchmark(AskedForm):
    """Of one benchmark: its proxies, runs and pools alone are offered."""

    OF_BENCHMARK: tuple[str, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.OF_BENCHMARK:
            field: Any = self.fields[name]
            field.queryset = field.queryset.filter(benchmark=self.given["benchmark"])


class WitnessForm(_OfBenchmark):
    asks = WitnessWanted
    requires = ("kind",)  # one is chosen beforehand
    OF_BENCHMARK = ("proxy", "run", "pool")


class TryoutForm(_OfBenchmark):
    asks = TryoutWanted
    OF_BENCHMARK = ("pool", "campaign")
    widgets: ClassVar[dict[str, forms.Widget]] = {"prompt": forms.Textarea(attrs={"rows": 14})}
    unchosen: ClassVar[dict[str, str]] = {"pool": "All pairs", "campaign": "None"}
    requires = ("url", "model", "scale", "prompt")
    folds = (
        (
            _("Frames, limits and prices"),
            (
                *("frames", "side", "temperature", "longest", "seconds", "at_once", "per_minute"),
                *("price_in", "price_out"),
            ),
        ),
    )


class HearingForm(AskedForm):
    asks = HearingWanted
