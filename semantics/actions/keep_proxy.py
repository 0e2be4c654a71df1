"""Keep a proxy: its matrix as a file, and the row that names it, both or neither.

The file gets its name when it is whole, before the row is written; what fails afterwards removes
it. A process that is killed in between leaves a file without a row, which the daily tidying takes.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, field
from functools import partial
from itertools import chain, count
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Lower

from foundation.checksum import digest_of
from foundation.frozen import frozen
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark
from pooling.room import KeptFile, kept_file
from semantics.asked.proxies import refuse_name
from semantics.formats.stored import ENDINGS, Arranged, write_stored
from semantics.models import Proxy, StoredClasses
from semantics.models.proxy import FOLDER
from semantics.words.classes import ClassTable


@frozen
class KeptClasses:
    """A table that was read, and what its owner called it."""

    table: ClassTable
    file_name: str

    @property
    def content(self) -> tuple[list[str], dict[str, int]]:
        return list(self.table.names), dict(self.table.class_by_instance)

    @property
    def sha256(self) -> str:
        """The digest of its content, not of its file: two spellings of one table are the same."""
        return digest_of(self.content)

    def as_json(self) -> dict[str, Any]:
        """The table as a proxy's parameters name it."""
        counts = dict(zip(("classes", "instances"), map(len, self.content), strict=True))
        return {"file": self.file_name, "sha256": self.sha256} | counts


@frozen
class Identity:
    """What makes two proxies the same one. parameters: without what files are called."""

    benchmark: Benchmark
    kind: str
    parameters: Mapping[str, Any]
    shape: tuple[int, int]

    @property
    def digest(self) -> str:
        return digest_of([self.kind, self.parameters, self.shape])

    def find(self) -> Proxy | None:
        """The one that there is already."""
        return Proxy.objects.filter(benchmark=self.benchmark, digest=self.digest).first()


@frozen
class Made:
    """A proxy before it is a row. name: empty where the kind's will do."""

    identity: Identity
    name: str
    parameters: Mapping[str, Any]
    without_words: int | None = None
    classes: Mapping[str, KeptClasses] = field(default_factory=dict)  # verbs, nouns


def check_free(made: Made) -> None:
    """Checks the name before the slow part; the table decides at the end. Raises NameTaken."""
    of = made.identity.benchmark
    if Proxy.objects.filter(benchmark=of, name__iexact=made.name).exists():
        refuse_name(of, made.name)


def stored_matrix(arranged: Arranged) -> AbstractContextManager[KeptFile]:
    """The file is removed if what follows inside fails."""
    return kept_file(FOLDER, ENDINGS[arranged.layout], partial(write_stored, arranged))


@transaction.atomic
def keep_proxy(
    actor: Actor, verb: str, made: Made, arranged: Arranged, file: KeptFile
) -> tuple[Proxy, bool]:
    """The row, and whether it is new: where somebody made the same meanwhile, theirs is the one.

    Raises NameTaken. Called in the transaction that ends the job.
    """
    try:
        with transaction.atomic():
            proxy = _write(actor, made, arranged, file)
    except IntegrityError:
        same = made.identity.find()
        if same is None:
            refuse_name(made.identity.benchmark, made.name)
        unused = settings.MEDIA_ROOT / file.path
        transaction.on_commit(partial(unused.unlink, missing_ok=True), robust=True)
        return same, False
    record_audit(actor, verb, proxy, after=facts_of(proxy))
    return proxy, True


def facts_of(proxy: Proxy) -> dict[str, Any]:
    """The proxy as the audit log has it."""
    names = ("kind", "pairs", "parameters", "sha256")
    return {"benchmark": proxy.benchmark.name} | {name: getattr(proxy, name) for name in names}


def _write(actor: Actor, made: Made, arranged: Arranged, file: KeptFile) -> Proxy:
    of = made.identity
    captions, videos = of.shape
    return Proxy.objects.create(
        benchmark=of.benchmark,
        name=made.name or _free_name(of),
        kind=of.kind,
        parameters=made.parameters,
        digest=of.digest,
        **{part: _keep_classes(table) for part, table in made.classes.items()},
        captions=captions,
        videos=videos,
        pairs=arranged.pairs,
        without_words=made.without_words,
        layout=arranged.layout,
        **asdict(file),
        created_by=actor.user,
    )


def _free_name(of: Identity) -> str:
    """The kind's; from the second one on, with a number."""
    names = Proxy.objects.filter(benchmark=of.benchmark).values_list(Lower("name"), flat=True)
    taken, numbered = set(names), (f"{of.kind}-{number}" for number in count(2))
    return next(name for name in chain([of.kind], numbered) if name not in taken)


def _keep_classes(kept: KeptClasses) -> StoredClasses:
    """So that the proxies that rest on it can be computed again."""
    names, instances = kept.content
    row, _ = StoredClasses.objects.get_or_create(
        sha256=kept.sha256,
        defaults={"file_name": kept.file_name[:255], "names": names, "instances": instances},
    )
    return row
