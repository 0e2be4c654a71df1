"""What the pages of training ask for."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _

from foundation.asking.forms import AskedForm, FilterForm, Fold
from foundation.words import grouped, translated
from people.models import User
from pooling.models import Benchmark
from retrieval.asked.grid import GridAsked
from retrieval.asked.grid_table import TableWanted
from retrieval.asked.training import COLLECTED, INSTANCE, TrainingAsked, graded_losses
from retrieval.losses.kinds import LOSSES
from retrieval.queries.clips import count_unplayable
from retrieval.queries.collected import read_labels
from retrieval.queries.recipes import has_recipe
from retrieval.queries.training_captions import read_evaluated
from semantics.queries.proxies import access_proxies

# As the page shows them; the others are folded.
FIRST = ("name", "network", "loss", "relevance", "tau", "features", "seed")
OF_DATA = ("labels_of", "allow_evaluated", "over_segments", "keys", "clips_of", "vectors", "parts")


class TrainingForm(AskedForm):
    asks: ClassVar[type] = TrainingAsked
    first_fields: ClassVar[tuple[str, ...]] = FIRST
    complete = True
    relevance = forms.ChoiceField()
    unchosen = {
        "labels_of": "This benchmark",
        "clips_of": "As the labels",
        "start_from": "No model",
    }

    def __init__(self, benchmark: Benchmark, asking: User, *sent: Any, **words: Any) -> None:
        super().__init__(*sent, person=asking, given={"benchmark": benchmark}, **words)
        proxies = access_proxies(asking, benchmark)
        names = [proxy.name for proxy in proxies if has_recipe(proxy)]
        asked = self.fields["relevance"]
        assert isinstance(asked, forms.ChoiceField)  # noqa: S101  (as declared above)
        asked.choices = [
            (INSTANCE, _("A caption's own video alone")),
            (COLLECTED, _("What people found relevant")),
            *((name, _("Proxy %(name)s") % {"name": name}) for name in names),
        ]
        asked.label = _("What is relevant")
        asked.help_text = _("What is relevant to a caption in training.")

    def clean(self) -> dict[str, Any]:
        """What is refused, in the words of the page's menus."""
        self._fit_loss()
        cleaned = super().clean()
        if not self.errors:
            self._need_features()
            self._part_labels()
        return cleaned

    def _need_features(self) -> None:
        """Clips are described in the job, where there is no file."""
        wanted: TrainingAsked = self.asked
        if wanted.features:
            return
        missing = count_unplayable(wanted.benchmark, wanted.has_clips)
        if missing.training:
            words = {"count": grouped(missing.training), "all": grouped(missing.of_training)}
            wrong = _(
                "%(count)s of %(all)s training videos have no clip of %(benchmark)s that plays:"
                " choose a file of features, or another benchmark under %(clips_of)s."
            )
            words |= {"benchmark": str(wanted.has_clips), "clips_of": str(self["clips_of"].label)}
            self.add_error("features", wrong % words)
        elif missing.evaluated:
            words = {"count": grouped(missing.evaluated), "all": grouped(missing.of_evaluated)}
            wrong = _(
                "%(count)s of %(all)s evaluated videos have no clip that plays: choose a file of"
                " features."
            )
            self.add_error("features", wrong % words)

    def _part_labels(self) -> None:
        """What is evaluated is not learnt from unless it is allowed."""
        wanted: TrainingAsked = self.asked
        if wanted.relevance != COLLECTED or wanted.allow_evaluated:
            return
        labels = read_labels(wanted.labels_of or wanted.benchmark, read_evaluated(wanted.benchmark))
        if not labels.evaluated:
            return
        words = {
            "count": grouped(len(labels.evaluated)),
            "all": grouped(len(labels.pairs)),
            "of": str(labels.benchmark),
            "benchmark": str(wanted.benchmark),
            "labels_of": self["labels_of"].label,
            "allow": self["allow_evaluated"].label,
        }
        wrong = _(
            "%(count)s of %(all)s collected positives of %(of)s are of captions that %(benchmark)s"
            " is scored on, or share a text or a video with one: choose another benchmark under"
            " %(labels_of)s, or tick %(allow)s."
        )
        self.add_error("labels_of", wrong % words)

    def _fit_loss(self) -> None:
        loss, relevance = (self.cleaned_data.get(name) for name in ("loss", "relevance"))
        if not loss or relevance in (None, INSTANCE) or LOSSES[loss].graded:
            return
        words = {
            "loss": translated(LOSSES[loss].title),
            "relevance": self["relevance"].label,
            "instance": _("A caption's own video alone"),
            "losses": ", ".join(translated(LOSSES[name].title) for name in graded_losses()),
        }
        wrong = _(
            "%(loss)s looks at a caption's own video alone: choose one of %(losses)s; or, under"
            " %(relevance)s, %(instance)s."
        )
        self.add_error("loss", wrong % words)

    @property
    def plain(self) -> list[forms.BoundField]:
        return [self[name] for name in self.first_fields]

    @property
    def folded(self) -> list[Fold]:
        shown = (*self.first_fields, *OF_DATA)
        return [
            Fold(_("What it learns from"), [self[name] for name in OF_DATA]),
            Fold(_("How it is trained"), [field for field in self if field.name not in shown]),
        ]


class GridForm(TrainingForm):
    """What of the data is wrong for a cell is found before its training, and kept with it."""

    asks = GridAsked
    first_fields = ("name", "shape", "vary", "score_by", "hours", "keep_runs", *FIRST[1:-1])
    widgets: ClassVar[dict[str, forms.Widget]] = {"vary": forms.Textarea({"rows": 3})}
    unchosen: ClassVar[dict[str, str]] = {**TrainingForm.unchosen, "shape": "None of them"}

    def _fit_loss(self) -> None:
        """A loss that looks at instances alone is trained by them."""


class GridTableForm(FilterForm):
    asks = TableWanted
