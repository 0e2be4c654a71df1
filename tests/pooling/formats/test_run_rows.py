"""TREC runs and tables of scores: strict, streamed, ranked by score with the one tie rule."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.formats import gathering, trec
from pooling.formats.keys import Keys
from pooling.formats.runs import Wanted, read_run
from tests.pooling.formats.reading import KEYS, file_of, problems_of, the_error, warned
from tests.pooling.test_depth import single

FULL = "".join(
    f"c{c} Q0 v{v} {r} {5 - r} tag\n"
    for c in (1, 2, 3)
    for r, v in enumerate((2, 4, 1, 3), start=1)
)


def read(file, **options):
    return read_run(file, "r.txt", Wanted(KEYS, **{"depth": 4, **options}))


def with_score(score: str) -> str:
    return FULL + f"c1 Q0 v1 5 {score} tag\n"


def test_a_run_becomes_rankings():
    run = read(file_of(FULL), depth=3)
    assert run.format == "trec"
    assert run.rows == 12
    assert run.tags == ("tag",)
    assert run.rankings.items.tolist() == [0, 1, 2]
    assert run.rankings.targets.tolist() == [[1, 3, 0]] * 3
    assert run.rankings.scores.tolist() == [[4, 3, 2]] * 3
    assert run.rankings.own_ranks.tolist() == [3, 1, 2]
    assert not run.rankings.full_ranks
    assert warned(run.problems) == {}


@pytest.mark.parametrize(
    ("content", "line", "column", "code", "said"),
    [
        pytest.param("", 0, 0, "empty", "the file is empty", id="an empty file"),
        pytest.param("\n \n\n", 0, 0, "empty", "no rows", id="only blank lines"),
        pytest.param("# one\n# two\n", 0, 0, "empty", "no rows", id="only comments"),
        pytest.param(
            "c1 Q0 v1 1 0.5\n",
            1,
            15,
            "columns",
            "expected 6 columns, qid Q0 docid rank score tag, found 5",
            id="five columns",
        ),
        pytest.param(
            "c1 Q0 v 1 1 0.5 tag\n",
            1,
            17,
            "columns",
            "found 7; an id must not have white space",
            id="an id with a space",
        ),
        pytest.param(
            "c1\tQ0 v1\t1 0.5\ttag more\n", 1, 20, "columns", "found 7", id="tabs mixed with spaces"
        ),
        pytest.param(
            "caption_id,video_id,score\n", 1, 1, "format", "this looks like CSV", id="a CSV"
        ),
        pytest.param('{"caption_id": "c1"}\n', 1, 1, "format", "this looks like JSON", id="JSON"),
        pytest.param("c1 0 v1 1\nc1 0 v2 0\n", 1, 1, "format", "this looks like qrels", id="qrels"),
        pytest.param(FULL.encode("utf-16"), 0, 0, "encoding", "UTF-16", id="UTF-16"),
        pytest.param(
            FULL.replace("tag", "é").encode("latin-1"),
            1,
            0,
            "encoding",
            "byte 0xE9 at offset 13",
            id="Latin-1",
        ),
        pytest.param("c1 Q0 v1\0 1 1 tag\n", 1, 0, "nul", "NUL byte at offset 8", id="a NUL"),
        pytest.param(
            "c1 Q0 " + "v" * 2_000_000, 1, 0, "length", "a line longer", id="a line without end"
        ),
        pytest.param(
            "c1 Q0 v1 1 nan t\n", 1, 12, "number", "'nan' is no score: it is not finite", id="nan"
        ),
        pytest.param("c1 Q0 v1 1 inf t\n", 1, 12, "number", "not finite", id="inf"),
        pytest.param(
            "c1 Q0 v1 1 -Infinity t\n", 1, 12, "number", "not finite", id="minus infinity"
        ),
        pytest.param(
            "c1 Q0 v1 1 1e400 t\n",
            1,
            12,
            "number",
            "too large",
            id="a number that becomes infinite",
        ),
        pytest.param(
            "c1 Q0 v1 1 -1e39 t\n",
            1,
            12,
            "number",
            "too large for single precision",
            id="too large for a float of C",
        ),
        pytest.param(
            "c1 Q0 v1 1 1,5 t\n", 1, 12, "number", "it has a decimal comma", id="a decimal comma"
        ),
        pytest.param(
            "c1 Q0 v1 1 1_000.5 t\n", 1, 12, "number", "grouped with _", id="grouped digits"
        ),
        pytest.param(
            "c1 Q0 v1 1 １２ t\n",
            1,
            12,
            "number",
            "characters other than 0-9",
            id="full-width digits",
        ),
        pytest.param(
            "c1 Q0 v1 1 0x10 t\n", 1, 12, "number", "not written as one", id="a hexadecimal"
        ),
        pytest.param("c1 Q0 v1 1 . t\n", 1, 12, "number", "not written as one", id="a lone point"),
        pytest.param(
            FULL + "c1 Q0 v2 9 0.1 t\n",
            13,
            1,
            "duplicate",
            "in line 1 and again in line 13",
            id="a pair twice",
        ),
        pytest.param(
            "c9 Q0 v1 1 1 t\n" * 3,
            1,
            1,
            "unknown-caption",
            "'c9' is no caption of this benchmark (3 rows)",
            id="an unknown qid",
        ),
        pytest.param(
            "C1 Q0 v1 1 1 t\n", 1, 1, "unknown-caption", "; is it c1?", id="a qid in another case"
        ),
        pytest.param(
            "c1 Q0 v1.mp4 1 1 t\n",
            1,
            1,
            "unknown-video",
            "; is it v1?",
            id="a docid with an extension",
        ),
        pytest.param(
            "c1 Q0 é 1 x t\n",
            1,
            1,
            "unknown-video",
            "'é' is no video",
            id="an unknown docid beyond ASCII",
        ),
    ],
)
def test_a_faulty_run_is_refused_with_the_place(content, line, column, code, said):
    error = the_error(lambda file: read_run(file, "r.txt", Wanted(KEYS, 4), "trec"), content)
    assert (error.line, error.column, error.code) == (line, column, code)
    assert said in error.message


@pytest.mark.parametrize(
    ("content", "warnings"),
    [
        pytest.param("\ufeff" + FULL, {"bom": 1}, id="a byte order mark"),
        pytest.param(FULL.replace("\n", "\r\n"), {"line-ends": 1}, id="CR LF"),
        pytest.param(FULL.replace("\n", "\r"), {"line-ends": 1}, id="CR"),
        pytest.param(FULL[:-1], {"newline": 1}, id="a last line that does not end"),
        pytest.param(gzip.compress(FULL.encode()), {}, id="nothing of gzip"),
        pytest.param(
            FULL.replace("c1 Q0 v2 1", "c1 Q0 v2 9"), {"rank": 1}, id="a rank against the scores"
        ),
        pytest.param(
            FULL.replace(" 1 4 ", " x 4 ").replace(" 2 3 ", " -1 3 "),
            {"rank": 1},
            id="ranks that are none",
        ),
        pytest.param(FULL.replace(" 1 4 tag", " 1 4 <b>x</b>"), {"tags": 1}, id="several tags"),
        pytest.param(
            FULL[: len(FULL) * 2 // 3],
            {"missing-caption": 1},
            id="a caption without ranking",
        ),
        pytest.param(FULL[:-17], {"shallow": 1}, id="a short ranking"),
        pytest.param(
            FULL.replace(" 4 ", " 1 ").replace(" 3 ", " 1 ").replace(" 2 ", " 1 "),
            {"ties": 1},
            id="equal scores",
        ),
        pytest.param("\n" + FULL.replace("\n", "\n\n"), {}, id="nothing of blank lines"),
        pytest.param("# a comment\n" + FULL, {}, id="nothing of a comment"),
        pytest.param(
            FULL.replace(" 1 tag", " -1e-3 tag").replace(" 4 tag", " +4. tag"),
            {},
            id="nothing of signs and exponents",
        ),
    ],
)
def test_what_is_odd_about_a_run_is_said(content, warnings):
    assert warned(read(file_of(content)).problems) == warnings


def test_a_tie_across_the_depth_is_counted():
    run = read(
        file_of(
            "c1 Q0 v1 1 1 t\nc1 Q0 v2 2 1 t\nc1 Q0 v3 3 0 t\nc2 Q0 v1 1 1 t\nc2 Q0 v2 2 0 t\nc3 Q0"
            " v1 1 1 t\n"
        ),
        depth=1,
    )
    assert run.rankings.ties_across_depth == 1
    assert run.rankings.targets.tolist() == [[1], [0], [0]]


def test_progress_is_told_in_bytes_of_the_whole():
    told = []
    read_run(
        file_of(FULL),
        "r.txt",
        Wanted(KEYS),
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(len(FULL), len(FULL))]


def test_every_unknown_key_is_listed_once_and_all_are_counted():
    content = "".join(f"c1 Q0 w{n} 1 1 t\nc1 Q0 w{n} 2 0 t\n" for n in range(70))
    problems = problems_of(read, content)
    assert problems.error_count == 70
    assert [problem.line for problem in problems.errors] == list(range(1, 101, 2))
    assert all(problem.message.endswith("(2 rows)") for problem in problems.errors)


def test_another_direction_ranks_captions_for_videos():
    run = read(
        file_of("v2 Q0 c1 1 0.5 t\nv2 Q0 c2 2 0.9 t\nv1 Q0 c2 1 0.4 t\n"), direction="v2t", depth=2
    )
    assert run.rankings.items.tolist() == [0, 1]
    assert run.rankings.targets.tolist() == [[1, -1], [1, 0]]
    assert run.rankings.lengths.tolist() == [1, 2]
    assert run.rankings.own_ranks.tolist() == [0, 1]


# --- beside a slow twin

CELLS = st.lists(
    st.tuples(
        st.integers(0, 4),
        st.integers(0, 6),
        st.sampled_from([-1.5, 0.0, 0.25, 1.0, 0.25 + 1e-10, 1 - 1e-9, 1e-60]),
    ),
    unique_by=lambda cell: cell[:2],
    min_size=1,
    max_size=35,
)
# Keys whose order by code point is not the order of their numbers.
VIDEOS = ("v10", "v9", "é", "V1", "z", "v1", "😀")
CAPTIONS = ("b", "a", "q10", "q9", "ñ")
SMALL = Keys.of(CAPTIONS, VIDEOS, [0, 1, 2, -1, 6])


def slow_rankings(cells, depth, direction):
    rows = [(c, v, s) if direction == "t2v" else (v, c, s) for c, v, s in cells]
    keys = VIDEOS if direction == "t2v" else CAPTIONS
    items = sorted({item for item, _, _ in rows})
    ranked = {
        item: sorted(((single(s), keys[t], t, s) for i, t, s in rows if i == item), reverse=True)
        for item in items
    }
    top = {
        item: [(target, score) for _, _, target, score in row[:depth]]
        for item, row in ranked.items()
    }
    crossing = sum(
        len(row) > depth and row[depth - 1][0] == row[depth][0] for row in ranked.values()
    )
    return top, crossing


def slow_own_rank(item, top, direction):
    for rank, (target, _) in enumerate(top, start=1):
        caption, video = (item, target) if direction == "t2v" else (target, item)
        if SMALL.own_videos[caption] == video:
            return rank
    return 0


def as_trec(cells, direction):
    lines = [
        (CAPTIONS[c], VIDEOS[v], s) if direction == "t2v" else (VIDEOS[v], CAPTIONS[c], s)
        for c, v, s in cells
    ]
    return "".join(f"{item} Q0 {target} 0 {score} t\n" for item, target, score in lines)


def as_csv(cells, direction):
    return "caption_id,video_id,score\n" + "".join(
        f"{CAPTIONS[c]},{VIDEOS[v]},{s}\n" for c, v, s in cells
    )


def as_jsonl(cells, direction):
    return "".join(
        json.dumps({"caption_id": CAPTIONS[c], "video_id": VIDEOS[v], "score": s}) + "\n"
        for c, v, s in cells
    )


@given(
    cells=CELLS,
    depth=st.integers(1, 8),
    direction=st.sampled_from(["t2v", "v2t"]),
    write=st.sampled_from([as_trec, as_csv, as_jsonl]),
    waiting=st.integers(1, 40),
)
def test_rows_in_any_order_give_the_rankings_that_sorting_all_of_them_gives(
    cells, depth, direction, write, waiting
):
    patience, gathering.WAITING = gathering.WAITING, waiting
    try:
        rankings = read_run(
            file_of(write(cells, direction)), "r", Wanted(SMALL, depth, direction)
        ).rankings
    finally:
        gathering.WAITING = patience
    top, crossing = slow_rankings(cells, depth, direction)
    assert rankings.items.tolist() == list(top)
    for place, (item, row) in enumerate(top.items()):
        length = rankings.lengths[place]
        assert (
            list(
                zip(
                    rankings.targets[place][:length].tolist(),
                    rankings.scores[place][:length].tolist(),
                    strict=True,
                )
            )
            == row
        )
        assert (rankings.targets[place][length:] == -1).all()
        assert rankings.own_ranks[place] == slow_own_rank(item, row, direction)
    assert rankings.ties_across_depth == crossing


@given(cells=CELLS, again=st.data())
def test_a_pair_that_stands_twice_is_found_wherever_it_stands(cells, again):
    twice = again.draw(st.sampled_from(cells))
    place = again.draw(st.integers(0, len(cells)))
    rows = [*cells[:place], twice, *cells[place:]]
    error = the_error(
        lambda file: read_run(file, "r", Wanted(SMALL, 1), "trec"), as_trec(rows, "t2v")
    )
    first, second = (number for number, cell in enumerate(rows, start=1) if cell == twice)
    assert (error.line, error.code) == (second, "duplicate")
    assert error.message.endswith(f"stand together in line {first} and again in line {second}")


def test_pairs_are_looked_for_at_least_among_those_kept_where_there_are_very_many(monkeypatch):
    monkeypatch.setattr(gathering, "PAIRS_LIMIT", 5)
    assert warned(read(file_of(FULL)).problems) == {"duplicate": 1}
    assert the_error(read, FULL + "c1 Q0 v2 9 3.5 t\n").code == "duplicate"


def test_many_pairs_that_stand_twice_are_counted():
    keys = Keys.of(("c",), tuple(f"v{n}" for n in range(70)), [0])
    content = "".join(f"c Q0 v{n} 1 {n} t\n" for n in range(70))
    problems = problems_of(lambda file: read_run(file, "r", Wanted(keys)), content + content)
    assert (
        problems.errors[0].message
        == "caption 'c' and video 'v0' stand together in line 1 and again in line 71"
    )
    assert problems.error_count == 70


def test_a_file_of_more_tags_than_are_worth_keeping_is_read(monkeypatch):
    monkeypatch.setattr(trec, "TAGS_LIMIT", 3)
    run = read(file_of("".join(f"c1 Q0 v{n} {n} {n} tag{n}\n" for n in range(1, 5))))
    assert run.tags == ("tag1", "tag2", "tag3")
    assert "3 or more different tags" in next(
        problem.message for problem in run.problems.warnings if problem.code == "tags"
    )


# --- tables of scores

GOOD_CSV = "caption_id,video_id,score\nc1,v1,0.5\n"


@pytest.mark.parametrize(
    ("content", "line", "code", "said"),
    [
        pytest.param(
            GOOD_CSV + "c1,v2,0,5\n",
            3,
            "columns",
            "is there a decimal comma? write 0.5, not 0,5",
            id="a decimal comma",
        ),
        pytest.param(
            GOOD_CSV + 'c1,v2,"0,5"\n',
            3,
            "number",
            "it has a decimal comma",
            id="a quoted decimal comma",
        ),
        pytest.param(GOOD_CSV + "c1,v2,\n", 3, "number", "it is empty", id="no score"),
        pytest.param(GOOD_CSV + "c1,v2,NaN\n", 3, "number", "not finite", id="nan"),
        pytest.param(
            GOOD_CSV + "c1,v2, 1\n",
            3,
            "number",
            "not written as one",
            id="a space before the score",
        ),
        pytest.param(
            GOOD_CSV + "c1,v1,0.4\n",
            3,
            "duplicate",
            "in line 2 and again in line 3",
            id="a pair twice",
        ),
        pytest.param(
            GOOD_CSV + "c1,v7,0.4\n", 3, "unknown-video", "'v7' is no video", id="an unknown video"
        ),
        pytest.param(
            "caption_id;video_id;score\nc1;v1;0,5\n", 1, "delimiter", "semicolons", id="semicolons"
        ),
        pytest.param(
            "caption_id,video_id,rank\nc1,v1,1\n", 1, "header", "missed score", id="another column"
        ),
        pytest.param(
            '{"caption_id": "c1", "video_id": "v1", "score": "0.5"}\n',
            1,
            "type",
            "/score: expected a number",
            id="a string",
        ),
        pytest.param(
            '{"caption_id": "c1", "video_id": "v1", "score": true}\n',
            1,
            "type",
            "found true",
            id="a truth value",
        ),
        pytest.param(
            '{"caption_id": "c1", "video_id": "v1", "score": null}\n',
            1,
            "type",
            "found null",
            id="null",
        ),
        pytest.param(
            '{"caption_id": "c1", "video_id": "v1", "score": 1e400}\n',
            1,
            "number",
            "too large",
            id="a float beyond floats",
        ),
        pytest.param(
            '{"caption_id": "c1", "video_id": "v1", "score": 1' + "0" * 400 + "}\n",
            1,
            "number",
            "too large",
            id="an integer beyond",
        ),
        pytest.param(
            '{"caption_id": "c1", "video_id": "v1", "score": NaN}\n',
            1,
            "number",
            "NaN is no JSON",
            id="NaN in JSON",
        ),
        pytest.param(
            '{"caption_id": "c1", "video_id": "v1"}\n',
            1,
            "fields",
            "'/score': expected a number",
            id="no score in JSON",
        ),
    ],
)
def test_a_faulty_table_of_scores_is_refused_with_its_line(content, line, code, said):
    error = the_error(read, content)
    assert (error.line, error.code) == (line, code)
    assert said in error.message
