"""The contract for growth."""

from tests.growth import ROOT, Size, limits, outgrown, size_of, tokens_of


def test_comments_docstrings_and_layout_do_not_count():
    source = '"""What it is."""\n\n# why\ndef f(x):\n    """What it does."""\n    return x + "a"\n'
    assert tokens_of(source) == len(["def", "f", "(", "x", ")", ":"]) + len(
        ["return", "x", "+", "a"]
    )


def test_migrations_do_not_count(tmp_path):
    (tmp_path / "migrations").mkdir()
    (tmp_path / "migrations" / "0001.py").write_text("a = 1\n", encoding="utf-8")
    (tmp_path / "kept.py").write_text("# why\n\nb = 2\n", encoding="utf-8")
    assert size_of(tmp_path) == Size(lines=3, tokens=3)


def test_a_package_above_its_limit_is_named_with_both_numbers():
    sizes = {"jobs": Size(1_001, 5), "media": Size(1_000, 5)}
    [complaint] = outgrown(sizes, {"jobs": 1_000, "media": 1_000})
    assert "jobs has 1,001 lines, expected at most 1,000" in complaint


def test_each_package_has_a_limit():
    packages = {file.parent.name for file in ROOT.glob("*/__init__.py")} - {"tests", "bench"}
    assert set(limits()) == packages
