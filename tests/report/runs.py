"""Runs made by hand for the tests of reports: every number is written here, none is played.

`made_run` gives a whole run of four players.  ``values`` replaces rows of the table of metrics, and the few
batch sums that verdicts stand on are given as wins, VP and upsets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from balance.experiment.store import Run
from balance.games import load
from balance.games.neotopia.codes import (
    ACTIONS,
    SKILLS,
)
from balance.games.neotopia.settings import defaults
from balance.metrics.estimate import COLUMNS, Sums, measure
from balance.metrics.every_game import metrics as every_game
from balance.metrics.layout import Layout
from balance.metrics.spec import GAMES, WIN, Metric
from balance.stats.batches import BatchTable

BATCHES = 50
PLAYERS = ("accountant", "majority", "spoiler", "order")
ROUNDS, SUITS, SEATS = range(1, 7), range(1, 8), range(1, 5)
SEAT_METRICS = ("seat_win_rate", "seat_win_spread", "seat_win_spread_if_equal")
LUCK = {"deal_share": 0.10, "seat_share": 0.01, "player_share": 0.20, "residual_share": 0.69}
ONE = {
    "margin": 3.0, "close_games": 0.66, "draws": 0.03, "game_turns": 24.0, "game_rounds": 6.0,
    "decisions": 23.5,
    "truncated": 0.0, "lead_changes": 2.0, "no_lead_change": 0.10, "last_lead_change": 0.74, "comeback": 6.6,
    "last_at_half_wins": 0.19, "decided_at": 0.84, "joker_in_hand": 0.62, "joker_uses": 0.73,
    "joker_holder_win_rate": 0.44, "joker_vp": 3.5, "start_card_in_hand": 0.62, "start_holder_win_rate": 0.19,
    "riots": 0.38, "riot_cost": 5.5, "stock_short": 0.02,
}  # fmt: skip
BY_ROUND = {
    "leader_holds": (0.31, 0.33, 0.36, 0.43, 0.57, 1.0), "leader_alone": (0.88,) * 6,
    "outcome_entropy": (0.99, 0.98, 0.97, 0.93, 0.80, 0.07),
    "outcome_brier_skill": (0.01, 0.02, 0.03, 0.07, 0.21, 0.94),
    "full_view_predicts": (0.30, 0.32, 0.35, 0.42, 0.54, 0.98),
    "coins": (5.5, 4.5, 3.4, 2.4, 1.6, 1.1), "hand_size": (7.7, 7.5, 7.4, 7.3, 7.1, 6.9),
    "public_cards": (0.5, 1.0, 1.4, 1.7, 2.0, 2.2), "secret_cards": (0.06, 0.10, 0.13, 0.15, 0.19, 0.23),
}  # fmt: skip
BY_SUIT = {
    "riot": (0.062, 0.059, 0.057, 0.054, 0.051, 0.048, 0.046), "suit_nobody": (0.002,) * 7,
    "suit_first_count": (1.96,) * 7, "tie_break": (0.734, 0.730, 0.726, 0.726, 0.723, 0.722, 0.721),
    "joker_at_suit": (0.15, 0.13, 0.11, 0.10, 0.09, 0.08, 0.07),
}  # fmt: skip
BY_SKILL = {
    "skill_use": (0.70, 0.78, 0.95, 0.60, 0.50), "skill_round": (3.0, 3.1, 3.6, 3.0, 4.0),
    "skill_coins": (-1.0, -1.0, -1.0, -1.0, 0.4), "skill_win_rate": (0.23, 0.24, 0.25, 0.22, 0.26),
}  # fmt: skip
BY_ORDER = {
    "settlement_order_win_rate": (0.25, 0.35, 0.24, 0.16, None, None),
    "settlement_order_vp": (2.3, 3.5, 3.8, 3.7, None, None),
    "tie_break_gain": (1.5, 0.9, 0.4, 0.0, None, None),
}  # fmt: skip
ACTION_SHARES = (0.40, 0.30, 0.20, 0.10, 0.0)

Where = dict[str, Any]
Given = Mapping[tuple[str, str], float | None]  # (metric, "key=value;key=value") → value


def _table(players: Sequence[str]) -> list[tuple[str, Where, float | int | None]]:
    """Metric, keys and value of every row but those that come from the batch sums."""
    rows: list[tuple[str, Where, Any]] = [(name, {}, value) for name, value in ONE.items()]
    for n, player in enumerate(players):
        rate = (0.30, 0.27, 0.23, 0.20)[n] if len(players) > 1 else 0.25
        rows += [
            ("player_win_rate", {"player": player}, rate),
            ("player_score", {"player": player}, 14.5 - n),
        ]
        rows += [("player_seat_win_rate", {"player": player, "seat": s}, rate + 0.01 * (2 - s)) for s in SEATS]
        rows += [("player_skill_use", {"skill": skill, "player": player}, 0.2 + 0.15 * n) for skill in SKILLS]
        rows += [
            ("player_action_share", {"player": player, "action": action}, share)
            for action, share in zip(ACTIONS, ACTION_SHARES, strict=True)
        ]
    rows += [("score", {"seat": s}, 15.0 - 0.4 * s) for s in SEATS]
    rows += [("score_share", {"score": s}, 0.0 if s < 8 or s > 19 else 1 / 12) for s in range(-20, 121)]
    rows += [
        ("score_quantiles", {"q": q}, v)
        for q, v in zip((0.05, 0.25, 0.5, 0.75, 0.95), (8, 11, 14, 17, 19), strict=True)
    ]
    rows += [
        ("margin_share", {"margin": m}, (0.2, 0.2, 0.15, 0.15, 0.15, 0.15)[m] if m < 6 else 0.0) for m in range(141)
    ]
    for table, key in ((BY_ROUND, "t"), (BY_SUIT, "suit"), (BY_ORDER, "order")):
        rows += [(name, {key: n}, value) for name, each in table.items() for n, value in enumerate(each, 1)]
    rows += [
        (name, {"skill": skill}, value)
        for name, each in BY_SKILL.items()
        for skill, value in zip(SKILLS, each, strict=True)
    ]
    for t in ROUNDS:
        rows += [("skill_use_by_round", {"t": t, "skill": skill}, 0.02 * t) for skill in ("none", *SKILLS)]
        shares = ACTION_SHARES if t < 6 else ACTION_SHARES[::-1]
        rows += [
            ("action_share", {"t": t, "action": action}, share) for action, share in zip(ACTIONS, shares, strict=True)
        ]
    for name, share in LUCK.items():
        for of in ("win", "score"):
            alone = name == "player_share" and len(players) == 1
            rows.append((name, {"of": of}, None if alone else share))
    things = ("joker", "start_card", "settlement_order")
    rows += [("settle_again", {"thing": thing}, share) for thing, share in zip(things, (0.23, 0.26, 0.39), strict=True)]
    rows += [("settle_again_vp", {"thing": thing}, vp) for thing, vp in zip(things, (5.2, 6.3, 13.3), strict=True)]
    if len(players) > 1:
        best, *others = players
        rows += [("games_needed", {"player": best, "against": other}, 300 // n) for n, other in enumerate(others, 1)]
    else:
        rows.append(("games_needed", {}, None))
    return rows


def made_run(
    *,
    players: Sequence[str] = PLAYERS,
    values: Given | None = None,
    wins: Sequence[float] = (28, 26, 24, 22),
    suit_vp: Sequence[float] = (7.5,) * 7,
    upsets: tuple[float, float] = (70, 66),
    half: float = 0.002,
    wobble: int = 1,
    rules: Mapping[str, Any] | None = None,
    blocks_per_batch: int = 64,
    **scenario: Any,
) -> Run:
    """A run of 50 batches of 64 deals.

    wins: of each seat, in percent; suit_vp: VP that each suit pays in a game; upsets: with and without the
    joker, in percent of the games; wobble: by how many wins, VP and upsets neighbouring batches differ.
    half: half width of the interval of every row that does not come from those sums; ``values`` replaces
    values of such rows.
    """
    alike = len(players) == 1
    game = load("neotopia")
    known = {metric.name: metric for metric in [*every_game(game), *game.metrics()]}
    sums = _sums(known, wins, suit_vp, upsets, wobble, blocks_per_batch, alike, players)
    given = dict(values or {})
    lines: list[dict[str, Any]] = []
    for name, where, value in _table(players):
        value = given.pop((name, ";".join(f"{k}={v}" for k, v in where.items())), value)
        lines.append(_line(name, where, value, known[name].unit, half, sums))
    assert not given, f"no such rows: {sorted(given)}"
    made = pd.DataFrame({name: pd.Series([line[name] for line in lines], dtype=object) for name in COLUMNS})
    counted = [known[name] for name in (*SEAT_METRICS, "suit_vp", "onlooker_predicts", "upset")]
    table = pd.concat([measure(counted, sums), made], ignore_index=True)
    return Run(_manifest(sums, players, rules or {}, scenario), table, sums)


def _line(name: str, where: Where, value: float | int | None, unit: str, half: float, sums: Sums) -> dict[str, Any]:
    low = high = None
    if isinstance(value, float):
        low, high = value - half, value + half
        if unit.startswith("share"):
            low, high = max(low, 0.0), min(high, 1.0)
    note = None if value is not None else "no observation: the denominator is 0"
    return {
        **dict.fromkeys(COLUMNS), "metric": name, "where": where, "value": value, "low": low, "high": high,
        "se": half / 2, "n": float(sums.games), "count": float(sums.games), "games": sums.games,
        "blocks": sums.blocks, "unit": unit, "kind": "rate", "note": note,
    }  # fmt: skip


def _sums(
    known: Mapping[str, Metric],
    wins: Sequence[float],
    suit_vp: Sequence[float],
    upsets: tuple[float, float],
    wobble: int,
    blocks: int,
    alike: bool,
    players: Sequence[str],
) -> Sums:
    """Batch sums in which every other batch differs by ``wobble`` wins, VP and upsets."""
    per_block = 2 if alike else 4
    games = blocks * per_block
    seats, suits = known["seat_win_rate"], known["suit_vp"]
    right = known["onlooker_predicts"].needs or {}
    tallies = (
        GAMES,
        seats.x,
        seats.y,
        suits.y,
        suits.x,
        right["with.x"],
        right["with.y"],
        right["without.y"],
    )
    rows: list[list[int]] = []
    for b in range(BATCHES):
        sign = wobble * (1 if b % 2 else -1)
        shift = [sign, -sign, sign if b % 4 < 2 else -sign, -sign if b % 4 < 2 else sign]
        won = [(round(each * games / 100) + step) * WIN for each, step in zip(wins, shift, strict=True)]
        won[-1] = games * WIN - sum(won[:-1])
        guessed = [[(round(games * (100 - each) / 100) + sign) * WIN] * 6 for each in upsets]
        paid = [round(each * games) + (sign if n % 2 else -sign) for n, each in enumerate(suit_vp)]
        rows.append([games, *[games] * 4, *won, *paid, *[games] * 7, *[games] * 6, *guessed[0], *guessed[1]])
    axes = {
        "seat": tuple(map(str, SEATS)), "round": tuple(map(str, ROUNDS)), "suit": tuple(map(str, SUITS)),
        "player": tuple(players),
    }  # fmt: skip
    layout = Layout({}, axes, tuple(tally for tally in tallies if tally is not None))
    return Sums(layout, BatchTable(np.array(rows, np.int64), blocks, BATCHES * blocks), per_block, alike, 3)


def _manifest(
    sums: Sums, players: Sequence[str], rules: Mapping[str, Any], scenario: Mapping[str, Any]
) -> dict[str, Any]:
    draft = defaults(4)["rules"]
    resolved = {
        "name": "neotopia/draft8", "title": "Draft 8", "title_ja": "草案８", "question": "Is it fair?",
        "question_ja": "公平か。", "game": "neotopia", "players": 4, "games": sums.games, "seed": 8,
        "rules": {**draft, **rules}, "expect": [],
        "seats": [{"player": players[n % len(players)], "weights": {}} for n in range(4)],
        **scenario,
    }  # fmt: skip
    return {
        "manifest_version": 1, "state": "finished", "scenario": resolved, "digest": "0", "game_version": 1,
        "games": sums.games, "blocks": sums.blocks, "games_per_block": sums.games_per_block,
        "seats_alike": sums.alike, "strategies": list(players), "notes": [],
        "differences": [[key, value, draft[key]] for key, value in rules.items()],
        "started": "2001-02-03T04:05:06+00:00", "seconds": 12.345, "threads": 2,
        "versions": {"tabletop-balance": "0.0.0", "numpy": None}, "machine": {"python": "3", "cpus": 2},
    }  # fmt: skip
