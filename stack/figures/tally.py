"""How many labels the log has: rows are only ever added, so a scrape counts those that are new."""

import threading

from foundation.database.rows import row_of

# Of one snapshot: new rows, the highest of them, those up to the mark; and which transactions run.
COUNT = """
SELECT count(*), coalesce(max(id), %(settled)s), count(*) FILTER (WHERE id <= %(mark)s),
  pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM annotator_label WHERE id > %(settled)s
"""


class LabelTally:
    """Counts rows up to `settled` once, and those beyond it each time.

    A row may appear late, below others that are there: its transaction drew its id, and committed
    later. So a mark (the highest id that was seen) settles only when every transaction that ran
    then has ended: none can add a row below it any more. All of it is counted again after a start.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._settled = self._settled_count = 0
        self._mark, self._mark_next = 0, 0  # the id, and the first transaction that came after it

    def count(self) -> int:
        with self._lock:
            ids = {"settled": self._settled, "mark": self._mark}
            new, highest, up_to_mark, oldest, upcoming = row_of(COUNT, ids)
            total = self._settled_count + int(new)
            if oldest >= self._mark_next:
                self._settled = self._mark
                self._settled_count += up_to_mark
                self._mark, self._mark_next = highest, upcoming
            return total


TALLY = LabelTally()
