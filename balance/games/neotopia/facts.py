"""What a game of Neotopia leaves behind: named integer tables, each with its key."""

from __future__ import annotations

from balance.games.neotopia.codes import ACTIONS, MAX_ROUNDS, MAX_SEATS, MAX_SUITS, OUTCOMES, SKILLS
from balance.kernel.record import Table, columns, record

_SKILLS = " ".join(SKILLS)

GAME = Table(
    "game",
    (),
    columns(
        (
            ("rounds", "rounds played", "rounds"),
            ("turns", "turns taken", "turns"),
            ("decisions", "turns with at least two legal actions", "turns"),
            ("truncated", "1 if the game hit a turn limit (never in Neotopia)", "0/1"),
            ("margin", "score of the winner less the next score", "VP"),
            ("drawn", "1 if the win was shared", "0/1"),
            ("start_held", "1 if somebody held the start card at the settlement", "0/1"),
            ("joker_held", "1 if somebody held the joker at the settlement", "0/1"),
            ("joker_dealt", "1 if the joker was dealt to a hand", "0/1"),
            ("joker_uses", "suits at which the joker was declared", "suits"),
            ("riots", "suits cancelled by a riot", "suits"),
            ("short", "coins that the stock could not pay", "coins"),
            ("no_joker_changed", "1 if the winners differ when the hands are settled without the joker", "0/1"),
            ("no_joker_moved", "sum over the seats of how much their score changes without the joker", "VP"),
            ("no_start_changed", "1 if the winners differ when the start card counts for nothing", "0/1"),
            ("no_start_moved", "sum over the seats of how much their score changes without the start card", "VP"),
            ("no_order_changed", "1 if the winners differ without the settlement order's bonus", "0/1"),
            ("no_order_moved", "sum over the seats of how much their score changes without that bonus", "VP"),
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
            ("score", "final score", "VP"),
            ("coins", "coins at the end", "coins"),
            ("order", "settlement order, from 1", "place"),
            ("has_joker", "1 if the seat held the joker at the settlement", "0/1"),
            ("has_start", "1 if the seat held the start card at the settlement", "0/1"),
            ("joker_vp", "VP that the joker moved to the seat (less than without it: negative)", "VP"),
            ("firsts", "suits won", "suits"),
            ("seconds", "suits in which it came second", "suits"),
            ("tie_gains", "suits won from an equal by clockwise order", "suits"),
            ("bonus", "VP from settlement order", "VP"),
            ("skill_used", "1 if the skill was used", "0/1", _SKILLS),
            ("skill_round", "round in which the skill was used, 0 if never", "round", _SKILLS),
            ("skill_coins", "coins that the skill gained, less its cost", "coins", _SKILLS),
        )
    ),
)

TURN = Table(
    "turns",
    ("seat", "round"),
    columns(
        (
            ("action", f"action taken: {', '.join(f'{i} {name}' for i, name in enumerate(ACTIONS))}", "code"),
            ("choice", "1 if at least two actions were legal", "0/1"),
            ("skill", f"1 + skill used: {', '.join(SKILLS)}; 0 none", "code"),
            ("standing", "score if all cards were settled after this round", "VP"),
            ("coins", "coins after this round", "coins"),
            ("cards", "hand cards after this round, public and secret ones too", "cards"),
            ("public", "public cards after this round", "cards"),
            ("secret", "secret cards after this round", "cards"),
        )
    ),
)

ROUND = Table(
    "rounds",
    ("round",),
    columns(
        (
            ("onlooker", "win share of the seats that the open count after this round names", "1/420 win"),
            ("onlooker_no_joker", "the same when the hands are settled without the joker", "1/420 win"),
            ("full_view", "win share of the seats that all cards, settled after this round, name", "1/420 win"),
        )
    ),
)

SUIT = Table(
    "suits",
    ("suit",),
    columns(
        (
            ("outcome", f"how it ended: {', '.join(f'{i} {name}' for i, name in enumerate(OUTCOMES))}", "code"),
            ("in_play", "1 if the suit was in play", "0/1"),
            ("first_count", "cards that won the suit, the joker included; 0 if nobody did", "cards"),
            ("vp", "VP that the suit paid", "VP"),
            ("tied", "1 if equals met at first or second place", "0/1"),
            ("joker", "1 if the joker was declared", "0/1"),
            ("riot_cost", "VP that a riot kept from the sole holder, with the penalty", "VP"),
        )
    ),
)

# The facts of one game, one record: the kernel writes through one pointer, the tables are views of it.
BOOK = record(
    ("game", GAME.dtype),
    ("seats", SEAT.dtype, (MAX_SEATS,)),
    ("turns", TURN.dtype, (MAX_SEATS, MAX_ROUNDS)),
    ("rounds", ROUND.dtype, (MAX_ROUNDS,)),
    ("suits", SUIT.dtype, (MAX_SUITS,)),
)
TABLES = {"game": GAME, "seats": SEAT, "turns": TURN, "rounds": ROUND, "suits": SUIT}
