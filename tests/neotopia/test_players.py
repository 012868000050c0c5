"""The scripted players: their table, their strength, how they differ, and that each follows its plan."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from balance.games.neotopia import settings
from balance.games.neotopia.codes import PUBLIC, SKILLS
from balance.games.neotopia.play import simulate
from balance.games.neotopia.players import PLAYERS, WEIGHTS, table
from balance.kernel.events import new_log
from balance.kernel.jit import compiled_sources
from balance.kernel.lineup import MAX_WEIGHTS
from balance.kernel.rng import quiet
from balance.metrics.spec import WIN
from tests.neotopia.games import line_up, new_facts, random_rules, replay
from tests.neotopia.referee import judge
from tests.neotopia.turns import Position, after_turn, decision, positions, with_player

SCRIPTED = [name for name in PLAYERS if name != "random"]
GAMES = 2000
SURE = 4.0  # standard errors


def played(
    seats: Sequence[str], rules: Mapping[str, Any] | None = None, games: int = GAMES, bans: Sequence[str] = ()
) -> Any:
    """Facts of the first games of a line-up, every seating in turn; its first row may not use what ``bans`` names."""
    players = len(seats)
    model = settings.load(rules or {}, players)
    facts = new_facts(model, players, games)
    record = settings.to_record(model, players)
    settings.enter_bans(record, 0, bans)
    with quiet():
        simulate(record, line_up(players, seats), 8, 0, facts.books, new_log(0))
    return facts


def win_rate(facts: Any, entries: Sequence[int]) -> tuple[float, float]:
    """Mean share of a win of these rows of the line-up together, and its standard error over the deals."""
    seats = facts["seats"]
    wins = (seats["points"] / WIN * np.isin(seats["entry"], entries)).sum(axis=1)
    deals = wins.reshape(-1, seats.shape[1]).mean(axis=1)
    return float(deals.mean()), float(deals.std(ddof=1) / np.sqrt(len(deals)))


def mean_of(facts: Any, table_name: str, column: Any, entry: int) -> float:
    """Mean of a fact over the seats of one row of the line-up."""
    rows = facts[table_name]
    mine = facts["seats"]["entry"] == entry
    return float(column(rows)[mine].mean())


class TestBans:
    """A row of the line-up that may not use something, while the others may."""

    def test_what_is_banned_is_not_used(self) -> None:
        facts = played(["accountant"] * 4, bans=["subsidy"])
        uses = [
            mean_of(facts, "seats", lambda rows: rows["skill_used"][..., SKILLS.index("subsidy")], row)
            for row in range(4)
        ]
        assert uses[0] == 0.0 and min(uses[1:]) > 0.3

    @pytest.mark.parametrize("player", ["majority", "accountant", "weighted"])
    def test_who_may_not_declare_the_joker_does_not_seek_it(self, player: str) -> None:
        facts = played([player] * 4, bans=["joker"])
        held = [mean_of(facts, "seats", lambda rows: rows["has_joker"], row) for row in range(4)]
        error = np.sqrt(0.25 * 0.75 / GAMES)
        assert held[0] < min(held[1:]) - SURE * error
        assert mean_of(facts, "seats", lambda rows: rows["joker_vp"], 0) == 0.0


class TestCatalogue:
    """The light list of players against the compiled table."""

    def test_names_in_order(self) -> None:
        wanted = "random accountant majority miser hirer spoiler secretive order weighted"
        assert list(PLAYERS) == wanted.split()

    def test_weights_fit_the_line_up(self) -> None:
        for name, player in PLAYERS.items():
            assert len(player.weights) <= MAX_WEIGHTS
            assert player.name == name and player.plan and player.plan_ja
            assert all(isinstance(value, float) for value in player.weights.values())
            assert all(len(weight.meaning) > 5 for weight in WEIGHTS[name].values())

    def test_the_chain_asks_each_player_at_its_place(self) -> None:
        source = ast.parse(Path(table.__file__).read_text(encoding="utf-8"))
        appraise = next(n for n in ast.walk(source) if isinstance(n, ast.FunctionDef) and n.name == "appraise")
        chain = {}
        for node in ast.walk(appraise):
            if isinstance(node, ast.If) and isinstance(node.test, ast.Compare):
                call = node.body[0]
                if isinstance(call, ast.Expr) and ast.unparse(call).split("(")[0].endswith(".appraise"):
                    number = ast.literal_eval(node.test.comparators[0])
                    chain[number] = ast.unparse(call).split(".")[0]
        assert chain == {number: name for number, name in enumerate(PLAYERS) if name != "random"}
        assert list(PLAYERS)[table.RANDOM] == "random"

    def test_the_digest_of_compiled_code_sees_the_order_of_weights(self) -> None:
        assert any(path.name == "catalogue.py" for path in compiled_sources())


class TestStrength:
    """Win rates with every seat rotated; equal play would give a quarter each."""

    @pytest.mark.parametrize("name", SCRIPTED)
    def test_each_beats_random(self, name: str) -> None:
        rate, error = win_rate(played([name, "random", "random", "random"]), [0])
        assert rate - SURE * error > 0.25

    @pytest.mark.parametrize("name", [name for name in SCRIPTED if name != "accountant"])
    def test_the_accountant_beats_each(self, name: str) -> None:
        alone, error = win_rate(played(["accountant", name, name, name]), [0])
        assert alone - SURE * error > 0.25
        pair, error = win_rate(played(["accountant", "accountant", name, name]), [0, 1])
        assert pair - SURE * error > 0.5
        other, error = win_rate(played(["accountant", "accountant", "accountant", name]), [3])
        assert other + SURE * error < 0.25


class TestDifference:
    """Any two players decide differently at one shared position in five at least (of 1,000: README, by command)."""

    def test_each_pair_differs_in_a_fifth(self) -> None:
        rules, found = positions({}, 4, 400, seed=4)
        made = {name: [self.made(name, rules, position) for position in found] for name in PLAYERS}
        for one, other in combinations(PLAYERS, 2):
            apart = sum(a != b for a, b in zip(made[one], made[other], strict=True))
            assert apart >= 80, f"{one} and {other} differ at {apart} of 400 positions"

    @staticmethod
    def made(name: str, rules: Any, position: Position) -> tuple[Any, ...]:
        return decision(after_turn(position, rules, with_player(rules, name, position[1])))


class TestTies:
    """Options that are worth the same are taken equally often."""

    def test_equal_options_are_equally_likely(self) -> None:
        """All weights 0 and coins without worth: no option is better, so that each action comes equally often."""
        rules, found = positions({"vp_per_coin": 0, "skills": []}, 4, 12, seed=9)
        nothing = dict.fromkeys(PLAYERS["weighted"].weights, 0.0)
        position = found[0]
        lineup = with_player(rules, "weighted", position[1], nothing)
        counts = Counter(decision(after_turn(position, rules, lineup, key)) for key in range(3000))
        seat, field = position[0][0].seats[position[1]], position[0][0]
        own = [int((zone > 0).sum()) for zone in (seat.hidden, seat.public, seat.closed)]
        options = own[0] + sum(own)
        options += own[PUBLIC] * (int((field.up > 0).sum()) + field.n_down) if seat.coins >= 1 else 0
        options += int((field.up > 0).sum()) if seat.coins >= 2 else 0
        assert len(counts) == options
        assert stats.chisquare(list(counts.values())).pvalue > 1e-3

    def test_noise_one_plays_as_the_random_player(self) -> None:
        """Its share of each action under ``noise = 1`` is that of `random`, in the same company."""
        rules, found = positions({}, 4, 40, seed=21)
        shares = []
        for name, weights in (("random", None), ("weighted", {"noise": 1.0})):
            acts: Counter[int] = Counter()
            for position in found:
                lineup = with_player(rules, name, position[1], weights)
                acts.update(int(after_turn(position, rules, lineup, key).now.action) for key in range(50))
            shares.append(acts)
        kinds = sorted({*shares[0], *shares[1]})
        assert stats.chi2_contingency([[counts[kind] for kind in kinds] for counts in shares]).pvalue > 1e-3


@pytest.fixture(scope="module")
def company() -> dict[str, Any]:
    """Facts of each player against three random ones."""
    return {name: played([name, "random", "random", "random"], games=1200) for name in SCRIPTED}


class TestPlans:
    """What each plan says shows in the facts of games against random players."""

    @staticmethod
    def skill(facts: Any, name: str) -> float:
        return mean_of(facts, "seats", lambda rows: rows["skill_used"][..., SKILLS.index(name)], 0)

    def test_the_miser_ends_with_most_coins(self, company: dict[str, Any]) -> None:
        coins = {name: mean_of(facts, "seats", lambda rows: rows["coins"], 0) for name, facts in company.items()}
        assert max(coins, key=coins.__getitem__) == "miser"

    def test_the_hirer_hires_most(self, company: dict[str, Any]) -> None:
        hires = {
            name: mean_of(facts, "turns", lambda rows: (rows["action"] == 3).sum(axis=2), 0)
            for name, facts in company.items()
        }
        rest = {name: value for name, value in hires.items() if name != "majority"}
        assert max(rest, key=rest.__getitem__) == "hirer"

    def test_the_secretive_uses_secret_personnel_at_once_and_shows_least(self, company: dict[str, Any]) -> None:
        used = {name: self.skill(facts, "secret_personnel") for name, facts in company.items()}
        assert used["secretive"] > 0.95
        shown = {
            name: mean_of(facts, "turns", lambda rows: rows["public"][..., -1], 0) for name, facts in company.items()
        }
        assert min(shown, key=shown.__getitem__) in ("secretive", "miser")
        assert mean_of(company["secretive"], "turns", lambda rows: rows["secret"][..., -1], 0) > 1.0


class TestLegality:
    """The referee finds no fault with any player under any ruling."""

    def test_every_player_under_every_ruling(self) -> None:
        rng = random.Random(31)
        for number in range(120):
            players, rules = random_rules(rng)
            seats = [SCRIPTED[(number + q) % len(SCRIPTED)] for q in range(players)]
            found, _, _ = replay(rules, players, seats, rng.randrange(2**40), rng.randrange(10**6))
            assert judge(found) == [], f"{players} players, {seats}, {rules}"
