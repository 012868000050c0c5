"""What a game of Sim City leaves behind: named integer tables, each with its key."""

from __future__ import annotations

from balance.games.simcity.codes import ENDS, INCOME, MAX_KINDS, MAX_ROUNDS, MAX_SEATS, WAYS, ZONES
from balance.kernel.record import Table, columns, record

_INCOME = " ".join(INCOME)
_WAYS = " ".join(WAYS)
_PHASES = "1 2 3 4"
MAP_SIDE = 21  # cells of the map of the city, centred on the first block
MAP_CELLS = MAP_SIDE * MAP_SIDE

GAME = Table(
    "game",
    (),
    columns(
        (
            ("rounds", "rounds begun", "rounds"),
            ("turns", "turns taken", "turns"),
            ("decisions", "turns with at least two legal actions, a pass being one where it is allowed", "turns"),
            ("truncated", "1 if the game hit the turn limit", "0/1"),
            ("margin", "funds of the winner less the next funds", "money"),
            ("drawn", "1 if the win was shared", "0/1"),
            ("why", f"how it ended: {', '.join(f'{i + 1} {name}' for i, name in enumerate(ENDS))}", "code"),
            ("phase", "phase at the end", "phase"),
            ("phase_turn", "turn in which the phase was reached, 0 if never", "turn", _PHASES),
            ("phase_round", "round in which the phase was reached, 0 if never", "round", _PHASES),
            ("reached", "1 if the phase was reached", "0/1", _PHASES),
            ("phase_turns", "turns begun in the phase", "turns", _PHASES),
            ("mayors", "times that somebody became mayor", "times"),
            ("auctions", "auctions of the mayor's office", "auctions"),
            ("auction_price", "highest totals bid in them", "money"),
            ("dismissals", "mayors dismissed", "mayors"),
            ("resignations", "mayors who resigned", "mayors"),
            ("elections", "elections that chose somebody", "elections"),
            ("bills", "paid for the city's bills", "money"),
            ("votes", "rezonings voted on", "votes"),
            ("rezone_passed", "rezonings voted through", "votes"),
            ("disasters", "disasters played", "events"),
            ("blocks_lost", "blocks hit by disasters", "blocks"),
            ("rebuilt", "blocks placed where a disaster left a cell empty", "blocks"),
            ("blocks", "blocks on the table at the end", "blocks"),
            ("houses", "houses on the table at the end", "houses"),
            ("sims", "sims housed at the end", "sims"),
            ("width", "cells that the table ever was wide", "cells"),
            ("height", "cells that the table ever was high", "cells"),
            ("by_road", "blocks on a road network with a house, at the end", "blocks"),
            ("by_rail", "blocks on a rail network with a house, at the end", "blocks"),
        )
    ),
)

SEAT = Table(
    "seats",
    ("seat",),
    columns(
        (
            ("entry", "row of the line-up that sat there, from 0", "row"),
            ("points", "420 for a sole win, 420/k for a draw of k", "1/420 win"),
            ("score", "funds at the end", "money"),
            ("income", "money earned, by where it came from", "money", _INCOME),
            ("plays", "plays of each kind; voted down rezonings not counted", "plays", _WAYS),
            ("placed", "blocks placed", "blocks"),
            ("pay", "money that all its blocks paid", "money"),
            ("forced_passes", "passes without a legal play", "passes"),
            ("rezone_passed", "rezonings of its own that were voted through", "votes"),
            ("rezone_pay", "money that its rezonings paid", "money"),
            ("council_bought", "council members bought", "members"),
            ("council_cost", "money paid for them", "money"),
            ("mayor_terms", "times that it became mayor", "times"),
            ("mayor_turns", "turns of anybody during which it was mayor", "turns"),
            ("mayor_ever", "1 if it ever was mayor", "0/1"),
            ("opened_3", "1 if it opened phase 3", "0/1"),
            ("dead", "cards left in hand at the end", "cards"),
        )
    ),
)

TURN = Table(
    "turns",
    ("seat", "round"),
    columns(
        (
            ("action", f"first play of the turn: {', '.join(f'{i} {name}' for i, name in enumerate(WAYS))}", "code"),
            ("choice", "1 if at least two actions were legal", "0/1"),
            ("taken", "1 if the turn was taken", "0/1"),
            ("standing", "funds after this round", "money"),
            ("pay", "money that the turn's plays paid", "money"),
        )
    ),
)

ROUND = Table(
    "rounds",
    ("round",),
    columns(
        (
            ("played", "1 if the round was begun", "0/1"),
            ("phase", "phase at the end of the round", "phase"),
            ("blocks", "blocks on the table", "blocks"),
            ("houses", "houses on the table", "houses"),
            ("sims", "sims housed", "sims"),
            ("width", "cells that the table ever was wide", "cells"),
            ("zone", "blocks of each zone", "blocks", " ".join(ZONES)),
        )
    ),
)

PHASE = Table(
    "phases",
    ("phase", "seat"),
    columns(
        (
            ("turns", "turns that the seat began in the phase", "turns"),
            ("income", "money earned in plays begun in the phase, by where it came from", "money", _INCOME),
        )
    ),
)

CARD = Table(
    "cards",
    ("card",),
    columns(
        (
            ("copies", "copies in the decks", "copies"),
            ("drawn", "copies that came to a hand, those dealt too", "copies"),
            ("opening", "copies dealt to a hand", "copies"),
            ("played", "copies played, or bought", "copies"),
            ("played_by", "copies that were played at least once", "copies"),
            ("dead", "copies left in a hand at the end", "copies"),
            ("drawn_round", "sum of the rounds in which they were drawn, 0 for those dealt", "rounds"),
            ("played_round", "sum of the rounds in which they were played", "rounds"),
            ("pay", "money that they paid when placed", "money"),
            ("drawn_points", "win share of those who drew a copy", "1/420 win"),
            ("opening_points", "win share of those who were dealt a copy", "1/420 win"),
            ("played_points", "win share of those who played a copy", "1/420 win"),
        )
    ),
)

PLACE = Table(
    "places",
    ("place",),
    columns(
        (("zone", f"zone on top at the end: 0 none, {', '.join(f'{i + 1} {z}' for i, z in enumerate(ZONES))}", "code"),)
    ),
)

# The facts of one game, one record: the kernel writes through one pointer, the tables are views of it.
BOOK = record(
    ("game", GAME.dtype),
    ("seats", SEAT.dtype, (MAX_SEATS,)),
    ("turns", TURN.dtype, (MAX_SEATS, MAX_ROUNDS)),
    ("rounds", ROUND.dtype, (MAX_ROUNDS,)),
    ("phases", PHASE.dtype, (4, MAX_SEATS)),
    ("cards", CARD.dtype, (MAX_KINDS,)),
    ("places", PLACE.dtype, (MAP_CELLS,)),
)
TABLES = {
    "game": GAME,
    "seats": SEAT,
    "turns": TURN,
    "rounds": ROUND,
    "phases": PHASE,
    "cards": CARD,
    "places": PLACE,
}
