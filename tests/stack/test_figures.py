"""Metrics, alerts, runbooks and the dashboard name the same things; what a process says at its
start."""

import json
import re
import subprocess
from datetime import timedelta

import pytest
import yaml
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.documents import read_document
from foundation.home import CHECKOUT
from foundation.request_ids import on_behalf_of
from stack.figures.certificate import NoCertificate, end_of_certificate
from stack.figures.tally import LabelTally
from stack.figures.text import FAMILIES, as_text
from stack.starting import what_is_wrong

ALERTS = [
    rule
    for group in yaml.safe_load((CHECKOUT / "deploy/prometheus/alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((CHECKOUT / "deploy/grafana/truepool.json").read_text())
PRINTED = {sample for family in FAMILIES for sample in family.samples}


def named_in(expression: str) -> set[str]:
    return set(re.findall(r"truepool_\w+", expression))


@pytest.mark.parametrize("alert", ALERTS, ids=lambda alert: alert["alert"])
def test_an_alert_has_its_runbook_and_asks_for_what_is_printed(alert):
    assert named_in(alert["expr"]) <= PRINTED
    file, _, anchor = alert["annotations"]["runbook"].partition("#")
    sections = read_document(file.removeprefix("docs/").removesuffix(".md")).sections
    assert anchor in {section.anchor for section in sections}


def test_the_dashboard_asks_for_nothing_that_is_not_printed():
    asked = {
        name
        for panel in DASHBOARD["panels"]
        for target in panel["targets"]
        for name in named_in(target["expr"])
    }
    assert asked <= PRINTED
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_closed_without_settings(client):
    answer = client.get("/metrics")
    assert (answer.status_code, b"TRUEPOOL_METRICS_TOKEN" in answer.content) == (404, True)


def test_without_a_broker_the_rest_is_said(client, db, settings):
    settings.METRICS_TOKEN = "t0" * 14
    text = client.get("/metrics", headers={"Authorization": f"Bearer {'t0' * 14}"}).content.decode()
    assert 'truepool_up{part="broker"} 0\n' in text
    assert "truepool_labels_total 0\n" in text
    assert "truepool_worker_silence_seconds +Inf\n" in text
    assert "truepool_requests_total" not in text


def test_what_a_label_has_cannot_break_a_line():
    text = as_text([("truepool_info", {"version": 'a"b\\c\nd'}, 1)])
    assert text.splitlines()[-1] == 'truepool_info{version="a\\"b\\\\c\\nd"} 1'


def test_labels_are_counted_once(db):
    tally = LabelTally()
    assert [tally.count() for _ in range(3)] == [0, 0, 0]


def test_the_end_of_a_certificate_is_openssls(tmp_path):
    file = tmp_path / "certificate"
    subject = ["-subj", "/CN=truepool.example.org", "-days", "40"]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject]
    key = ["-keyout", str(tmp_path / "key"), "-out", str(file)]
    subprocess.run([*make, *key], check=True, capture_output=True)
    asked = ["openssl", "x509", "-noout", "-enddate", "-dateopt", "iso_8601", "-in", str(file)]
    said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    assert f"notAfter={end_of_certificate(file):%Y-%m-%d %H:%M:%SZ}" == said.strip()


def test_what_is_no_certificate_is_named(tmp_path):
    (tmp_path / "nothing").write_text("nothing")
    with pytest.raises(NoCertificate, match="expected a certificate in PEM"):
        end_of_certificate(tmp_path / "nothing")


def test_a_start_has_nothing_to_say_where_all_is_well(db):
    assert what_is_wrong() == []


def test_tables_that_are_newer_are_said(db):
    MigrationRecorder.Migration.objects.create(app="jobs", name="0999_of_tomorrow")
    (said,) = what_is_wrong()
    assert "tables are newer than this Truepool" in said
    assert "jobs.0999_of_tomorrow" in said


def test_tables_that_are_older_are_said(db):
    MigrationRecorder.Migration.objects.filter(app="jobs").order_by("-name").first().delete()
    assert "tables are older than this Truepool" in what_is_wrong()[0]


@pytest.mark.parametrize(("hours", "side"), [(2, "ahead of"), (-2, "behind")])
def test_a_wrong_clock_is_said(db, monkeypatch, hours, side):
    now = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(hours=hours))
    assert re.search(rf"clock is 7,[12]\d\d s {side} the database's", what_is_wrong()[0])


def test_a_page_for_an_error_has_its_number(client, db):
    with on_behalf_of("number-on-the-page"):
        answer = client.get("/nowhere/")
    assert "number-on-the-page" in answer.content.decode()
    assert answer["X-Request-ID"] == "number-on-the-page"
