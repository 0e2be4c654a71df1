"""The floor: one view over PostgreSQL, and nothing else. It claims with SKIP LOCKED, inserts, and
checks nothing.

`granian --interface wsgi bench.stage.bare:application`, with the database in BARE_DATABASE.
"""

import json
import os
from collections.abc import Callable, Iterable
from typing import Any

from psycopg_pool import ConnectionPool

ANSWER = (
    "WITH filled AS (UPDATE bare_slot SET state = 'filled' WHERE id = %(slot)s AND rater ="
    " %(rater)s) INSERT INTO bare_label (slot, rater, answer) VALUES (%(slot)s, %(rater)s,"
    " %(answer)s) RETURNING id"
)
NEXT = (
    "UPDATE bare_slot SET state = 'leased', rater = %(rater)s WHERE id = (SELECT id FROM bare_slot"
    " WHERE state = 'free' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id"
)
POOL = ConnectionPool(os.environ["BARE_DATABASE"], min_size=1, max_size=10, open=True)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["REQUEST_METHOD"] == "GET":
        start_response("204 No Content", [])
        return []
    asked = json.loads(environ["wsgi.input"].read())
    with POOL.connection() as connection:
        label = connection.execute(ANSWER, asked).fetchone() if asked.get("slot") else None
        following = connection.execute(NEXT, asked).fetchone()
    start_response("201 Created", [("Content-Type", "application/json")])
    slots = [{"id": following[0], "lease": ""}] if following else []
    return [json.dumps({"label": label and label[0], "next": slots, "slots": slots}).encode()]
