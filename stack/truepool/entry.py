"""`truepool`: finds the command that was meant, and shows of its options only ours."""

import sys
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from foundation.output import ending_in_a_line
from foundation.version import VERSION
from stack.commanding import run_command
from stack.truepool.listed import EXAMPLES, GROUPS

PROGRAM = "truepool"
FORMS = f"""\
usage: {PROGRAM} COMMAND [options]
       {PROGRAM} help COMMAND   what a command does, its options, and examples
       {PROGRAM} --version
"""


def main() -> int:
    return ending_in_a_line(lambda: _main(sys.argv[1:]))


def _main(words: list[str]) -> int:
    if words[:1] == ["help"]:  # `help evaluate` is `evaluate --help`
        words = [*words[1:2], "--help"]
    match words:
        case [] | ["-h" | "--help", *_]:
            run_command([PROGRAM, "help"], _list_commands)
        case ["--version" | "version", *_]:
            print(f"Truepool {VERSION}")  # noqa: T201
        case [name, *_] if name in EXAMPLES:
            run_command([PROGRAM, *words], _execute)
        case [name, *_]:
            near = get_close_matches(name, EXAMPLES, n=1)
            meant = f" The nearest is {near[0]}." if near else ""
            sentence = (
                f"error: there is no command {name!r}.{meant} `{PROGRAM}` lists all commands."
            )
            print(sentence, file=sys.stderr)  # noqa: T201
            return 1
    return 0


def _execute(arguments: list[str]) -> None:
    name = arguments[1]
    command = _commands()[name]
    command.examples = EXAMPLES[name]
    command.folds_errors = True
    command.run_from_argv(arguments)


def _list_commands(_: list[str]) -> None:
    commands = _commands()
    width = max(map(len, EXAMPLES))
    for group, names in GROUPS.items():
        print(f"\n{group}" if group is not next(iter(GROUPS)) else f"{FORMS}\n{group}")  # noqa: T201
        for name in names:
            first_sentence = commands[name].help.partition(". ")[0].rstrip(".")
            print(f"  {name.ljust(width)}  {first_sentence}.")  # noqa: T201


def _commands() -> Mapping[str, Any]:
    import django  # noqa: PLC0415 (reads the settings)
    from django.core.management import get_commands, load_command_class  # noqa: PLC0415

    django.setup()
    apps = get_commands()

    class Loaded(dict[str, Any]):
        """Each command is loaded when it is looked at: a help text costs its imports."""

        def __missing__(self, name: str) -> Any:
            return load_command_class(apps[name], name)

    return Loaded()
