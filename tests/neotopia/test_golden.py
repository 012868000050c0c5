"""Together the golden games show everything; that each is right is tested in `tests/games/test_golden_games.py`."""

from __future__ import annotations

from typing import Any

from balance.games.neotopia import codes, settings
from tests.neotopia.exercised import EVERYTHING, LATER, exercised
from tests.neotopia.golden import GOLDEN, path
from tests.neotopia.referee import read


def stored(name: str) -> list[Any]:
    return read(path(name).read_text(encoding="utf-8"))


def test_together_they_show_everything() -> None:
    shown = set().union(*(exercised(stored(name)) for name in GOLDEN))
    assert shown == EVERYTHING | LATER


def test_together_they_have_every_value_of_every_ruling() -> None:
    rules = [stored(name)[0]["rules"] for name in GOLDEN]
    for ruling, values in codes.CHOICES.items():
        assert {line[ruling] for line in rules} == set(values), ruling
    for ruling in ("rotate_start", "secret_parity", "joker_order_bonus"):
        assert {line[ruling] for line in rules} == {False, True}, ruling
    assert {line["jokers"] for line in rules} == {0, 1}
    assert {type(line["removed_suit"]) for line in rules} == {str, int}
    assert {line["order_bonus"] for line in rules if isinstance(line["order_bonus"], str)} == {
        "order",
        "none",
    }
    assert {line["effects"] for line in rules if isinstance(line["effects"], str)} == set(settings.EFFECT_TABLES)
    for ruling in ("order_bonus", "effects"):
        assert any(not isinstance(line[ruling], str) for line in rules), ruling
    for ruling in settings.NeotopiaRules.model_fields:
        usual = settings.defaults()["rules"][ruling]
        assert any(line[ruling] != usual for line in rules), f"{ruling} is {usual} everywhere"
