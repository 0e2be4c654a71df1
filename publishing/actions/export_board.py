"""Write a leaderboard to a folder, from which it can be read without a server."""

from pathlib import Path

from foundation.refused import Refused
from publishing.board_page import files_of
from publishing.queries.boards import PublicBoard, bundle_of, report_of


class NothingMade(Refused):
    """This leaderboard has no report yet: make it first."""


def export_board(board: PublicBoard | None, folder: Path) -> list[str]:
    """The names of the files."""
    if board is None:
        raise NothingMade
    try:
        folder.mkdir(parents=True, exist_ok=True)
        names = []
        for name, content in files_of(board, report_of(board), bundle_of(board)):
            (folder / name).write_bytes(content)
            names.append(name)
    except OSError as trouble:
        raise Refused(f"{folder}: expected a folder to write to ({trouble.strerror}).") from None
    return names
