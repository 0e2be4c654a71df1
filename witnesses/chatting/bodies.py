"""A question as it is sent to a chat service, and what its error says."""

import json
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from witnesses.chatting.answers import schema_of
from witnesses.chatting.prompts import SYSTEM, parts_of
from witnesses.chatting.questions import PairQuestion

TOP = 20  # alternatives of a token, which is as many as services tell


def body_of(
    settings: Mapping[str, Any], offers: Mapping[str, bool], question: PairQuestion
) -> dict[str, Any]:
    parts = parts_of(settings["prompt"], settings["scale"], question)
    content = [_part(part) for part in parts]
    system = {"role": "system", "content": SYSTEM}
    body: dict[str, Any] = {
        "model": settings["model"],
        "messages": [system, {"role": "user", "content": content}],
        "temperature": settings["temperature"],
        "max_tokens": settings["longest"],
    }
    if offers["schema"]:
        highest = len(settings["scale"]) - 1
        schema = {"name": "grade", "strict": True, "schema": schema_of(highest)}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if offers["logprobs"]:
        body |= {"logprobs": True, "top_logprobs": TOP}
    return body


def _part(part: str | bytes) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image_url", "image_url": {"url": _data_of(part)}}


@lru_cache(256)
def _data_of(frame: bytes) -> str:
    """Many questions are of one clip."""
    return f"data:image/jpeg;base64,{b64encode(frame).decode()}"


def tokens_in(settings: Mapping[str, Any], question: PairQuestion) -> int:
    """Of a question whose answer does not tell them: rather too many."""
    words = len(settings["prompt"]) + len(SYSTEM) + len(question.caption)
    return words // 3 + len(question.frames) * max(1, settings["side"] ** 2 // 600)


def message_of(body: bytes) -> str:
    """What an error says of itself, as most services put it."""
    try:
        said = json.loads(body)["error"]
        words = said["message"] if isinstance(said, dict) else said
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return f": {' '.join(str(words).split())[:300]}"
