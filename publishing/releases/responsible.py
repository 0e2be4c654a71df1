"""Croissant's fields for responsible AI (RAI 1.0), from what is known. A field that nothing is
known of says so: readers of these fields look for each of them."""

from collections.abc import Mapping

from metrics.words import counted
from publishing.releases.facts import Facts, figure_of

NOT_RECORDED = "not recorded"


def responsible(facts: Facts) -> Mapping[str, str]:
    """The texts by the name of the field, without `rai:`."""
    days = facts.label.days or NOT_RECORDED
    return {
        "dataCollection": collected(facts),
        "dataCollectionType": "Manual Human Curator",
        "dataCollectionTimeframe": days,
        "dataAnnotationProtocol": protocol(facts),
        "dataAnnotationPlatform": "Truepool",
        "dataAnnotationAnalysis": analysis(facts),
        "annotationsPerItem": per_item(facts),
        "annotatorDemographics": NOT_RECORDED,
        "machineAnnotationTools": "none: every label was given by a person",
        "dataBiases": biases(facts),
        "dataLimitations": limits(facts),
        "dataUseCases": (
            "Evaluation of text-to-video retrieval: scores that count more than each caption's own"
            " video as relevant."
        ),
        "personalSensitiveInformation": privacy(facts),
        "dataReleaseMaintenancePlan": (
            "A release is frozen and never changed; corrections come in a later release with its"
            " own name, checksums and pseudonyms."
        ),
    }


def collected(facts: Facts) -> str:
    ways = ["labelled in Truepool" if not one.imported else "imported" for one in facts.campaigns]
    campaigns = "; ".join(
        f"{one.name}: {counted(one.pairs, 'pair')}, {way}"
        for one, way in zip(facts.campaigns, ways, strict=True)
    )
    return (
        "Captions and videos come from the benchmark; pairs of them were pooled from the top ranks"
        f" of retrieval systems and judged by people. Campaigns: {campaigns or NOT_RECORDED}."
    )


def protocol(facts: Facts) -> str:
    parts = []
    for one in facts.campaigns:
        if one.imported:
            parts.append(f"{one.name}: labels that were collected elsewhere.")
            continue
        trained = "raters passed a training first" if one.trained else "no training was required"
        checked = "with" if one.checked else "without"
        parts.append(
            f"{one.name}: {100 * one.double_share:g} % of the pairs were labelled twice, at most"
            f" {one.label_limit} labels a pair, then an adjudicator decided; {trained}, {checked}"
            f" hidden checks; {counted(one.guidelines, 'version')} of the guidelines."
        )
    return " ".join(parts) or NOT_RECORDED


def analysis(facts: Facts) -> str:
    if facts.agreement is None:
        return facts.no_agreement or NOT_RECORDED
    study, figures = facts.agreement, facts.agreement.figures
    return (
        f"{counted(study.pairs, 'pair')} with two labels or more. Krippendorff's alpha"
        f" {figure_of(figures['alpha'])}, percent agreement {figure_of(figures['percent'])},"
        f" positive agreement {figure_of(figures['positive'])}, AC1 {figure_of(figures['ac1'])}"
        f" ({100 * study.level:g} % intervals of these raters, clustered by video)."
    )


def per_item(facts: Facts) -> str:
    if facts.agreement is None or not facts.agreement.by_labels:
        return NOT_RECORDED
    rows = [f"{one.pairs:,} pairs with {one.labels}" for one in facts.agreement.by_labels]
    return f"One label for most pairs, more where policy asked for them: {', '.join(rows)}."


def biases(facts: Facts) -> str:
    return (
        "Only pairs that some pooled system ranked high were judged, so that positives which none"
        " of them found are missing, and systems outside the pool are at a disadvantage. Who the"
        " raters are is not recorded."
    )


def limits(facts: Facts) -> str:
    least = (
        f" Verdicts on fewer than {facts.least_labels} labels are left out."
        if facts.least_labels > 1
        else ""
    )
    disagreed = facts.verdicts.get("disagreement", 0)
    return (
        "A pair without a verdict is unknown, not irrelevant."
        f" {counted(disagreed, 'pair')} ended in disagreement.{least} Captions with the same text"
        " are judged together, under the first of them."
    )


def privacy(facts: Facts) -> str:
    comments = (
        "Comments that raters wrote are included, and may contain personal information."
        if facts.comments
        else "Comments that raters wrote are left out."
    )
    return (
        "Raters bear pseudonyms drawn at random for this release; the key never leaves the system"
        f" that made it. {comments} Times of labels are included."
    )
