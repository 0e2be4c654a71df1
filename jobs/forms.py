"""What people ask of the list of jobs."""

from django import forms

from jobs.models import State


class JobFilter(forms.Form):
    """In the address, so that a filtered list can be kept and passed on."""

    state = forms.ChoiceField(choices=[("", "All"), *State.choices], required=False)

    @property
    def state_asked_for(self) -> str:
        """Empty for all, and for a word that is no state."""
        return str(self.cleaned_data["state"]) if self.is_valid() else ""
