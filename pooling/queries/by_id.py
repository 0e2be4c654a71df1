"""Captions and videos by their ids, as the API names them; pages name them by number under their
benchmark."""

from foundation.database.rows import the_row
from people.models import User
from people.queries import require_reader
from pooling.models import Caption, Video


def access_caption_by_id(asking: User, caption_id: int) -> Caption:
    require_reader(asking)
    return the_row(Caption.objects.select_related("query", "video"), "caption", pk=caption_id)


def access_video_by_id(asking: User, video_id: int) -> Video:
    require_reader(asking)
    return the_row(Video.objects.all(), "video", pk=video_id)
