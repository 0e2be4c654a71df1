"""The benchmark doctor's page: what it found, and the button that lets it look."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from metrics.actions.doctor_kept import DoctorAsked
from metrics.charts.registry import charts_of
from metrics.studies.doctor_found import Doctor
from metrics.tables.doctor import tables
from metrics.views.kept import KeptPage, Pictured

# Shown below the findings.
SHOWN = ("pairs", "scores")
# The table that has all examples of a finding, by the finding's kind.
LISTS = {
    "duplicated_texts": "duplicated",
    "near_duplicates": "near",
    "ambiguous_captions": "ambiguous",
    "train_overlap": "overlap",
    "similar_clips": "clips",
    "suspect_runs": "suspects",
}


def _drawn(request: HttpRequest, found: Doctor) -> Pictured:
    drawn = tables(found)
    return drawn, charts_of("doctor", found.as_json(), drawn)


def _shown(request: HttpRequest, found: Doctor) -> dict[str, Any]:
    drawn, charts = _drawn(request, found)
    return {
        "mend": found.mend,
        "know": found.know,
        "findings": [(one, LISTS.get(one.kind, "")) for one in found.findings],
        "charts": charts,
        "tables": [table for table in drawn if table.key in SHOWN],
    }


NONE_YET = _("The doctor has not looked at this benchmark yet.")
PAGE = KeptPage(DoctorAsked, "doctor", NONE_YET, _shown, _drawn)
