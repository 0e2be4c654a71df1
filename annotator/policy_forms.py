"""What the pages of a campaign's plan take: its policy, which is fixed when it is opened, and who
would work on it. Shares are typed in per cent, times in units that people reckon in."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.models import model_to_dict
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from annotator.actions.create_campaign import POLICY
from annotator.asked.policy import limits_of
from annotator.asked.presets import OWN, PRESETS, preset_of
from annotator.models import Campaign
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

MINUTE, SECOND, HUNDREDTH = 60, 1000, 100
WORKERS = ("pace", "raters", "hours_a_day")

# As the page shows them, in the order in which one decides. WORK and the scale are in sight; the
# rest of the policy is folded, under a heading each.
WORK = ("pool", *WORKERS)
ADVANCED = (
    (
        _("Labels"),
        ("double_share", "label_limit", "cannot_judge_limit", "ask_again", "without_clips"),
    ),
    (_("Training"), ("training_required", "pass_mark", "pass_window", "queue_pairs")),
    (_("Hidden gold"), ("gold_share", "gold_bar", "gold_minimum", "gold_window")),
    (_("Order"), ("order", "stop", "until", "seed")),
    (_("Shown together"), ("show", "group_size", "single_share", "seen_ms")),
    (_("Feedback"), ("feedback",)),
    (_("Pay"), ("pay_cents", "currency")),
    (
        _("Reservations"),
        (
            "lease_follows_pace",
            "lease_seconds",
            "leases_per_rater",
            "change_minutes",
            "too_fast_ms",
        ),
    ),
)
CHOICES = [(name, preset.title) for name, preset in PRESETS.items()] + [(OWN, _("Own settings"))]
ABOUT = {name: preset.about for name, preset in PRESETS.items()} | {
    OWN: _("Exactly what is set under Advanced.")
}


def _in_unit(name: str, factor: int, label: Any, about: Any = "", **more: Any) -> InUnit:
    """A field of the table, in a unit that people reckon in, with its own limits. about: its
    sentence, if not the table's."""
    field: Any = Campaign._meta.get_field(name)
    least, most = limits_of(field)
    about = about or translated_lazily(field.help_text)
    return InUnit(factor=factor, least=least, most=most, label=label, help_text=about, **more)


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
    double_share = PercentField(
        label=_("Labelled twice (%)"),
        help_text=_("Percentage of the pairs that a second rater labels, drawn once."),
    )
    pass_mark = PercentField(
        label=_("Pass mark (%)"),
        help_text=_(
            "Percentage of correct answers required to pass the training, for relevant and"
            " irrelevant pairs separately."
        ),
    )
    gold_share = PercentField(
        most=0.5,
        label=_("Hidden gold (%)"),
        help_text=_("Percentage of the pairs given out whose answer is known."),
    )
    gold_bar = PercentField(
        label=_("Gold bar (%)"),
        help_text=_("Raters with a smaller percentage of correct gold answers are paused."),
    )
    single_share = PercentField(
        most=0.5,
        label=_("Shown by itself all the same (%)"),
        help_text=_(
            "Percentage of the pairs that come by themselves where others come together, drawn at"
            " random: by them it is known what showing pairs together does."
        ),
    )
    seen_ms = _in_unit(
        "seen_ms", SECOND, _("On the screen before all others are irrelevant (seconds)")
    )
    lease_seconds = _in_unit("lease_seconds", MINUTE, _("A pair is held for (minutes)"))
    too_fast_ms = _in_unit("too_fast_ms", SECOND, _("Too fast (seconds)"))
    pay_cents = _in_unit(
        "pay_cents",
        HUNDREDTH,
        _("Pay for an hour"),
        _("What you pay for an hour of work. The cost is then shown in money, too."),
        required=False,
    )

    class Meta:
        model = Campaign
        fields = ("name", *POLICY)

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
        for name in POLICY:  # those that are declared above do not know the table's
            self.fields[name].initial = Campaign._meta.get_field(name).get_default()  # type: ignore[union-attr]
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
