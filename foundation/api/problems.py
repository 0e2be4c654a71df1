"""Every error under /api/ as `application/problem+json` (RFC 9457)."""

import json
import math
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.exceptions import (
    NON_FIELD_ERRORS,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
    ValidationError,
)
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions

from foundation.disk import DISK_IS_FULL, is_full
from foundation.refused import Refused, WrongValues

MEDIA_TYPE = "application/problem+json"
NON_FIELD = "non_field_errors"


class WrongParameter(exceptions.APIException):
    """A parameter in the address cannot be read."""

    status_code = 400
    default_code = "wrong_parameter"


class TooLarge(exceptions.APIException):
    """What was sent is larger than is read into memory."""

    status_code = 413
    default_code = "too_large"


class NoRoom(exceptions.APIException):
    """The disk is full."""

    status_code = 507
    default_code = "no_room"


def problem_response(
    request: HttpRequest,
    status: int,
    title: str,
    detail: str,
    *,
    errors: list[dict[str, str]] | None = None,
    headers: Mapping[str, str] | None = None,
    reason: str = "",
) -> HttpResponse:
    """One problem. A plain response, so that no renderer (YAML for the schema, say) puts it into
    another form."""
    body = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail or f"{title}.",
        "instance": request.path,
        **({"reason": reason} if reason else {}),
        **({"errors": errors} if errors else {}),
    }
    text = json.dumps(body, ensure_ascii=False)
    return HttpResponse(text, status=status, content_type=MEDIA_TYPE, headers=headers)


def problem(raised: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """REST framework's exception handler. None for what nobody expected: that is handler500's, and
    the log's."""
    known = _as_api_exception(raised)
    if known is None:
        return None
    errors = list(_errors(known.detail)) if isinstance(known.detail, list | dict) else []
    detail = _summary(errors) if errors else str(known.detail)
    title = HTTPStatus(known.status_code).phrase
    reason = raised.reason if isinstance(raised, Refused) else ""
    more: dict[str, Any] = {"errors": errors, "headers": _headers(known), "reason": reason}
    return problem_response(context["request"], known.status_code, title, detail, **more)


def _as_api_exception(raised: Exception) -> exceptions.APIException | None:
    known: exceptions.APIException | None = None
    match raised:
        case exceptions.APIException():
            known = raised
        case WrongValues():
            by_field = {name or NON_FIELD: [why] for name, why in raised.by_field.items()}
            known = exceptions.ValidationError(by_field)
        case Refused():
            known = exceptions.APIException(str(raised))
            known.status_code = raised.status
        case Http404():
            known = exceptions.NotFound(*raised.args)
        case PermissionDenied():
            known = exceptions.PermissionDenied(*raised.args)
        case ValidationError():
            known = _wrong_values(raised)
        case OSError() if is_full(raised):
            known = NoRoom(DISK_IS_FULL)
        case RequestDataTooBig():
            known = TooLarge("Expected a smaller body than this one.")
        case SuspiciousOperation():
            known = exceptions.ParseError(
                too_many_parts(raised)
                if isinstance(raised, TooManyFieldsSent | TooManyFilesSent)
                else "Expected another request: this one was refused as malformed."
            )
    return known


def _wrong_values(raised: ValidationError) -> exceptions.ValidationError:
    """Django's own, which actions and models raise, as REST framework's."""
    if not hasattr(raised, "error_dict"):
        return exceptions.ValidationError({NON_FIELD: raised.messages})
    by_field = {str(name): messages for name, messages in raised.message_dict.items()}
    overall = by_field.pop(NON_FIELD_ERRORS, None)
    return exceptions.ValidationError(by_field | ({NON_FIELD: overall} if overall else {}))


def too_many_parts(raised: TooManyFieldsSent | TooManyFilesSent) -> str:
    what = "files" if isinstance(raised, TooManyFilesSent) else "fields"
    most = getattr(settings, f"DATA_UPLOAD_MAX_NUMBER_{what.upper()}")
    return f"The request has too many parts: expected {most:,} {what} at the most."


def _headers(known: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(known, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if isinstance(known, exceptions.Throttled):
        headers["Retry-After"] = str(max(1, math.ceil(getattr(known, "wait", None) or 1)))
    return headers


def _errors(detail: Any, path: tuple[str, ...] = ()) -> Iterator[dict[str, str]]:
    """Flattens serializer errors. Those of many=True come as {index: errors} or as a list with {}
    for what is right."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _errors(inner, path if key == NON_FIELD else (*path, str(key)))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            at = (str(index),) if isinstance(inner, dict | list) else ()
            yield from _errors(inner, (*path, *at))
    else:
        yield {"pointer": pointer(path), "detail": str(detail)}


def pointer(path: tuple[str, ...]) -> str:
    """A JSON pointer as a URI's fragment (RFC 6901, section 6): `#/names/0`."""
    return "#" + "".join(
        "/" + quote(step.replace("~", "~0").replace("/", "~1"), safe="~", errors="replace")
        for step in path
    )


def _summary(errors: list[dict[str, str]]) -> str:
    first = errors[0]
    sentence = f"{first['pointer']}: {first['detail']}".removeprefix("#: ")
    several = f"{len(errors)} things are wrong with what was sent; the first is {sentence}"
    return sentence if len(errors) == 1 else several
