"""The rulings of the rules page: every key, its default, and what it may be."""

from __future__ import annotations

from typing import Any

DEFAULTS: dict[str, Any] = {
    "mode": "shared",
    "hand": 7,
    "hand_limit": 0,
    "draws": 1,
    "plays": 1,
    "council_redraw": True,
    "may_pass": True,
    "credit": "end_of_turn",
    "events_from_phase": "by_tag",
    "table": [15, 15],
    "rezone_failed": "spent",
    "network_join": "axis",
    "network_ends": "line",
    "supply_sum": False,
    "power_required": False,
    "negative_pay": False,
    "zoning_min": 4,
    "zoning_pay": 1,
    "complex_min": 4,
    "rebuilding": 5,
    "phase1_factor": 1,
    "phase1_min": 4,
    "phase2_factor": 2,
    "phase3_factor": 10,
    "phase3_min": 40,
    "phase3_orange": "on_table",
    "able_counts": "either",
    "dismissal": "event_payment",
    "resign_bill": "waived",
    "leaver_bids": False,
    "auction": "all_pay",
    "offices": False,
    "election_tie": "lot",
    "governor_pays": "first",
    "offices_combine": True,
    "disaster_removes": "stack",
    "long_cards": False,
    "long_draw": "instead",
    "long_vertical": False,
    "rezone_long_block": "long_only",
    "target": 250,
    "end_on_target": "immediate",
    "rezone_counts_as_play": False,
    "table_full": "mover",
    "turn_limit": 200,
}
CHOICES: dict[str, tuple[Any, ...]] = {
    "mode": ("shared", "solitaire", "duel"),
    "credit": ("end_of_turn", "each_play"),
    "events_from_phase": ("by_tag", 3),
    "rezone_failed": ("spent", "again"),
    "network_join": ("axis", "any"),
    "network_ends": ("line", "touch"),
    "phase3_orange": ("on_table", "ever_paid"),
    "able_counts": ("either", "removed", "added"),
    "dismissal": ("event_payment", "any_payment"),
    "resign_bill": ("waived", "new_mayor"),
    "auction": ("all_pay", "winner_pays"),
    "election_tie": ("lot",),
    "governor_pays": ("first", "choice"),
    "disaster_removes": ("stack", "top"),
    "long_draw": ("instead", "extra"),
    "rezone_long_block": ("long_only", "forbidden"),
    "end_on_target": ("immediate", "round"),
    "table_full": ("mover", "nobody"),
}


def ruling_faults(rules: dict[str, Any]) -> list[str]:
    """What is wrong with the rulings of a game line: a key too few or too many, a value that is no choice."""
    faults = [f"the ruling {key} is missing" for key in DEFAULTS if key not in rules]
    faults += [f"there is no ruling {key}" for key in rules if key not in DEFAULTS]
    for key, value in rules.items():
        if key in CHOICES and value not in CHOICES[key]:
            faults.append(f"{key} is one of {CHOICES[key]}, but the trace says {value!r}")
        elif isinstance(DEFAULTS.get(key), bool) and not isinstance(value, bool):
            faults.append(f"{key} is true or false, but the trace says {value!r}")
    return faults
