"""When the game must end, and why."""

from __future__ import annotations

from tests.simcity.referee.placement import legal_play
from tests.simcity.referee.state import Game


def _can_play(game: Game, seat: int) -> bool:
    return bool(legal_play(game, seat, game.rules["rezone_counts_as_play"]))


def at_step_three(game: Game, seat: int) -> str:
    """(b) and (c): the player to move has no legal play on an empty deck, or on a full table."""
    city = game.city(seat)
    empty = not game.deck(seat)
    full = bool(city.stacks) and not city.open_cells(game.rules["table"])
    if not (empty or full) or _can_play(game, seat):
        return ""
    if empty:
        return "no_play_after_deck"
    if game.rules["table_full"] == "mover" or not any(_can_play(game, other) for other in game.left_of(seat)):
        return "table_full"
    return ""


def after_turn(game: Game) -> str:
    """(a), (d) and (e), when a turn is over."""
    rules = game.rules
    if rules["target"] and max(game.funds) >= rules["target"]:
        game.target_reached = True
    round_over = game.turn % game.players == 0
    if game.target_reached and (rules["end_on_target"] == "immediate" or round_over):
        return "target"
    if game.passes >= game.players:
        return "stall"
    if game.turn >= rules["turn_limit"] * game.players:
        return "turn_limit"
    return ""
