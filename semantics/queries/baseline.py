"""What a random order of a benchmark's videos and captions comes to under a proxy."""

from semantics.graded.baseline import by_texts, random_baseline
from semantics.models import Proxy
from semantics.queries.material import read_captions
from semantics.queries.proxies import read_relevance


def random_under(proxy: Proxy, seed: int = 0) -> dict[str, float | None]:
    """nDCG (paper 000, Eq. 2 and 3) of one drawn order for each distinct text and each video: text
    to video, video to text, and their mean."""
    captions = read_captions(proxy.benchmark)
    return random_baseline(by_texts(read_relevance(proxy), captions.caption_texts), seed).as_json()
