"""Sessions in the database, each under a digest of its key: whoever reads the table, or a backup of
it, cannot sign in by it.

The key itself is in its owner's cookie alone. Django's store does the rest, clearsessions included
(SESSION_ENGINE).
"""

from hashlib import sha256
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.sessions.backends.db import SessionStore as StoreByKey
from django.utils import timezone

LENGTH = 40  # of the column: 160 bits, of a key that was drawn from 165


def row_key(session_key: str) -> str:
    """No salt and no slow hash: the key is drawn at random, and too long to be found by trying."""
    return sha256(session_key.encode()).hexdigest()[:LENGTH]


class SessionStore(StoreByKey):
    def _get_session_from_db(self) -> Any:
        key = row_key(self.session_key or "")
        found: Any = self.model.objects.filter(
            session_key=key, expire_date__gt=timezone.now()
        ).first()
        if found is None:
            self._session_key = None
        return found

    def exists(self, session_key: str) -> bool:
        return super().exists(row_key(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Any:
        made = super().create_model_instance(data)
        made.session_key = row_key(made.session_key)
        return made

    def delete(self, session_key: str | None = None) -> None:
        if key := session_key or self.session_key:
            super().delete(row_key(key))

    # Nothing here is served asynchronously; but what Django inherits to those who would must not
    # write keys.

    async def _aget_session_from_db(self) -> Any:
        return await sync_to_async(self._get_session_from_db)()

    async def aexists(self, session_key: str) -> bool:
        return await sync_to_async(self.exists)(session_key)

    async def acreate_model_instance(self, data: dict[str, Any]) -> Any:
        return await sync_to_async(self.create_model_instance)(data)

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)
