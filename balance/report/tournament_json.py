"""A tournament as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.experiment.differences import Differences
from balance.experiment.schedule import ANCHOR
from balance.experiment.tournament import LEVEL, FieldResult, Pairing, Tournament
from balance.games import load as load_game
from balance.stats.batches import Estimate

SCHEMA_VERSION = 1


def document(result: Tournament, differences: Differences | None = None) -> dict[str, Any]:
    """The content of ``tournament.json``; missing values are null."""
    schedule = result.schedule
    base, names = schedule.base, result.players
    ratings = [
        {"player": each.player, "value": each.value, "se": each.se, "low": each.low, "high": each.high}
        for each in result.ratings
    ]
    return {
        "schema_version": SCHEMA_VERSION,
        "game": base.game,
        "game_version": load_game(base.game).version,
        "scenario": base.name,
        "rules": dict(base.rules),
        "seats": base.players,
        "seed": base.seed,
        "games": schedule.games,
        "level": LEVEL,
        "players": list(names),
        "anchor": result.anchor,
        "pairings": [_pairing(pairing, names) for pairing in result.pairings],
        "ratings": ratings,
        "unrated": result.unrated,
        "fields": {
            ANCHOR: [_field(names[i], each) for i, each in result.field.items()],
            "mixed": [_field(names[i], each) for i, each in result.mixed.items()],
        },
        "dominant": None if result.dominant is None else names[result.dominant],
        "dominated": None if result.dominated is None else names[result.dominated],
        "cycles": [{"players": [names[i] for i in cycle.players], "weakest": cycle.weakest} for cycle in result.cycles],
        "differences": None if differences is None else differences_document(differences),
    }


def differences_document(differences: Differences) -> dict[str, Any]:
    """Differences as JSON: rows in the order of the players."""
    return {
        "players": list(differences.players),
        "positions": differences.positions,
        "seed": differences.seed,
        "share": differences.share.tolist(),
    }


def _share(share: Estimate) -> dict[str, float | None]:
    return {"value": share.value, "low": share.low, "high": share.high, "effective_games": share.n}


def _pairing(pairing: Pairing, names: Sequence[str]) -> dict[str, Any]:
    return {
        "player": names[pairing.player],
        "against": names[pairing.against],
        "games": pairing.games,
        **_share(pairing.share),
        "by_seats": [{"seats": seats, **_share(share)} for seats, share in pairing.at.items()],
    }


def _field(name: str, result: FieldResult) -> dict[str, Any]:
    return {"player": name, "games": result.games, **_share(result.rate)}
