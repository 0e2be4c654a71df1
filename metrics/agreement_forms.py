"""What leads ask of agreement. In the address, so that it can be kept and passed on; what is left
out takes its usual value."""

from django import forms
from django.http import QueryDict

from annotator.queries.progress import access_read_campaigns
from foundation.asking.forms import FilterForm
from metrics.actions.agreement_kept import AgreementAsked
from people.models import User
from pooling.models import Benchmark


class AgreementForm(FilterForm):
    asks = AgreementAsked
    leaves_out = ("seed", "resamples")
    unchosen = {"campaign": "All whose raters are known"}
    asked: AgreementAsked

    def __init__(self, of: Benchmark, person: User, address: QueryDict) -> None:
        filled = address.copy()
        filled.setdefault("labels", "independent")
        super().__init__(filled, person=person, given={"benchmark": of})
        campaigns = access_read_campaigns(person).filter(benchmark=of)
        field = self.fields["campaign"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101  (as described)
        field.queryset = campaigns.order_by("name", "pk")
