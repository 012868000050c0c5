"""Games for tests: one call from rulings and players to the lines of a trace, compiled or interpreted."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from balance.errors import UserError
from balance.experiment.plan import REPLAYS
from balance.games.neotopia import codes, settings
from balance.games.neotopia.facts import BOOK, TABLES
from balance.games.neotopia.play import simulate
from balance.games.neotopia.players import PLAYERS
from balance.games.neotopia.trace import Line, lines, reasons, seat_entries
from balance.kernel.events import new_log
from balance.kernel.lineup import LINEUP
from balance.kernel.record import Facts, blank
from balance.kernel.record import new_facts as allocate
from balance.kernel.rng import quiet

Reasons = list[tuple[str, str | None]]


def line_up(players: int, seats: Sequence[str]) -> Any:
    """The LINEUP record of ``players`` seats; one name serves all of them."""
    names = list(seats) * players if len(seats) == 1 else list(seats)
    if len(names) != players:
        raise ValueError(f"{len(names)} names for {players} seats")
    record = blank(LINEUP)
    record.seats = players
    record.alike = len(set(names)) == 1
    record.games_per_block = REPLAYS if record.alike else players
    known = list(PLAYERS)
    for entry, name in zip(record.entries, names, strict=False):
        entry.player = known.index(name)
        weights = list(PLAYERS[name].weights.values())
        entry.weights[: len(weights)] = weights
    return record


def new_facts(model: settings.NeotopiaRules, players: int, games: int) -> Facts:
    """Zeroed facts of ``games`` games."""
    sizes = {"seat": players, "round": model.rounds, "suit": model.suits}
    return allocate(BOOK, TABLES, games, sizes)


def replay_log(
    rules: Mapping[str, Any],
    players: int = 4,
    seats: Sequence[str] = ("random",),
    seed: int = 8,
    index: int = 0,
) -> tuple[Any, dict[str, Any], Facts]:
    """Game ``index`` of a line-up: its log, what its trace must be told besides, and its facts.

    ``rules`` are the changes to the defaults for so many players; ``seats`` names one player for all seats or
    one for each row of the line-up, which sit as game ``index`` of its block seats them.
    """
    model = settings.load(rules, players)
    log, facts = new_log(), new_facts(model, players, 1)
    with quiet():
        simulate(settings.to_record(model, players), line_up(players, seats), seed, index, facts.books, log)
    names = [seats[0] if len(seats) == 1 else seats[entry] for entry in seat_entries(log, facts)]
    about = {
        "scenario": "test",
        "seed": seed,
        "index": index,
        "rules": settings.resolved(model),
        "seats": names,
    }
    return log, about, facts


def replay(*game: Any, **named: Any) -> tuple[list[Line], Reasons, Facts]:
    """The trace of the game that `replay_log` plays, why its turns were chosen, and its facts."""
    log, about, facts = replay_log(*game, **named)
    return lines(log, **about), reasons(log), facts


def play(*game: Any, **named: Any) -> list[Line]:
    """The trace of the game that `replay_log` plays."""
    return replay(*game, **named)[0]


def random_rules(rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Players (2 … 6) and rulings drawn at random until they fit; a third has the sizes of the draft."""
    while True:
        players = rng.randint(*settings.SEATS)
        rules = _draw_rules(rng, players)
        if rng.random() < 1 / 3:
            rules = {key: value for key, value in rules.items() if key not in settings.SIZES}
        try:
            settings.load(rules, players)
        except UserError:
            continue
        return players, rules


def _draw_rules(rng: random.Random, players: int) -> dict[str, Any]:
    suits = rng.randint(1, codes.MAX_SUITS)
    rules: dict[str, Any] = {
        "suits": suits,
        "removed_suit": rng.choice(["random", rng.randint(1, suits)]),
        "cards_per_suit": rng.randint(1, 9),
        "hand": rng.randint(1, 10),
        "rounds": rng.randint(1, 8),
        "field_up": rng.randint(0, 4),
        "start_coins": rng.randint(0, 8),
        "coin_supply": rng.randint(0, 50),
        "keep_cost": rng.choice([0, 0, 1, 2]),
        "release_gain": rng.choice([0, 1, 1, 2, 3]),
        "transfer_cost": rng.choice([0, 1, 1, 2]),
        "hire_cost": rng.choice([0, 1, 2, 2, 3]),
        "skill_cost": rng.choice([0, 1, 1, 2]),
        "skills": [skill for skill in codes.SKILLS if rng.random() < 0.9],
        "riot_penalty": rng.choice([0, 0, 2, 5]),
        "order_bonus": rng.choice(["order", "none", [rng.randint(-3, 6) for _ in range(players)]]),
        "jokers": rng.choice([0, 1, 1, 1]),
        "joker_threshold": rng.randint(1, 4),
        "vp_per_coin": rng.choice([0, 1, 1, 2]),
        "effects": rng.choice([*settings.EFFECT_TABLES, _effects(rng, suits), _effects(rng, suits)]),
    }
    rules |= {name: rng.choice(words) for name, words in codes.CHOICES.items()}
    rules |= {name: rng.random() < 0.5 for name in ("rotate_start", "secret_parity", "joker_order_bonus")}
    return rules


def _effects(rng: random.Random, suits: int) -> dict[str, dict[str, int]]:
    """One row a suit, of a few parts each; money parts are never negative."""
    return {
        str(suit): {
            part: rng.randint(0 if part in settings.NEVER_NEGATIVE else -2, 4)
            for part in rng.sample(codes.EFFECT_PARTS, rng.randint(1, 4))
        }
        for suit in range(1, suits + 1)
    }
