"""The phases of the city: when it grows into the next one."""

from __future__ import annotations

from tests.simcity.referee.city import City
from tests.simcity.referee.state import Game


def houses_wanted(game: Game) -> int:
    """Phase 1 → 2: the number of houses."""
    wanted = game.rules["phase1_factor"] * game.players
    return max(wanted, game.rules["phase1_min"]) if game.players <= 3 else wanted


def sims_wanted(game: Game, city: City) -> int:
    """Phase 3 → 4: the sims housed, less the largest orange zoning bonus."""
    rules = game.rules
    wanted = rules["phase3_min"] if game.players <= 3 else rules["phase3_factor"] * game.players
    if rules["phase3_orange"] == "ever_paid":
        return wanted - game.best_orange
    orange = [block for block in city.blocks() if block.card.zone == "orange"]
    largest = max((len(city.group(block, orange)) for block in orange), default=0)
    return wanted - (largest - 1 if largest >= 4 else 0)


def phase_after(game: Game, opens: bool) -> int:
    """The phase after a play; `opens`: it placed a power plant, and enough blocks needed sims before."""
    if game.is_duel:
        return 3
    city, phase = game.cities[0], game.phase
    if phase == 1 and sum(block.card.houses > 0 for block in city.blocks()) >= houses_wanted(game):
        phase = 2
    if phase == 2 and opens:
        phase = 3
    if phase == 3 and sum(block.card.houses for block in city.blocks()) >= sims_wanted(game, city):
        phase = 4
    return phase
