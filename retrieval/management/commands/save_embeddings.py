"""manage.py save_embeddings MODEL FOLDER: where a trained model puts its benchmark."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from foundation.refused import Refused
from people.management.command import ResultCommand, option
from retrieval.queries.places import embeddings_of
from retrieval.queries.trained import find_trained

ROWS = {"queries": "text", "videos": "key"}


class Command(ResultCommand):
    help = (
        "Writes the embeddings of a model that was trained here: queries.npy and videos.npy, and"
        " queries.csv and videos.csv with the text or the key of each row."
    )
    takes = (
        option("model", "The name of the model."),
        option("folder", "The folder that they are written to; it is made if it is not there."),
    )

    def result(self, **options: Any) -> dict[str, Any]:
        trained, folder = find_trained(options["model"]), Path(options["folder"])
        found = embeddings_of(trained)
        if found is None:
            raise Refused(
                f"{trained} has no embeddings: expected a model trained since they are kept."
            )
        folder.mkdir(parents=True, exist_ok=True)
        sides = (found.embedded.texts, found.queries), (found.embedded.videos, found.videos)
        for name, (rows, names) in zip(ROWS, sides, strict=True):
            np.save(folder / f"{name}.npy", rows)
            _write_names(folder / f"{name}.csv", ROWS[name], names)
        return {
            "model": str(trained),
            "folder": str(folder),
            "queries": len(found.queries),
            "videos": len(found.videos),
            "numbers": found.embedded.texts.shape[1],
            "experts": found.embedded.experts,
        }

    def tell(self, result: dict[str, Any]) -> str:
        return (
            f"{result['queries']:,} queries and {result['videos']:,} videos of {result['model']},"
            f" {result['numbers']:,} numbers each, are in {result['folder']}."
        )


def _write_names(path: Path, column: str, names: Sequence[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["row", column])
        lines.writerows(enumerate(names))
