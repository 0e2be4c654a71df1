"""Whether a folder of ours still takes files: tells a full disk, which is nobody's fault, from one
file that is too large."""

from pathlib import Path

from jobs.one_by_one import NotItsFault
from media.storing import why_nothing_fits


def check_room(folder: Path) -> None:
    """Makes the folder if it is not there. Raises NotItsFault if it takes not even one small
    file."""
    if why := why_nothing_fits(folder):
        raise NotItsFault(f"{folder} takes no more files ({why})")
