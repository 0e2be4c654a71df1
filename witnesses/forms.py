"""What leads ask of witnesses."""

from typing import Any

from foundation.asking.forms import AskedForm
from witnesses.asked.witnesses import WitnessWanted


class WitnessForm(AskedForm):
    """Of one benchmark: its proxies, runs and pools alone are offered."""

    asks = WitnessWanted
    requires = ("kind",)  # one is chosen beforehand
    OF_BENCHMARK = ("proxy", "run", "pool")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.OF_BENCHMARK:
            field: Any = self.fields[name]
            field.queryset = field.queryset.filter(benchmark=self.given["benchmark"])
