"""A file's scores as opinions: a table, which says itself what they are of, or a matrix."""

from foundation.progress import Report, steps_of
from pooling.formats.npy import open_matrix
from pooling.formats.problem import naming
from pooling.formats.runs import surveyed
from pooling.input_files import InputFile
from witnesses.formats.tables import is_matrix, read_table
from witnesses.opinions import Adapter, Asked, Greatest, Opinions


def _identity(source: InputFile) -> dict[str, str]:
    return {"sha256": source.sha256}


def _read(source: InputFile, asked: Asked, report: Report) -> Opinions:
    """Raises Unreadable."""
    with source.path.open("rb") as file, naming(source.name):
        if not is_matrix(file):
            return read_table(source.path, source.name, asked)
        matrix, greatest, start = (
            open_matrix(file, source.name, asked.keys),
            Greatest(asked.wanted),
            0,
        )
        blocks = matrix.blocks("t2v", steps_of(report, f"Reading {source.name}"))
        for rows in surveyed(matrix, blocks, "t2v", matrix.problems):
            captions = matrix.captions[start : start + len(rows)]
            greatest.take_rows(asked.caption_queries[captions], rows)
            start += len(rows)
    return greatest.opinions(*(one.at(source.name) for one in matrix.problems.warnings))


ADAPTER = Adapter("scores", _identity, _read)
