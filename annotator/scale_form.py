"""The part of a campaign's plan that says what raters can answer: a named scale or own words, from
which value on a pair is relevant, and how far apart two raters may be."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from annotator.actions.create_campaign import SCALE, with_far
from annotator.asked.scales import NAMED, name_of, read_scale
from annotator.called import words_of
from annotator.models import Campaign
from annotator.scales import MOST_VALUES, TWO_VALUES, Scale
from foundation.refused import Refused
from foundation.words import translated, translated_lazily

OWN = "own"
FIELDS = ("named_scale", "own_scale", "relevant_from", "far", "gold_exact")


def _help(name: str) -> Any:
    field: Any = Campaign._meta.get_field(name)
    return translated_lazily(field.help_text)


def _choices() -> list[tuple[str, Any]]:
    """Each with its words, in the reader's language."""
    named = [
        (name, f"{name}: {', '.join(words_of(Scale(words)).values())}")
        for name, words in NAMED.items()
    ]
    return [*named, (OWN, translated("Own words"))]


class ScaleForm(forms.Form):
    named_scale = forms.ChoiceField(
        choices=_choices,
        initial=name_of(TWO_VALUES),
        label=_("Scale"),
        help_text=_("What raters can say of a pair, the lowest value first."),
    )
    own_scale = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=_("Own words"),
        help_text=_("From 2 to 11 words, the lowest first, separated by commas or lines."),
    )
    relevant_from = forms.IntegerField(
        initial=1,
        min_value=1,
        max_value=MOST_VALUES - 1,
        label=_("Relevant from"),
        help_text=_help("relevant_from"),
    )
    far = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_VALUES - 1,
        label=_("Far apart"),
        help_text=_(
            "A third rater is asked where two labels differ by as many values, or more. Left out,"
            " it is 2; on a scale of two values 1."
        ),
    )
    gold_exact = forms.BooleanField(
        required=False, label=_("Known answers are met exactly"), help_text=_help("gold_exact")
    )

    def clean(self) -> dict[str, Any]:
        """The words of the scale that was chosen are its `scale`."""
        cleaned = dict(super().clean() or self.cleaned_data)
        named = cleaned.get("named_scale")
        if named == OWN:
            try:
                cleaned["scale"] = read_scale(cleaned.get("own_scale", ""))
            except (Refused, forms.ValidationError) as wrong:
                known = wrong.messages if isinstance(wrong, forms.ValidationError) else [str(wrong)]
                self.add_error("own_scale", [translated(one) for one in known])
        elif named:
            cleaned["scale"] = list(NAMED[named])
        return cleaned

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
