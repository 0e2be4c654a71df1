"""Ask for a proxy: a job computes it, or reads it from a file."""

from jobs.models import Job
from people.actor import Actor
from pooling.actions.hand_in import hand_in
from semantics.asked.proxies import FILES, ProxyFileWanted, ProxyWanted
from semantics.queries.kinds import COMPUTED

MAKE, IMPORT = "semantics.make_proxy", "semantics.import_proxy"


def ask_for_proxy(actor: Actor, wanted: ProxyWanted) -> Job:
    title = f"Make proxy {wanted.name or COMPUTED[wanted.kind]} of {wanted.benchmark}"
    files = {name: getattr(wanted, name) for name in FILES}
    return hand_in(actor, MAKE, files, title=title, **wanted.arguments())


def hand_in_proxy(actor: Actor, wanted: ProxyFileWanted) -> Job:
    title = f"Import proxy {wanted.name} of {wanted.benchmark}"
    return hand_in(actor, IMPORT, {"upload": wanted.file}, title=title, **wanted.arguments())
