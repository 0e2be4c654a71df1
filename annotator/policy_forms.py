"""What the pages of a campaign's plan take: its policy, which is fixed when it is opened."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.models import model_to_dict

from annotator.actions.create_campaign import POLICY
from annotator.models import Campaign
from pooling.actions.build_pool import ASSUMED_PACE
from pooling.models import Pool

LARGEST_PACE = 100_000

# As the page shows them: under a heading each, in the order in which one decides.
POLICY_PARTS = (
    ("", ("name", "pool", "pace")),
    ("Labels", ("double_share", "label_limit", "cannot_judge_limit", "ask_again", "without_clips")),
    ("Order", ("order", "seed")),
    (
        "Reservations",
        (
            "lease_follows_pace",
            "lease_seconds",
            "leases_per_rater",
            "change_minutes",
            "too_fast_ms",
        ),
    ),
    ("Training", ("training_required", "pass_mark", "pass_window")),
    ("Hidden gold", ("gold_share", "gold_bar", "gold_minimum", "gold_window")),
)


class CampaignForm(forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes no argument
    """The policy, each field with its meaning and its default; it is fixed when the campaign is
    opened."""

    pace = forms.FloatField(
        min_value=1,
        max_value=LARGEST_PACE,
        initial=ASSUMED_PACE,
        label="Labels an hour",
        help_text="As last measured in this benchmark, or assumed: the cost is worked out by it.",
    )

    class Meta:
        model = Campaign
        fields = ("name", *POLICY)

    def policy(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in POLICY}

    def parts(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (title, [self[name] for name in names if name in self.fields])
            for title, names in POLICY_PARTS
        ]


class PolicyForm(CampaignForm):
    """A draft's: all that it was made with, to be changed."""

    pool = forms.ModelChoiceField(queryset=Pool.objects.none(), empty_label=None)
    field_order = ("name", "pool")

    def __init__(
        self, campaign: Campaign, pools: QuerySet[Pool], *args: Any, **kwargs: Any
    ) -> None:
        as_it_is = model_to_dict(campaign, fields=("name", "pool", *POLICY))
        kwargs["initial"] = as_it_is | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self.fields["pool"].queryset = pools.order_by("-pk")  # type: ignore[attr-defined]

    def changes(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "pool")} | self.policy()
