"""A new scenario to fill in: every ruling of a game with its default, its range and what it means."""

from __future__ import annotations

import textwrap
from typing import Any

from balance.games.fields import either, literal
from balance.games.rulebook import parse, ruling_table

WIDTH = 100


def template(game: Any) -> str:
    """TOML text of a scenario of ``game`` that loads as it is: the defaults, every ruling commented out."""
    usual = game.settings.defaults()
    titles = {rule.id: rule.title for rule in parse(game.rules_text).rules}
    lines = [
        f"# A scenario of {game.title}.",
        "# A line that begins with # is a comment: take the # away and change the value to try another rule.",
        "# What is not said here keeps its default.",
        "",
        *_comment("To change a few things of another scenario only, name it:"),
        '# extends = "other.toml"',
        "",
        'title = "My draft"',
        'question = "What shall the games tell?"',
        f"game = {literal(game.name)}",
        f"players = {usual['players']}",
        f"games = {usual['games']}",
        f"seed = {usual['seed']}",
        "",
        "[rules]",
    ]
    for row in ruling_table(game):
        lines += [
            "",
            *_comment(f"{row.id} {titles[row.id]}: {row.sentence}"),
            *_comment(f"Give {row.range}."),
        ]
        for players, default in row.by_players.items():
            lines += _comment(f"With {players} players it is {literal(default)} if nothing is said.")
        lines.append(f"# {row.key} = {literal(row.default)}")
    if game.materials is not None:
        lines += _decks(game, usual["players"])
    lines += ["", *_comment("Who plays: one [[seats]] for all seats, or one for each seat, clockwise.")]
    lines += _comment(f"A player is {either(game.players)}.")
    for seat in usual["seats"]:
        lines += ["[[seats]]", f"player = {literal(seat['player'])}"]
        weights = game.players[seat["player"]].weights
        if weights:
            lines.append(f"# weights = {{ {', '.join(f'{name} = {value:g}' for name, value in weights.items())} }}")
    lines += [
        "",
        *_comment("What must hold: balance check tells when it no longer does.  Also min, max, or unchanged_from."),
        "# [[expect]]",
        '# metric = "seat_win_spread"',
        "# within = [0.0, 0.04]",
    ]
    return "\n".join(lines) + "\n"


def _decks(game: Any, players: int) -> list[str]:
    """The `[decks]` of a game that has any: every key, with the shipped file that it means if nothing is said."""
    usual = game.materials.usual(game.settings.load({}, players), players)
    lines = ["", *_comment("Files beside this one, or shipped ones by name."), "[decks]"]
    for key, sentence in game.materials.keys.items():
        lines += ["", *_comment(sentence), f"# {key} = {literal(usual.get(key, 'my-file.csv'))}"]
    return lines


def _comment(text: str) -> list[str]:
    """``text`` as comment lines."""
    return textwrap.wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
