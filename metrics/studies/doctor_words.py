"""What the doctor found, as it is printed for people."""

from collections.abc import Iterator
from textwrap import fill

from metrics.studies.doctor_found import Doctor
from metrics.studies.doctor_reach import FIRST
from metrics.studies.doctor_told import Example, Finding

WIDTH, SHOWN = 100, 5
SIGNS = {"mend": "!", "know": "i"}


def as_paragraphs(found: Doctor) -> str:
    """The sentence, each finding with what it means and a few examples, and what was seen of every
    two runs."""
    parts = [f"{found.benchmark}: {found.sentence}"]
    parts += ["\n".join(_finding(one)) for one in found.findings]
    shown = [one.verdict for one in found.pairs if one.measure == FIRST and one.apart is not False]
    if shown:
        parts.append("\n".join(["Runs that can be told apart:", *map(_line, shown)]))
    return "\n\n".join(parts)


def _finding(one: Finding) -> Iterator[str]:
    yield fill(f"{SIGNS[one.severity]} {one.detail}", WIDTH, subsequent_indent="  ")
    for text in (one.meaning, f"Next: {one.next_step}"):
        yield fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield from (_line(_example(example)) for example in one.examples[:SHOWN])
    if one.count > SHOWN and len(one.examples) > SHOWN:
        yield "    ... (all that are kept: --json)"


def _line(text: str) -> str:
    return fill(text, WIDTH, initial_indent="  - ", subsequent_indent="    ")


def _example(example: Example) -> str:
    captions = ", ".join(f'{one.key} "{one.text}"' for one in example.captions[:4])
    more = len(example.captions) - 4
    parts = [captions + (f" and {more:,} more" if more > 0 else "")]
    parts.append(", ".join(one.key for one in example.videos))
    parts.append("" if example.alike is None else f"similarity {example.alike:.2f}")
    parts.append(example.note)
    return ": ".join(part for part in parts if part)
