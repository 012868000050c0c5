"""The scripted players of Neotopia, in the order of the compiled table (`table.py`)."""

from balance.games.neotopia.players.catalogue import PLAYERS, WEIGHTS

__all__ = ["PLAYERS", "WEIGHTS"]
