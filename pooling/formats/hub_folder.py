"""Which files of a hub's folder are which table: its corpus, queries and qrels, or the one table
with videos and captions."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from pooling.formats.hub_tables import ENDINGS
from pooling.formats.problem import excerpt, refuse
from pooling.formats.told import ALL, SPLITS

PARTS = {"corpus": "corpus", "queries": "queries", "query": "queries", "qrels": "qrels"}
_SPLIT_NAMES = {name for names in SPLITS.values() for name in names}
MOST_FILES = 10_000
_SHARD = re.compile(r"[-_.]\d{3,}([-_.]of[-_.]\d{3,})?$")


@dataclass(slots=True)
class HubTable:
    """Files that are one table, in parts."""

    name: str  # below the folder, without its ending
    files: list[Path] = field(default_factory=list)


def tables_in(folder: Path) -> list[HubTable]:
    if not folder.is_dir():
        refuse("hub", "expected a folder")
    found: dict[str, HubTable] = {}
    for number, path in enumerate(sorted(folder.rglob("*"))):
        if number > MOST_FILES:
            refuse("hub", f"there are more than {MOST_FILES:,} files; expected a data set's folder")
        below = path.relative_to(folder)
        kind = next((one for one in ENDINGS if path.name.lower().endswith(one)), None)
        if kind is None or not path.is_file() or any(part[0] == "." for part in below.parts):
            continue
        name = _SHARD.sub("", str(below)[: -len(kind)])
        found.setdefault(name, HubTable(name)).files.append(path)
    if not found:
        refuse("hub", f"there is no table; expected files that end in {', '.join(ENDINGS)}")
    return list(found.values())


def words_of(name: str) -> list[str]:
    return re.split(r"[-_./\\]+", name.lower())


def _part_of(name: str) -> str:
    return next((PARTS[word] for word in words_of(name) if word in PARTS), "")


def chosen(part: str, tables: list[HubTable], split: str) -> HubTable | None:
    """The one table that is this part; of qrels, that of the split. Judgements may stand in a
    folder `default`."""
    fitting = [one for one in tables if _part_of(one.name) == part]
    if part == "qrels":
        unnamed = [one for one in tables if not _part_of(one.name)]
        queried = any(_part_of(one.name) == "queries" for one in tables)
        return _of_split(fitting or (unnamed if queried else []), split)
    return _only(fitting)


def _only(tables: list[HubTable]) -> HubTable | None:
    if len(tables) > 1:
        listed = " and ".join(sorted(one.name for one in tables)[:5])
        refuse("hub", f"several tables would do, {listed}: expected a folder with one of them")
    return tables[0] if tables else None


def _of_split(tables: list[HubTable], split: str) -> HubTable | None:
    for name in SPLITS.get(split, (split,)):
        if named := [one for one in tables if name in words_of(one.name)]:
            return _only(named)
    if len(tables) > 1 or any(_SPLIT_NAMES & set(words_of(one.name)) for one in tables):
        listed = ", ".join(sorted(one.name for one in tables)[:9])
        refuse("split", f"nothing is of the split {excerpt(split)}; there are {listed}")
    return _only(tables)


def flat_table(tables: list[HubTable], split: str) -> HubTable:
    found = _only(tables) if split == ALL else _of_split(tables, split)
    if found is None:
        refuse("hub", "there is no table")
    return found
