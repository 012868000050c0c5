"""What things are worth: a toy with a known effect, a dummy, verdicts of effects, and what is asked to be played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from balance import games
from balance.errors import UserError
from balance.experiment.effects import NONE, OPEN, SHOWN, SMALL, Effect, adjusted, settled, told
from balance.experiment.impact import ROW, Impact, Taken, impact, impact_plans, question
from balance.experiment.scenario import Scenario, load
from balance.experiment.together import Row

GAMES = 4000
CHARMED = 'game = "toy"\nplayers = 2\nseed = 8\nseats = [{ player = "plain" }]\ngames = '


@pytest.fixture(scope="module")
def charmed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scenario]:
    games.GAMES["toy"] = "tests.experiment.charms:GAME"
    games.load.cache_clear()
    path: Path = tmp_path_factory.mktemp("charms") / "charms.toml"
    path.write_text(f"{CHARMED}{GAMES}\n", encoding="utf-8")
    yield load(path)
    del games.GAMES["toy"]
    games.load.cache_clear()


@pytest.fixture(scope="module")
def found(charmed: Scenario) -> Impact:
    asked = question(charmed)
    return impact(asked, impact_plans(asked), threads=1)


def by_name(found: Impact) -> dict[str, Taken]:
    return {each.thing.name: each for each in found.taken}


class TestKnownEffects:
    def test_who_alone_has_no_charm_wins_one_game_of_four(self, found: Impact) -> None:
        holder = by_name(found)["charm"].holder
        assert holder is not None and holder.low is not None and holder.high is not None
        assert holder.row.value == pytest.approx(0.5, abs=0.03)
        assert holder.value == pytest.approx(-0.25, abs=0.02)
        assert holder.low < -0.25 < holder.high and holder.high - holder.low < 0.05
        assert holder.state == SHOWN

    def test_taken_from_everybody_it_changes_nobodys_chances(self, found: Impact) -> None:
        for effect in by_name(found)["charm"].effects:
            if effect.row.metric == "seat_win_rate":
                assert effect.value == pytest.approx(0.0, abs=0.03) and effect.state != SHOWN

    def test_a_dummy_has_no_effect_at_all(self, found: Impact) -> None:
        dummy = by_name(found)["dummy"]
        assert dummy.is_dead and dummy.holder is not None and dummy.holder.state == NONE
        assert {effect.value for effect in dummy.all_effects} == {0.0}
        assert not by_name(found)["charm"].is_dead

    def test_alike_rows_are_tried_once(self, found: Impact) -> None:
        assert [player for player, _ in by_name(found)["charm"].rows] == ["plain"]
        assert found.games == found.base.games * (1 + 2 * 2)


class TestStates:
    ROW = Row("draws", {}, "share", True, 0.3, 0.2, 0.4, 0.01, None, 0)

    def effect(self, p: float | None, state: str = OPEN, value: float = 0.1) -> Effect:
        return Effect(self.ROW, 0.4, value, None, None, None, 0.02, p, None, state)

    def test_false_discoveries_of_a_group(self) -> None:
        """Benjamini & Hochberg of (.01, .04, .03, .005) is .02, .04, .04, .02; what has no p takes no part."""
        effects = [self.effect(p) for p in (0.01, 0.04, None, 0.03, 0.005)]
        found = adjusted(effects)
        assert [each.adjusted for each in found] == [
            *(pytest.approx(p) if p is not None else None for p in (0.02, 0.04, None, 0.04, 0.02))
        ]
        assert [each.state for each in found] == [SHOWN, SHOWN, OPEN, SHOWN, SHOWN]
        assert [each.state for each in adjusted([self.effect(p) for p in (0.04, 0.5)])] == [OPEN, OPEN]  # .08

    def test_what_is_small_is_not_worth_a_look(self) -> None:
        assert adjusted([self.effect(0.001, SMALL)])[0].state == SMALL
        assert adjusted([self.effect(1.0, NONE)])[0].state == NONE

    @pytest.mark.parametrize(
        ("value", "se", "same", "state"),
        [
            (0.000, 0.005, False, SMALL),  # 90%: ±0.008
            (0.010, 0.005, False, SMALL),  # 90%: 0.0017 – 0.0183
            (0.015, 0.005, False, OPEN),  # 90%: to 0.0233
            (0.100, 0.005, False, OPEN),  # to be told by the family
            (0.0, 0.0, True, NONE),
        ],
    )
    def test_margin(self, value: float, se: float, same: bool, state: str) -> None:
        assert told(self.ROW, 0.3 + value, (value, se, 999.0), 0.02, 1000, same=same).state == state

    def test_one_batch_has_no_interval(self) -> None:
        found = told(self.ROW, 0.4, (0.1, float("nan"), 0.0), 0.02, 1, same=False)
        assert (found.value, found.low, found.high, found.p, found.state) == (0.1, None, None, None, OPEN)

    def test_what_has_no_errors_follows_the_others(self) -> None:
        spread = self.effect(None, SMALL, 0.0)
        assert [each.state for each in settled([self.effect(1.0, NONE), spread])] == [NONE, NONE]
        assert [each.state for each in settled([self.effect(0.9, OPEN), spread])] == [OPEN, SMALL]
        assert [each.state for each in settled([spread])] == [SMALL]


class TestQuestion:
    def test_sides(self) -> None:
        base = load("neotopia/draft8", players=["miser", "hirer", "miser", "order"], games=40)
        asked = question(base, ["skills"])
        assert len(asked.scenarios) == 1 + 5 * (1 + 3)
        rows = asked.rows[4]
        assert asked.things[4].name == "subsidy" and [row for row, _ in rows] == [0, 1, 3]
        assert [seat.without for seat in rows[1][1].seats] == [(), ("subsidy",), (), ()]
        assert rows[1][1].rules == base.rules

    def test_rows_rotate_in_the_base_too(self) -> None:
        alike = load("neotopia/draft8", players=["miser"], games=40)
        plans = impact_plans(question(alike, ["skills"]))
        assert {(plan.alike, plan.games_per_block, plan.blocks) for plan in plans} == {(False, 4, 10)}
        assert {plan.alike for plan in impact_plans(question(alike, ["actions"]))} == {True}

    def test_one_deal_is_refused(self) -> None:
        with pytest.raises(UserError, match="4 games are one deal"):
            impact_plans(question(load("neotopia/draft8", games=4), ["joker"]))


def test_neotopia_without_what_nobody_uses() -> None:
    """No player of this line-up uses secret personnel, which everybody uses who plays secretive."""
    for player, dead in (("accountant", True), ("secretive", False)):
        asked = question(load("neotopia/draft8", players=[player], games=200), ["skills"])
        found = by_name(impact(asked, impact_plans(asked), threads=1))["secret_personnel"]
        assert found.is_dead == dead
        assert [row.metric for row in found.described] == ["skill_win_rate", "skill_use"]


def test_rows_are_paired_seat_by_seat() -> None:
    """The base's row sits where it sits without the thing: a ban that nothing comes of changes no batch."""
    asked = question(load("neotopia/draft8", players=["accountant"], games=200), ["skills"])
    found = by_name(impact(asked, impact_plans(asked), threads=1))["secret_personnel"]
    assert found.holder is not None and found.holder.row.metric == ROW
    assert (found.holder.value, found.holder.state) == (0.0, NONE)
