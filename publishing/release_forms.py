"""What leads ask of a release: a page's form whose usual answers are filled in."""

from typing import Any

from django import forms
from django.utils import timezone

from foundation.asking.forms import AskedForm
from people.models import User
from pooling.models import Benchmark
from publishing.actions.start_release import ReleaseWanted, usual_name


class ReleaseForm(AskedForm):
    """It can be sent as it is: everything but comments, called after today."""

    asks = ReleaseWanted
    widgets = {"without": forms.CheckboxSelectMultiple()}
    unchosen = {"campaign": "All that is judged"}
    FIRST = ("benchmark", "name", "license", "creators")

    def __init__(
        self, asking: User, benchmark: Benchmark, *args: Any, usual: dict[str, Any], **kwargs: Any
    ) -> None:
        """benchmark: the one to begin with, unless `usual` names another."""
        named = {"benchmark": benchmark, "name": usual_name(benchmark, timezone.now())}
        initial = named | usual
        super().__init__(*args, person=asking, initial=initial, **kwargs)

    @property
    def first(self) -> list[forms.BoundField]:
        """What is asked at once; the rest is folded, unless there is something to mend in it."""
        return [self[name] for name in self.FIRST]

    @property
    def others(self) -> list[forms.BoundField]:
        return [field for field in self if field.name not in self.FIRST]

    @property
    def unfolded(self) -> bool:
        return any(field.errors for field in self.others)
