"""How each file is opened, in the tool that it is for: a line or two to copy."""

from collections.abc import Mapping
from pathlib import PurePosixPath

_BY_NAME: Mapping[str, str] = {
    "qrels.txt": "import ir_measures\nqrels = list(ir_measures.read_trec_qrels({name!r}))",
    "croissant.json": (
        "import mlcroissant\nrows = mlcroissant.Dataset({name!r}).records(record_set='triplets')"
    ),
    "fire.json": "import json\nrelease = json.load(open({name!r}, encoding='utf-8'))",
    "README.md": (
        "from datasets import load_dataset\n"
        "triplets = load_dataset('FOLDER', 'triplets', split='test')"
    ),
    "SHA256SUMS": "sha256sum --check {name}",
    "manifest.json": "import json\nmanifest = json.load(open({name!r}, encoding='utf-8'))",
}
_KEYS = "dtype=str, keep_default_na=False"  # a key may look like a number, or be called NA
_BY_ENDING: Mapping[str, str] = {
    ".csv": f"import pandas\ntable = pandas.read_csv({{name!r}}, {_KEYS})",
    ".tsv": f"import pandas\ntable = pandas.read_csv({{name!r}}, sep='\\t', quoting=3, {_KEYS})",
    ".jsonl": "import pandas\ntable = pandas.read_json({name!r}, lines=True, dtype=False)",
    ".parquet": "import pandas\ntable = pandas.read_parquet({name!r})",
    ".json": "import json\nresult = json.load(open({name!r}, encoding='utf-8'))",
}
ABOUT: Mapping[str, str] = {
    "triplets.csv": "Verdicts, for spreadsheets",
    "triplets-exact.csv": "Verdicts, for tools",
    "triplets.jsonl": "Verdicts, an object a line",
    "triplets.parquet": "Verdicts, typed",
    "log.csv": "Every label, for spreadsheets",
    "log-exact.csv": "Every label, for tools",
    "log.jsonl": "Every label, an object a line",
    "log.parquet": "Every label, typed",
    "captions.csv": "Captions, for spreadsheets",
    "captions-exact.csv": "Captions, for tools",
    "captions.parquet": "Captions, typed",
    "videos.parquet": "Keys of the videos",
    "qrels.txt": "Verdicts for TREC's tools",
    "qrels-strata.txt": "Verdicts with strata, for NIST's evaluators",
    "queries.tsv": "What the keys of queries mean",
    "videos.tsv": "Keys of the videos",
    "fire.json": "The release format of FIRE",
    "README.md": "Data card for Hugging Face",
    "croissant.json": "Croissant metadata",
    "datasheet.md": "Datasheet (Gebru et al.)",
    "CITATION.cff": "How to cite it",
    "report.html": "Printable report",
    "report.pdf": "Printable report",
    "manifest.json": "Files, checksums, policies, guidelines",
    "SHA256SUMS": "Checksums, as sha256sum reads them",
}


def loading(name: str) -> str:
    """Empty where a file is simply read."""
    words = _BY_NAME.get(name) or _BY_ENDING.get(PurePosixPath(name).suffix, "")
    return words.format(name=name)


def about(name: str) -> str:
    return ABOUT.get(name) or (
        "Scores of a run, in MTEB's shape" if name.startswith("mteb/") else ""
    )
