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
        help_text="As last measured in this benchmark, else assumed. Only to say the cost.",
    )

    class Meta:
        model = Campaign
        fields = ("name", *POLICY)
        labels = {
            "double_share": "Share labelled twice",
            "label_limit": "Most labels for a pair",
            "cannot_judge_limit": "Cannot judge before adjudication",
            "ask_again": "Ask about judged pairs again",
            "without_clips": "Raters see the clips elsewhere",
            "lease_follows_pace": "How long a pair is held follows the measured pace",
            "lease_seconds": "A pair is held for, in seconds",
            "leases_per_rater": "Pairs held at once",
            "change_minutes": "Answers may be changed for, in minutes",
            "too_fast_ms": "Too fast, in milliseconds",
            "training_required": "Training first",
            "pass_window": "Answers that count for the pass mark",
            "gold_share": "Share of hidden gold",
            "gold_bar": "Gold bar",
            "gold_minimum": "Gold answers before a pause",
            "gold_window": "Answers that count for the gold bar",
        }
        help_texts = {
            "double_share": "Of the pairs, drawn once: 0.1 is one in ten.",
            "label_limit": (
                "After this many labels without a verdict, whatever they say, an adjudicator"
                " decides."
            ),
            "cannot_judge_limit": "After this many, an adjudicator decides.",
            "pass_mark": (
                "Share of right answers that passes the training, for relevant and irrelevant pairs"
                " separately: 0.8 is four in five."
            ),
            "pass_window": (
                "How many of the last answers count: half of them to relevant pairs, half to"
                " irrelevant ones."
            ),
            "gold_window": "Counted over this many most recent answers.",
            "order": "Random, or all pairs of a caption one after another.",
            "without_clips": (
                "Ask about pairs whose clips do not play here, too. Otherwise they wait until their"
                " clips play."
            ),
            "lease_seconds": "Where the pace is not followed, or not known yet.",
            "leases_per_rater": "How many pairs a rater may hold at a time.",
            "seed": "The same seed draws the same order and the same pairs to be labelled twice.",
        }

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
        choice = self.fields["pool"]
        assert isinstance(choice, forms.ModelChoiceField)  # noqa: S101  (it is declared above)
        choice.queryset = pools.order_by("-pk")

    def asked(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "pool")} | self.policy()
