"""The study of agreement as tables: Table 2, the figures, Figure 7, raters, raters two by two."""

from collections.abc import Iterator, Mapping, Sequence

from measures.dependence import FEW
from measures.estimate import USUAL, Estimate
from measures.quantity import Quantity
from metrics.studies.agreement import AgreementStudy
from metrics.studies.agreement_figures import BOOTSTRAP, JACKKNIFE, resampled, videos_of
from metrics.studies.agreement_grades import OnGrades
from metrics.table import (
    Cell,
    Percent,
    Table,
    Word,
    absent_intervals,
    cell_of,
    drawn_table,
    ends,
    interval_cells,
    interval_columns,
    interval_title,
    marked_intervals,
    names_of,
    percents,
    plain,
    titled,
    with_ends,
    words,
)
from metrics.tables.agreement_parts import (
    MOST_ACROSS,
    by_kind,
    by_mistake,
    matrix,
    of_whom,
    raters,
    slices,
    two_by_two,
)
from metrics.tables.agreement_words import (
    COMPARED,
    DEFINITIONS,
    SHARES,
    TITLES,
    definition_of,
    scale_of,
)
from metrics.words import counted

TWO_BY_TWO = {"matrix": matrix, "pairwise": two_by_two}


def tables(study: AgreementStudy) -> Sequence[Table]:
    last = matrix(study) if len(study.raters) <= MOST_ACROSS else two_by_two(study)
    return [*tables_without_pairs(study), last]


def tables_without_pairs(study: AgreementStudy) -> Sequence[Table]:
    """All but raters two by two, who are thousands where a hundred labelled."""
    grades = [_grades(study.graded)] if study.graded else []
    shown = [_table2(study), _figures(study), *grades, _by_labels(study), raters(study)]
    return [*shown, *slices(study), by_kind(study), by_mistake(study), _why(study)]


def find_table(study: AgreementStudy, key: str) -> Table | None:
    """Also the one of `matrix` and `pairwise` that `tables` leaves out."""
    if key in TWO_BY_TWO:
        return TWO_BY_TWO[key](study)
    return next((table for table in tables_without_pairs(study) if table.key == key), None)


def figure_cells(study: AgreementStudy, name: str) -> tuple[Cell, Cell]:
    """A figure and its main interval, as people read them everywhere: shares in percent."""
    one, percent = study.figures[name], name in SHARES
    value: Cell = Percent(one.value) if percent else Quantity(one.value, one.reason)
    (interval,) = interval_cells(one, [USUAL], percent=percent)
    return value, interval


def conventions(study: AgreementStudy) -> Iterator[str]:
    """What was compared, in sentences."""
    if study.chosen.anything:
        yield (
            "Only labels that match the filters are looked at. Verdicts rest on all labels of a"
            " pair, also on those that the filters leave out."
        )
    yield (
        f"Units are pairs in a campaign with two labels or more. {COMPARED[study.which]}"
        " Gold, training and adjudication never enter, nor what was superseded, withdrawn or"
        " disregarded."
    )
    if study.repeated.labels:
        one = study.repeated
        yield (
            f"{counted(one.pairs, 'pair')} had {counted(one.labels, 'label')} by a rater who had"
            f" labelled the pair before ({one.contradicting:,} of these say otherwise than the"
            " first): of each rater the first label counts, and the later ones are compared with"
            " nothing."
        )
    if study.several_scales:
        yield (
            "The campaigns have different scales, so only whether labels say relevant is compared."
            " Choose one campaign to see its grades."
        )
    if study.left_out:
        pairs = sum(one.pairs for one in study.left_out)
        named = ", ".join(one.campaign for one in study.left_out)
        yield (
            f"Left out, as nobody knows who gave their labels: {counted(pairs, 'pair')} that came"
            f" from elsewhere ({named})."
        )


def drawn(study: AgreementStudy) -> str:
    """How the intervals came to be."""
    videos = videos_of(study.figures["percent"])
    the_videos = f"the {counted(videos, 'video')}"
    alike = "that share a video or a rater" if study.raters_as == "drawn" else "of one video"
    if study.graded:
        alike = alike.replace("video", "video, a caption" if "or" in alike else "video or caption")
    main = (
        f"{100 * study.level:g} % score intervals, of as many independent pairs as vary like"
        f" these: pairs {alike} are alike, by Student's t ({of_whom(study)})."
    )
    few = f" There are fewer than {FEW} videos, so intervals are wide."
    if videos >= FEW or not any(one.ends() for one in study.figures.values()):
        few = ""
    if study.raters_as == "drawn" or study.graded:
        return main + few
    return (
        f"{main}{few} Beside them, bootstrap: {study.resamples:,} resamples (seed"
        f" {study.seed}) of {the_videos} with all their pairs; resamples that left a figure"
        " undefined are dropped. Jackknife: each video left out in turn, Student's t; it may reach"
        " beyond 1. Neither of these two holds where few pairs are relevant."
    )


def _table2(study: AgreementStudy) -> Table:
    table, pairs, resolved = study.table2, Word("pairs"), Word("resolved")
    shared = (
        ("resolved", Word("Resolved"), pairs),
        ("relevant", Word("Relevant"), resolved),
        ("irrelevant", Word("Irrelevant"), resolved),
        ("disagreements", Word("Disagreement"), pairs),
    )
    rows: list[tuple[Cell, ...]] = [
        (Word("Pairs"), table.pairs, Percent(1.0 if table.pairs else None), pairs),
        (Word("Labels"), table.labels, None, ""),
        *((word, getattr(table, name), Percent(table.shares[name].value), of)
          for name, word, of in shared),
    ]  # fmt: skip
    notes = [
        (
            "Pairs that somebody labelled. Labels: first, second and third ones that say relevant"
            " or irrelevant."
        ),
        (
            f"Third labels among them: {study.third:,}. Beside them: {study.cannot_judge:,} that"
            " could not judge."
        ),
        (
            "A pair is resolved by the majority of its labels or by an adjudicator; what is neither"
            " resolved nor disputed is open."
        ),
        (
            f"Of those that are open, {study.awaiting_third:,} have labels that disagree and await"
            " one more."
        ),
    ]
    columns = titled(what="What", n="n", share="Share", of="of")
    return Table("table2", "Pairs and labels (Table 2)", columns, rows, notes)


def _figures(study: AgreementStudy) -> Table:
    names = names_of(study.figures.values(), *_kinds(study))
    columns = (
        *titled(figure="Figure", scale="Scale", value="Value"),
        *interval_columns(names),
        *titled(n="n (pairs)", dropped="Dropped"),
    )
    rows = [
        (
            Word(TITLES[name]),
            scale_of(name),
            figure_cells(study, name)[0],
            *interval_cells(one, names, percent=name in SHARES),
            study.pairs,
            resampled(one).dropped,
        )
        for name, one in study.figures.items()
    ]
    return Table("agreement", "Agreement", columns, rows, _of_figures(study))


def _kinds(study: AgreementStudy) -> tuple[str, ...]:
    """Of intervals: those that there may be."""
    return (USUAL,) if study.graded else (USUAL, BOOTSTRAP, JACKKNIFE)


def _grades(graded: OnGrades) -> Table:
    shares = {one.word: one.share for one in graded.distribution}
    note = (
        "Of pairs with two labels or more. The same labels may have a low alpha and a high AC2, as"
        " what raters come to by chance depends on how often each grade is given: read both beside"
        " this."
    )
    return drawn_table(
        "grades",
        "How often each grade was given",
        graded.distribution,
        plain(value="Grade"),
        words(word="Word"),
        plain(labels="Labels"),
        with_ends("share", "Share of a pair's labels"),
        notes=[note, *absent_intervals(shares), *marked_intervals(shares)],
    )


def _of_figures(study: AgreementStudy) -> list[str]:
    by_title = {TITLES[name]: one for name, one in study.figures.items()}
    return [
        *conventions(study),
        drawn(study),
        *(f"{title} is undefined: {one.reason}." for title, one in by_title.items() if one.reason),
        *_absent(by_title),
        *marked_intervals(by_title),
        *(f"{TITLES[name]}: {definition_of(study, name)}." for name in _defined(study)),
    ]


def _defined(study: AgreementStudy) -> Sequence[str]:
    return [*study.figures] if study.graded else [*DEFINITIONS]


def _by_labels(study: AgreementStudy) -> Table:
    names = names_of((row.agreement for row in study.by_labels), *_kinds(study))
    return drawn_table(
        "by_number_of_labels",
        "Agreement by number of labels (Figure 7)",
        study.by_labels,
        plain(labels="Labels", pairs="n (pairs)"),
        percents(agreement="Percent agreement"),
        ends("agreement", names),
        notes=_of_bars(study),
    )


def _of_bars(study: AgreementStudy) -> list[str]:
    bars = {f"pairs with {row.labels} labels": row.agreement for row in study.by_labels}
    independent = study.which == "independent"
    of = "Of first and second labels" if independent else "Of all labels, third ones too"
    return [
        (
            f"{of}: the pairs that have so many, and the share of their label pairs that agree,"
            " averaged over pairs."
        ),
        drawn(study),
        *_absent(bars),
        *marked_intervals(bars),
    ]


def _why(study: AgreementStudy) -> Table:
    """Whether each pair with a label counts, and why not."""
    total = study.counted.total
    notes = (
        (
            "Every pair with a label has one reason. Labels are set aside step by step, in the"
            " order of the rows; the reason is the step after which fewer than two labels were"
            " left, or the only one was gone."
        ),
        "The list of pairs that can be downloaded has a row for each of them.",
    )
    return drawn_table(
        "why",
        "Why pairs count, or do not",
        study.counted.whys(),
        plain(reason="Reason"),
        words(why="Why it counts, or does not"),
        plain(pairs="n (pairs)"),
        cell_of(lambda one: Percent(one.pairs / total if total else None), share="Share"),
        notes=notes,
    )


def _absent(figures: Mapping[str, Estimate]) -> list[str]:
    """Why defined figures have no interval of one kind or another."""
    defined = {name: one for name, one in figures.items() if not one.reason}
    names = names_of(defined.values())
    return [
        note
        for name in names
        for note in absent_intervals(defined, name, f"{interval_title(name).lower()} interval")
    ]
