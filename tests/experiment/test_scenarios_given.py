"""Scenarios that the program gives: the template to start from, and those it ships."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from balance.experiment import scenario as scenarios
from balance.experiment import sources
from balance.experiment.scenario import load
from balance.games.neotopia import settings as neotopia
from tests.experiment.shells import NEOTOPIA, SHELLS, Writer

pytestmark = pytest.mark.usefixtures("shells")


class TestTemplate:
    def test_of_any_game_loads_as_the_defaults(self, write: Writer) -> None:
        for game in (SHELLS, NEOTOPIA):
            scenario = load(write(scenarios.template(game)))
            usual = game.settings.defaults()
            assert (scenario.game, scenario.players, scenario.games, scenario.seed) == (
                game.name,
                usual["players"],
                usual["games"],
                usual["seed"],
            )
            assert scenario.rules == usual["rules"]

    def test_every_ruling_stands_there_with_its_default(self, write: Writer) -> None:
        text = scenarios.template(NEOTOPIA)
        rules = NEOTOPIA.settings.defaults()["rules"]
        lines = [line for line in text.splitlines() if re.match("# [a-z_]+ = ", line)]
        assert [line.split()[1] for line in lines if line.split()[1] in rules] == list(rules)
        live = re.sub(rf"^# (?=({'|'.join(rules)}) = )", "", text, flags=re.MULTILINE)
        assert live != text
        assert load(write(live)).rules == rules
        changed = live.replace("hire_cost = 2", "hire_cost = 3")
        assert load(write(changed)).rules == rules | {"hire_cost": 3}

    def test_says_what_each_ruling_means_and_may_be(self) -> None:
        text = scenarios.template(SHELLS)
        assert "# H1 All: How many shells.\n# Give a whole number from 1 to 9.\n" in text
        assert "# With 3 players it is 4 if nothing is said.\n# shells = 5\n" in text
        assert "# weights = { depth = 1, speed = 0.5 }" in text

    def test_its_expectation_has_the_right_shape(self, write: Writer) -> None:
        text = re.sub(r"^# (?=\[\[expect|metric|within)", "", scenarios.template(SHELLS), flags=re.MULTILINE)
        assert load(write(text)).expect[0]["within"] == [0.0, 0.04]


# What each shipped scenario changes of the draft: the rulings that differ, in full.
SHIPPED: dict[str, dict[str, Any]] = {
    "draft8": {},
    "draft8-3players": {},
    "accountants": {},
    "random": {},
    "effects-count": {"effects": "count"},
    "effects-ladder": {"effects": "ladder"},
    "no-joker": {"jokers": 0},
    "joker-once": {"joker_uses": "once"},
    "joker-order-bonus": {"joker_order_bonus": True},
    "secret-once": {"secret_personnel": "once"},
    "secret-flip-one": {"secret_personnel": "flip_one"},
    "secret-off": {"secret_personnel": "off"},
    "riot-off": {"riot": "off"},
    "riot-every": {"riot": "every"},
    "riot-penalty-2": {"riot_penalty": 2},
    "shared-ties": {"ties": "shared"},
    "short-hands": {"hand": 4, "release_from": "hidden"},
    "no-order-bonus": {"order_bonus": "none"},
    "transfer-face-up": {"transfer_targets": "face_up"},
    "unlimited-coins": {"coin_shortage": "unlimited"},
    "six-suits": {"suits": 6, "hand": 7},
    "draft9-holding": {"effects": {str(suit): {"vp_holder": 2} for suit in range(1, 8)}},
    "draft9-absent": {"effects": {str(suit): {"vp_absent": 2} for suit in range(1, 8)}},
}
LINE_UPS = {
    "draft8-3players": ["accountant", "majority", "spoiler"],
    "accountants": ["accountant"] * 4,
    "random": ["random"] * 4,
}


class TestShipped:
    def test_all_are_named(self) -> None:
        assert [name for name in scenarios.shipped() if name.startswith("neotopia/")] == sorted(
            f"neotopia/{name}" for name in SHIPPED
        )

    @pytest.mark.parametrize("name", SHIPPED)
    def test_changes_what_it_says_and_nothing_else(self, name: str) -> None:
        scenario = load(f"neotopia/{name}")
        assert scenario.name == f"neotopia/{name}"
        assert load(scenarios.shipped_root() / "neotopia" / f"{name}.toml") == scenario
        players = 3 if name == "draft8-3players" else 4
        assert (scenario.players, scenario.games, scenario.seed) == (players, 20000, 8)
        changed = {key: value for key, value, _ in neotopia.differences(scenario.rules, players)}
        assert changed == SHIPPED[name]
        line_up = LINE_UPS.get(name, ["accountant", "majority", "spoiler", "order"])
        assert [seat.player for seat in scenario.seats] == line_up

    def test_each_has_its_own_words_in_both_languages(self) -> None:
        all_of_them = [load(f"neotopia/{name}") for name in SHIPPED]
        for key in ("title", "title_ja", "question", "question_ja"):
            words = [getattr(scenario, key) for scenario in all_of_them]
            assert len(set(words)) == len(words)
            assert all(any(ord(c) > 0x3000 for c in word) == key.endswith("_ja") for word in words)

    def test_inside_a_wheel_they_lie_in_the_package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sources, "PACKAGE", tmp_path / "balance")
        assert scenarios.shipped_root() == tmp_path / "scenarios"
        folder = tmp_path / "balance" / "_scenarios" / "shells"
        (folder / "decks").mkdir(parents=True)
        (folder / "decks" / "no-scenario.toml").write_text("", encoding="utf-8")
        (folder / "calm.toml").write_text('game = "shells"', encoding="utf-8")
        assert scenarios.shipped() == ["shells/calm"]
        assert load("shells/calm.toml").name == "shells/calm"
