"""Settings come from the environment, and a wrong one stops the start with its name and what was
expected.

Every setting is declared once, in SETTINGS; `docs/settings.md` has a row for each, and a test holds
the two together. Nothing here imports Django, so that the supervisor can speak plainly before
anything else is loaded.
"""

import difflib
import re
from collections import Counter
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from math import log2
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from foundation.frozen import frozen


class SettingError(Exception):
    """A setting is unknown or malformed; the message says its name and what was expected."""


@frozen
class Setting:
    """One name in the environment: how its text is read, and what holds when it is not given.

    A `secret` may also be given as NAME_FILE, the path of a file that holds it (Docker's secrets
    come that way), and is never repeated in an error.
    """

    name: str
    read: Callable[[str], Any]
    default: Any
    secret: bool = False


def switch(value: str) -> bool:
    on, off = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
    if value.lower() not in on + off:
        raise ValueError("true or false")
    return value.lower() in on


def whole_number(least: int, most: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(value)

    return read


def one(pattern: str, expected: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(expected)
        return value

    return read


def several(pattern: str, expected: str) -> Callable[[str], list[str]]:
    """Parted by commas."""
    read_one = one(pattern, expected)
    return lambda value: [read_one(part.strip()) for part in value.split(",")]


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
host_names = several(
    r"\*|\.?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*|\[[0-9a-fA-F:.]+\]",
    "host names without scheme or port, parted by commas (truepool.example.org,10.0.0.7)",
)
origins = several(
    r"https?://[^/\s,?#]+",
    "origins with their scheme, parted by commas (https://truepool.example.org)",
)
metrics_token = one(r"[!-~]{24,4000}", "24 characters or more, drawn at random, without spaces")
header_word = one(r"[!-~]{8,4000}", "a key of 8 characters or more, without spaces")
url_prefix = one(r"/[A-Za-z0-9/_-]+/", "a path that begins and ends with a slash (/protected/)")
level = one("|".join(LEVELS), f"one of {', '.join(LEVELS)}")


def networks(value: str) -> list[IPv4Network | IPv6Network]:
    wanted = "networks, parted by commas (10.0.0.0/8,fd00::/8)"
    try:
        found = [ip_network(part.strip()) for part in value.split(",")]
    except ValueError:
        raise ValueError(wanted) from None
    if any(network.prefixlen == 0 for network in found):
        raise ValueError(f"{wanted}, none of which is the whole internet")
    return found


def roles(value: str) -> list[str]:
    """As the tables have them: an administrator is `admin` there."""
    named = several(
        "submitter|viewer|rater|adjudicator|lead|administrator",
        "roles, parted by commas, of submitter, viewer, rater, adjudicator, lead and administrator",
    )
    return ["admin" if role == "administrator" else role for role in named(value)]


def file_path(value: str) -> Path:
    if not Path(value).is_absolute():
        raise ValueError("the whole path of a file")
    return Path(value)


def absolute_folder(value: str) -> Path:
    path = Path(value).expanduser()
    if path.exists() and not path.is_dir():
        raise ValueError("the path of a folder")
    return path.resolve()


# Long enough that no key which was drawn at random holds one: of a hundred million some ten hold a
# word of six letters.
PLACEHOLDERS = ("insecure", "change", "secret", "example", "placeholder", "default", "password")
LEAST_BITS = 128


def secret_key(value: str) -> str:
    if weakness_of(value):
        raise ValueError(
            "at least 50 characters, drawn at random (secrets.token_urlsafe(64) of Python draws"
            " such)"
        )
    return value


def weakness_of(key: str) -> str:
    """Why somebody could guess this key, in words that do not repeat it; empty where there is no
    sign of it."""
    if len(key) < 50:
        return "it is shorter than 50 characters"
    if found := [word for word in PLACEHOLDERS if word in key.lower()]:
        return f'it holds "{found[0]}", as keys do that are meant to be replaced'
    # Shannon's entropy of its characters, as if each were drawn by itself.
    shares = [count / len(key) for count in Counter(key).values()]
    bits = -len(key) * sum(share * log2(share) for share in shares)
    if (
        bits < LEAST_BITS
        or len({key[place : place + 4] for place in range(len(key) - 3)}) < len(key) / 2
    ):
        return "it repeats itself"
    return ""


def database_url(value: str) -> dict[str, Any]:
    """A libpq-style URL as Django's connection settings. A `host` in the query is a folder with a
    Unix socket."""
    wanted = "postgresql://user:password@host:port/name"
    parts = _split_url(value, wanted)
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in ("postgresql", "postgres") or not name or "/" in name:
        raise ValueError(wanted)
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", unquote(parts.hostname or "")),
        "PORT": str(parts.port or ""),
        "OPTIONS": dict(options),
    }


def broker_url(value: str) -> str:
    """Redis or Valkey, by TCP or by a Unix socket, in the spelling Celery's transport knows."""
    wanted = "redis://host:port/number, rediss://... or redis+socket:///path/of/a.sock"
    parts = _split_url(value, wanted)
    spellings = {"valkey": "redis", "valkeys": "rediss", "unix": "redis+socket"}
    scheme = spellings.get(parts.scheme, parts.scheme)
    if (scheme in ("redis", "rediss") and parts.hostname) or (
        scheme == "redis+socket" and parts.path.startswith("/")
    ):
        return scheme + value[len(parts.scheme) :]
    raise ValueError(wanted)


def _split_url(value: str, wanted: str) -> Any:
    try:
        parts = urlsplit(value)
        _ = parts.port  # a port that is no number is found out only when it is asked for
    except ValueError:
        raise ValueError(wanted) from None
    return parts


SETTINGS: tuple[Setting, ...] = (
    Setting("TRUEPOOL_HOME", absolute_folder, None),
    Setting("SECRET_KEY", secret_key, None, secret=True),
    Setting("DATABASE_URL", database_url, None, secret=True),
    Setting("BROKER_URL", broker_url, None, secret=True),
    Setting("ALLOWED_HOSTS", host_names, None),
    Setting("DEBUG", switch, False),
    Setting("CSRF_TRUSTED_ORIGINS", origins, []),
    Setting("TRUEPOOL_HTTPS", switch, None),
    Setting("TRUEPOOL_HSTS_PRELOAD", switch, False),
    Setting("TRUEPOOL_TRUSTED_PROXIES", whole_number(0, 5), 0),
    Setting("TRUEPOOL_DATABASE_POOL", whole_number(0, 200), 0),
    Setting("TRUEPOOL_MEDIA_ACCEL", url_prefix, ""),
    Setting("TRUEPOOL_MEDIA_SECONDS", whole_number(60, 86_400), 7_200),
    Setting("TRUEPOOL_SESSION_HOURS", whole_number(1, 720), 12),
    Setting("TRUEPOOL_SIGN_IN_FAILURES", whole_number(3, 100), 5),
    Setting("TRUEPOOL_SIGN_IN_PAUSE_MINUTES", whole_number(1, 1_440), 15),
    Setting("TRUEPOOL_SIGN_IN_FAILURES_OF_ADDRESS", whole_number(10, 10_000), 30),
    Setting("TRUEPOOL_SECOND_FACTOR", roles, []),
    Setting("TRUEPOOL_API_PER_MINUTE", whole_number(10, 1_000_000), 1_200),
    Setting("TRUEPOOL_CAPTIONS_MIB", whole_number(1, 100_000), 128),
    Setting("TRUEPOOL_RUNS_MIB", whole_number(1, 100_000), 1_024),
    Setting("TRUEPOOL_VIDEOS_MIB", whole_number(1, 100_000), 2_048),
    Setting("TRUEPOOL_LABELS_MIB", whole_number(1, 100_000), 256),
    Setting("TRUEPOOL_JOBS_PER_PERSON", whole_number(1, 10_000), 50),
    Setting("TRUEPOOL_SUBMISSIONS_A_DAY", whole_number(1, 1_000), 3),
    Setting("TRUEPOOL_SUBMISSION_CHECKS_A_DAY", whole_number(1, 1_000), 10),
    Setting("TRUEPOOL_SUBMITTED_MIB_A_DAY", whole_number(1, 1_000_000), 4_096),
    Setting("TRUEPOOL_WITNESS_ORIGINS", origins, []),
    Setting("TRUEPOOL_WITNESS_KEY", header_word, "", secret=True),
    Setting("TRUEPOOL_METRICS_TOKEN", metrics_token, "", secret=True),
    Setting("TRUEPOOL_METRICS_NETWORKS", networks, []),
    Setting("TRUEPOOL_CERTIFICATE", file_path, None),
    Setting("TRUEPOOL_LOG_LEVEL", level, "INFO"),
)
# No setting: a researcher's shell may hold it for notebooks that ask an instance (docs/api.md).
NOTEBOOKS = "TRUEPOOL_TOKEN"


def read_settings(environ: Mapping[str, str]) -> dict[str, Any]:
    """Every setting with its value. An empty text counts as not given, as compose files write
    it."""
    _refuse_unknown(environ)
    return {setting.name: _read_one(setting, environ) for setting in SETTINGS}


def _read_one(setting: Setting, environ: Mapping[str, str]) -> Any:
    raw = environ.get(setting.name, "")
    if setting.secret and (path := environ.get(f"{setting.name}_FILE", "")):
        if raw:
            raise SettingError(
                f"{setting.name} and {setting.name}_FILE are both given: expected one of them"
            )
        try:
            raw = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingError(
                f"{setting.name}_FILE: expected a readable text file, found {path} ({error})"
            ) from None
        if not raw:
            raise SettingError(
                f"{setting.name}_FILE: expected the secret in {path}, found an empty file"
            )
    if not raw:
        return setting.default
    try:
        return setting.read(raw)
    except ValueError as expected:
        found = "something else" if setting.secret else f'"{raw}"'
        raise SettingError(f"{setting.name}: expected {expected}, found {found}") from None


def _refuse_unknown(environ: Mapping[str, str]) -> None:
    """A name of ours that does not exist, or a near miss of one that does, would otherwise be
    ignored in silence."""
    names = {setting.name for setting in SETTINGS}
    known = names | {f"{setting.name}_FILE" for setting in SETTINGS if setting.secret}
    known.add(NOTEBOOKS)
    for name in sorted(environ.keys() - known):
        ours = name.startswith("TRUEPOOL_") or name.removesuffix("_FILE") in names
        near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.6 if ours else 0.93)
        if ours or near:
            hint = f"did you mean {near[0]}?" if near else "docs/settings.md lists those that exist"
            raise SettingError(f"{name}: no such setting; expected a known name: {hint}")
