"""When the rest of a campaign's labels will be there: the arithmetic, beside a slow twin; and the
labels that are still wanted, beside the labels that raters are in fact asked for."""

from datetime import date
from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.models import RaterDay
from annotator.queries.burn_up import BurnUp
from annotator.queries.forecast import Day, forecast_of, labels_by_day, labels_wanted
from measures.forecast import Forecast, days_needed, forecast, last_days, rough_forecast
from tests.annotator.saying import claim, label_all, say
from tests.factories import make_campaign

TODAY = date(2026, 3, 20)


@given(
    st.integers(0, 10_000),
    st.lists(st.integers(0, 500), min_size=1, max_size=14),
    st.integers(0, 100),
)
def test_the_days_of_each_resample_are_those_of_its_slow_twin(labels, per_day, seed):
    picks = np.random.default_rng(seed).integers(0, len(per_day), (20, len(per_day)))
    found = days_needed(labels, np.array(per_day, np.float64), picks)
    for row, days in zip(picks, found, strict=True):
        pace = mean(per_day[pick] for pick in row)
        assert days == pytest.approx(labels / pace if pace else float("inf"))


def test_steady_days_leave_no_doubt():
    found = forecast(600, np.full(7, 100.0), seed=1)
    assert (found.days, found.low, found.high, found.over) == (6.0, 6.0, 6.0, 7)


def test_days_that_differ_leave_an_interval_around_the_pace():
    found = forecast(1_000, np.array([0, 200, 100, 300, 50, 150, 100.0]), seed=3)
    assert found.low < found.days < found.high
    assert found == forecast(1_000, np.array([0, 200, 100, 300, 50, 150, 100.0]), seed=3)


def test_where_nearly_all_days_are_empty_the_interval_is_open():
    found = forecast(100, np.array([0, 0, 0, 10.0]), seed=1)
    assert found.high is None


@pytest.mark.parametrize("per_day", [[], [5, 5], [0, 0, 0, 0]])
def test_of_too_little_nothing_is_said(per_day):
    assert forecast(100, np.array(per_day, np.float64), seed=1) is None


@pytest.mark.parametrize(("days", "used"), [(3, 3), (6, 6), (9, 7), (13, 7), (14, 14), (30, 14)])
def test_whole_weeks_count_once_there_is_one(days, used):
    assert last_days(np.arange(days, dtype=np.float64)).tolist() == list(range(days - used, days))


@pytest.mark.django_db
@pytest.mark.parametrize("double_share", [0.0, 0.5, 1.0])
def test_the_labels_wanted_are_those_that_raters_are_asked_for(rater, other_rater, double_share):
    campaign = make_campaign(captions=6, raters=[rater, other_rater], double_share=double_share)
    wanted = labels_wanted(campaign)
    for done in range(1, 5):
        say(rater, claim(rater, campaign)[0])
        assert labels_wanted(campaign) == wanted - done
    rest = label_all(rater, campaign) + label_all(other_rater, campaign)
    assert (rest, labels_wanted(campaign)) == (wanted - 4, 0)


@pytest.mark.django_db
def test_days_are_counted_from_the_first_label_on_and_today_is_not_over(rater, other_rater):
    campaign = make_campaign(raters=[rater, other_rater])
    for day, of, labels in [
        (16, rater, 10),
        (16, other_rater, 20),
        (18, rater, 30),
        (20, rater, 5),
    ]:
        RaterDay.objects.create(campaign=campaign, rater=of, day=date(2026, 3, day), labels=labels)
    days = labels_by_day(campaign, TODAY)
    assert [day.labels for day in days] == [30, 0, 30, 0, 5]
    assert labels_by_day(campaign, TODAY, days=2) == days[-2:]
    found = forecast_of(campaign, days, 150, TODAY)
    assert (found.per_day, found.days, found.over) == (15.0, 10.0, 4)
    assert forecast_of(campaign, [Day(TODAY, 40)], 150, TODAY) is None


def test_a_rough_forecast_is_by_the_hours_that_people_might_work():
    found = rough_forecast(600, 50.0)
    assert (found.days, found.low, found.high) == (3.0, 1.5, 6.0)
    assert (found.per_day, found.rough) == (200.0, True)


def test_the_cone_begins_at_what_there_is_and_ends_where_all_is_there():
    days = [Day(date(2026, 3, 18), 30), Day(date(2026, 3, 19), 10), Day(TODAY, 10)]
    coming = Forecast(days=2.0, low=1.0, high=4.0, per_day=25.0, over=3)
    chart = BurnUp(days, given=60, wanted=40, coming=coming, passed=0.5)
    # Ten labels are older than what is shown. Now is 2.5 of 6.5 days, and four days are the end.
    assert chart.line == "M0.00,90.00 L15.38,60.00 L30.77,50.00 L38.46,40.00"
    assert chart.middle == "M38.46,40.00 L69.23,0.00"
    assert chart.cone == "M38.46,40.00 L53.85,0.00 L100.00,0.00 Z"
    assert [sum_ for _, sum_ in chart.rows] == [40, 50, 60]


def test_a_cone_without_an_end_leaves_the_picture():
    coming = Forecast(days=2.0, low=1.0, high=None, per_day=25.0, over=3)
    chart = BurnUp([Day(TODAY, 50)], given=50, wanted=50, coming=coming, passed=1.0)
    assert chart.cone == "M16.67,50.00 L33.33,0.00 L100.00,0.00 L100.00,50.00 Z"
    late = Forecast(days=2.0, low=1.0, high=50.0, per_day=25.0, over=3)
    chart = BurnUp([Day(TODAY, 50)], given=50, wanted=50, coming=late, passed=1.0)
    assert chart.cone == "M16.67,50.00 L33.33,0.00 L100.00,0.00 L100.00,45.00 Z"
