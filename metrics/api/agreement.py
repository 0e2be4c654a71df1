"""Agreement by API, for leads and administrators, and for viewers without the raters' names."""

from rest_framework.request import Request
from rest_framework.response import Response

from annotator.models import Item
from foundation.api.reading import ask
from foundation.refused import Refused
from jobs.api.accepting import AcceptedSerializer, accepted
from metrics import serializers as shown
from metrics.actions.agreement_kept import AgreementAsked
from metrics.queries.counted_pairs import as_object
from metrics.studies.pseudonyms import without_names
from metrics.studies.study import NothingToStudy
from people.actor import actor_of, person_of
from people.api.reading import ReadersList, ReadersView, described


class NoLabels(Refused):
    """There is no label to compare."""


@described(
    "agreement_show",
    "Whether raters agree, and how sure that is",
    tag="agreement",
    parameters=[shown.AgreementParameters],
    responses={200: shown.AgreementSerializer, 202: AcceptedSerializer},
)
class Agreement(ReadersView):
    """Of a benchmark, or of one of its campaigns. A figure that is undefined is null; 409 where
    there is no label at all.

    With many labels the answer may be of an older state of the log, as `newer_labels` then says; a
    job computes the one of now. Where there is none yet, the answer is 202 with that job: ask again
    when it is done.

    To viewers raters are rater 1, rater 2 and so on, numbered anew in each answer.
    """

    def get(self, request: Request) -> Response:
        wanted: AgreementAsked = ask(request, shown.AgreementParameters).seen_by(person_of(request))
        try:
            answer = wanted.find_newest(actor_of(request))
        except NothingToStudy as nothing:
            raise NoLabels(f"{nothing}.") from None
        if answer.kept is None:
            assert answer.job is not None  # noqa: S101  (one of the two is there)
            return accepted(request, answer.job)
        study = answer.kept.result
        shown_to = study if person_of(request).is_lead else without_names(study)
        older = {} if answer.kept.current else {"newer_labels": answer.kept.newer}
        return Response(shown_to.as_json() | older)


@described(
    "agreement_pairs",
    "Why each labelled pair counts in agreement, or does not",
    tag="agreement",
    parameters=[shown.PairsParameters],
)
class AgreementPairs(ReadersList[Item]):
    """One row for each pair with a label, a page at a time. No row tells who gave which answer.

    The rows of a reason are as many as `why` of the figures says.
    """

    serializer_class = shown.CountedPairSerializer
    queryset = Item.objects.none()  # for the schema
    ordering = ("id",)

    def list(self, request: Request, *args: object, **kwargs: object) -> Response:
        pairs = ask(request, shown.PairsParameters).seen_by(person_of(request)).pairs
        items = self.paginate_queryset(pairs.items())
        rows = [as_object(row) for row in pairs.rows_of(items or [])]
        return self.get_paginated_response(rows)
