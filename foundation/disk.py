"""When the disk has no room left, it is nobody's defect: whoever sent something is told so."""

import errno

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
SENTENCE = (
    "The disk has no room for what was sent. Nothing was kept; tell whoever runs Truepool, and send"
    " it again later."
)


def is_full(error: BaseException | None) -> bool:
    """EFBIG too: a process's own limit on files is as good as a full disk to whoever sends one."""
    return isinstance(error, OSError) and error.errno in NO_ROOM
