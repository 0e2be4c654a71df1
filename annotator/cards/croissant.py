"""Croissant 1.1 metadata, with the fields of its extension for responsible AI (RAI 1.0)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from annotator.cards.columns import ColumnKind, TypedTable
from foundation.frozen import frozen

CONFORMS = "http://mlcommons.org/croissant/1.1"
RAI_CONFORMS = "http://mlcommons.org/croissant/RAI/1.0"
TYPES = {
    ColumnKind.TEXT: "sc:Text",
    ColumnKind.WHOLE: "sc:Integer",
    ColumnKind.NUMBER: "sc:Float",
    ColumnKind.TRUTH: "sc:Boolean",
    ColumnKind.MOMENT: "sc:DateTime",
}
FORMATS = {
    ".csv": "text/csv",
    ".jsonl": "application/jsonlines",
    ".json": "application/json",
    ".parquet": "application/x-parquet",
    ".tsv": "text/tab-separated-values",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".cff": "application/yaml",
    ".html": "text/html",
    ".pdf": "application/pdf",
}
# As the specification prints it, term by term: tools compare it with their own.
_TERMS = (
    "annotation arrayShape citeAs column conformsTo containedIn equivalentProperty extract field"
    " fileProperty fileObject fileSet format includes isArray isLiveDataset jsonPath key md5"
    " parentField path readLines recordSet references regex repeated replace samplingRate sdVersion"
    " separator source subField transform unArchive value"
)
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS.split()},
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    "sc": "https://schema.org/",
}


@frozen
class DataFile:
    """bytes, sha256: None in nothing that is written; every file that is named is there."""

    name: str
    bytes: int
    sha256: str


@frozen
class About:
    """What is said of the data set as a whole. Empty where it is not recorded.

    rai: by the name of the field, without `rai:`.
    """

    name: str
    description: str
    version: str
    published: str  # a day, as 2026-03-01
    license: str = ""
    creators: Sequence[str] = ()
    url: str = ""
    cite_as: str = ""
    rai: Mapping[str, str] = field(default_factory=dict)


def croissant(about: About, files: Sequence[DataFile], tables: Sequence[TypedTable]) -> str:
    """tables: those of which `files` has the file."""
    creators = about.creators or ("not recorded",)
    metadata: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "name": about.name,
        "description": about.description,
        "conformsTo": [CONFORMS, RAI_CONFORMS],
        "version": about.version,
        "datePublished": about.published,
        # The specification wants each of these; what was not recorded says so.
        "license": about.license or "not recorded",
        "creator": [{"@type": "sc:Person", "name": name} for name in creators],
        "citeAs": about.cite_as,
        "url": about.url,
        "isLiveDataset": False,
        **{f"rai:{name}": text for name, text in about.rai.items()},
        "distribution": [_file_object(one) for one in files],
        "recordSet": [_record_set(table) for table in tables],
    }
    kept = {name: value for name, value in metadata.items() if value not in ("", [])}
    return json.dumps(kept, ensure_ascii=False, indent=2) + "\n"


def _file_object(file: DataFile) -> dict[str, Any]:
    ending = f".{file.name.rpartition('.')[2]}"
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "contentUrl": file.name,  # relative: beside this file, wherever the release is put
        "contentSize": f"{file.bytes} B",
        "encodingFormat": FORMATS.get(ending, "application/octet-stream"),
        "sha256": file.sha256,
    }


def _record_set(table: TypedTable) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": f"{table.title}.",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{table.name}/{column.name}",
                "name": column.name,
                "description": column.meaning,
                "dataType": TYPES[column.kind],
                "source": {"fileObject": {"@id": table.file}, "extract": {"column": column.name}},
            }
            for column in table.columns
        ],
    }
