"""A test in a browser that fails is tried once more, and named at the end if it passes then.

A browser on a busy machine sometimes paints or focuses later than a test waits for. What fails
twice has failed; what passed at the second try is listed, so that nobody takes it for steady. See
docs/decisions/0049-a-browser-test-has-a-second-try.md.
"""

from typing import Any

import pytest
from _pytest.runner import runtestprotocol

SECOND = "passed at the second try"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    # After the last test of a process all is taken down, and could not be set up again.
    if nextitem is None or "chromium" not in getattr(item, "fixturenames", ()):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    failed = [report for report in reports if report.failed]
    if failed:
        item._initrequest()  # its fixtures are made anew
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        if not any(report.failed for report in reports):
            reports[-1].user_properties.append((SECOND, str(failed[0].longrepr)[-2_000:]))
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for report in terminalreporter.getreports("") + terminalreporter.getreports("passed"):
        for name, why in getattr(report, "user_properties", ()):
            if name == SECOND:
                terminalreporter.write_line(f"SECOND TRY {report.nodeid}\n{why}")
