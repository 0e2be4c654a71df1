"""The README.md of a data set on Hugging Face: YAML that its hub and `load_dataset` read, and below
it what people read."""

from collections.abc import Mapping, Sequence

from annotator.cards.columns import TypedTable
from annotator.cards.croissant import About
from annotator.cards.yaml import as_yaml

SIZES = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
NAMES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M")
# What the hub knows by name, in small letters; another license is named beside.
HUB_LICENSES = (
    *("apache-2.0", "mit", "gpl-3.0", "cc", "cc0-1.0", "cc-by-3.0", "cc-by-4.0", "cc-by-sa-4.0"),
    *("cc-by-nc-2.0", "cc-by-nc-4.0", "cc-by-nc-sa-4.0", "cc-by-nd-4.0", "cc-by-nc-nd-4.0"),
    *("odbl", "odc-by", "pddl", "unknown"),
)
DATASETS = """```python
from datasets import load_dataset

{loads}
```"""


def size_category(rows: int) -> str:
    place = sum(rows >= size for size in SIZES)
    return NAMES[place]


def front_matter(
    about: About, tables: Sequence[TypedTable], rows: int, language: str, source: Sequence[str]
) -> str:
    """rows: of the largest table that a reader loads."""
    known = about.license.lower().replace(" ", "-")
    if known in HUB_LICENSES:
        license_named = {"license": known}
    elif about.license:
        license_named = {"license": "other", "license_name": about.license}
    else:
        license_named = {"license": "unknown"}
    return as_yaml(
        {
            "pretty_name": about.name,
            "annotations_creators": ["expert-generated"],
            "language_creators": ["found"],
            "language": [language],
            **license_named,
            "multilinguality": ["monolingual"],
            "size_categories": [size_category(rows)],
            "source_datasets": list(source),
            "task_categories": ["text-retrieval"],
            "task_ids": ["document-retrieval"],
            "tags": ["text-to-video retrieval", "relevance judgements", "truepool"],
            "configs": [
                {
                    "config_name": table.name,
                    **({"default": True} if number == 0 else {}),
                    "data_files": [{"split": "test", "path": table.file}],
                }
                for number, table in enumerate(tables)
            ],
        }
    )


def data_card(
    about: About,
    tables: Sequence[TypedTable],
    rows: Mapping[str, int],
    *,
    language: str = "en",
    source: Sequence[str] = ("original",),
    more: str = "",
) -> str:
    """rows: by the name of the table. more: Markdown between the description and the tables."""
    yaml = front_matter(about, tables, max(rows.values(), default=0), language, source)
    loads = "\n".join(
        f'{table.name} = load_dataset("FOLDER OR REPOSITORY", "{table.name}", split="test")'
        for table in tables
    )
    parts = [
        f"---\n{yaml}---\n",
        f"# {about.name}\n",
        f"{about.description}\n",
        more,
        "## Loading it\n",
        f"{DATASETS.format(loads=loads)}\n",
        "`croissant.json` has the same tables for tools that read Croissant.\n",
        *(_columns(table, rows.get(table.name, 0)) for table in tables),
    ]
    return "\n".join(part for part in parts if part)


def _columns(table: TypedTable, rows: int) -> str:
    lines = [f"## `{table.file}`\n", f"{table.title}: {rows:,} rows.\n", "| column | kind | |"]
    lines.append("|---|---|---|")
    lines += [f"| `{one.name}` | {one.kind.value} | {one.meaning} |" for one in table.columns]
    return "\n".join(lines) + "\n"
