"""Witnesses on a person's behalf. Raters and submitters learn nothing of them: an opinion would
tell what a pair's answer may be."""

from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from foundation.database.rows import the_row
from foundation.paging.sorting import ListColumn, Listing
from people.lists import called
from people.models import User
from people.queries import require_reader
from pooling.models import Benchmark
from witnesses.models import Witness

WITNESSES = Listing(
    (
        ListColumn("name", _("Name"), Lower("name")),
        ListColumn("kind", _("Kind"), "kind"),
        ListColumn("family", _("Family"), Lower("family")),
        ListColumn("pooled", _("Of pooled pairs"), number=True),
        ListColumn("judged", _("Of judged pairs"), number=True),
        ListColumn("kappa", _("Kappa with people"), number=True),
        ListColumn("saves", _("Labels saved"), number=True),
        ListColumn("state", _("State")),
        ListColumn("cost", _("Cost"), number=True),
        ListColumn("failures", _("Failures"), number=True),
        ListColumn("made", _("Imported"), "pk", falling=True),
        ListColumn("by", _("By"), called("created_by__"), gaps=True, leads=True),
    ),
    usual="-made",
)


def access_witnesses(asking: User, benchmark: Benchmark) -> QuerySet[Witness]:
    require_reader(asking)
    return _known_to(asking, list_witnesses(benchmark))


def access_witness(asking: User, benchmark_id: int, witness_id: int) -> Witness:
    require_reader(asking)
    known = _known_to(asking, _witnesses())
    return the_row(known, "witness", benchmark=benchmark_id, pk=witness_id)


def _known_to(asking: User, rows: QuerySet[Witness]) -> QuerySet[Witness]:
    """A judge from outside is known to its author, by another door, and to leads."""
    return rows if asking.is_lead else rows.filter(submission__isnull=True)


def list_witnesses(benchmark: Benchmark) -> QuerySet[Witness]:
    """In the order in which they came."""
    return _witnesses().filter(benchmark=benchmark).order_by("pk")


def _witnesses() -> QuerySet[Witness]:
    return Witness.objects.select_related("benchmark", "created_by", "submission__submitted_by")


def witness_as_json(witness: Witness) -> dict[str, Any]:
    """The witness as jobs and commands tell of it."""
    facts = {
        name: getattr(witness, name) for name in ("kind", "adapter", "source", "family", "digest")
    }
    return {"witness": witness.name, "id": witness.pk, **facts, "circular": witness.is_circular}
