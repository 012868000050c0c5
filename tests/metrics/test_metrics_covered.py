"""Every metric has a test that was worked out by hand: it is asked for by name in this folder."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from balance import games
from balance.metrics.every_game import metrics as every_game

READERS = ("values", "row", "by_round")  # (table, metric, …)


def asked_for() -> set[str]:
    """Names of the metrics that some test of this folder reads."""
    names = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READERS:
                name = node.args[1]
                if isinstance(name, ast.Constant):
                    names.add(name.value)
            elif is_table(node):
                names |= {each.value for each in ast.walk(node.args[1]) if isinstance(each, ast.Constant)}
    return names


def is_table(node: ast.AST) -> bool:
    """Whether this is a `parametrize` over metrics by name."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "parametrize"):
        return False
    return any(isinstance(each, ast.Constant) and each.value == "metric" for each in ast.walk(node.args[0]))


@pytest.mark.parametrize("name", games.names())
def test_every_metric_is_tested(name: str) -> None:
    game = games.load(name)
    missing = {metric.name for metric in [*every_game(game), *game.metrics()]} - asked_for()
    assert not missing


# Names that the project's list of metrics gives; those of interventions are not measured in a single run.
LISTED = [
    "seat_win_rate",
    "seat_win_spread",
    "player_win_rate",
    "player_score",
    "score",
    "score_quantiles",
    "margin",
    "close_games",
    "draws",
    "game_turns",
    "game_rounds",
    "decisions",
    "truncated",
    "lead_changes",
    "no_lead_change",
    "last_lead_change",
    "comeback",
    "last_at_half_wins",
    "leader_holds",
    "decided_at",
    "outcome_entropy",
    "deal_share",
    "seat_share",
    "player_share",
    "residual_share",
    "games_needed",
    "action_share",
    "joker_holder_win_rate",
    "joker_in_hand",
    "joker_uses",
    "settle_again",
    "start_holder_win_rate",
    "start_card_in_hand",
    "upset",
    "onlooker_predicts",
    "skill_use",
    "skill_round",
    "skill_win_rate",
    "riot",
    "riot_cost",
    "suit_vp",
    "suit_first_count",
    "tie_break",
    "coins",
    "stock_short",
    "hand_size",
    "public_cards",
    "settlement_order_win_rate",
]


def test_listed_names_exist() -> None:
    game = games.load("neotopia")
    names = {metric.name for metric in [*every_game(game), *game.metrics()]}
    assert set(LISTED) <= names
