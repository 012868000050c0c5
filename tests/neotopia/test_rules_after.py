"""N11, a skill after the action: scripted players use few skills then, so here one uses any of them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from balance.games.neotopia import play
from balance.games.neotopia.choice import draw
from balance.games.neotopia.codes import (
    BEFORE,
)
from balance.games.neotopia.players import uniform
from tests.interpreted import interpreted_only
from tests.neotopia.exercised import SKILLS
from tests.neotopia.games import random_rules, replay
from tests.neotopia.referee import judge

pytestmark = interpreted_only


class TestN11AfterTheAction:
    def test_the_referee_passes_every_skill_after_the_action(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Half the time the random player asks itself before its action, else after it."""

        def choose_skill(player: int, state: Any, rules: Any, p: int, weights: Any, after: int) -> None:
            if draw(state, p, 2) == after:
                uniform.choose_skill(state, rules, p, weights, BEFORE)

        monkeypatch.setattr(play, "choose_skill", choose_skill)
        rng, used = random.Random(11), Counter[tuple[str, str]]()
        for _ in range(24):
            players, rules = random_rules(rng)
            lines, why, _ = replay(rules, players, seed=rng.randrange(1000))
            turns = [line for line in lines if line["event"] == "turn"]
            assert judge(lines) == [], (players, rules)
            assert [reason is None for _, reason in why] == [line["skill"] is None for line in turns]
            used.update((line["skill"]["name"], line["skill_when"]) for line in turns if line["skill"])
        assert set(used) == {(skill, when) for skill in SKILLS for when in ("before", "after")}
