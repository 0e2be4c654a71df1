"""What the pages of a campaign's plan take: its policy, which is fixed when it is opened, and who
would work on it. Shares are typed in per cent, times in units that people reckon in."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.models import model_to_dict
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from annotator.actions.create_campaign import POLICY
from annotator.asked.policy import limits_of
from annotator.asked.presets import OWN, PRESETS, preset_of
from annotator.models import Campaign
from annotator.models.parts import GROUPS, PERCENT, counted_name
from annotator.models.policy import PARTS
from annotator.queries.forecast import (
    LARGEST_PACE,
    USUAL_HOURS,
    USUAL_RATERS,
    Plan,
    first_preset,
    known_pace,
    raters_of,
)
from annotator.scale_form import FIELDS as SCALE_FIELDS
from annotator.scale_form import ScaleForm, as_filled
from annotator.scales import Scale
from foundation.asking.units import InUnit, PercentField
from foundation.words import translated_lazily
from pooling.models import Pool
from pooling.queries.pace import ASSUMED_PACE

WORKERS = ("pace", "raters", "hours_a_day")
# In sight, as the scale is; the policy is folded, under a heading each.
WORK = ("pool", *WORKERS)
ADVANCED = [
    (title, [name for name, one in PARTS.items() if one.group == title]) for title in GROUPS
]
CHOICES = [(name, preset.title) for name, preset in PRESETS.items()] + [(OWN, _("Own settings"))]
ABOUT = {name: preset.about for name, preset in PRESETS.items()} | {
    OWN: _("Exactly what is set under Advanced.")
}


def _in_its_unit(field: Any, **words: Any) -> Any:
    """A field of the table, in the unit in which people count it, with its own limits."""
    one = PARTS.get(field.name)
    if one is None or (one.unit.factor == 1 and not one.unit.typed):
        return field.formfield(**words)
    words["label"] = name = translated_lazily(counted_name(field.verbose_name))
    if one.unit.typed:
        words["label"] = format_lazy("{} ({})", name, translated_lazily(one.unit.typed))
    if one.unit.factor == 1:
        return field.formfield(**words)
    words["help_text"] = translated_lazily(one.typed or field.help_text)
    words |= {"required": not field.blank, "initial": field.get_default()}
    least, most = limits_of(field)
    if one.unit is PERCENT:
        return PercentField(most=most, **words)
    return InUnit(factor=one.unit.factor, least=least, most=most, **words)


class CampaignForm(ScaleForm, forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes no argument
    """The policy, each field with its meaning and its default; it is fixed when the campaign is
    opened.

    A preset is chosen first. `based_on` says which one the fields below were filled from: where
    another is chosen, those that still say what that one had change with it, and what somebody
    typed stays. With scripts, the choice becomes OWN as soon as somebody types in one of them, and
    choosing a preset then sets all that it has.
    """

    preset = forms.ChoiceField(
        choices=CHOICES, required=False, widget=forms.RadioSelect, label=_("What is it for?")
    )
    based_on = forms.ChoiceField(choices=CHOICES, required=False, widget=forms.HiddenInput)
    pace = forms.FloatField(
        min_value=1,
        max_value=LARGEST_PACE,
        initial=ASSUMED_PACE,
        label=_("Labels an hour"),
        help_text=_("How many labels one rater gives in an hour."),
    )
    raters = forms.IntegerField(
        min_value=1,
        max_value=1000,
        initial=USUAL_RATERS,
        label=_("Raters"),
        help_text=_("How many people will label."),
    )
    hours_a_day = forms.FloatField(
        min_value=0.1,
        max_value=24,
        initial=USUAL_HOURS,
        label=_("Hours a day"),
        help_text=_("How long each of them labels on a workday."),
    )

    class Meta:
        model = Campaign
        fields = ("name", *POLICY)
        formfield_callback = _in_its_unit

    def __init__(
        self, sent: QueryDict | None = None, *, pool: Pool | None = None, **kwargs: Any
    ) -> None:
        super().__init__(sent, **kwargs)
        if pool is not None:
            self.initial["pace"], is_measured = known_pace(pool)
            self.fields["pace"].help_text = (
                _("How many labels one rater gives in an hour, as last measured in this benchmark.")
                if is_measured
                else _(
                    "How many labels one rater gives in an hour. Assumed: no pace over 100 answers"
                    " or more was measured in this benchmark yet."
                )
            )
        self.switched = False
        if sent is not None:
            self.data = self._by_preset(sent)

    @classmethod
    def of_new(cls, pool: Pool, sent: QueryDict | None = None) -> "CampaignForm":
        preset = first_preset(pool)
        filled = {"preset": preset, "based_on": preset, **PRESETS[preset].policy}
        return cls(sent, initial=filled, pool=pool)

    def policy(self) -> dict[str, Any]:
        return self.scale() | {name: self.cleaned_data[name] for name in POLICY}

    def plan_of(self, pool: Pool) -> Plan | None:
        """What it says now; None while it says something that cannot be. A name is not needed."""
        if self.is_bound and set(self.errors) - {"name"}:
            return None
        try:
            values = self.cleaned_data if self.is_bound else self._as_shown()
        except forms.ValidationError:
            return None
        work = {name: values[name] for name in WORKERS}
        policy = {name: values[name] for name in POLICY}
        return Plan(pool=values.get("pool") or pool, policy=policy, **work)

    def _as_shown(self) -> dict[str, Any]:
        """The values as if they came back untouched: rounded to what can be typed, and 4 as the
        float it is. So a form that is saved as it opens has the settings whose cost it showed."""
        return {
            name: self.fields[name].clean(
                self._as_sent(name, self.get_initial_for_field(self.fields[name], name))
            )
            for name in (*WORKERS, *POLICY)
        }

    def leave_out_name(self) -> None:
        """The cost can be asked for without one."""
        self.errors.pop("name", None)

    # What the page shows

    def presets(self) -> list[tuple[Any, Any]]:
        """Each button, with what it is for."""
        return [(button, ABOUT[button.data["value"]]) for button in self["preset"]]

    def preset_sets(self) -> str:
        """The fields whose change makes settings one's own, for static/js/presets.js: those that a
        preset fills, all presets the same, and the scale, which none of them has."""
        return " ".join((*PRESETS[next(iter(PRESETS))].policy, *SCALE_FIELDS))

    def work(self) -> list[forms.BoundField]:
        return [self[name] for name in WORK if name in self.fields]

    def answers(self) -> list[forms.BoundField]:
        """What raters can answer."""
        return [self[name] for name in SCALE_FIELDS]

    def advanced(self) -> list[tuple[Any, list[forms.BoundField]]]:
        return [(title, [self[name] for name in names]) for title, names in ADVANCED]

    @property
    def advanced_wrong(self) -> bool:
        return any(name in self.errors for _title, names in ADVANCED for name in names)

    def _by_preset(self, sent: QueryDict) -> QueryDict:
        before, after = sent.get("based_on"), sent.get("preset")
        if before is None or before == after or after not in dict(CHOICES):
            return sent
        filled = sent.copy()
        filled["based_on"] = after
        old = PRESETS[before].policy if before in PRESETS else {}
        for name, value in PRESETS[after].policy.items() if after in PRESETS else ():
            if name not in old or sent.get(name, "") == self._as_sent(name, old[name]):
                filled[name] = self._as_sent(name, value)
        self.switched = True
        return filled

    def _as_sent(self, name: str, value: Any) -> str:
        """The value as a browser sends it: a box that is not ticked sends nothing."""
        if value is None or isinstance(value, bool):
            return "on" if value else ""
        return str(self.fields[name].prepare_value(value))


class PolicyForm(CampaignForm):
    """A draft's: all that it was made with, to be changed."""

    pool = forms.ModelChoiceField(queryset=Pool.objects.none(), empty_label=None, label=_("Pool"))
    field_order = ("name", "pool")

    def __init__(
        self, campaign: Campaign, pools: QuerySet[Pool], sent: QueryDict | None = None
    ) -> None:
        as_it_is = model_to_dict(campaign, fields=("name", "pool", *POLICY))
        preset = preset_of(as_it_is) if campaign.on_scale == Scale() else OWN
        filled = {**as_it_is, **as_filled(campaign), "raters": raters_of(campaign)}
        filled |= {"preset": preset, "based_on": preset}
        super().__init__(sent, initial=filled, pool=campaign.pool)
        self.fields["pool"].queryset = pools.order_by("-pk")  # type: ignore[attr-defined]

    def changes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "pool")} | self.policy()
