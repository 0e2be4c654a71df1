"""docs/api.md, "From Python", as it is written: in an environment that holds the wheel alone."""

import json
import re

import pytest

from annotator.models import Slot
from foundation.home import CHECKOUT
from people.actions.tokens import make_token
from people.actor import Actor
from people.models import Scope
from pooling.models import Benchmark
from tests.annotator.saying import claim, say
from tests.factories import make_campaign
from tests.stack.test_wheel import run_in

pytestmark = pytest.mark.django_db(transaction=True)
SHOW = """
import json, sys
kinds = [Client.__module__, client.me.__qualname__]
print(json.dumps([kinds, "django" in sys.modules, scores.values.tolist()]))
"""


def the_section() -> str:
    document = (CHECKOUT / "docs/api.md").read_text(encoding="utf-8")
    section = document.split("## From Python\n")[1].split("\n## ")[0]
    return "\n".join(line[4:] for line in re.findall(r"^    .*$", section, re.MULTILINE))


@pytest.mark.usefixtures("worker", "media")
def test_the_document_runs_as_it_is_written(python, live_server, lead, rater, monkeypatch):
    made = make_campaign(captions=2, videos=2, raters=[rater], double_share=0)
    Benchmark.objects.filter(pk=made.benchmark.pk).update(name="msvd-test")
    for slot in claim(rater, made, 4):
        video = Slot.objects.get(pk=slot.slot).item.video.key
        say(rater, slot, "relevant" if video == "v1" else "irrelevant")
    first, second = made.benchmark.captions.order_by("number").values_list("key", flat=True)
    ranked = [(first, "v0", 2), (first, "v1", 1), (second, "v0", 1), (second, "v1", 2)]
    lines = [",".join(map(str, row)) for row in (("caption_id", "video_id", "score"), *ranked)]
    (python.parent / "heron.csv").write_text("\n".join([*lines, ""]))
    _, secret = make_token(Actor(lead, "page"), lead, name="a notebook", scope=Scope.MANAGE)
    monkeypatch.setenv("TRUEPOOL_TOKEN", secret)
    cells = the_section().replace("http://127.0.0.1:8000", live_server.url) + SHOW
    shown = json.loads(run_in(python, "-W", "error", "-c", cells))
    assert shown == [
        ["truepool_metrics.metrics.standalone.client.client", "Client.me"],
        False,
        [[first, "AP", 0.5], [second, "AP", 1.0], [first, "C@1", 0.0], [second, "C@1", 1.0]],
    ]
