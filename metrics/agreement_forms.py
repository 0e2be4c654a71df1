"""What leads ask of agreement. In the address, so that it can be kept and passed on; what is left
out takes its usual value."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict

from annotator.models import Campaign
from metrics.labels import Which

WHICH: list[tuple[Which, str]] = [("independent", "First and second"), ("all", "Third ones too")]


class AgreementForm(forms.Form):
    campaign = forms.ModelChoiceField(
        Campaign.objects.none(), required=False, empty_label="All whose raters are known"
    )
    labels = forms.ChoiceField(choices=WHICH, required=False)

    def __init__(self, campaigns: QuerySet[Campaign], asked: QueryDict) -> None:
        filled = asked.copy()
        filled.setdefault("labels", "independent")
        super().__init__(filled)
        field = self.fields["campaign"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (as declared above)
        field.queryset = campaigns.order_by("name", "pk")

    def clean_labels(self) -> Any:
        return self.cleaned_data["labels"] or "independent"
