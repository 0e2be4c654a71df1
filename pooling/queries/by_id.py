"""Captions and videos by their ids, as the API names them; pages name them by number under their
benchmark."""

from django.http import Http404

from people.models import User
from people.queries import require_reader
from pooling.models import Caption, Video


def access_caption_by_id(asking: User, caption_id: int) -> Caption:
    require_reader(asking)
    found = Caption.objects.filter(pk=caption_id).select_related("query", "video").first()
    if found is None:
        raise Http404("no such caption")
    return found


def access_video_by_id(asking: User, video_id: int) -> Video:
    require_reader(asking)
    found = Video.objects.filter(pk=video_id).first()
    if found is None:
        raise Http404("no such video")
    return found
