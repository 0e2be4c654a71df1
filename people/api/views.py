"""The API's part for people: who am I, my tokens, and for those who manage: people and the audit
log."""

from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.reading import read
from foundation.asking.arguments import values_of
from people import queries
from people.actions.choose_reading import choose_reading
from people.actions.passwords import make_password_link, withdraw_password_link
from people.actions.tokens import make_token, revoke_token
from people.actor import actor_of, person_of
from people.api.permissions import HasScope, InPerson, scope_of
from people.models import ApiToken, AuditEvent, Role, User
from people.serializers import (
    AuditEventSerializer,
    MeSerializer,
    NewTokenSerializer,
    PersonSerializer,
    ReadingSerializer,
    ShownPasswordLinkSerializer,
    ShownTokenSerializer,
    TokenSerializer,
)


class Me(APIView):
    for_submitters = True
    scope = "read"

    @extend_schema(operation_id="me", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Who this call comes from, and what it may do."""
        person = person_of(request)
        shown = {key: getattr(person, key) for key in ("id", "username", "name", "role")}
        return Response(MeSerializer({**shown, "scope": scope_of(request)}).data)  # type: ignore[arg-type]


class MyReading(APIView):
    for_submitters = True
    scope = "read"  # it changes nothing but how one's own pages look

    @extend_schema(operation_id="me_reading", responses=ReadingSerializer)
    def get(self, request: Request) -> Response:
        """In which language, time zone and look one's own pages are shown; empty where that is not
        chosen. The API itself is English and in UTC."""
        return Response(ReadingSerializer(person_of(request)).data)

    @extend_schema(
        operation_id="me_choose_reading", request=ReadingSerializer, responses=ReadingSerializer
    )
    def put(self, request: Request) -> Response:
        """Chooses all three. What is left out is no longer chosen."""
        chosen = choose_reading(person_of(request), read(request, ReadingSerializer).asked)
        return Response(ReadingSerializer(chosen).data)


class MadeInPerson(APIView):
    def get_permissions(self) -> list[BasePermission]:
        return [InPerson() if self.request.method == "POST" else HasScope()]


def _shown_once(data: Any) -> Response:
    return Response(data, status=201, headers={"Cache-Control": "no-store"})


class Tokens(MadeInPerson, ListAPIView[ApiToken]):
    serializer_class = TokenSerializer
    for_submitters = True
    scope = "read"  # what a token may do bounds its maker, not the making, which takes a person

    def get_queryset(self) -> QuerySet[ApiToken]:
        return queries.access_tokens(person_of(self.request))

    @extend_schema(operation_id="tokens_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One's own tokens, but for the revoked."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="tokens_make",
        request=NewTokenSerializer,
        responses={201: ShownTokenSerializer},
    )
    def post(self, request: Request) -> Response:
        """Makes a token, in a session only. Its secret is in this answer and never again."""
        wanted = read(request, NewTokenSerializer, given={"owner": person_of(request)}).asked
        token, secret = make_token(actor_of(request), wanted.owner, **values_of(wanted))
        token.token = secret  # type: ignore[attr-defined]  # for this answer; the table has no such column
        return _shown_once(ShownTokenSerializer(token).data)


class Token(APIView):
    for_submitters = True
    scope = "read"

    def get_permissions(self) -> list[BasePermission]:
        """A token may revoke itself, and no other. The schema asks this of a view that is called
        for no token at all."""
        token = self.request.auth
        itself = isinstance(token, ApiToken) and token.pk == self.kwargs.get("token_id")
        return [HasScope() if itself else InPerson()]

    @extend_schema(operation_id="tokens_revoke", request=None, responses={204: None})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revokes one's own token, at once and for good."""
        revoke_token(actor_of(request), queries.access_token(person_of(request), token_id))
        return Response(status=204)


@extend_schema_view(get=extend_schema(operation_id="people_list"))
class People(ListAPIView[User]):
    """Everybody with an account, for leads and administrators."""

    serializer_class = PersonSerializer
    least_role = Role.LEAD

    def get_queryset(self) -> QuerySet[User]:
        return queries.access_people(person_of(self.request))


class PasswordLinkOfPerson(MadeInPerson):
    """For administrators."""

    least_role = Role.ADMIN

    @extend_schema(
        operation_id="people_make_password_link",
        request=None,
        responses={201: ShownPasswordLinkSerializer},
    )
    def post(self, request: Request, person_id: int) -> Response:
        """Makes a link by which the person chooses a new password, in a session only. It works
        once, within a day, and is in this answer and never again. It ends the link before it."""
        person = queries.access_person(person_of(request), person_id)
        made, secret = make_password_link(actor_of(request), person)
        address = request.build_absolute_uri(reverse("people:new_password", args=[secret]))
        made.link = address  # type: ignore[attr-defined]  # for this answer; the table has no such column
        return _shown_once(ShownPasswordLinkSerializer(made).data)

    @extend_schema(
        operation_id="people_withdraw_password_link", request=None, responses={204: None}
    )
    def delete(self, request: Request, person_id: int) -> Response:
        """Withdraws the person's open link for a new password."""
        person = queries.access_person(person_of(request), person_id)
        withdraw_password_link(actor_of(request), person)
        return Response(status=204)


@extend_schema_view(get=extend_schema(operation_id="audit_events_list"))
class AuditEvents(ListAPIView[AuditEvent]):
    """Who did what to what, when, the newest first; for administrators."""

    serializer_class = AuditEventSerializer
    least_role = Role.ADMIN

    def get_queryset(self) -> QuerySet[AuditEvent]:
        return queries.access_audit(person_of(self.request))
