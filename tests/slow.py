"""Which tests are slow: `make test` runs all others, `make test-all` these too.

Slow are those that start a whole Truepool or drive a browser, and the files named here: they start
many processes, encode videos, train models, or play a campaign through to its end many times.
"""

from collections.abc import Generator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
# A browser may be asked for by its fixture alone.
MARKS = {"stack", "browser"}
FIXTURES = {"chromium"}
# Folders end with a stroke.
PLACES = (
    "addresses/",  # every address, six times
    "annotator/api/test_checks_look_like_pairs.py",
    "annotator/api/test_nobody_can_guess_checks.py",
    "annotator/pages/test_demo_campaign.py",
    "annotator/test_state_machine.py",
    "bench/",
    "config/test_checks.py",
    "config/test_compose.py",
    "foundation/test_env.py",
    "config/test_find_python.py",
    "config/test_proxy.py",
    "containers/",  # builds the image, and starts all of it twice
    "docs/",
    "jobs/test_faults.py",
    "languages/test_no_english_is_left.py",  # every page, twice
    "media/",
    "published/",  # whole data sets
    "metrics/client/test_client_in_a_notebook.py",
    "metrics/test_demo.py",
    "metrics/test_doctor_seeded.py",
    "measures/test_effectiveness.py",
    "publishing/pages/test_leaderboard_pages.py",
    "publishing/test_leaderboard.py",
    "publishing/test_leaderboard_command.py",
    "metrics/test_leave_one_out.py",
    "measures/test_similarity_as_released.py",
    "metrics/test_standalone.py",
    "publishing/test_submissions_leak.py",  # every address again, by everybody
    "people/test_what_commands_print.py",
    "pooling/demo/",
    "pooling/test_a_poisoned_video.py",
    "pooling/test_import_videos.py",
    "pooling/test_poisoned_sources.py",
    "retrieval/with_torch/test_grids.py",
    "retrieval/with_torch/test_shapes.py",
    "retrieval/with_torch/test_training_jobs.py",
    "serving/",
    "stack/",
)


# Minutes each: begun last, they would keep one core busy after all others are idle.
BEGUN_FIRST = ("docs/test_walkthrough.py", "stack/test_no_label_is_lost.py", "web/test_axe.py")


@pytest.hookimpl(wrapper=True, tryfirst=True)  # marks before `-m` picks; orders after the shuffle
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, None, None]:
    for item in items:
        if is_slow(item):
            item.add_marker(pytest.mark.slow)
    yield
    items.sort(key=lambda item: not _place(item).startswith(BEGUN_FIRST))


def is_slow(item: pytest.Item) -> bool:
    return (
        any(map(item.get_closest_marker, MARKS))
        or not FIXTURES.isdisjoint(item.fixturenames)
        or any(_holds(named, _place(item)) for named in PLACES)
    )


def _place(item: pytest.Item) -> str:
    return item.path.relative_to(TESTS).as_posix()


def _holds(named: str, place: str) -> bool:
    return place.startswith(named) if named.endswith("/") else place == named
