"""Views of what viewers, leads and administrators read, and what leads change."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from django.db.models import Model
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.views import APIView

from people.actor import person_of
from people.models import Role, User

Row = TypeVar("Row", bound=Model)
View = TypeVar("View", bound=type)


def described(operation: str, summary: str, *, tag: str, **more: Any) -> Callable[[View], View]:
    """What the schema says of a view that is only read."""
    words = {"operation_id": operation, "summary": summary, "tags": [tag], **more}
    return extend_schema_view(get=extend_schema(**words))


# No docstring, as the schema would take it for each view's own.
class ReadersView(APIView):
    for_readers = True
    least_role = Role.LEAD


class ReadersList(ListAPIView[Row]):
    for_readers = True
    least_role = Role.LEAD

    @property
    def asking(self) -> User:
        return person_of(self.request)


# One row by the number in its address. (The schema would take a docstring for each view's own.)
class ReadersOne(RetrieveAPIView[Row]):
    for_readers = True
    least_role = Role.LEAD
    access: ClassVar[Callable[[User, int], Any]]  # finds it for a person, or refuses

    def get_object(self) -> Row:
        (number,) = self.kwargs.values()
        found: Row = type(self).access(person_of(self.request), number)
        return found
