"""What `up` says when it is ready, of what it means to serve others."""

from io import StringIO

import pytest
from django.conf import settings

from stack.management.commands.up import Command
from stack.supervisor import Plan


def said(host: str) -> str:
    command = Command(stdout=StringIO())
    command.nobody_yet = False
    plan = Plan(settings.HOME, host, 8000, workers=1, database_given=True, broker_url=None)
    command._ready(plan, {"demo": False})
    return command.stdout.getvalue()


@pytest.mark.parametrize("host", ["0.0.0.0", "10.0.0.7", "::"])
def test_others_are_served_in_clear_and_it_says_so(host):
    assert f"plain HTTP at {host}: whoever is on the way can read passwords and labels" in said(
        host
    )
    assert "put a proxy with a certificate in front" in said(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_whoever_serves_themselves_alone_is_not_warned(host):
    assert "plain HTTP" not in said(host)
