"""docs/settings.md and foundation/env.py say the same, both ways."""

import re

import pytest

from foundation.env import SETTINGS, Setting, SettingError, read_settings
from foundation.home import CHECKOUT

TEXT = (CHECKOUT / "docs" / "settings.md").read_text(encoding="utf-8")
SECTIONS = {
    part.split("\n", 1)[0]: part.split("\n", 1)[1]
    for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
}
EVERY = pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)


def test_every_setting_has_its_heading_and_every_heading_its_setting():
    assert list(SECTIONS) == [setting.name for setting in SETTINGS]


@EVERY
def test_a_section_says_what_is_expected_the_default_and_an_example(setting: Setting):
    for word in ("- Expected: ", "- Default: ", "- Example: "):
        assert word in SECTIONS[setting.name]


@EVERY
def test_the_example_is_accepted(setting: Setting, tmp_path):
    name, value = re.search(r"- Example: `(\w+)=(.*)`", SECTIONS[setting.name]).groups()
    if name.endswith("_FILE"):
        (tmp_path / "secret").write_text(
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        )
        value = str(tmp_path / "secret")
    assert name.removesuffix("_FILE") == setting.name
    assert read_settings({name: value})[setting.name] != setting.default


@EVERY
def test_the_default_is_the_one_that_holds(setting: Setting):
    said = re.search(r"- Default: `?([^`.(;]+)", SECTIONS[setting.name])[1].strip()
    if setting.default is False:
        assert said == "off"
    elif setting.default in ("", []):
        assert said == "none"
    elif (
        setting.default is not None
    ):  # None: it follows from other settings, which the sentence tells
        assert said == str(setting.default)


@EVERY
def test_a_secret_is_called_one(setting: Setting):
    assert ("a secret." in SECTIONS[setting.name]) == setting.secret


@EVERY
def test_a_number_s_bounds_are_those_that_are_enforced(setting: Setting):
    if bounds := re.search(r"a whole number from (\d+) to (\d+)", SECTIONS[setting.name]):
        least, most = map(int, bounds.groups())
        assert read_settings({setting.name: str(least)})[setting.name] == least
        assert read_settings({setting.name: str(most)})[setting.name] == most
        with pytest.raises(SettingError, match=bounds[0]):
            read_settings({setting.name: str(most + 1)})
