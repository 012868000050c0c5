"""`balance deck check --format json`: what the check found, as figures; odds as shares from 0 to 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.simcity.deck.asked import AskedDeck
from balance.games.simcity.deck.law import Finding
from balance.games.simcity.deck.odds import Odds, houses_wanted, odds
from balance.games.simcity.deck.shape import composition, kinds, never_played, sims_needed, sims_supplied
from balance.games.simcity.deck.trial import Tried

FORMAT = "balance-deck-1"


def document(asked: AskedDeck, tried: Tried | None, lang: str) -> dict[str, Any]:
    """All that `check` says; ``lang`` is that of the sentences."""
    deck, cards = asked.deck, asked.cards
    early = [card for card in deck if cards[card].phase == 1]
    return {
        "format": FORMAT,
        "deck": asked.name,
        "cards": asked.size,
        "kinds": len(deck),
        "mode": asked.mode,
        "players": asked.players,
        "players_by_size": asked.by_size,
        "rules": dict(asked.changed),
        "legal": not asked.errors,
        "errors": _findings(asked.errors, lang),
        "warnings": _findings(asked.warnings, lang),
        "never_played": [{"card": each.card, "why": each.why, **each.values} for each in never_played(asked)],
        "copies_by_zone_and_phase": composition(deck, cards),
        "copies_by_kind": kinds(deck, cards),
        "sims_supplied": sims_supplied(deck, cards),
        "sims_supplied_in_phase_1": sims_supplied(deck, cards, early),
        "copies_by_sims_needed": {str(sims): copies for sims, copies in sims_needed(deck, cards).items()},
        "houses_wanted": houses_wanted(asked),
        "odds": [_odds(row) for row in odds(asked)],
        "tried": None if tried is None else {"games": tried.games, "player": tried.player, "metrics": tried.rows},
    }


def _findings(findings: Sequence[Finding], lang: str) -> list[dict[str, Any]]:
    return [
        {"key": each.key, "sentence": each.say(lang), "values": dict(each.values), "cards": list(each.cards)}
        for each in findings
    ]


def _odds(row: Odds) -> dict[str, Any]:
    """A seat after some turns; keys of ``at_least_one`` and ``mean`` are those of `odds.GROUPS`."""
    return {
        "turn": row.turn,
        "seen": row.seen,
        "at_least_one": {group: float(share) for group, share in row.one.items()},
        "mean": {group: float(mean) for group, mean in row.mean.items()},
        "table_houses": float(row.table_houses),
        "table_plant": float(row.table_plant),
    }
