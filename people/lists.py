"""The columns of lists of people, of their invitations and of what was done."""

from django.db.models import Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, Lower, NullIf
from django.utils.translation import gettext_lazy as _

from foundation.paging.sorting import ListColumn, Listing


def called(path: str = "") -> Combinable:
    """What a person is called, without regard to case: nothing where there is no person. path:
    from the list's rows, as in `created_by__`."""
    return Lower(Coalesce(NullIf(f"{path}name", Value("")), f"{path}username"))


PEOPLE = Listing(
    (
        ListColumn("name", _("Name"), called()),
        ListColumn("username", _("Signs in as"), Lower("username")),
        ListColumn("role", _("Role"), "role"),
        ListColumn("state", _("State"), "is_active", falling=True),
        ListColumn("since", _("Since"), "pk", falling=True),
        ListColumn("seen", _("Last sign-in"), "last_login", gaps=True, falling=True),
    ),
    usual="-since",
)

INVITATIONS = Listing(
    (
        ListColumn("for", _("For"), Lower("for_whom")),
        ListColumn("role", _("As"), "role"),
        ListColumn("into", _("Leads into")),
        ListColumn("state", _("State")),
        ListColumn("by", _("Invited by"), called("invited_by__")),
        ListColumn("made", _("Made"), "pk", falling=True),
        ListColumn("expires", _("Expires"), "expires_at"),
        ListColumn("action", _("Action")),
    ),
    usual="-made",
)

AUDIT = Listing(
    (
        ListColumn("at", _("When"), "pk", falling=True),
        ListColumn("by", _("Who"), "actor__username", gaps=True),
        ListColumn("verb", _("Did"), "verb"),
        ListColumn("object", _("To what"), "object_type"),
        ListColumn("changes", _("Before and after")),
        ListColumn("via", _("From"), "via"),
    ),
    usual="-at",
)
