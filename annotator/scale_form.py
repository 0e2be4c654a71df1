"""The part of a campaign's plan that says what raters can answer: a named scale or own words, from
which value on a pair is relevant, and how far apart two raters may be."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotator.actions.create_campaign import SCALE, with_far
from annotator.asked.policy import FAR_HELP
from annotator.asked.scales import name_of, read_scale
from annotator.called import NAMED, listed
from annotator.models import Campaign
from annotator.scales import MOST_VALUES, TWO_VALUES, Scale
from foundation.refused import Refused
from foundation.words import translated, translated_lazily

OWN = "own"
FIELDS = ("named_scale", "own_scale", "relevant_from", "far", "gold_exact")
LIMITS = {
    "min_value": _("Expected %(limit_value)s or more."),
    "max_value": _("Expected %(limit_value)s or less."),
}


def _help(name: str) -> Any:
    field: Any = Campaign._meta.get_field(name)
    return translated_lazily(field.help_text)


def _choices() -> list[tuple[str, Any]]:
    """Each with its words, in the reader's language."""
    named = [(name, f"{name}: {listed(Scale(words))}") for name, words in NAMED.items()]
    return [*named, (OWN, translated("Own words"))]


class OwnWords(forms.CharField):
    """It is in sight only where it has to be filled in, so that it is never called optional."""

    needed_in_sight = True


class ScaleForm(forms.Form):
    named_scale = forms.ChoiceField(
        choices=_choices,
        initial=name_of(TWO_VALUES),
        label=_("Scale"),
        help_text=_("What raters can say of a pair, the lowest value first."),
    )
    own_scale = OwnWords(
        required=False,
        # Empty, and not chosen, it is out of sight (plan.css), which a placeholder makes known.
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": " "}),
        label=_("Own words"),
        help_text=_("From 2 to 11 words, the lowest first, separated by commas or lines."),
    )
    relevant_from = forms.IntegerField(
        initial=1,
        min_value=1,
        max_value=MOST_VALUES - 1,
        error_messages=LIMITS,
        label=_("Relevant from"),
        help_text=_help("relevant_from"),
    )
    far = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_VALUES - 1,
        error_messages=LIMITS,
        label=_("Far apart"),
        help_text=translated_lazily(FAR_HELP),
    )
    gold_exact = forms.BooleanField(
        required=False, label=_("Known answers are met exactly"), help_text=_help("gold_exact")
    )

    def clean(self) -> dict[str, Any]:
        """The words of the scale that was chosen are its `scale`."""
        cleaned = dict(super().clean() or self.cleaned_data)
        named, typed = cleaned.get("named_scale"), cleaned.get("own_scale", "")
        before = self.get_initial_for_field(self.fields["own_scale"], "own_scale") or ""
        is_new = typed.splitlines() not in ([], before.splitlines())
        # Whoever types words and leaves the scale above as it came means the words.
        if named == OWN and not typed.strip():
            words = _("Write the words of your scale, one a line, the lowest first.")
            self.add_error("own_scale", words)
        elif named == OWN or (is_new and named and "named_scale" not in self.changed_data):
            try:
                cleaned["scale"] = read_scale(typed)
            except (Refused, forms.ValidationError) as wrong:
                known = wrong.messages if isinstance(wrong, forms.ValidationError) else [str(wrong)]
                self.add_error("own_scale", [translated(one) for one in known])
        elif is_new and named:
            both = _("The scale %(named)s is chosen: choose Own words, or leave these out.")
            self.add_error("own_scale", both % {"named": named})
        elif named:
            cleaned["scale"] = list(NAMED[named])
        self._refuse_beyond(cleaned)
        return cleaned

    def _refuse_beyond(self, cleaned: Mapping[str, Any]) -> None:
        """Numbers that are not within the scale, before its cost is shown."""
        values = len(cleaned.get("scale", ()))
        for name in ("relevant_from", "far") if values else ():
            if (cleaned.get(name) or 1) >= values:
                expected = _("Expected 1 to %(most)s, for a scale of %(values)s values.")
                if values == len(TWO_VALUES):
                    expected = _("Expected 1, for a scale of two values.")
                self.add_error(name, expected % {"most": values - 1, "values": values})

    def on_scale(self) -> Scale:
        """Once it is filled in as it can be."""
        return Scale(tuple(self.cleaned_data["scale"]), self.cleaned_data["relevant_from"])

    def scale(self) -> dict[str, Any]:
        """For the action: what is far apart follows from the scale, if it was left empty."""
        chosen = {name: self.cleaned_data[name] for name in SCALE}
        return {name: value for name, value in chosen.items() if value is not None}


def as_filled(campaign: Campaign) -> Mapping[str, Any]:
    """The fields of a draft's form."""
    name, usual = name_of(campaign.scale), with_far({"scale": campaign.scale}).get("far", 1)
    return {
        "named_scale": name if name in NAMED else OWN,
        "own_scale": "" if name in NAMED else "\n".join(campaign.scale),
        "relevant_from": campaign.relevant_from,
        "far": None if campaign.far == usual else campaign.far,
        "gold_exact": campaign.gold_exact,
    }
