"""The codes of authenticator apps, held against the tables of the RFCs; and how their keys and
recovery codes are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from people.sealing import LONGEST, seal, unseal
from people.secret import RECOVERY_LETTERS, draw_recovery_code, recovery_code_in
from people.totp import code_of, step_at, step_of

KEY = b"12345678901234567890"  # of both RFCs
OTHER_KEY = "another key, of which nothing but its being another matters here"


# RFC 4226, appendix D.
@pytest.mark.parametrize(
    ("step", "code"),
    [
        (0, "755224"),
        (1, "287082"),
        (2, "359152"),
        (3, "969429"),
        (4, "338314"),
        (5, "254676"),
        (6, "287922"),
        (7, "162583"),
        (8, "399871"),
        (9, "520489"),
    ],
)
def test_codes_are_those_of_rfc_4226(step, code):
    assert code_of(KEY, step) == code


# RFC 6238, appendix B, of SHA-1: its codes have eight digits, of which ours are the last six.
@pytest.mark.parametrize(
    ("moment", "code"),
    [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(moment, code):
    assert code_of(KEY, step_at(moment)) == code[2:]


@given(moment=st.floats(120, 4e9), late=st.integers(-30, 30))
def test_a_clock_that_is_half_a_minute_off_is_taken(moment, late):
    shown = step_at(moment + late)
    assert step_of(KEY, code_of(KEY, shown), moment) is not None


@pytest.mark.parametrize("moment", [1_800_000_000, 1_800_000_015.5, 1_800_000_029.999])
@pytest.mark.parametrize("late", [-600, -90, -61, 61, 90, 600])
def test_a_clock_that_is_further_off_is_not(moment, late):
    shown = step_at(moment + late)
    assert step_of(KEY, code_of(KEY, shown), moment) is None


@given(st.binary(max_size=LONGEST))
def test_what_is_sealed_is_read_again_and_is_not_in_it(secret):
    sealed = seal(secret)
    assert unseal(sealed) == secret
    assert seal(secret) != sealed
    assert len(sealed) <= 120


def test_another_key_does_not_open_it_but_the_earlier_one_among_the_fallbacks_does(settings):
    sealed, earlier = seal(KEY), settings.SECRET_KEY
    settings.SECRET_KEY = OTHER_KEY
    assert unseal(sealed) is None
    settings.SECRET_KEY_FALLBACKS = [earlier]
    assert unseal(sealed) == KEY


def test_one_that_was_changed_is_not_opened():
    sealed = seal(KEY)
    swapped = "A" if sealed[30] != "A" else "B"
    assert unseal(sealed[:30] + swapped + sealed[31:]) is None


def test_what_is_too_long_is_not_sealed():
    with pytest.raises(ValueError, match="at most 32 bytes, found 33"):
        seal(b"x" * 33)


def test_recovery_codes_differ_and_are_read_however_they_are_typed():
    codes = {draw_recovery_code() for _ in range(1_000)}
    assert len(codes) == 1_000
    for code in codes:
        assert set(code) <= {*RECOVERY_LETTERS, "-"}
        assert len(code) == 19
        for typed in (
            code,
            code.upper(),
            code.replace("-", ""),
            f"  {code.replace('-', ' ')}\t",
            code.replace("0", "O").replace("1", "l"),
        ):
            assert recovery_code_in(typed) == code


@pytest.mark.parametrize(
    "typed", ["", "abcd", "abcd-abcd-abcd-abc", "ábcd-abcd-abcd-abcd", "u" * 16]
)
def test_what_cannot_be_a_recovery_code_is_none(typed):
    assert recovery_code_in(typed) == ""
