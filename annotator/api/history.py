"""What a rater has said, by API: their own labels, and which of them may still be changed."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from annotator import serializers as shown
from annotator.api.address import Listed
from annotator.models import Label, Member
from annotator.queries.raters import access_membership, labels_of
from foundation.api.operation import operation
from people.models import Role


class MyLabels(Listed):
    serializer_class = shown.MyLabelSerializer
    queryset = Label.objects.none()  # for the schema; each request gets its own
    least_role = Role.RATER
    member: Member

    def get_queryset(self) -> QuerySet[Label]:
        return labels_of(self.member)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "member": getattr(self, "member", None)}

    @operation("labels_list", "What one has said, newest first", "labelling")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One's own labels in this campaign, those that were changed and taken back too."""
        self.member = access_membership(self.asking, kwargs["campaign_id"])
        return super().get(request, *args, **kwargs)
