"""python -m metrics agreement: files in, figures or one line of what is wrong out."""

import json
import re

import pytest

from metrics.standalone.command import run

LABELS = "unit,rater,value\na,x,1\na,y,1\nb,x,0\nb,y,0\nc,x,1\nc,y,0\nd,x,0\nd,y,0\n"
COUNTS = "unit\tno\tyes\na\t0\t2\nb\t2\t0\nc\t1\t1\nd\t2\t0\n"
GRADES = "unit,value,value\na,0,1\nb,3,3\nc,4,2\nd,1,1\n"


@pytest.fixture
def told(tmp_path, capsys):
    def ask(content: str | bytes, *words: str, status: int = 0):
        path = tmp_path / "labels.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        assert run(["agreement", str(path), *words]) == status
        out, err = capsys.readouterr()
        return json.loads(out) if "--json" in words else (out or err.replace(str(path), "FILE"))

    return ask


def test_labels_and_their_counts_are_the_same_figures(told):
    one, other = told(LABELS, "--json"), told(COUNTS, "--json")
    assert one["figures"] == other["figures"]
    assert (one["values"], one["positive"]) == (["0", "1"], "1")
    assert (other["values"], other["positive"]) == (["no", "yes"], "yes")
    assert (one["units"], one["labels"], one["majorities"]) == (4, 8, {"0": 2, "1": 1, "none": 1})
    worked_out = {"percent": 0.75, "prevalence": 0.375, "positive": 2 / 3, "negative": 4 / 5}
    worked_out |= {"fleiss": (0.75 - 34 / 64) / (1 - 34 / 64), "alpha": 1 - 7 * 2 / (2 * 3 * 5)}
    for name, value in worked_out.items():
        assert one["figures"][name]["value"] == pytest.approx(value), name
    assert one["figures"]["percent"]["mark"].startswith("not to be trusted")


def test_the_table_says_what_was_left_out_and_whom_it_is_about(told):
    text = told(LABELS + "e,x,�\n", "--skip-damaged")
    for words in ("Left out as damaged: 1 rows.", "of these raters", "alpha, nominal",
                  "Units by what most labels say: 0: 2, 1: 1, none: 1.",
                  "Each of the intervals of Percent agreement; "):  # fmt: skip
        assert words in text
    assert "Units by what most labels say: no 2, yes 1, none 1." in told(COUNTS)


def test_a_unit_may_lack_some_of_the_labels_that_stand_side_by_side(told):
    rows = "unit,value,value,value\na,1,1,\nb,0,,1\nc,,,0\nd,,,\ne,0,0,0\n"
    found = told(rows, "--json")
    listed = told("unit,rater,value\na,x,1\na,y,1\nb,x,0\nb,z,1\nc,z,0\ne,x,0\ne,y,0\ne,z,0\n",
                  "--json")  # fmt: skip
    assert found["figures"] == listed["figures"]
    assert (found["units"], found["units_compared"], found["labels"]) == (4, 3, 8)
    weighed = told(rows, "--json", "--weights", "linear")  # what a lone label moves is nothing
    assert (weighed["pairs_of_raters"], weighed["units_of_pairs"]) == (3, 5)
    assert weighed["figures"]["kappa"]["interval"] is not None


def test_units_of_one_video_are_alike(told):
    rows = "".join(f"u{n},v{n // 6},x,{n % 3 == 0:d}\nu{n},v{n // 6},y,{n % 4 == 0:d}\n"
                   for n in range(60))  # fmt: skip
    alone = told("unit,-,rater,value\n" + rows, "--json")
    alike = told("unit,video,rater,value\n" + rows, "--json")
    ends = [one["figures"]["alpha"]["interval"] for one in (alone, alike)]
    assert ends[0] != ends[1]
    assert alone["figures"]["alpha"]["value"] == alike["figures"]["alpha"]["value"]


def test_weights_are_those_of_ac2_and_of_kappa(told):
    found = {kind: told(GRADES, "--json", "--scale", "0-4", "--weights", kind)
             for kind in ("identity", "linear", "quadratic", "ordinal")}  # fmt: skip
    values = {kind: {name: one["value"] for name, one in of["figures"].items()}
              for kind, of in found.items()}  # fmt: skip
    assert values["identity"]["ac2"] == values["identity"]["ac1"]
    agreed = {"linear": 1 - (1 + 2) / 4 / 4, "quadratic": 1 - (1 + 4) / 16 / 4,
              "ordinal": 1 - (1 + 3) / 10 / 4}  # fmt: skip
    of_pi = sum(p * (1 - p) for p in (1 / 8, 3 / 8, 1 / 8, 2 / 8, 1 / 8))
    summed = {"linear": 15.0, "quadratic": 18.75, "ordinal": 18.0}
    for kind, share in agreed.items():
        chance = summed[kind] * of_pi / 20
        assert values[kind]["ac2"] == pytest.approx((share - chance) / (1 - chance)), kind
    assert values["linear"]["kappa"] == pytest.approx(1 - (3 / 16) / (3 / 8))
    assert (found["linear"]["pairs_of_raters"], found["linear"]["units_of_pairs"]) == (1, 4)
    assert [row["labels"] for row in found["linear"]["distribution"]] == [1, 3, 1, 2, 1]
    text = told(GRADES, "--scale", "0-4", "--weights", "linear")
    assert "Kappa: of one pair of raters, of 4 units." in text
    for words in ("AC2, linear", "Within one", "Mean distance", "How often each value was given"):
        assert words in text
    plain = told(GRADES, "--json")["figures"]
    assert "ac2" not in plain
    assert "distance" not in plain


def test_all_of_the_scale_counts_and_not_only_what_occurs(told):
    short = told(GRADES, "--json", "--weights", "linear")
    longer = told(GRADES, "--json", "--weights", "linear", "--scale", "0-10")
    assert len(longer["values"]) == 11
    assert longer["figures"]["ac2"]["value"] > short["figures"]["ac2"]["value"]
    counts = "unit,0,2,4\na,1,1,0\nb,0,2,0\n"
    assert told(counts, "--json", "--scale", "0-4")["values"] == ["0", "1", "2", "3", "4"]
    assert told(counts, "--json", "--weights", "linear")["pairs_of_raters"] is None


def test_a_text_and_a_video_are_a_unit_and_its_clusters(told):
    rows = "".join(f"t{n % 12},v{n // 12},{n % 5},{(n * n) % 5}\n" for n in range(120))
    found = told("text,video,value,value\n" + rows, "--json", "--level", "ordinal")
    alone = told("unit,unit,value,value\n" + rows, "--json", "--level", "ordinal")
    assert found["units"] == alone["units"] == 120
    ends = [one["figures"]["alpha"]["interval"] for one in (found, alone)]
    assert ends[0] != ends[1]


WRONG = [
    ("", (), "FILE:1:1: the file is empty"),
    ("unit,rater\na,x\n", (), "expected the columns unit, rater and value"),
    ("unit,yes\na,1\n", (), "two columns or more of labels"),
    ("rater,value\nx,1\n", (), "FILE:1:1: expected a column unit, found 'rater'"),
    ("unit,value,no\na,1,2\n", (), "FILE:1:1: expected unit and value, and no other column"),
    ("unit,no,no\na,1,1\n", (), "FILE:1:9: the column 'no' is empty or stands twice"),
    ("unit,rater,value\n", (), "FILE:2:1: no row is left after the header"),
    ("unit,rater,value\na,x\n", (), "FILE:2:3: 2 columns; expected 3"),
    ("unit,rater,value\na,,1\n", (), "FILE:2:3: rater is empty"),
    ("unit,rater,value\na,x,\n", (), "FILE:2:5: value is empty; expected something"),
    (LABELS + "a,x,0\n", (), "FILE:10:3: 'x' has a label of 'a' before"),
    (COUNTS + "e\t-1\t2\n", (), "FILE:6:3: '-1' is no number of labels"),
    (COUNTS + "a\t1\t2\n", (), "FILE:6:1: 'a' stands twice"),
    (b"unit,rater,value\na,x,\xff\xff\n", (), "FILE:2:5: damaged"),
    (b"unit,rater,value\na,x\x00,1\n", (), "FILE:2:3: damaged"),
    ("unit,rater,value\na,x,1\na,y,1\n", (), "FILE: all labels say '1'"),
    ("unit,rater,value\na,x,1\nb,x,0\n", (), "FILE: all labels are one rater's: agreement"),
    (LABELS, ("--positive", "yes"), "--positive 'yes' is none of the values: '0', '1'"),
    (GRADES, ("--positive", "4"), "FILE: --positive is for two values, and there are 5"),
    (COUNTS, ("--level", "interval"), "the value 'no' is no number"),
    ("unit,video,rater,value\na,v,x,1\na,w,y,0\n", (), "FILE:3:3: 'a' is of 'v' before; found"),
    (GRADES + "e,2.5,1\n", ("--scale", "0-4"), "FILE:6:3: '2.5' is not on the scale"),
    (GRADES + "e,1,-1\n", ("--scale", "0-4"), "FILE:6:5: '-1' is not on the scale"),
    (GRADES + "e,1,5\n", ("--scale", "0-4"), "FILE:6:5: '5' is not on the scale"),
    (GRADES + "e,3\u00a0,1\n", (), "FILE:6:3: '3\\xa0' has a no-break space"),
    ("unit,0,7\na,1,1\n", ("--scale", "0-4"), "FILE:1:8: '7' is not on the scale"),
    (GRADES, ("--scale", "4"), "--scale 4: expected 2 to 50 different values"),
    (GRADES, ("--scale", "a,a"), "--scale a,a: expected 2 to 50 different values"),
    ("unit,value,value\na,no,yes\nb,maybe,no\n", ("--weights", "linear"),
     "FILE: values such as 'maybe' have no order; give it, lowest first"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "words", "expected"), WRONG)
def test_what_is_wrong_is_said_with_its_place(told, content, words, expected):
    said = told(content, *words, status=1)
    assert expected in said
    assert said.count("\n") == 1


def test_a_run_of_that_name_is_scored_as_before(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "agreement").write_text("c1 Q0 v1 1 2.0 x\n")
    (tmp_path / "q.txt").write_text("c1 0 v1 1\n")
    assert run(["agreement", "--original", "q.txt", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rows"]


@pytest.mark.parametrize(
    "rows",
    [
        ("1,1", "0,0", "1,0"),
        ("1,2", "2,3", "3,3", "1,1"),
        ("1,1", "1,2", "1,3", "2,3", "3,1", "2,1", "3,2", "3,1", "2,1"),
    ],
)
@pytest.mark.parametrize("level", ["nominal", "interval"])
def test_a_few_units_have_no_interval_beyond_what_is_possible_and_none_without_a_mark(
    told, rows, level
):
    content = "unit,value,value\n" + "".join(f"u{n},{row}\n" for n, row in enumerate(rows))
    figures = told(content, "--json", "--level", level)["figures"]
    assert any(figure["interval"] for figure in figures.values())
    for name, figure in figures.items():
        if figure["interval"] is None:
            assert figure["no_interval"], name
            continue
        low, high = figure["interval"]
        assert (-1 if name in ("fleiss", "alpha", "ac1") else 0) <= low
        assert low < high <= (2 if name == "distance" else 1)
        assert figure["mark"].startswith("not to be trusted"), name
    assert re.search(r"(?:The interval|the intervals) of [^.]*Fleiss' kappa", told(content))


def test_what_is_undefined_says_why(told):
    apart = told("unit,rater,value\na,x,1\nb,y,0\n")
    assert "Fleiss' kappa is undefined: no pair has two labels." in apart
