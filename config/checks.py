"""System checks: wrong combinations of settings are said before anything starts.

An error is a combination that cannot work or opens a door; a warning one that is nearly always a
mistake; a note, one that is right only together with something that the settings do not show.
"""

import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register  # noqa: A004

from foundation.catalogue.languages import PLACE
from foundation.env import weakness_of
from stack.figures.certificate import NoCertificate, end_of_certificate

LOOPBACK = {"127.0.0.1", "localhost", "[::1]", ".localhost"}
KINDS = {"E": Error, "W": Warning, "I": Info}
Wrong = Iterator[CheckMessage]


def wrong(number: str, message: str, hint: str) -> CheckMessage:
    return KINDS[number[0]](message, hint=hint, id=f"truepool.{number}")


def checks(*tags: str) -> Callable[[Callable[[], Wrong]], Callable[..., list[CheckMessage]]]:
    """Registers a function that yields what is wrong."""

    def decorate(find: Callable[[], Wrong]) -> Callable[..., list[CheckMessage]]:
        def check(app_configs: object, **options: Any) -> list[CheckMessage]:
            return list(find())

        return register(check, *tags)

    return decorate


@checks(Tags.security)
def check_debug() -> Wrong:
    if settings.DEBUG and not settings.EMBEDDED:
        yield wrong(
            "E001",
            "DEBUG is on together with a SECRET_KEY of your own.",
            "DEBUG shows settings and source to whoever causes an error. Take DEBUG away, or"
            " SECRET_KEY.",
        )
    elsewhere = sorted(set(settings.ALLOWED_HOSTS) - LOOPBACK)
    if settings.DEBUG and elsewhere:
        yield wrong(
            "E002",
            f"DEBUG is on for hosts that others can reach: {', '.join(elsewhere)}.",
            "Take DEBUG away, or leave ALLOWED_HOSTS to the names of this machine for itself:"
            " 127.0.0.1, localhost, [::1].",
        )


@checks(Tags.security)
def check_secret_key() -> Wrong:
    """A weak one that is given stops the start before (foundation/env.py); this also looks at the
    one that the home keeps."""
    if weakness := weakness_of(settings.SECRET_KEY):
        yield wrong(
            "E006",
            f"SECRET_KEY can be guessed ({weakness}): whoever does so signs sessions and links of"
            " their own.",
            f"Remove {settings.HOME.kept / 'secret-key'}: the next start draws another, and"
            " everybody signs in again."
            if settings.EMBEDDED
            else "Draw another: python3 -c 'import secrets; print(secrets.token_urlsafe(64))'.",
        )


@checks(Tags.security)
def check_hosts() -> Wrong:
    if not settings.EMBEDDED and not settings.ALLOWED_HOSTS:
        yield wrong(
            "E003",
            "SECRET_KEY is given, ALLOWED_HOSTS is not: every request is refused.",
            "Give the names by which people reach it: ALLOWED_HOSTS=truepool.example.org.",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield wrong(
            "W001",
            "ALLOWED_HOSTS holds *: whoever asks chooses the host name.",
            "Invitation links bear the host name of the request. Give the names that are really"
            " used.",
        )


@checks(Tags.security)
def check_transport() -> Wrong:
    if settings.HTTPS and not settings.TRUSTED_PROXIES:
        yield wrong(
            "E004" if settings.EMBEDDED else "I001",
            "TRUEPOOL_HTTPS is on, but `up` serves plain HTTP: every request would be sent round in"
            " a circle."
            if settings.EMBEDDED
            else "TRUEPOOL_HTTPS is on and no proxy is trusted: right only if granian itself was"
            " given a certificate.",
            "Behind a proxy that speaks HTTPS, say TRUEPOOL_TRUSTED_PROXIES=1. Without HTTPS, say"
            " TRUEPOOL_HTTPS=off.",
        )
    plain = [one for one in settings.CSRF_TRUSTED_ORIGINS if one.startswith("http://")]
    if settings.HTTPS and plain:
        yield wrong(
            "W002",
            f"TRUEPOOL_HTTPS is on, but CSRF_TRUSTED_ORIGINS trusts plain HTTP:"
            f" {', '.join(plain)}.",
            "Write them with https://, or say TRUEPOOL_HTTPS=off.",
        )


@checks()
def check_media() -> Wrong:
    if settings.MEDIA_ACCEL and not settings.TRUSTED_PROXIES:
        yield wrong(
            "E005",
            "TRUEPOOL_MEDIA_ACCEL leaves media to a proxy, but none is trusted: every clip would"
            " come empty.",
            "Say TRUEPOOL_TRUSTED_PROXIES=1 if a proxy is there to send the files; else take"
            " TRUEPOOL_MEDIA_ACCEL away.",
        )
    # What there is of the folder: the rest would be made in it.
    folder = settings.MEDIA_ROOT
    nearest = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        yield wrong(
            "W003",
            f"Media cannot be kept in {folder}.",
            f"Let this user write in {nearest}, or name another folder with TRUEPOOL_HOME.",
        )


@checks()
def check_certificate() -> Wrong:
    """Asked at /metrics for its end."""
    if settings.CERTIFICATE:
        try:
            end_of_certificate(settings.CERTIFICATE)
        except (OSError, NoCertificate) as error:
            yield wrong(
                "W006",
                f"TRUEPOOL_CERTIFICATE cannot be read: {error}.",
                "Name the certificate's file in PEM, which this user may read; its key is not"
                " needed.",
            )


@checks()
def check_parts() -> Wrong:
    """Warns of one part without the other: with a secret of its own an installation runs for
    others, mostly on several machines; `up` shares its parts with none."""
    given = {name: settings.GIVEN[name] is not None for name in ("DATABASE_URL", "BROKER_URL")}
    there, missing = sorted(given, key=lambda name: not given[name])
    if not settings.EMBEDDED and given[there] and not given[missing]:
        yield wrong(
            "W004",
            f"{there} is given and {missing} is not: jobs are written in one installation and rung"
            " in another.",
            f"Give {missing} too; only beside a running `manage.py up` of the same TRUEPOOL_HOME"
            " can it be left out.",
        )


@checks()
def check_catalogues() -> Wrong:
    sources = chain.from_iterable(
        Path(folder).glob(f"*/{PLACE}") for folder in settings.LOCALE_PATHS
    )
    if missing := [str(one) for one in sources if not one.with_suffix(".mo").exists()]:
        yield wrong(
            "W005",
            f"Not built: the catalogue of {', '.join(missing)}. Pages are in English instead.",
            "Run make setup, or python -m foundation.catalogue.",
        )


@checks()
def check_static() -> Wrong:
    root = settings.STATIC_ROOT
    if not settings.WHITENOISE_USE_FINDERS and root and not (root / "staticfiles.json").exists():
        yield wrong(
            "I002",
            f"No static files have been gathered in {root}: pages would fail for want of them.",
            "Run manage.py collectstatic once for each version, with the same TRUEPOOL_HOME.",
        )
