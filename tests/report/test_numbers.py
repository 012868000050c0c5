"""Numbers as they are shown, against values written by hand."""

from __future__ import annotations

import pytest

from balance.report.numbers import decimals, fixed, half_width, number
from balance.report.parts import Number


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "shown"),
    [
        (0.2307, 0.228786, 0.232626, "share", Number("23.1%", "22.9–23.3%")),
        (0.0, 0.0, 0.00003, "share", Number("0.000%", "0.000–0.003%")),
        (1.0, 0.99997, 1.0, "share", Number("100.000%", "99.997–100.000%")),
        (0.5, 0.1, 0.9, "share", Number("50%", "10–90%")),
        (0.74, 0.735, 0.745, "share of the game", Number("74.0%", "73.5–74.5%")),
        (3.488603, 3.469126, 3.508079, "VP", Number("3.49", "3.47–3.51")),
        (-0.25, -0.55, 0.05, "coins", Number("−0.25", "−0.55 – 0.05")),
        (12345.6, 12000.0, 12700.0, "turns", Number("12,346", "12,000–12,700")),
        (15, 15, 16, "VP", Number("15", "15–16")),
        (2591, None, None, "games", Number("2,591")),
        (0.25, None, None, "share", Number("25.0%")),
        (None, None, None, "share", Number("–")),
    ],
)
def test_a_value_shows_the_digits_that_its_interval_carries(value, low, high, unit, shown):
    assert number(value, low, high, unit=unit) == shown


def test_a_difference_of_shares_is_shown_in_points():
    assert number(0.0666, 0.0627, 0.0706, unit="share", pp=" pp") == Number("6.7 pp", "6.3–7.1 pp")


def test_half_widths_of_shares_are_percentage_points():
    assert half_width(0.228, 0.232, "share", " pp") == "±0.2 pp"
    assert half_width(3.4, 3.6, "VP", " pp") == "±0.10"
    assert half_width(None, 1.0, "VP", " pp") == ""


@pytest.mark.parametrize(("half", "places"), [(None, 1), (0.0, 1), (7.0, 0), (0.9, 1), (0.05, 2), (0.004, 3)])
def test_decimals_show_the_first_digit_of_the_half_width(half, places):
    assert decimals(half, 1) == places


def test_a_value_that_rounds_to_nothing_has_no_sign():
    assert fixed(-0.001, 2) == "0.00"
    assert fixed(-0.006, 2) == "−0.01"
