"""What readers ask of agreement. In the address, so that it can be kept and passed on; what is left
out takes its usual value."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from foundation.asking.forms import FilterForm
from metrics.actions.agreement_kept import AgreementAsked
from metrics.queries.raters import raters_of
from metrics.queries.readable import access_campaigns, hidden_campaigns
from people.models import User
from pooling.forms import choose
from pooling.models import Benchmark

MOST_ROWS = 4  # of the list of raters; more are scrolled to


class AgreementForm(FilterForm):
    asks = AgreementAsked
    leaves_out = ("seed", "resamples")
    unchosen = {"campaign": "All whose raters are known"}
    widgets = {"raters": forms.SelectMultiple()}
    asked: AgreementAsked

    def __init__(self, of: Benchmark, person: User, address: QueryDict) -> None:
        filled = address.copy()
        filled.setdefault("labels", "independent")
        filled.setdefault("raters_as", "fixed")
        given: dict[str, Any] = {"benchmark": of, "hidden": hidden_campaigns(person, of)}
        # Raters have no names before those who are not leads.
        given |= {} if person.is_lead else {"raters": ()}
        super().__init__(filled, person=person, given=given)
        campaigns = access_campaigns(person).filter(benchmark=of).order_by("name")
        choose(self.fields["campaign"], campaigns)
        if person.is_lead:
            choose(self.fields["raters"], raters_of(of))
            rows = min(MOST_ROWS, max(2, len(self.fields["raters"].choices)))  # type: ignore[attr-defined]
            self.fields["raters"].widget.attrs["size"] = rows

    @property
    def query(self) -> str:
        """What was asked for, to be asked again elsewhere; empty where it is the usual."""
        if not self.is_valid():
            return ""
        one = self.asked
        said: list[tuple[str, Any]] = [("campaign", one.campaign.pk)] if one.campaign else []
        said += [("labels", one.labels)] if one.labels != "independent" else []
        said += [("raters_as", one.raters_as)] if one.raters_as != "fixed" else []
        days = (("from", one.since), ("to", one.until))
        said += [(name, day.isoformat()) for name, day in days if day]
        said += [("raters", rater) for rater in one.filters.raters]
        return f"?{urlencode(said)}" if said else ""

    @property
    def narrows(self) -> bool:
        """Whether labels are left out by days or raters."""
        return self.is_valid() and self.asked.filters.chosen
