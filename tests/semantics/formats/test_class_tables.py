"""Class tables are read as they are published, and refused with file and line."""

import io

import pytest

from pooling.formats.problem import Unreadable
from semantics.formats.class_tables import read_class_table
from semantics.words.parsing import parse
from tests.published import published

EPIC = "id,key,instances,category\n"


def read(text, name="classes.csv"):
    return read_class_table(io.BytesIO(text.encode()), name)


def test_epic_kitchens_own_format():
    table = read(EPIC + "0,take,\"['take', 'Pick-up']\",retrieve\n7,put,['put'],leave\n")
    assert table.names == ("take", "put")
    assert table.class_by_instance == {"take": 0, "pick-up": 0, "put": 1}


def test_two_columns_with_a_row_for_a_class_or_for_an_instance():
    table = read('class,instances\ntake,"grab, pick up"\nput,lay\nput,place\n')
    assert table.names == ("take", "put")
    assert table.class_by_instance == {"grab": 0, "pick up": 0, "lay": 1, "place": 1}
    assert table.classes_in(parse(["pick the cup up"])[0], "verb") == ("take",)


def test_columns_may_be_in_any_order():
    assert read("instances,class\nlay,put\n").class_by_instance == {"lay": 0}


@pytest.mark.parametrize(
    ("text", "line", "code", "words"),
    [
        ("", 0, "empty", "the file is empty"),
        ("class,instances\n", 0, "empty", "no class"),
        (EPIC, 0, "empty", "no class"),
        ("class,words\na,b\n", 1, "header", "found 'words'; missed instances"),
        ("id,key,instances,category,note\n", 1, "header", "found 'note'"),
        ("id,key,instances\n0,a,['b']\n", 1, "header", "missed category"),
        ("class;instances\na;b\n", 1, "delimiter", "semicolons"),
        ('class,instances\na,b\nc,"d\ne,f\n', 3, "quote", "never closed"),
        ("class,instances\na,b\nc\n", 3, "columns", "expected 2 columns, found 1"),
        ("class,instances\na,b\nc,b\n", 3, "two-classes", "class 'c', and in line 2 in class 'a'"),
        ("class,instances\na,b\nc,B\n", 3, "two-classes", "'b' is in class 'c'"),
        ('class,instances\na,"b,,c"\n', 2, "empty", "class 'a' has an empty instance"),
        ("class,instances\n,b\n", 2, "empty", "the class has no name"),
        (EPIC + "0,a,['x'],k\n1,b,\"['y', 'x']\",k\n", 3, "two-classes", "'x' is in class 'b'"),
        (EPIC + "0,a,['x'],k\n0,b,['y'],k\n", 3, "duplicate", "the id 0 is that of line 2 too"),
        (EPIC + "0,a,['x'],k\n1,a,['y'],k\n", 3, "duplicate", "'a' has a row already"),
        (EPIC + "one,a,['x'],k\n", 2, "number", "the id is 'one'"),
        (EPIC + "0,a,x,k\n", 2, "list", "expected a list such as"),
        (EPIC + "0,a,[3],k\n", 2, "list", "the instances are '[3]'"),
        (EPIC + "0,a,\"__import__('os')\",k\n", 2, "list", "expected a list"),
        (EPIC + "0,a,[],k\n", 2, "empty", "the list of instances is empty"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text, line, code, words):
    with pytest.raises(Unreadable) as caught:
        read(text)
    problem = caught.value.problems.errors[0]
    assert (problem.line, problem.code) == (line, code)
    assert words in problem.message
    assert caught.value.lines()[0].startswith(f"classes.csv:{line}:")


def test_all_that_is_wrong_is_named_at_once():
    with pytest.raises(Unreadable) as caught:
        read("class,instances\na,b\nc,b\nd\n,e\n")
    assert [problem.line for problem in caught.value.problems.errors] == [3, 4, 5]


@pytest.mark.parametrize(("part", "classes", "instances"), [("verb", 97, 974), ("noun", 300, 2760)])
def test_epic_100s_tables(part, classes, instances):
    path = published(f"epic100/EPIC_100_{part}_classes.csv")
    with path.open("rb") as file:
        table = read_class_table(file, path.name)
    assert len(table.names) == classes
    assert len(table.class_by_instance) == instances
