"""The deck that a command names: its file and card tables read as a scenario reads them, for a mode and players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import UserError
from balance.experiment.materials import read_decks, shipped_files
from balance.experiment.scenario import override
from balance.experiment.sources import FileName
from balance.games import load
from balance.games.contract import Source
from balance.games.simcity import settings
from balance.games.simcity.cards import Card
from balance.games.simcity.deck.law import CARDS_A_PLAYER, FEWEST_SHARED, MOST_SHARED, Finding, legal_deck
from balance.games.simcity.decks import Deck, read_deck
from balance.games.simcity.materials import card_table

GAME = "simcity"
SHIPPED = f"{GAME}/decks/"
ONLY = {"solitaire": 1, "duel": 2}  # players of the modes that leave no choice
FLAGS = {"decks.shared": "DECK", "decks.cards": "--cards"}


@dataclass(frozen=True)
class AskedDeck:
    """A deck with the cards it is made of, and the game it is meant for."""

    name: str
    file: Path
    deck: Deck
    cards: Mapping[str, Card]  # those of the deck, in its order
    mode: str
    players: int
    by_size: bool  # the number of players was not said, but follows from the size of the deck
    rules: settings.SimCityRules
    changed: Mapping[str, Any]  # the rulings among them that were said
    errors: tuple[Finding, ...]  # why the rules forbid the deck
    warnings: tuple[Finding, ...]

    @property
    def size(self) -> int:
        return sum(self.deck.values())

    @property
    def seats(self) -> int:
        """Seats that draw from this deck."""
        return 1 if self.mode == "duel" else self.players


def read_asked(
    name: str, tables: Sequence[str], mode: str, players: int | None, rulings: Sequence[str] = ()
) -> AskedDeck:
    """The deck of a file or a shipped name, with ``tables`` in place of the shipped card table if there are any.

    ``rulings`` are ``--set`` flags such as ``rules.hand=5``.  Raises UserError that names file, row and column, or
    the flag.
    """
    if not Path(name).exists() and f"{SHIPPED}{name}" in shipped_files():
        name = f"{SHIPPED}{name}"
    said: dict[str, Any] = {"shared": FileName(name, None)}
    if tables:
        said["cards"] = [FileName(table, None) for table in tables]
    usual = settings.defaults()["players"]
    try:
        found = read_decks(load(GAME), settings.load({}, usual), usual, said, Path("deck"))
    except UserError as error:
        key = ".".join((error.place or "").split(".")[:2])
        raise UserError(error.message, file=error.file, place=FLAGS.get(key, error.place)) from None
    source: Source = found["shared"]
    table = card_table(found["cards"])
    deck = read_deck(source.data, source.file, table)
    seats = players if players is not None else ONLY.get(mode) or players_for(sum(deck.values()))
    changed = _changed(rulings)
    try:
        rules = settings.load({**changed, "mode": mode}, seats).rules
    except UserError as error:
        ruling = (error.place or "").removeprefix("rules.").partition(".")[0]
        place = f"--set {error.place}" if ruling in changed else "--players"
        raise UserError(error.message, place=place) from None
    houses = max(rules.phase1_factor * seats, rules.phase1_min if seats <= FEWEST_SHARED else 0)
    errors, warnings = legal_deck(deck, table, mode, seats, offices=rules.offices, houses=houses)
    return AskedDeck(
        source.file.stem,
        source.file,
        deck,
        {card: table[card] for card in deck},
        mode,
        seats,
        players is None and mode not in ONLY,
        rules,
        changed,
        tuple(errors),
        tuple(warnings),
    )


def players_for(size: int) -> int:
    """The number of players whose share of a deck of this size is nearest to what the rules ask for."""
    middle = sum(CARDS_A_PLAYER) / len(CARDS_A_PLAYER)
    return min(max(round(size / middle), FEWEST_SHARED), MOST_SHARED)


def _changed(rulings: Sequence[str]) -> dict[str, Any]:
    """The rulings that `--set` flags change."""
    tables: dict[str, Any] = {"rules": {}}
    for ruling in rulings:
        path = override(tables, ruling)
        if not path.startswith("rules."):
            raise UserError("only rulings can be changed for a deck; write it as rules.hand=5", place=f"--set {path}")
        if path == "rules.mode":
            raise UserError("the mode is said by --mode", place=f"--set {path}")
    return dict(tables["rules"])
