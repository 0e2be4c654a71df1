"""Write a new version of a campaign's guidelines, and confirm that one has read them. Versions are
never changed: labels name the one that was read."""

from django.db import transaction

from annotator.asked.leading import LONGEST_GUIDELINE
from annotator.models import Campaign, Guideline, Member
from annotator.queries.raters import current_guideline, last_version
from foundation.database.rows import lock_row
from foundation.markdown import safe_html
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor


@transaction.atomic
def write_guideline(
    actor: Actor, campaign_id: int, markdown: str, *, confirm: bool = False
) -> Guideline:
    """`confirm`: raters confirm this version before they are given more pairs."""
    if not markdown.strip() or len(markdown) > LONGEST_GUIDELINE:
        raise Refused(
            "Guidelines need words: at least a sentence that says when a clip is relevant to a"
            " caption."
        )
    campaign = lock_row(Campaign, campaign_id)
    guideline = Guideline.objects.create(
        campaign=campaign,
        version=last_version(campaign_id) + 1,
        markdown=markdown,
        html=safe_html(markdown),
        confirm=confirm,
        written_by=actor.user,
    )
    after = {"version": guideline.version, "confirm": confirm}
    record_audit(actor, "wrote guidelines", guideline, after=after)
    return guideline


@transaction.atomic
def confirm_guideline(member: Member, version: int) -> None:
    """Only the newest version can be confirmed; the version stays on the member, and on every label
    from here on."""
    locked = lock_row(Member, member.pk)
    newest = current_guideline(locked.campaign_id)
    if newest is None or newest.version != version:
        raise Refused(
            "The guidelines have changed again while you were reading: this is the newest version."
        )
    locked.confirmed_version = version
    locked.save(update_fields=["confirmed_version"])
