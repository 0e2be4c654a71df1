"""How often one address may look at what anybody may see."""

from django.http import HttpRequest

from foundation.limits import seconds_to_wait


def too_often(request: HttpRequest, what: str, most: int) -> bool:
    """Whether this address has looked more than `most` times within this minute."""
    return seconds_to_wait(f"visits-{what}-{request.META.get('REMOTE_ADDR', '')}", most) > 0
