"""Tables of classes of verbs or nouns.

Two kinds. `class,instances` has a row for a class, or for each of its instances: words as people
write them, "pick up" or "cutting board", with commas between several. EPIC-KITCHENS has
`id,key,instances,category`: a number, the class's name, and a Python list of instances in one cell.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from pooling.formats.csv_rows import header_of, read_rows
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.text import open_text
from semantics.words.classes import ClassTable

PLAIN = ("class", "instances")
EPIC = ("id", "key", "instances", "category")
BETWEEN = ","  # instances of a plain table, where a cell has several

Rows = Iterator[tuple[int, list[str]]]


def read_class_table(file: BinaryIO, name: str) -> ClassTable:
    """The classes in the order of the file, or Unreadable. name: what to call the file."""
    with naming(name):
        problems = Problems()
        text = open_text(file, problems)
        first_line = next(text.lines(), "").rstrip("\r\n")
        columns = EPIC if "key" in header_of(first_line) else PLAIN
        gathered = _Gathered(problems)
        rows = read_rows(text, columns, problems)
        (_take_epic if columns is EPIC else _take_plain)(rows, gathered)
        return gathered.finish()


@dataclass(slots=True)
class _Gathered:
    problems: Problems
    numbers: dict[str, int] = field(default_factory=dict)
    # Of each instance its class, and the line that has it.
    instances: dict[str, tuple[int, int]] = field(default_factory=dict)

    def add(self, line: int, name: str, instances: list[str]) -> None:
        if not name:
            self.problems.error("empty", "the class has no name", line, 1)
            return
        number = self.numbers.setdefault(name, len(self.numbers))
        for instance in dict.fromkeys(instances):
            if not instance:
                self.problems.error(
                    "empty", f"class {excerpt(name)} has an empty instance", line, 1
                )
            elif instance in self.instances:
                self._again(line, instance, number)
            else:
                self.instances[instance] = number, line

    def finish(self) -> ClassTable:
        self.problems.raise_if_any()
        if not self.instances:
            refuse("empty", "the table has no class; expected a row for each below the header")
        classes = {instance: number for instance, (number, _) in self.instances.items()}
        return ClassTable(tuple(self.numbers), classes)

    def _again(self, line: int, instance: str, number: int) -> None:
        before, line_before = self.instances[instance]
        if before == number:
            return
        names = tuple(self.numbers)
        self.problems.error(
            "two-classes",
            (
                f"{excerpt(instance)} is in class {excerpt(names[number])}, and in line"
                f" {line_before} in class {excerpt(names[before])}; expected one class for a word"
            ),
            line,
            1,
        )


def _take_plain(rows: Rows, gathered: _Gathered) -> None:
    for line, (name, cell) in rows:
        instances = [word.strip() for word in cell.split(BETWEEN)]
        gathered.add(line, name.strip(), [_spelled(word) for word in instances])


def _take_epic(rows: Rows, gathered: _Gathered) -> None:
    ids: dict[str, int] = {}
    for line, (number, key, cell, _) in rows:
        if not (number.isascii() and number.isdigit()):
            message = f"the id is {excerpt(number)}; expected a whole number"
            gathered.problems.error("number", message, line, 1)
        elif number in ids:
            message = (
                f"the id {number} is that of line {ids[number]} too; expected one class for it"
            )
            gathered.problems.error("duplicate", message, line, 1)
        elif key in gathered.numbers:
            message = f"the class {excerpt(key)} has a row already; expected one for a class"
            gathered.problems.error("duplicate", message, line, 1)
        else:
            ids[number] = line
            gathered.add(line, key, [_spelled(word) for word in _listed(cell, line, gathered)])


def _listed(cell: str, line: int, gathered: _Gathered) -> list[str]:
    """A cell that holds a list of strings, as Python writes it; nothing else is evaluated."""
    try:
        instances = ast.literal_eval(cell)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        instances = None
    if isinstance(instances, list) and all(isinstance(one, str) for one in instances):
        if not instances:
            gathered.problems.error("empty", "the list of instances is empty", line, 1)
        return instances
    message = f"the instances are {excerpt(cell)}; expected a list such as ['open', 'open-up']"
    gathered.problems.error("list", message, line, 1)
    return []


def _spelled(instance: str) -> str:
    """The instance in small letters, as words of captions are."""
    return instance.strip().lower()
