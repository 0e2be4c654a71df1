"""Wrong combinations of settings are said by `manage.py check`, each with its id and a hint."""

import os
import re
import runpy
import secrets
import subprocess
import sys

import pytest
from django.core.checks import CheckMessage, run_checks

from foundation.catalogue import mo, po
from foundation.home import CHECKOUT
from tests.deploy_check import production_profile

EMBEDDED: dict[str, str] = {}
PRODUCTION = production_profile("")
LOOKED_AT = (
    "DEBUG",
    "SECRET_KEY",
    "HOME",
    "EMBEDDED",
    "GIVEN",
    "ALLOWED_HOSTS",
    "HTTPS",
    "TRUSTED_PROXIES",
    "CSRF_TRUSTED_ORIGINS",
    "MEDIA_ACCEL",
    "CERTIFICATE",
    "STATIC_ROOT",
    "WHITENOISE_USE_FINDERS",
)


@pytest.fixture
def checked(settings, monkeypatch, tmp_path):
    """checked(environ): what our checks find when the settings file is read with this
    environment."""

    def check(environ: dict[str, str]) -> dict[str, CheckMessage]:
        for name, value in (environ | {"TRUEPOOL_HOME": str(tmp_path)}).items():
            monkeypatch.setenv(name, value)
        read = runpy.run_path(str(CHECKOUT / "config" / "settings.py"))
        for name in LOOKED_AT:
            setattr(settings, name, read[name])
        return {found.id: found for found in run_checks() if found.id.startswith("truepool.")}

    return check


COMBINATIONS = [
    ("truepool.E001", PRODUCTION, {"DEBUG": "on"}),
    ("truepool.E002", EMBEDDED, {"DEBUG": "on", "ALLOWED_HOSTS": "127.0.0.1,truepool.example.org"}),
    ("truepool.E003", PRODUCTION, {"ALLOWED_HOSTS": ""}),
    ("truepool.W001", EMBEDDED, {"ALLOWED_HOSTS": "*"}),
    (
        "truepool.W002",
        PRODUCTION,
        {"CSRF_TRUSTED_ORIGINS": "https://a.example.org,http://b.example.org"},
    ),
    ("truepool.E004", EMBEDDED, {"TRUEPOOL_HTTPS": "on"}),
    ("truepool.W006", EMBEDDED, {"TRUEPOOL_CERTIFICATE": "/nowhere/certificate.pem"}),
    ("truepool.I001", PRODUCTION, {}),
    ("truepool.E005", EMBEDDED, {"TRUEPOOL_MEDIA_ACCEL": "/protected/"}),
    ("truepool.W004", PRODUCTION, {"BROKER_URL": ""}),
    ("truepool.W004", PRODUCTION, {"DATABASE_URL": ""}),
    ("truepool.I002", PRODUCTION, {}),
]


@pytest.mark.parametrize(("name", "profile", "change"), COMBINATIONS)
def test_a_wrong_combination_is_said_with_a_hint(name, profile, change, checked):
    found = checked(profile | change)[name]
    assert found.hint
    assert found.is_serious() == (name[9] == "E")


@pytest.mark.parametrize(
    ("profile", "change"),
    [
        (EMBEDDED, {}),
        (EMBEDDED, {"DEBUG": "on"}),
        (EMBEDDED, {"DATABASE_URL": PRODUCTION["DATABASE_URL"]}),
        (EMBEDDED, {"TRUEPOOL_HTTPS": "on", "TRUEPOOL_TRUSTED_PROXIES": "1"}),
        (EMBEDDED, {"TRUEPOOL_MEDIA_ACCEL": "/protected/", "TRUEPOOL_TRUSTED_PROXIES": "1"}),
    ],
)
def test_a_right_combination_is_left_in_peace(profile, change, checked):
    assert checked(profile | change) == {}


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        ("django-insecure-9h3k2p0w9q8e7r6t5y4u3i2o1pAzSxDcFvGbHnJmK", 'holds "insecure"'),
        ("aB3dE6gH9jK2mN5pQ8sT1vW4", "shorter than 50"),
        ("correcthorsebattery" * 4, "repeats itself"),
    ],
)
def test_a_key_that_can_be_guessed_is_refused_wherever_it_comes_from(checked, tmp_path, kept, why):
    (tmp_path / "secret-key").write_text(kept)
    found = checked({})["truepool.E006"]
    assert (found.is_serious(), why in found.msg) == (True, True)
    assert str(tmp_path / "secret-key") in found.hint
    assert kept not in f"{found.msg} {found.hint}"


def test_a_start_with_a_key_that_can_be_guessed_ends_before_anything_is_started(tmp_path):
    weak = {
        "SECRET_KEY": f"django-insecure-{'k3y0Pq7Zr2' * 6}",
        "TRUEPOOL_HOME": str(tmp_path),
        "PATH": os.environ["PATH"],
    }
    for order in (["manage.py", "up"], ["-c", "import config.wsgi"]):
        done = subprocess.run(
            [sys.executable, *order],
            cwd=CHECKOUT,
            env=weak,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert "SECRET_KEY: expected at least 50 characters, drawn at random" in done.stderr
        assert "django-insecure" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_keys_that_were_drawn_are_taken():
    from foundation.env import weakness_of
    from foundation.home import LETTERS

    drawn = [secrets.token_urlsafe(64) for _ in range(500)]
    drawn += [secrets.token_hex(32) for _ in range(500)]
    drawn += ["".join(secrets.choice(LETTERS) for _ in range(80)) for _ in range(500)]
    assert {weakness_of(key) for key in drawn} == {""}


def test_media_that_cannot_be_kept_are_warned_of(settings, tmp_path):
    from config.checks import check_media

    (tmp_path / "file").touch()
    settings.MEDIA_ROOT = tmp_path / "file" / "media"
    assert [found.id for found in check_media(None)] == ["truepool.W003"]
    settings.MEDIA_ROOT = tmp_path / "not" / "made" / "yet"
    assert check_media(None) == []


def test_gathered_static_files_are_seen(settings, tmp_path):
    from config.checks import check_static

    settings.STATIC_ROOT = tmp_path
    settings.WHITENOISE_USE_FINDERS = False
    assert [found.id for found in check_static(None)] == ["truepool.I002"]
    (tmp_path / "staticfiles.json").write_text("{}")
    assert check_static(None) == []


def test_a_catalogue_that_was_not_built_is_seen(settings, tmp_path):
    from config.checks import check_catalogues

    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    po.write(source, {po.HEADER: po.Entry(po.HEADER, ["Language: de\n"])})
    settings.LOCALE_PATHS = [tmp_path]
    (found,) = check_catalogues(None)
    assert found.id == "truepool.W005"
    assert str(source) in found.msg
    mo.compile_all(tmp_path)
    assert check_catalogues(None) == []


def test_every_check_has_its_test():
    source = (CHECKOUT / "config" / "checks.py").read_text()
    tested = {name for name, *_ in COMBINATIONS} | {
        *("truepool.W003", "truepool.W005", "truepool.E006")
    }
    numbers = re.findall(r'"([EWI]\d{3})"', source)
    assert {f"truepool.{number}" for number in numbers} == tested


def test_the_production_profile_passes_the_deployment_checks():
    done = subprocess.run(
        [sys.executable, "-m", "tests.deploy_check"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_lesser_profile_does_not_and_is_told_why(tmp_path):
    lesser = PRODUCTION | {"TRUEPOOL_HTTPS": "off", "DEBUG": "on", "TRUEPOOL_HOME": str(tmp_path)}
    order = [sys.executable, CHECKOUT / "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        order,
        env={"PATH": os.environ["PATH"]} | lesser,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert (
        "(truepool.E001) DEBUG is on together with a SECRET_KEY of your own.\n\tHINT: "
        in done.stderr
    )
    assert "security.W012" in done.stderr


def test_a_web_process_has_read_its_pages_before_it_answers():
    """In a process of its own: this one has long read them."""
    looked = (
        "import config.rsgi, sys\n"
        "from django.template import engines\n"
        "(cached,) = engines['django'].engine.template_loaders\n"
        "print('annotator.views.rating' in sys.modules, 'home.html' in cached.get_template_cache)"
    )
    done = subprocess.run(
        [sys.executable, "-c", looked], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "True"]


@pytest.mark.parametrize(("given", "asked"), [({}, False), ({"TRUEPOOL_HSTS_PRELOAD": "on"}, True)])
def test_browsers_are_asked_to_be_shipped_with_the_name_only_on_request(
    given, asked, monkeypatch, tmp_path
):
    for name, value in (PRODUCTION | given | {"TRUEPOOL_HOME": str(tmp_path)}).items():
        monkeypatch.setenv(name, value)
    read = runpy.run_path(str(CHECKOUT / "config" / "settings.py"))
    assert (read["SECURE_HSTS_SECONDS"] > 0, read["SECURE_HSTS_PRELOAD"]) == (True, asked)


@pytest.mark.parametrize(("given", "size"), [(None, "10"), ("", "10"), ("20", "20")])
def test_a_web_process_has_a_pool_unless_another_size_is_given(given, size, tmp_path):
    """Compose files write what is not given as an empty text."""
    environ = {"PATH": os.environ["PATH"], "TRUEPOOL_HOME": str(tmp_path)}
    environ |= {} if given is None else {"TRUEPOOL_DATABASE_POOL": given}
    shows = "import config.wsgi, os; print(os.environ['TRUEPOOL_DATABASE_POOL'])"
    order = [sys.executable, "-c", shows]
    done = subprocess.run(
        order, env=environ, cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{size}\n"
