"""Estimates as fields of what a study finds: the keys over which each is spread in JSON."""

from typing import Any

from foundation.finding.fields import Part, found
from measures.estimate import Estimate

Ends = tuple[float, float] | None
NO_INTERVAL = "Why there is no interval; empty where there is."
NO_TRUST = "Why the interval is not to be trusted; empty where it is."


def why_of(one: Estimate) -> str:
    """Why there is no value, or no interval; empty where both are there."""
    return one.reason or one.why_not()


def estimate(
    help: str = "",
    *,
    key: str = "",
    interval: str = "{}_interval",
    why: str = "{}_why",
    ends: str = "",
) -> Any:
    """A field for an estimate: its value, the ends of its usual interval, and why either is not
    there. interval, why: their keys, where {} is the field's; empty for none. ends: help for the
    interval."""

    def parts(key: str) -> tuple[Part, ...]:
        every = (
            Part(key, lambda one: one.value, float | None, help),
            Part(interval.format(key), lambda one: one.ends(), Ends, ends),
            Part(why.format(key), lambda one: why_of(one) or None, str | None),
        )
        return tuple(part for part in every if part.key)

    return found(key=key, parts=parts)


def marked(before: str = "", why: str = NO_INTERVAL) -> Any:
    """A field for an estimate whose interval may have a mark. before: what the keys of the interval
    begin with. why: help for the reason."""

    def parts(key: str) -> tuple[Part, ...]:
        return (
            Part(key, lambda one: one.value, float | None),
            Part(f"{before}interval", lambda one: one.ends(), Ends),
            Part(f"{before}why", why_of, str, why),
            Part(f"{before}mark", lambda one: one.mark(), str, NO_TRUST),
        )

    return found(parts=parts)


def whole(key: str = "") -> Any:
    """A field for a whole number, and why there is none."""

    def parts(key: str) -> tuple[Part, ...]:
        return (
            Part(key, lambda one: None if one.value is None else int(one.value), int | None),
            Part(f"{key}_why", lambda one: one.reason or None, str | None),
        )

    return found(key=key, parts=parts)
