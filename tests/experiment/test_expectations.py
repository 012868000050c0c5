"""What a scenario may expect: nothing that does not exist, whether it can be known before playing or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from balance.errors import UserError
from balance.experiment.expectations import claims_of
from tests.experiment.checked import checked, toy_plan


def refusal(monkeypatch: pytest.MonkeyPatch, row: dict[str, Any] | None, **how: Any) -> str:
    """The sentence with which a scenario of one expectation is refused without playing."""
    with pytest.raises(UserError) as raised:
        claims_of(toy_plan(monkeypatch, 100, *([] if row is None else [row]), **how))
    return str(raised.value)


def test_names_are_those_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        {"metric": "seat_win_rate", "where": {"seat": 1}, "within": [0.4, 0.6]},
        {"metric": "draws", "max": 0.01, "level": "warn"},
        {"metric": "margin", "min": 0, "undecided": "pass"},
    )
    claims = claims_of(toy_plan(monkeypatch, 100, *rows))
    assert [claim.name for claim in claims] == [
        "seat_win_rate {seat = 1} within [0.4, 0.6]",
        "draws max 0.01",
        "margin min 0",
    ]
    assert [(claim.low, claim.high) for claim in claims] == [(0.4, 0.6), (None, 0.01), (0, None)]
    assert [claim.warn for claim in claims] == [False, True, False]
    assert [claim.undecided_passes for claim in claims] == [False, False, True]


def test_a_group_is_told_by_words_and_numbers_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"metric": "seat_win_rate", "where": {"seat": "2"}, "max": 1}
    claim = claims_of(toy_plan(monkeypatch, 100, row))[0]
    assert claim.selects({"seat": 2}) and not claim.selects({"seat": 1}) and not claim.selects({})


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (None, "toy: expects nothing; add a row such as"),
        (
            {"metric": "seat_win_spred", "max": 1},
            "toy: expect.0.metric: there is no metric 'seat_win_spred'; did you mean 'seat_win_spread'?",
        ),
        (
            {"metric": "seat_win_rate", "where": {"seat": 3}, "max": 1},
            "toy: expect.0.where.seat: seat_win_rate has no seat 3; there are 1, 2",
        ),
        (
            {"metric": "seat_win_rate", "where": {"chair": 1}, "max": 1},
            "toy: expect.0.where.chair: seat_win_rate has no key 'chair'; its keys are \"seat\"",
        ),
        (
            {"metric": "draws", "where": {"seat": 1}, "max": 1},
            "toy: expect.0.where.seat: draws has no key 'seat'; it has none",
        ),
        (
            {"metric": "draws", "unchanged_from": "none.json", "margin": 0.1},
            "none.json: there is no such baseline; write one with balance baseline",
        ),
    ],
)
def test_refused_without_playing(monkeypatch: pytest.MonkeyPatch, row: dict[str, Any] | None, said: str) -> None:
    assert refusal(monkeypatch, row).startswith(said)


def test_a_derived_metrics_group_is_refused_after_two_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = toy_plan(monkeypatch, 10**9, {"metric": "score_quantiles", "where": {"q": 0.3}, "max": 1})
    with pytest.raises(UserError, match=r"expect\.0\.where: score_quantiles has no such group; there are q = 0\.05; q"):
        checked(planned)


def test_one_deal_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="--games: 2 games are one deal, which has no interval; give 3 or more"):
        checked(toy_plan(monkeypatch, 2, {"metric": "draws", "max": 1}))


def test_a_baseline_lies_beside_the_file_that_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(json.dumps({"baseline_version": 0}), encoding="utf-8")
    row = {"metric": "draws", "unchanged_from": "old.json", "margin": 0.1}
    said = refusal(monkeypatch, row, folder=tmp_path)
    assert said.startswith(f"{tmp_path / 'old.json'}: is of format 0, while this program reads format 1")
