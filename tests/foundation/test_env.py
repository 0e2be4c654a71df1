"""Settings from the environment: what is read, what is refused, and in which words."""

import os
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foundation.env import SETTINGS, SettingError, broker_url, database_url, read_settings
from foundation.home import CHECKOUT

KEY = "k3y-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ"

GOOD = [
    ("SECRET_KEY", KEY, KEY),
    ("ALLOWED_HOSTS", "truepool.example.org, 10.0.0.7", ["truepool.example.org", "10.0.0.7"]),
    ("ALLOWED_HOSTS", "[::1],.example.org,*", ["[::1]", ".example.org", "*"]),
    (
        "CSRF_TRUSTED_ORIGINS",
        "https://a.example.org,http://b.example.org:81",
        ["https://a.example.org", "http://b.example.org:81"],
    ),
    ("TRUEPOOL_HTTPS", "off", False),
    ("TRUEPOOL_HSTS_PRELOAD", "on", True),
    ("TRUEPOOL_TRUSTED_PROXIES", "5", 5),
    ("TRUEPOOL_DATABASE_POOL", "0", 0),
    ("TRUEPOOL_MEDIA_ACCEL", "/protected/", "/protected/"),
    ("TRUEPOOL_MEDIA_SECONDS", "60", 60),
    ("TRUEPOOL_SESSION_HOURS", "720", 720),
    ("TRUEPOOL_SIGN_IN_FAILURES", "3", 3),
    ("TRUEPOOL_SIGN_IN_PAUSE_MINUTES", "1440", 1440),
    ("TRUEPOOL_SIGN_IN_FAILURES_OF_ADDRESS", "10", 10),
    ("TRUEPOOL_SECOND_FACTOR", "administrator, lead", ["admin", "lead"]),
    ("TRUEPOOL_API_PER_MINUTE", "10", 10),
    ("TRUEPOOL_CAPTIONS_MIB", "1", 1),
    ("TRUEPOOL_RUNS_MIB", "4096", 4096),
    ("TRUEPOOL_VIDEOS_MIB", "100000", 100_000),
    ("TRUEPOOL_LABELS_MIB", "256", 256),
    ("TRUEPOOL_JOBS_PER_PERSON", "7", 7),
    ("TRUEPOOL_SUBMISSIONS_A_DAY", "9", 9),
    ("TRUEPOOL_SUBMISSION_CHECKS_A_DAY", "20", 20),
    ("TRUEPOOL_SUBMITTED_MIB_A_DAY", "512", 512),
    ("TRUEPOOL_WITNESS_ORIGINS", "http://127.0.0.1:8000", ["http://127.0.0.1:8000"]),
    ("TRUEPOOL_WITNESS_KEY", "sk-12345", "sk-12345"),
    ("TRUEPOOL_LOG_LEVEL", "WARNING", "WARNING"),
    (
        "TRUEPOOL_METRICS_TOKEN",
        "q7Zr2Lx9Vb4Nc8Tw5Hd1Ks6Mj3Pf0Gy",
        "q7Zr2Lx9Vb4Nc8Tw5Hd1Ks6Mj3Pf0Gy",
    ),
    ("TRUEPOOL_METRICS_NETWORKS", "10.0.0.0/8", [ip_network("10.0.0.0/8")]),
    ("TRUEPOOL_CERTIFICATE", "/etc/tls/truepool.pem", Path("/etc/tls/truepool.pem")),
    ("BROKER_URL", "redis://:word@broker:6379/0", "redis://:word@broker:6379/0"),
    ("BROKER_URL", "valkeys://broker", "rediss://broker"),
    ("BROKER_URL", "unix:///run/valkey.sock", "redis+socket:///run/valkey.sock"),
]
GOOD += [("DEBUG", word, True) for word in ("1", "true", "YES", "on")] + [
    ("DEBUG", word, False) for word in ("0", "False", "no", "off")
]

BAD = [
    ("TRUEPOOL_HOME", str(CHECKOUT / "manage.py")),
    ("SECRET_KEY", "short"),
    ("SECRET_KEY", "a" * 64),
    ("SECRET_KEY", "django-insecure-h3$k2!p0w9q8e7r6t5y4u3i2o1p0a9s8d7f6g5h4j3k2l1z0x9"),
    ("SECRET_KEY", "Please-Change-Me-6fk29dm10vprq83jzx74nbw5ycg0teh1lsaouiQWERTZ"),
    ("SECRET_KEY", "correcthorsebattery" * 4),
    ("SECRET_KEY", "0123456789" * 6),
    ("SECRET_KEY", "01" * 40),
    ("DEBUG", "maybe"),
    ("ALLOWED_HOSTS", "https://truepool.example.org"),
    ("ALLOWED_HOSTS", "truepool.example.org:8000"),
    ("ALLOWED_HOSTS", "a,,b"),
    ("ALLOWED_HOSTS", "a b"),
    ("CSRF_TRUSTED_ORIGINS", "truepool.example.org"),
    ("CSRF_TRUSTED_ORIGINS", "https://truepool.example.org/path"),
    ("TRUEPOOL_HTTPS", "2"),
    ("TRUEPOOL_HSTS_PRELOAD", "always"),
    ("TRUEPOOL_TRUSTED_PROXIES", "6"),
    ("TRUEPOOL_TRUSTED_PROXIES", "-1"),
    ("TRUEPOOL_DATABASE_POOL", "1.5"),
    ("TRUEPOOL_DATABASE_POOL", "1_0"),
    ("TRUEPOOL_DATABASE_POOL", "\N{ARABIC-INDIC DIGIT THREE}"),
    ("TRUEPOOL_MEDIA_ACCEL", "protected"),
    ("TRUEPOOL_MEDIA_ACCEL", "/protected"),
    ("TRUEPOOL_MEDIA_SECONDS", "59"),
    ("TRUEPOOL_SESSION_HOURS", "0"),
    ("TRUEPOOL_SIGN_IN_FAILURES", "2"),
    ("TRUEPOOL_SIGN_IN_PAUSE_MINUTES", "1441"),
    ("TRUEPOOL_SIGN_IN_FAILURES_OF_ADDRESS", "9"),
    ("TRUEPOOL_SECOND_FACTOR", "administrator,admin"),
    ("TRUEPOOL_API_PER_MINUTE", "9" * 5_000),
    ("TRUEPOOL_CAPTIONS_MIB", "0"),
    ("TRUEPOOL_RUNS_MIB", "2g"),
    ("TRUEPOOL_VIDEOS_MIB", "100001"),
    ("TRUEPOOL_LABELS_MIB", "-1"),
    ("TRUEPOOL_JOBS_PER_PERSON", "0"),
    ("TRUEPOOL_SUBMISSIONS_A_DAY", "0"),
    ("TRUEPOOL_SUBMISSION_CHECKS_A_DAY", "0"),
    ("TRUEPOOL_SUBMITTED_MIB_A_DAY", "1g"),
    ("TRUEPOOL_WITNESS_ORIGINS", "127.0.0.1:8000"),
    ("TRUEPOOL_WITNESS_KEY", "two words"),
    ("TRUEPOOL_LOG_LEVEL", "loud"),
    ("TRUEPOOL_METRICS_TOKEN", "short"),
    ("TRUEPOOL_METRICS_NETWORKS", "0.0.0.0/0"),
    ("TRUEPOOL_METRICS_NETWORKS", "10.0.0.7/8"),
    ("TRUEPOOL_CERTIFICATE", "truepool.pem"),
    ("DATABASE_URL", "mysql://root@db/truepool"),
    ("DATABASE_URL", "postgresql://db"),
    ("DATABASE_URL", "postgresql://db/a/b"),
    ("DATABASE_URL", "postgresql://db:port/truepool"),
    ("DATABASE_URL", "postgresql://db:99999/truepool"),
    ("DATABASE_URL", "postgresql://[db/truepool"),
    ("DATABASE_URL", "truepool"),
    ("BROKER_URL", "amqp://broker"),
    ("BROKER_URL", "redis://"),
    ("BROKER_URL", "redis://broker:port/0"),
    ("BROKER_URL", "redis+socket://"),
]


@pytest.mark.parametrize(("name", "text", "value"), GOOD)
def test_a_good_value_is_read(name, text, value):
    assert read_settings({name: text})[name] == value


@pytest.mark.parametrize(("name", "text"), BAD)
def test_a_bad_value_is_refused_by_name_with_what_was_expected(name, text):
    with pytest.raises(SettingError, match=rf"^{name}: expected .+, found ") as refused:
        read_settings({name: text})
    assert "\n" not in str(refused.value)


def test_every_reader_is_tried_with_good_and_bad_values():
    elsewhere = {
        "TRUEPOOL_HOME",
        "DATABASE_URL",
    }  # their good values have tests of their own, below
    assert {name for name, *_ in GOOD} | elsewhere == {setting.name for setting in SETTINGS}
    assert {name for name, _ in BAD} == {setting.name for setting in SETTINGS}


def test_nothing_has_to_be_given():
    assert read_settings({"PATH": "/bin", "HOME": "/root"}) == {
        setting.name: setting.default for setting in SETTINGS
    }


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_an_empty_value_counts_as_not_given(setting):
    assert read_settings({setting.name: ""})[setting.name] == setting.default


def test_a_home_is_made_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert read_settings({"TRUEPOOL_HOME": "here"})["TRUEPOOL_HOME"] == tmp_path / "here"


# Secrets


def test_a_secret_may_lie_in_a_file(tmp_path):
    path = tmp_path / "key"
    path.write_text(KEY + "\n")
    assert read_settings({"SECRET_KEY_FILE": str(path)})["SECRET_KEY"] == KEY


def test_a_secret_given_twice_is_refused(tmp_path):
    with pytest.raises(SettingError, match="SECRET_KEY and SECRET_KEY_FILE are both given"):
        read_settings({"SECRET_KEY": KEY, "SECRET_KEY_FILE": str(tmp_path / "key")})


def test_a_secret_s_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(
        SettingError, match=r"^SECRET_KEY_FILE: expected a readable text file, found .*/key"
    ):
        read_settings({"SECRET_KEY_FILE": str(tmp_path / "key")})


def test_a_secret_s_file_that_is_no_text_is_refused_without_showing_it(tmp_path):
    (tmp_path / "key").write_bytes(b"\xff\xfehunter2")
    with pytest.raises(
        SettingError, match=r"^SECRET_KEY_FILE: expected a readable text file"
    ) as refused:
        read_settings({"SECRET_KEY_FILE": str(tmp_path / "key")})
    assert "hunter2" not in str(refused.value)


def test_an_empty_secret_s_file_is_refused(tmp_path):
    (tmp_path / "key").write_text("\n")
    with pytest.raises(SettingError, match="found an empty file"):
        read_settings({"SECRET_KEY_FILE": str(tmp_path / "key")})


def test_only_secrets_come_from_files():
    with pytest.raises(
        SettingError, match=r"^ALLOWED_HOSTS_FILE: no such setting; .* did you mean ALLOWED_HOSTS\?"
    ):
        read_settings({"ALLOWED_HOSTS_FILE": "/etc/hosts"})


@pytest.mark.parametrize(
    "setting", [setting for setting in SETTINGS if setting.secret], ids=lambda setting: setting.name
)
def test_a_secret_is_never_repeated(setting, tmp_path):
    (tmp_path / "file").write_text("hunter2")
    for given_ in ({setting.name: "hunter2"}, {f"{setting.name}_FILE": str(tmp_path / "file")}):
        with pytest.raises(SettingError) as refused:
            read_settings(given_)
        assert "hunter2" not in str(refused.value)
        assert refused.value.__cause__ is None


# Names


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("TRUEPOOL_HOMES", "did you mean TRUEPOOL_HOME?"),
        ("TRUEPOOL_SESION_HOURS", "did you mean TRUEPOOL_SESSION_HOURS?"),
        ("TRUEPOOL_" + "Z" * 30, "docs/settings.md lists those that exist"),
        ("ALOWED_HOSTS", "did you mean ALLOWED_HOSTS?"),
        ("SECRET_KEYS", "did you mean SECRET_KEY?"),
        ("DATABASE_URLS", "did you mean DATABASE_URL?"),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(name, hint):
    with pytest.raises(SettingError) as refused:
        read_settings({name: "1"})
    assert str(refused.value) == f"{name}: no such setting; expected a known name: {hint}"


@pytest.mark.parametrize(
    "name",
    [
        "PATH",
        "HOME",
        "LANG",
        "DEBUGINFOD_URLS",
        "HOSTNAME",
        "KEY",
        "DJANGO_SETTINGS_MODULE",
        "DATABASE",
    ],
)
def test_names_of_others_are_none_of_our_business(name):
    read_settings({name: "anything"})


# Addresses of databases

WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)


@given(
    user=WORDS,
    password=WORDS,
    name=WORDS.filter(lambda name: "/" not in name),
    port=st.none() | st.integers(1, 65_535),
)
def test_whatever_is_percent_encoded_in_a_database_url_comes_out_again(user, password, name, port):
    place = "db.example.org" + (f":{port}" if port else "")
    who = f"{quote(user, safe='')}:{quote(password, safe='')}"
    found = database_url(f"postgresql://{who}@{place}/{quote(name, safe='')}")
    assert (found["USER"], found["PASSWORD"], found["NAME"]) == (user, password, name)
    assert (found["HOST"], found["PORT"]) == ("db.example.org", str(port or ""))


@given(st.text(max_size=60) | st.text(max_size=40).map(lambda rest: f"postgresql://{rest}"))
def test_any_text_is_either_a_database_url_or_refused_with_the_form(text):
    try:
        assert database_url(text)["NAME"]
    except ValueError as refused:
        assert str(refused) == "postgresql://user:password@host:port/name"  # noqa: PT017  (most texts are refused, some are not)


@given(st.text(max_size=60) | st.text(max_size=40).map(lambda rest: f"redis://{rest}"))
def test_any_text_is_either_a_broker_url_or_refused_with_the_form(text):
    try:
        assert "://" in broker_url(text)
    except ValueError as refused:
        assert str(refused).startswith("redis://host:port/number")  # noqa: PT017  (as above)


def test_a_socket_and_libpq_s_parameters_go_behind_the_question_mark():
    found = database_url(
        "postgresql://postgres@/truepool?host=/run/db&sslmode=require&application_name="
    )
    assert (found["HOST"], found["USER"], found["PORT"]) == ("/run/db", "postgres", "")
    assert found["OPTIONS"] == {"sslmode": "require", "application_name": ""}


# The commands


def manage(*words: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    own = {setting.name for setting in SETTINGS} | {f"{setting.name}_FILE" for setting in SETTINGS}
    clean = {name: value for name, value in os.environ.items() if name not in own}
    order = [sys.executable, CHECKOUT / "manage.py", *words]
    return subprocess.run(order, env=clean | environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("word", ["check", "migrate", "up"])
def test_a_malformed_value_stops_every_command_with_one_line(word, tmp_path: Path):
    done = manage(word, TRUEPOOL_HOME=str(tmp_path / "home"), TRUEPOOL_SESSION_HOURS="long")
    assert (
        done.stderr
        == 'error: TRUEPOOL_SESSION_HOURS: expected a whole number from 1 to 720, found "long"\n'
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert not (tmp_path / "home").exists()


def test_the_web_process_names_the_setting_too(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", "import config.wsgi"],
        cwd=CHECKOUT,
        env={
            "PATH": os.environ["PATH"],
            "TRUEPOOL_HOME": str(tmp_path),
            "TRUEPOOL_DATABASE_POOL": "many",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(
        'TRUEPOOL_DATABASE_POOL: expected a whole number from 0 to 200, found "many"'
    )


def test_a_token_for_notebooks_is_no_setting_and_stops_no_start():
    assert read_settings({"TRUEPOOL_TOKEN": "a-token"}) == read_settings({})
    with pytest.raises(SettingError, match="TRUEPOOL_TOKENS: no such setting"):
        read_settings({"TRUEPOOL_TOKENS": "a-token"})
