"""The scripted players of Sim City: what each is after (`catalogue.py`), and how that becomes a choice."""

from balance.games.simcity.players.catalogue import FEATURES, PLAYERS

__all__ = ["FEATURES", "PLAYERS"]
