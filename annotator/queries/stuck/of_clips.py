"""Clips that do not play: here, or for a rater."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotator.queries.clips import held_back_sentence
from annotator.queries.stuck.finding import Looked, Remedy, Stuck


def held_back(looked: Looked) -> Stuck | None:
    campaign = looked.campaign
    pairs = looked.progress.held_back
    if not pairs:
        return None
    remedies = (
        Remedy(_("Add videos"), "pooling:import_videos", (campaign.benchmark_id,)),
        Remedy(_("See the videos"), "pooling:videos", (campaign.benchmark_id,)),
    )
    return Stuck("held_back", pairs, held_back_sentence(pairs), remedies)


def reported(looked: Looked) -> Stuck | None:
    clips = looked.remarks.new_clips
    if not clips:
        return None
    sentence = ngettext(
        "%(count)s clip did not play for a rater.",
        "%(count)s clips did not play for a rater.",
        clips,
    ) % {"count": f"{clips:,}"}
    open_list = looked.to(_("Open the list"), "annotator:reported_clips")
    return Stuck("reported_clips", clips, sentence, (open_list,))
