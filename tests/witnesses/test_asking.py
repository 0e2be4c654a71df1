"""A model is tried and asked over HTTP by a service of the tests: what it answers, and what it does
instead of answering."""

import json
import threading
from base64 import b64decode

import pytest
from django.core.management import CommandError

from tests.factories import make_benchmark
from tests.witnesses import services
from tests.witnesses.asking import heard, tried
from tests.witnesses.conftest import CAPTIONS, POOLED, said
from tests.witnesses.services import caption_in, completion, frames_in, grading, later, service
from witnesses.chatting import pacing
from witnesses.models import Hearing, Opinion, Probe, Tryout, Witness

pytestmark = pytest.mark.django_db


def test_a_model_is_tried_and_then_asked_about_all_pairs(judge):
    found = tried(judge, "--pool", "top two", "--price-in", "10", "--price-out", "100")
    assert (found["model"], found["offers"]) == ("judge-2026", {"logprobs": False, "schema": True})
    assert len(found["tried"]) == len(POOLED)
    assert {one["answer"] for one in found["tried"]} == {'{"grade": 0}', '{"grade": 1}'}
    assert found["tried"][0]["cost"] == pytest.approx((100 * 10 + 5 * 100) / 1e6)
    assert found["projected"]["tokens"] == pytest.approx(1.08 * 105 * len(POOLED), abs=1)
    assert not Witness.objects.exists()
    result = heard()
    assert (result["given"], result["failed"], result["why"]) == (6, 0, "")
    witness = Witness.objects.get()
    assert said(witness) == {(query, video, 0): float(query in (0, 3)) for query, video in POOLED}
    hearing = Hearing.objects.get()
    assert not hearing.is_open
    assert hearing.spent_tokens == 105 * (6 + hearing.probes.count())
    assert hearing.spent_money == pytest.approx(hearing.spent_tokens / 105 * 0.0015)
    with pytest.raises(CommandError, match="asked about all of these pairs"):
        heard()


def test_what_is_sent_is_the_caption_between_marks_and_frames(judge):
    tried(judge, "--pool", "top two", "--frames", "3")
    path, headers, asked = judge.asked[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == "Bearer s3cret"
    assert caption_in(asked) in {"a dog runs over the beach", "a cat sleeps on a sofa"} | {
        "a man cooks rice"
    }
    frames = frames_in(asked)
    assert len(frames) == 3
    jpeg = b64decode(frames[0].removeprefix("data:image/jpeg;base64,"))
    assert jpeg[:3] == b"\xff\xd8\xff"
    schema = asked["response_format"]["json_schema"]["schema"]
    assert schema["properties"]["grade"]["enum"] == [0, 1]
    assert "tools" not in asked


def test_the_key_is_nowhere_but_in_the_header(judge, caplog):
    def telling(handler, asked):
        handler.say(401, b'{"error": {"message": "wrong key s3cret"}}')

    tried(judge, "--pool", "top two")
    later(judge, telling)
    heard()
    kept = json.dumps([list(model.objects.values()) for model in (Tryout, Witness)], default=str)
    kept += json.dumps(list(Opinion.objects.values_list("answer", flat=True)))
    assert "wrong key ***" in kept
    assert "s3cret" not in kept + caplog.text


def test_an_address_that_no_setting_names_gets_no_key_and_may_not_be_inner(clips, settings):
    with service() as running:
        settings.WITNESS_KEY = "s3cret"
        with pytest.raises(CommandError, match="TRUEPOOL_WITNESS_ORIGINS"):
            tried(running)
        assert running.asked == []


@pytest.mark.parametrize(
    ("answer", "status", "words", "requests"),
    [
        (services.malformed, "unparsable", '{"choices"', 1),
        (services.a_web_page, "unparsable", "web page", 1),
        (services.chatting, "unparsable", "I would say", 1),
        (services.refusing, "refused", "I will not.", 1),
        (services.cut, "failed", "ended after", 6),
        (services.broken, "failed", "answered 500: out of memory", 6),
        (services.wrong_request, "failed", "answered 400: too many images", 1),
        (services.ten_megabytes, "failed", "bytes", 1),
        (services.elsewhere, "failed", "answered 307", 1),
    ],
)
def test_what_is_no_answer_is_a_row_that_says_why(judge, answer, status, words, requests):
    tried(judge, "--pool", "top two")
    judge.asked.clear()
    later(judge, answer)
    heard("--tokens", "1000000")
    rows = list(Opinion.objects.values_list("status", "answer", "value"))
    assert len(rows) == len(POOLED)
    assert {row[0] for row in rows} == {status}
    assert all(words in row[1] for row in rows)
    probes = Probe.objects.count()
    assert len(judge.asked) == requests * (len(POOLED) + probes)
    assert judge.led_to == []


def test_a_slow_answer_is_given_up(judge):
    tried(judge, "--pool", "top two", "--seconds", "1", "--at-once", "16")
    later(judge, services.one_byte_at_a_time)
    heard()
    assert set(Opinion.objects.values_list("status", flat=True)) == {"failed"}
    assert "longer than 1 s" in Opinion.objects.first().answer


@pytest.mark.parametrize("header", [{}, {"Retry_After": "0"}, {"Retry_After": "soon"}])
def test_a_busy_service_is_asked_again(judge, header):
    tried(judge, "--pool", "top two", "--at-once", "1")
    judge.asked.clear()

    def busy_at_first(handler, asked):
        if asked["number"] % 3:
            handler.say(429, b"", **header)
        else:
            grading(handler, asked)

    later(judge, busy_at_first)
    assert heard()["given"] == len(POOLED)


def test_another_model_in_the_middle_stops_the_hearing(judge):
    tried(judge, "--pool", "top two", "--at-once", "1")

    def renamed(handler, asked):
        name = "judge-2027" if asked["number"] > 9 else "judge-2026"
        handler.say(200, completion('{"grade": 1}', name))

    later(judge, renamed)
    result = heard()
    assert "answered as judge-2027, expected judge-2026" in result["why"]
    assert result["warnings"] == [result["why"]]
    assert 0 < result["given"] < len(POOLED)
    later(judge, grading)
    rest = heard()
    assert result["given"] + rest["given"] == len(POOLED)


def test_after_many_failures_in_a_row_it_is_asked_no_more(judge, monkeypatch):
    monkeypatch.setattr(pacing, "IN_A_ROW", 4)
    tried(judge, "--pool", "top two", "--at-once", "1")
    later(judge, services.wrong_request)
    result = heard()
    assert "in a row had no value. The last: The service answered 400" in result["why"]
    assert 3 <= result["failed"] <= 4
    assert result["given"] == 0


def test_those_without_a_value_are_asked_again(judge):
    tried(judge, "--pool", "top two")
    later(judge, services.wrong_request)
    assert heard()["failed"] == len(POOLED)
    later(judge, grading)
    with pytest.raises(CommandError, match="asked about all"):
        heard()
    assert heard("--purpose", "retry", "--minutes", "5")["given"] == len(POOLED)
    values = Opinion.objects.filter(status="given")
    assert values.count() == len(POOLED)
    with pytest.raises(CommandError, match="asked about all"):
        heard("--purpose", "retry", "--minutes", "5")


def test_what_a_service_does_not_know_is_left_out(judge):
    def plain(handler, asked):
        if "logprobs" in asked or "response_format" in asked:
            handler.say(400, b'{"error": "unknown field"}')
        else:
            handler.say(200, completion('```json\n{"grade": 1}\n```'))

    later(judge, plain)
    found = tried(judge, "--pool", "top two")
    assert found["offers"] == {"logprobs": False, "schema": False}
    assert {one["value"] for one in found["tried"]} == {1.0}
    assert heard()["given"] == len(POOLED)


def test_likelihoods_make_an_expected_grade(judge):
    def unsure(handler, asked):
        told = [{"token": '{"grade": ', "top_logprobs": []}]
        alternatives = [{"token": "1", "logprob": -0.2876820724517809}]  # 3 of 4
        alternatives += [{"token": "0", "logprob": -1.3862943611198906}]
        told += [{"token": "1", "top_logprobs": alternatives}, {"token": "}", "top_logprobs": []}]
        handler.say(200, completion('{"grade": 1}', logprobs={"content": told}))

    later(judge, unsure)
    found = tried(judge, "--pool", "top two")
    assert {round(one["value"], 9) for one in found["tried"]} == {0.75}
    assert found["offers"] == {"logprobs": True, "schema": True}


def test_what_a_service_takes_and_ignores_it_does_not_offer(judge):
    later(judge, services.fenced)
    found = tried(judge, "--pool", "top two")
    assert found["offers"] == {"logprobs": False, "schema": False}
    assert all("logprobs" in asked for _, _, asked in judge.asked)
    judge.asked.clear()
    assert heard()["given"] == len(POOLED)
    assert not any("logprobs" in asked or "response_format" in asked for _, _, asked in judge.asked)


def test_a_budget_ends_it_and_the_rest_is_asked_later(judge):
    tried(judge, "--pool", "top two", "--at-once", "1")
    first = heard("--tokens", "300")
    assert first["why"] == "Its budget of 300 tokens is spent."
    assert 0 < first["given"] < len(POOLED)
    hearing = Hearing.objects.get()
    assert hearing.spent_tokens <= 300 + 105 * 4
    rest = heard()
    assert first["given"] + rest["given"] == len(POOLED)


def test_the_same_clip_and_text_are_not_asked_about_again_in_another_benchmark(judge, clips):
    tried(judge, "--pool", "top two")
    heard()
    other = make_benchmark([*CAPTIONS[:2], ("a bird sings", "tree")], name="talk2")
    for video in other.videos.all():
        twin = clips.benchmark.videos.filter(key=video.key).first() or clips.benchmark.videos.last()
        facts = ("state", "path", "sha256", "seconds", "width", "height")
        other.videos.filter(pk=video.pk).update(**{name: getattr(twin, name) for name in facts})
    tried(judge, of="talk2")
    judge.asked.clear()
    result = heard(of="talk2")
    assert (result["given"], result["reused"]) == (3, 2)
    own = [asked for _, _, asked in judge.asked if caption_in(asked) == "a bird sings"]
    assert own
    row = Opinion.objects.get(hearing__witness__benchmark=other, query__text=CAPTIONS[0][0])
    assert (row.value, row.cost, row.tokens) == (1.0, None, None)


def test_a_clip_that_does_not_play_is_a_failure_and_not_sent(judge, clips):
    tried(judge, "--pool", "top two")
    clips.benchmark.videos.filter(number=2).update(state="missing", path="")
    result = heard()
    assert result["failed"] == sum(video == 2 for _, video in POOLED)
    assert result["given"] == len(POOLED) - result["failed"]


def test_a_service_that_never_answers_is_not_tried_on(judge):
    later(judge, services.wrong_request)
    with pytest.raises(CommandError, match=r"no answer that could be read: .*too many images"):
        tried(judge)
    assert not Tryout.objects.exists()


def test_one_service_is_asked_by_several_at_once(judge):
    together, most = [], []
    lock = threading.Lock()

    def counting(handler, asked):
        with lock:
            together.append(1)
            most.append(len(together))
        threading.Event().wait(0.05)
        with lock:
            together.pop()
        grading(handler, asked)

    tried(judge, "--pool", "top two", "--at-once", "3")
    later(judge, counting)
    heard()
    assert 1 < max(most) <= 3
