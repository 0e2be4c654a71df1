"""The files that rows of this package name: weights."""

from collections.abc import Iterator

from foundation.integrity import StoredFile
from retrieval.models import TrainedModel


def stored_files() -> Iterator[StoredFile]:
    for trained in TrainedModel.objects.order_by("pk").iterator():
        yield StoredFile(trained.path, trained.sha256, f"trained model {trained.pk}")
