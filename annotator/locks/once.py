"""A request counts once: its id is its sender's, for good."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError

from foundation.refused import Refused


class RequestReused(Refused):
    """This request id was used before, for another answer."""

    reason = "request_id_used"


@contextmanager
def each_request_once() -> Iterator[None]:
    """Around a transaction: of two that carry the same id at the same moment for different slots,
    the second is refused."""
    try:
        yield
    except IntegrityError as error:
        if "annotator_a_request_counts_once" in str(error):
            raise RequestReused from None
        raise
