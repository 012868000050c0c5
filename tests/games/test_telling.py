"""Words and tables of told games: widths of wide characters, alignment, languages."""

from __future__ import annotations

import pytest

from balance.games.telling import Words, flat, pad, table, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("seat 2", 6),
        ("席2", 3),
        ("完璧超人", 8),
        ("ｶﾞ", 2),
        ("が", 2),
        ("か\u3099", 2),
        ("Ａ", 2),
        ("—", 1),
    ],
)
def test_width(text: str, columns: int) -> None:
    """Wide and full-width characters take two columns, half-width ones one, combining marks none."""
    assert width(text) == columns


def test_pad() -> None:
    assert pad("席2", 5) == "席2  "
    assert pad("席2", 5, right=True) == "  席2"
    assert pad("席2", 2) == "席2"


def test_table() -> None:
    assert table(["席", "金"], [["a", "10"], ["席1", "5"]], right={1}) == [
        "席   金",
        "-------",
        "a    10",
        "席1   5",
    ]


def test_table_has_no_blanks_at_the_end() -> None:
    assert table(["a", "b"], [["1", ""]]) == ["a  b", "----", "1"]


def test_flat() -> None:
    assert flat({"a": "1", "b": {"c": "2", "d e": "3"}}) == {"a": "1", "b.c": "2", "b.d e": "3"}


def test_unknown_language() -> None:
    with pytest.raises(ValueError, match="no language 'fr'; known are en, ja"):
        Words("balance.games.neotopia", "fr")
