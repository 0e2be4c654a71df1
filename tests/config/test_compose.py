"""The container deployment, as far as it can be proven without a container engine: see
docs/operations.md."""

import logging
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

from foundation.env import SETTINGS, read_settings
from foundation.home import CHECKOUT
from stack.supervisor import web_command
from tests.config.compose import COMPOSE as COMPOSE_FILE
from tests.config.compose import read_compose

DOCKERFILE = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = read_compose(PUBLIC_HOST="truepool.example.org")
SERVICES = COMPOSE["services"]
OURS = ["migrate", "web", "worker", "beat"]
EVERY = pytest.mark.parametrize("name", SERVICES)
EVERY_OF_OURS = pytest.mark.parametrize("name", OURS)
EXACT_TAG = re.compile(r"[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z-]+)?")
PRINTS_WHAT_IT_IMPORTED = "import runpy, sys; runpy.run_path(sys.argv[1]); print(*sys.modules)"
SETTING_NAMES = {setting.name for setting in SETTINGS} | {
    f"{setting.name}_FILE" for setting in SETTINGS if setting.secret
}


def command_of(name: str) -> list[str]:
    return [str(word) for word in SERVICES[name]["command"]]


def docker_lines(word: str) -> list[str]:
    joined = DOCKERFILE.replace("\\\n", " ")
    return [
        line.removeprefix(word).strip()
        for line in joined.splitlines()
        if line.startswith(f"{word} ")
    ]


# Services


def test_the_parts_are_all_there_and_no_others():
    assert sorted(SERVICES) == ["beat", "migrate", "postgres", "proxy", "valkey", "web", "worker"]


def test_without_a_host_name_compose_refuses_to_start():
    with pytest.raises(KeyError, match="PUBLIC_HOST: say by which host name"):
        read_compose()


@EVERY
def test_an_image_is_pinned_to_an_exact_version(name):
    assert EXACT_TAG.fullmatch(SERVICES[name]["image"]), SERVICES[name]["image"]


def test_our_image_bears_our_version():
    version = re.search(
        r'^version = "(.+)"$', (CHECKOUT / "pyproject.toml").read_text(), re.MULTILINE
    )[1]
    assert {SERVICES[name]["image"] for name in OURS} == {f"truepool:{version}"}
    assert {SERVICES[name]["build"]["target"] for name in OURS} == {"truepool"}


def test_another_target_of_the_dockerfile_is_named_in_env():
    stages = [line.split(" AS ") for line in docker_lines("FROM")]
    assert [stage[1] for stage in stages[:-1]] == ["packages", "truepool", "models", "models-cuda"]
    assert stages[-1] == ["truepool"]  # what is built without a target
    given = read_compose(PUBLIC_HOST="truepool.example.org", TRUEPOOL_TARGET="models")
    assert given["services"]["web"]["build"]["target"] == "models"


@EVERY
def test_a_service_that_stays_has_a_health_check_and_comes_back(name):
    service = SERVICES[name]
    if name == "migrate":
        assert (service["restart"], service["healthcheck"]) == ("no", {"disable": True})
    else:
        assert service["restart"] == "unless-stopped"
        assert {"test", "interval", "timeout", "retries"} <= set(service["healthcheck"])
    assert re.fullmatch(r"\d+[sm]", service["stop_grace_period"])


def test_only_the_proxy_publishes_ports():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert not any("network_mode" in service for service in SERVICES.values())


def test_database_and_broker_are_reached_from_inside_only():
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert SERVICES["postgres"]["networks"] == SERVICES["valkey"]["networks"] == ["inside"]
    assert "inside" not in SERVICES["proxy"]["networks"]
    assert set(SERVICES["web"]["networks"]) == {"inside", "outside"}


def test_a_worker_fetches_by_address_from_a_network_that_can_be_shut():
    assert SERVICES["worker"]["networks"] == ["inside", "abroad"]
    assert COMPOSE["networks"]["abroad"] == {"internal": False}
    assert not any(
        "abroad" in service["networks"] for name, service in SERVICES.items() if name != "worker"
    )
    shut = read_compose(PUBLIC_HOST="truepool.example.org", WORKER_SHUT_IN="true")
    assert shut["networks"]["abroad"] == {"internal": True}


def test_each_service_waits_for_what_it_needs():
    def waits(name):
        return {
            other: how["condition"] for other, how in SERVICES[name].get("depends_on", {}).items()
        }

    ready = {
        "postgres": "service_healthy",
        "valkey": "service_healthy",
        "migrate": "service_completed_successfully",
    }
    assert waits("web") == waits("worker") == waits("beat") == ready
    assert waits("migrate") == {"postgres": "service_healthy"}
    assert waits("proxy") == {"web": "service_healthy"}
    assert waits("postgres") == waits("valkey") == {}


@EVERY
def test_whatever_a_service_names_is_declared(name):
    service = SERVICES[name]
    assert set(service.get("secrets", [])) <= set(COMPOSE["secrets"])
    assert set(service["networks"]) <= set(COMPOSE["networks"])
    for volume in service.get("volumes", []):
        source, _, target = volume.partition(":")
        if not target:
            continue  # nameless, for what may be lost
        assert (
            (CHECKOUT / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
        )


def test_nothing_of_ours_runs_as_root_or_may_become_it():
    assert docker_lines("USER") == ["truepool", *["root", "truepool"] * 2]  # models are added
    assert not any("cap_add" in SERVICES[name] for name in [*OURS, "proxy", "valkey"])


@EVERY
def test_a_service_keeps_no_capability_that_it_does_not_begin_with_and_no_root_that_it_writes(name):
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    if "user" not in service and name not in OURS:  # begins as root, to give its folder away
        assert (name, service["cap_add"]) == (
            "postgres",
            ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"],
        )


@EVERY
def test_a_service_has_limits_that_env_can_change(name):
    service = SERVICES[name]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["cpus"] in (1, 2)
    assert service["pids_limit"] >= 64
    assert service["logging"] == {
        "driver": "json-file",
        "options": {"max-size": "20m", "max-file": "5"},
    }
    capitals = name.upper()
    given = {f"{capitals}_MEMORY": "9g", f"{capitals}_CPUS": "7", "LOG_SIZE": "1m"}
    changed = read_compose(PUBLIC_HOST="truepool.example.org", **given)["services"][name]
    assert (changed["mem_limit"], changed["cpus"]) == ("9g", 7)
    assert changed["logging"]["options"]["max-size"] == "1m"


def test_what_env_may_say_is_in_operations():
    """Settings of ours have their own page."""
    names = set(re.findall(r"\$\{(\w+):", COMPOSE_FILE.read_text(encoding="utf-8")))
    text = (CHECKOUT / "docs" / "operations.md").read_text(encoding="utf-8")
    table = text[text.index("### What `.env` may say") :]
    said = set(re.findall(r"`([A-Z_]+)`", table[: table.index("\n### ")]))
    parts = {name.upper() for name in SERVICES}
    assert parts <= said
    limits = {f"{part}_{what}" for part in parts for what in ("MEMORY", "CPUS")}
    assert names - SETTING_NAMES == (said - SETTING_NAMES - parts) | limits


def test_the_broker_answers_other_machines_and_keeps_nothing():
    command = command_of("valkey")
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--protected-mode"] == "no"
    assert options["--save"] == ""


def test_the_proxy_reads_media_by_our_group_and_cannot_write_them():
    gid = re.search(r"groupadd --system --gid (\d+) truepool", DOCKERFILE)[1]
    assert SERVICES["proxy"]["user"].split(":")[1] == gid
    assert "media:/srv/truepool/media:ro" in SERVICES["proxy"]["volumes"]
    from django.conf import settings

    assert settings.FILE_UPLOAD_PERMISSIONS & 0o040


def test_uploads_pass_through_a_disk_and_not_through_memory():
    for name in [*OURS, "proxy"]:
        assert "/tmp" in SERVICES[name]["volumes"]
        assert [mount.split(":")[0] for mount in SERVICES[name].get("tmpfs", [])] in (
            [],
            ["/srv/truepool/alive"],
        )


def test_beat_is_one_and_workers_may_be_more():
    assert "deploy" not in SERVICES["beat"]
    assert not any(
        "container_name" in service for service in SERVICES.values()
    )  # which would keep workers from being scaled


# Settings and secrets


@pytest.fixture
def secrets_made(tmp_path) -> Path:
    """What deploy/make_secrets.sh makes, made."""
    script = tmp_path / "deploy" / "make_secrets.sh"
    script.parent.mkdir()
    script.write_bytes((CHECKOUT / "deploy" / "make_secrets.sh").read_bytes())
    subprocess.run(
        ["sh", script, "truepool.example.org"], check=True, capture_output=True, text=True
    )
    return script.parent / "secrets"


def test_every_secret_is_a_file_that_git_and_the_image_leave_out():
    assert all(set(secret) == {"file"} for secret in COMPOSE["secrets"].values())
    assert "deploy/secrets/" in (CHECKOUT / ".gitignore").read_text().splitlines()
    ignored = (CHECKOUT / ".dockerignore").read_text().splitlines()
    assert "*" in ignored
    assert "!deploy" not in ignored


def test_the_script_makes_every_secret_once(secrets_made):
    assert {path.name for path in secrets_made.iterdir()} == {
        Path(secret["file"]).name for secret in COMPOSE["secrets"].values()
    }
    assert secrets_made.stat().st_mode & 0o777 == 0o700
    before = {path.name: path.read_bytes() for path in secrets_made.iterdir()}
    subprocess.run(
        ["sh", secrets_made.parent / "make_secrets.sh", "other.example.org"],
        check=True,
        capture_output=True,
    )
    assert {path.name: path.read_bytes() for path in secrets_made.iterdir()} == before


def test_every_setting_reaches_the_services_from_env():
    web = set(SERVICES["web"]["environment"])
    assert web == {
        f"{setting.name}_FILE" if f"{setting.name}_FILE" in web else setting.name
        for setting in SETTINGS
        if setting.name != "DEBUG"
    }
    # A pool does not survive the fork of a worker; the others are asked by nobody.
    theirs = {"TRUEPOOL_METRICS_TOKEN_FILE", "TRUEPOOL_CERTIFICATE", "TRUEPOOL_DATABASE_POOL"}
    for name in ("migrate", "worker", "beat"):
        assert set(SERVICES[name]["environment"]) == web - theirs
    given = read_compose(PUBLIC_HOST="truepool.example.org", TRUEPOOL_RUNS_MIB="4096")
    found = given["services"]["worker"]["environment"]["TRUEPOOL_RUNS_MIB"]
    assert read_settings({"TRUEPOOL_RUNS_MIB": found})["TRUEPOOL_RUNS_MIB"] == 4_096


def test_what_metrics_say_is_seen_by_the_web():
    environment, volumes = (SERVICES["web"][part] for part in ("environment", "volumes"))
    certificate = Path(environment["TRUEPOOL_CERTIFICATE"]).name
    assert certificate in set(SERVICES["web"]["secrets"]) & set(SERVICES["proxy"]["secrets"])
    assert "tls_key" not in SERVICES["web"]["secrets"]
    # The age of the last backup: written by a command in the web's container, beside the secrets.
    assert f"kept:{environment['TRUEPOOL_HOME']}/kept" in volumes
    assert "backups:/srv/backups" in volumes


@EVERY_OF_OURS
def test_a_service_s_environment_is_read_by_our_settings(name, secrets_made):
    environment = SERVICES[name]["environment"]
    assert set(environment) <= SETTING_NAMES
    here = {
        key: value.replace("/run/secrets", str(secrets_made)) for key, value in environment.items()
    }
    for key, value in environment.items():
        if key.endswith("_FILE"):
            assert Path(value).name in SERVICES[name]["secrets"]
    found = read_settings(here)
    assert found["ALLOWED_HOSTS"] == ["truepool.example.org"]
    assert found["DATABASE_URL"]["HOST"] in SERVICES
    assert (
        found["DATABASE_URL"]["PASSWORD"]
        == (secrets_made / "database_password").read_text().strip()
    )
    assert re.fullmatch(r"redis://(\w+):6379/0", found["BROKER_URL"])[1] in SERVICES


def test_the_database_is_made_with_the_name_and_owner_that_we_use(secrets_made):
    given = SERVICES["postgres"]["environment"]
    found = read_settings({"DATABASE_URL_FILE": str(secrets_made / "database_url")})["DATABASE_URL"]
    assert (given["POSTGRES_USER"], given["POSTGRES_DB"]) == (found["USER"], found["NAME"])
    assert Path(given["POSTGRES_PASSWORD_FILE"]).name in SERVICES["postgres"]["secrets"]


def test_the_system_checks_pass_with_the_environment_of_the_web_service(secrets_made, tmp_path):
    environment = SERVICES["web"]["environment"]
    here = {
        key: value.replace("/run/secrets", str(secrets_made)) for key, value in environment.items()
    }
    here["TRUEPOOL_HOME"] = str(tmp_path / "home")
    order = [
        CHECKOUT / ".venv/bin/python",
        CHECKOUT / "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
    ]
    done = subprocess.run(
        order, env={"PATH": os.environ["PATH"]} | here, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


# Commands


def programs() -> set[str]:
    """The programs that the pinned packages bring."""
    pinned = re.findall(
        r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==",
        (CHECKOUT / "requirements.txt").read_text(),
        re.MULTILINE,
    )
    found = set()
    for name in pinned:
        try:
            found |= {
                entry.name
                for entry in distribution(name).entry_points.select(group="console_scripts")
            }
        except ModuleNotFoundError:
            continue  # for another platform
    return found | {"python"}


@EVERY_OF_OURS
def test_a_command_names_a_program_that_the_image_has(name):
    assert command_of(name)[0] in programs()


def test_the_image_s_own_command_is_the_web_s():
    assert (
        docker_lines("CMD")[-1] == "[" + ", ".join(f'"{word}"' for word in command_of("web")) + "]"
    )


def test_granian_accepts_the_web_s_command_line():
    from granian.cli import cli

    words = command_of("web")
    context = cli.make_context(words[0], words[1:])
    assert (context.params["host"], context.params["port"]) == ("0.0.0.0", 8000)
    up = cli.make_context("granian", web_command("0.0.0.0", 8000)[3:]).params
    own = {"working_dir": None, "workers_kill_timeout": 25}  # a container is given longer to stop
    assert context.params == up | own


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_celery_accepts_the_command_line_and_finds_the_application(name):
    from celery.app.utils import find_app
    from celery.bin.base import CLIContext
    from celery.bin.celery import celery

    program, option, application, subcommand, *rest = command_of(name)
    assert (program, option) == ("celery", "-A")
    app = find_app(application)
    assert app.main == "truepool"
    context = celery.commands[subcommand].make_context(
        subcommand, rest, obj=CLIContext(app=app, no_color=True, workdir=None)
    )
    assert context.params["loglevel"] == logging.INFO
    assert context.args == []


@pytest.mark.parametrize("name", ["web", "worker", "beat"])
def test_a_health_check_starts_no_django(name):
    assert SERVICES[name]["healthcheck"]["test"] == [
        *("CMD", "python", "-IS", "foundation/alive.py", name)
    ]
    done = subprocess.run(
        [sys.executable, "-IS", "-c", PRINTS_WHAT_IT_IMPORTED, CHECKOUT / "foundation/alive.py"],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(done.stdout.split())
    assert "socket" in imported
    assert not {"pathlib", "urllib", "django", "foundation", "celery", "ssl"} & imported


def test_beat_keeps_no_diary_in_a_container_that_cannot_be_written():
    from config.celery import app

    assert app.conf.beat_scheduler == "celery.beat:Scheduler"


def test_migrations_are_run_by_one_service_and_once():
    assert command_of("migrate") == ["python", "manage.py", "migrate", "--no-input"]
    assert [name for name in OURS if "migrate" in command_of(name)] == ["migrate"]


# The image


def test_the_image_is_built_from_an_exact_version_and_pinned_packages():
    bases = {line.split()[0] for line in docker_lines("FROM")}
    assert bases == {"python:3.11.14-slim-bookworm", "truepool"}
    assert any(
        " --require-hashes " in line and "requirements.txt" in line for line in docker_lines("RUN")
    )


def test_the_image_gets_every_package_and_they_are_sent_to_the_builder():
    copied = {
        line.split()[0].rstrip("/")
        for line in docker_lines("COPY")
        if not line.startswith("--from")
    }
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = set(project["tool"]["importlinter"]["root_packages"])
    others = {"docs", "templates", "static", "locale", "manage.py"}
    others |= {f"requirements{of}.txt" for of in ("", "-models", "-models-cuda")}
    assert packages | others == copied
    assert {f"!{name}" for name in copied} <= set(
        (CHECKOUT / ".dockerignore").read_text().splitlines()
    )


def test_the_image_has_its_catalogues_built():
    assert any("python -m foundation.catalogue" in line for line in docker_lines("RUN"))


def test_static_files_are_gathered_as_the_image_gathers_them(tmp_path):
    """The very command of the Dockerfile, in a home of its own; afterwards the manifest has what
    pages ask for."""
    line = next(line for line in docker_lines("RUN") if "collectstatic" in line)
    command = line.split("&&")[0].replace("python", str(CHECKOUT / ".venv/bin/python"))
    environ = {"PATH": os.environ["PATH"], "TRUEPOOL_HOME": str(tmp_path)}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=CHECKOUT,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    manifest = (tmp_path / "static" / "staticfiles.json").read_text()
    assert "css/truepool.css" in manifest
    assert "js/api-docs.js" in manifest
    home = re.search(r"TRUEPOOL_HOME=(\S+)", DOCKERFILE)[1]
    assert SERVICES["web"]["environment"]["TRUEPOOL_HOME"] == home
    assert SERVICES["web"]["volumes"] == [
        f"media:{home}/media",
        "/tmp",
        f"{home}/incoming",
        f"kept:{home}/kept",
        "backups:/srv/backups",
    ]  # a volume over home/static would hide a newer image's files
