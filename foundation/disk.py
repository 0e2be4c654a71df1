"""A full disk is nobody's defect: the sender of a file reads so, and keeps it."""

import errno
from typing import TypeGuard

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
DISK_IS_FULL = (
    "The disk has no room for what was sent. Nothing was kept; tell whoever runs Truepool, and send"
    " it again later."
)


def is_full(error: BaseException | None) -> TypeGuard[OSError]:
    """EFBIG too: a process's own limit on files is as good as a full disk to whoever sends one."""
    return isinstance(error, OSError) and error.errno in NO_ROOM
