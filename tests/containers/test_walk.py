"""The deployment in containers, walked from secrets to a restore on a real engine, through nginx
and by HTTPS. What it took is printed.

Skipped, with the reason, where there is no engine or one of the base images is not there.
"""

import json
import re
import statistics
import subprocess
from io import BytesIO
from uuid import uuid4

from tests.containers.engine import Engine
from tests.containers.visitor import Visitor
from tests.jobs.conftest import wait_until
from tests.media.clips import FFMPEG, PLAYABLE

CAPTIONS = b"caption_id,video_id,caption\nc1,beach,A test card with a clock.\n"
TIMES = """
import resource, subprocess, sys, time
for _ in range(9):
    begun, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-IS", "foundation/alive.py", sys.argv[1]], check=True)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
    print(time.monotonic() - begun, busy)
"""


def test_a_deployment_is_walked_from_secrets_to_a_restore(engine: Engine):
    build(engine)
    start(engine)
    look_at_checks_and_limits(engine)
    with engine.step("demo") as found:
        found.append(engine.manage("demo").splitlines()[0])
    password = engine.compose("exec", "-T", "web", "cat", "/srv/truepool/kept/demo-password")
    label = rate_one_pair(engine, password)
    lead = Visitor(engine.origin, engine.folder / "deploy/secrets/tls_certificate")
    lead.sign_in("lead", password)
    film = upload_a_clip(engine, lead)
    exported = export(engine, lead)
    back_up(engine)
    seen_from_outside(engine)
    restore(engine)
    with engine.step("signed in again, with the same label, clip and export") as found:
        lead.sign_in("lead", password)
        (benchmark,) = (row for row in lead.api("/benchmarks")["results"] if row["name"] == "walk")
        (video,) = lead.api(f"/benchmarks/{benchmark['id']}/videos")["results"]
        assert lead.ask(video["url"])[1] == film
        assert export_of(lead) == exported
        log = engine.manage("shell", "--no-imports", "-c", LABEL.format(label=label))
        assert log.splitlines()[-1] == "1"
    quiet_logs(engine)


LABEL = """
from annotator.models import Label
print(Label.objects.filter(pk={label}).count())
"""


def build(engine: Engine) -> None:
    with engine.step("make_secrets.sh") as found:
        made = engine.run("sh", "deploy/make_secrets.sh", "localhost")
        found.append(f"{len(made.splitlines())} lines")
    with engine.step("compose build") as found:
        engine.compose("build")
        found.append(f"{size_of(engine, 'truepool:0.2.0') / 1e6:,.0f} MB")
    for line in engine.run(
        *("docker", "run", "--rm", "--network", "none", "truepool:0.2.0", "sh", "-c"),
        "du -sm /opt/venv/lib/python3.11/site-packages/* /app /srv/truepool/static"
        " | sort -rn | head -12",
    ).splitlines():
        engine.transcript.append(f"             {line.replace('/opt/venv/lib/python3.11/', '')}")


def size_of(engine: Engine, image: str) -> int:
    return int(engine.run("docker", "image", "inspect", "--format", "{{.Size}}", image))


def start(engine: Engine) -> None:
    with engine.step("compose up, until all are healthy") as found:
        engine.compose("up", "--detach", "--no-build")
        wait_until(lambda: all_healthy(engine), 600.0)
        told = json.loads(engine.manage("ready", "--json"))
        found.append(
            ", ".join(f"{name} {'ok' if one['ok'] else one}" for name, one in told.items())
        )


def all_healthy(engine: Engine) -> bool:
    text = engine.compose("ps", "--all", "--format", "json")
    rows = [json.loads(line) for line in text.splitlines()]
    assert not any(row["Health"] == "unhealthy" for row in rows), engine.logs()
    return {row["Service"] for row in rows if row["Health"] == "healthy"} == {
        *("postgres", "valkey", "web", "worker", "beat", "proxy")
    }


def look_at_checks_and_limits(engine: Engine) -> None:
    """Each check, and what the engine was really told of limits and capabilities."""
    for service in ("web", "worker", "beat"):
        said = engine.compose("exec", "-T", service, "python", "-c", TIMES, service)
        pairs = [map(float, line.split()) for line in said.splitlines()]
        took, busy = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
        engine.transcript.append(
            f"             check of {service}: {took:.0f} ms, of a processor {busy:.0f} ms"
        )
    for service in ("postgres", "valkey", "web", "worker", "beat", "proxy"):
        (told,) = json.loads(engine.run("docker", "inspect", engine.container(service)))
        host = told["HostConfig"]
        assert host["ReadonlyRootfs"]
        assert host["Memory"] > 0
        assert host["NanoCpus"] > 0
        assert host["PidsLimit"] > 0
        assert host["LogConfig"]["Config"] == {"max-size": "1m", "max-file": "5"}
        # What the first process of the container is left with.
        status = engine.compose("exec", "-T", service, "cat", "/proc/1/status")
        assert re.search(r"^NoNewPrivs:\s+1$", status, re.MULTILINE)
        assert re.search(r"^CapEff:\s+0+$", status, re.MULTILINE), (service, status)
        assert not re.search(r"^Uid:\s+0\s", status, re.MULTILINE)
    used = engine.run(
        *("docker", "stats", "--no-stream", "--format", "{{.Name}} {{.MemUsage}} {{.PIDs}}"),
        *engine.compose("ps", "--quiet").split(),
    )
    engine.transcript += [f"             {line}" for line in used.splitlines()]


def rate_one_pair(engine: Engine, password: str) -> int:
    with engine.step("signed in and rated one pair, with its clip by ranges from nginx") as found:
        rater = Visitor(engine.origin, engine.folder / "deploy/secrets/tls_certificate")
        rater.sign_in("rater1", password)
        (campaign,) = (
            row["id"] for row in rater.api("/campaigns")["results"] if row["name"] == "first round"
        )
        assert rater.ask(f"/rate/{campaign}/")[0] == 200
        slot = rater.api(f"/campaigns/{campaign}/claim", {"count": 1})["slots"][0]
        status, part, headers = rater.ask(slot["video"]["url"], Range="bytes=0-99")
        assert (status, len(part)) == (206, 100)
        assert headers["Content-Range"].startswith("bytes 0-99/")
        sent = {"slot": slot["id"], "lease": slot["lease"], "answer": "relevant"}
        label: int = rater.api("/labels", sent | {"request_id": str(uuid4())})["label"]
        found.append(f"label {label}")
    return label


def upload_a_clip(engine: Engine, lead: Visitor) -> bytes:
    """XviD in an AVI, which no browser plays."""
    clip = engine.folder / "beach.avi"
    subprocess.run([*FFMPEG, *PLAYABLE["msvd.avi"], clip], check=True)
    with engine.step("a clip uploaded and converted") as found:
        lead.job("/benchmarks", {"name": "walk", "captions": file_of("captions.csv", CAPTIONS)})
        (benchmark,) = (row for row in lead.api("/benchmarks")["results"] if row["name"] == "walk")
        address = f"/benchmarks/{benchmark['id']}/videos"
        lead.job(address, {"videos": file_of("beach.avi", clip.read_bytes())})

        def playable():
            (video,) = lead.api(address)["results"]
            assert video["state"] != "failed", video
            return video if video["state"] == "ready" else None

        video = wait_until(playable, 300.0)
        film = lead.ask(video["url"])[1]
        assert film[4:8] == b"ftyp"
        found.append(f"{clip.stat().st_size:,} bytes of AVI, {len(film):,} of MP4")
    return film


def file_of(name: str, content: bytes) -> BytesIO:
    file = BytesIO(content)
    file.name = name
    return file


def export(engine: Engine, lead: Visitor) -> bytes:
    with engine.step("an export, and its file") as found:
        (demo,) = (row for row in lead.api("/benchmarks")["results"] if row["name"] == "demo")
        lead.job("/exports", {"benchmark": demo["id"], "format": "parquet"})
        content = export_of(lead)
        found.append(f"{len(content):,} bytes")
    return content


def export_of(lead: Visitor) -> bytes:
    file = lead.api("/exports")["results"][0]["files"][0]
    status, content, _ = lead.ask(file["url"])
    assert (status, len(content)) == (200, file["bytes"])
    return content


def back_up(engine: Engine) -> None:
    with engine.step("manage.py backup") as found:
        told = json.loads(engine.manage("backup", "/srv/backups/first", "--json"))
        found.append(f"{told['files']:,} files, {told['rows']:,} rows, {told['bytes']:,} bytes")


def seen_from_outside(engine: Engine) -> None:
    secret = (engine.folder / "deploy/secrets/metrics_token").read_text().strip()
    anybody = Visitor(engine.origin, engine.folder / "deploy/secrets/tls_certificate")
    assert anybody.ask("/metrics")[0] == 403
    status, text, _ = anybody.ask("/metrics", Authorization=f"Bearer {secret}")
    assert status == 200
    figures = dict(line.rsplit(" ", 1) for line in text.decode().splitlines() if line[0] != "#")
    assert 0 <= float(figures["truepool_backup_age_seconds"]) < 3_600
    assert 80 < float(figures["truepool_certificate_seconds_left"]) / 86_400 <= 90
    headers = anybody.ask("/people/sign-in/")[2]
    assert headers["strict-transport-security"] == "max-age=31536000; includeSubDomains"


def restore(engine: Engine) -> None:
    with engine.step("compose down --volumes"):
        engine.compose("down", "--volumes")
    with engine.step("restored into new volumes") as found:
        order = ("run", "--rm", "-T", "web", "python", "manage.py", "restore", "--json")
        told = json.loads(engine.compose(*order, "/srv/backups/first").splitlines()[-1])
        assert (told["differences"], told["warnings"]) == ([], [])
        found.append(f"{told['rows']:,} rows")
    start(engine)
    with engine.step("check_integrity --files") as found:
        found.append(engine.manage("check_integrity", "--files").splitlines()[-1])


def quiet_logs(engine: Engine) -> None:
    """Sweeps that found nothing are no lines."""
    for service in ("worker", "beat"):
        lines = engine.compose("logs", "--no-log-prefix", service)
        assert "jobs.sweep[" not in lines
        assert "Sending due task" not in lines
