"""System checks: wrong combinations of settings are said before anything starts.

An error is a combination that cannot work or opens a door; a warning one that is nearly always a
mistake; a note, one that is right only together with something that the settings do not show.
"""

import os
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register  # noqa: A004

from foundation.env import weakness_of

LOOPBACK = {"127.0.0.1", "localhost", "[::1]", ".localhost"}


@register(Tags.security)
def check_debug(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    if not settings.DEBUG:
        return []
    found: list[CheckMessage] = []
    if not settings.EMBEDDED:
        hint = (
            "DEBUG shows settings and source to whoever causes an error. Take DEBUG away, or"
            " SECRET_KEY."
        )
        found.append(
            Error(
                "DEBUG is on together with a SECRET_KEY of your own.", hint=hint, id="truepool.E001"
            )
        )
    if elsewhere := sorted(set(settings.ALLOWED_HOSTS) - LOOPBACK):
        hint = (
            "Take DEBUG away, or leave ALLOWED_HOSTS to the names of this machine for itself:"
            " 127.0.0.1, localhost, [::1]."
        )
        found.append(
            Error(
                f"DEBUG is on for hosts that others can reach: {', '.join(elsewhere)}.",
                hint=hint,
                id="truepool.E002",
            )
        )
    return found


@register(Tags.security)
def check_secret_key(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """A weak one that is given stops the start before (foundation/env.py); this also looks at the
    one that the home keeps."""
    weakness = weakness_of(settings.SECRET_KEY)
    if not weakness:
        return []
    kept = (
        f"Remove {settings.HOME.root / 'secret-key'}: the next start draws another, and everybody"
        " signs in again."
    )
    hint = (
        kept
        if settings.EMBEDDED
        else "Draw another: python3 -c 'import secrets; print(secrets.token_urlsafe(64))'."
    )
    message = (
        f"SECRET_KEY can be guessed ({weakness}): whoever does so signs sessions and links of their"
        " own."
    )
    return [Error(message, hint=hint, id="truepool.E006")]


@register(Tags.security)
def check_hosts(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if not settings.EMBEDDED and not settings.ALLOWED_HOSTS:
        hint = "Give the names by which people reach it: ALLOWED_HOSTS=truepool.example.org."
        found.append(
            Error(
                "SECRET_KEY is given, ALLOWED_HOSTS is not: every request is refused.",
                hint=hint,
                id="truepool.E003",
            )
        )
    if "*" in settings.ALLOWED_HOSTS:
        hint = (
            "Invitation links bear the host name of the request. Give the names that are really"
            " used."
        )
        found.append(
            Warning(
                "ALLOWED_HOSTS holds *: whoever asks chooses the host name.",
                hint=hint,
                id="truepool.W001",
            )
        )
    return found


@register(Tags.security)
def check_transport(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    if not settings.HTTPS:
        return []
    found: list[CheckMessage] = []
    if not settings.TRUSTED_PROXIES:
        found.append(_no_proxy())
    if plain := [
        origin for origin in settings.CSRF_TRUSTED_ORIGINS if origin.startswith("http://")
    ]:
        hint = "Write them with https://, or say TRUEPOOL_HTTPS=off."
        message = (
            f"TRUEPOOL_HTTPS is on, but CSRF_TRUSTED_ORIGINS trusts plain HTTP: {', '.join(plain)}."
        )
        found.append(Warning(message, hint=hint, id="truepool.W002"))
    return found


def _no_proxy() -> CheckMessage:
    hint = (
        "Behind a proxy that speaks HTTPS, say TRUEPOOL_TRUSTED_PROXIES=1. Without HTTPS, say"
        " TRUEPOOL_HTTPS=off."
    )
    if settings.EMBEDDED:
        message = (
            "TRUEPOOL_HTTPS is on, but `up` serves plain HTTP: every request would be sent round in"
            " a circle."
        )
        return Error(message, hint=hint, id="truepool.E004")
    message = (
        "TRUEPOOL_HTTPS is on and no proxy is trusted: right only if granian itself was given a"
        " certificate."
    )
    return Info(message, hint=hint, id="truepool.I001")


@register()
def check_media(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if settings.MEDIA_ACCEL and not settings.TRUSTED_PROXIES:
        hint = (
            "Say TRUEPOOL_TRUSTED_PROXIES=1 if a proxy is there to send the files; else take"
            " TRUEPOOL_MEDIA_ACCEL away."
        )
        message = (
            "TRUEPOOL_MEDIA_ACCEL leaves media to a proxy, but none is trusted: every clip would"
            " come empty."
        )
        found.append(Error(message, hint=hint, id="truepool.E005"))
    # What there is of the folder: the rest would be made in it.
    folder = settings.MEDIA_ROOT
    nearest = next(place for place in (folder, *folder.parents) if os.path.lexists(place))
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        hint = f"Let this user write in {nearest}, or name another folder with TRUEPOOL_HOME."
        found.append(
            Warning(
                f"Media cannot be kept in {settings.MEDIA_ROOT}.", hint=hint, id="truepool.W003"
            )
        )
    return found


@register()
def check_parts(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Warns of one part without the other: with a secret of its own an installation runs for
    others, mostly on several machines; `up` shares its parts with none."""
    given = {name: settings.GIVEN[name] is not None for name in ("DATABASE_URL", "BROKER_URL")}
    if settings.EMBEDDED or all(given.values()) or not any(given.values()):
        return []
    there, missing = sorted(given, key=lambda name: not given[name])
    hint = (
        f"Give {missing} too; only beside a running `manage.py up` of the same TRUEPOOL_HOME can it"
        " be left out."
    )
    message = (
        f"{there} is given and {missing} is not: jobs are written in one installation and rung in"
        " another."
    )
    return [Warning(message, hint=hint, id="truepool.W004")]


@register()
def check_static(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    root = settings.STATIC_ROOT
    if settings.WHITENOISE_USE_FINDERS or root is None or (root / "staticfiles.json").exists():
        return []
    hint = "Run manage.py collectstatic once for each version, with the same TRUEPOOL_HOME."
    message = (
        f"No static files have been gathered in {settings.STATIC_ROOT}: pages would fail for want"
        " of them."
    )
    return [Info(message, hint=hint, id="truepool.I002")]
