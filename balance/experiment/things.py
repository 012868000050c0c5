"""What can be taken away from a scenario, and the scenario without it.

What a game offers is asked of the game; that a seat plays otherwise is no matter of one game and is added here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.errors import UserError, suggestion
from balance.experiment.materials import load_model
from balance.experiment.scenario import Scenario, from_resolved
from balance.games import load as load_game
from balance.games.contract import Game, Thing

PLAYERS = "players"  # the group of strategies at the seats
CHANCE = "random"  # the strategy that takes a seat where the scenario has no other
FLAG = "--of"


def things_of(scenario: Scenario, groups: Sequence[str] = (), instead: str | None = None) -> list[Thing]:
    """What can be taken away, of some groups or of all.  Raises UserError for a group that the game has not."""
    game = load_game(scenario.game)
    offered = [*_offered(game, scenario, instead), *_players(game, scenario)]
    known = list(dict.fromkeys(thing.group for thing in offered))
    for group in groups:
        if group not in known:
            raise UserError(
                f"{scenario.name} has nothing of the kind '{group}' to take away{suggestion(group, known)}", place=FLAG
            )
    chosen = [thing for thing in offered if not groups or thing.group in groups]
    if not any(thing.without for thing in chosen):
        whys = "; ".join(dict.fromkeys(f"{thing.name}: {thing.why}" for thing in chosen)) or "the game offers nothing"
        raise UserError(f"there is nothing to take away ({whys})", place=FLAG)
    return chosen


def without(scenario: Scenario, thing: Thing) -> Scenario:
    """The scenario without a thing, checked as a whole.  Raises UserError if it cannot be played."""
    return changed(scenario, thing.without)


def changed(scenario: Scenario, tables: Mapping[str, Any]) -> Scenario:
    """The scenario with other values in its tables: ``rules`` and ``decks`` key by key, anything else whole."""
    resolved = scenario.resolved()
    for name, table in tables.items():
        resolved[name] = {**resolved[name], **table} if isinstance(table, Mapping) else table
    return from_resolved(resolved, scenario.file)


def _offered(game: Game, scenario: Scenario, instead: str | None) -> Sequence[Thing]:
    if game.things is None:
        if instead is not None:
            raise UserError(f"{game.title} has no cards that could stand in for others", place="--instead")
        return ()
    model = load_model(game, scenario.rules, scenario.players, scenario.decks)
    return game.things(model, scenario.players, instead=instead)


def _players(game: Game, scenario: Scenario) -> list[Thing]:
    """Each row of the line-up played by the first other strategy of the scenario, else by chance.

    Of rows that are alike the first stands for all.
    """
    rows = scenario.resolved()["seats"]
    found = []
    for n, row in enumerate(rows):
        if row in rows[:n]:
            continue
        others = [other for other in rows if other != row]
        if not others and (row["player"] == CHANCE or CHANCE not in game.players):
            continue
        other = others[0] if others else {"player": CHANCE}
        name = f"{n + 1}:{row['player']}>{other['player']}"
        label, label_ja = (
            text.format(row=n + 1, player=row["player"], other=other["player"])
            for text in ("row {row}: {player}, played by {other}", "{row}行目: {player} → {other}")
        )
        found.append(Thing(name, PLAYERS, label, label_ja, {"seats": [*rows[:n], other, *rows[n + 1 :]]}))
    return found
