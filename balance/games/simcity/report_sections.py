"""The sections of Sim City's report in order: those of every game, and between them its own figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.games.simcity.codes import ENDS, INCOME, WAYS, ZONES
from balance.games.simcity.report_cards import card_table, deck_at_a_glance, wins_at_a_glance
from balance.games.simcity.report_example import example_city
from balance.games.simcity.report_map import ZONE_COLOURS, zone_maps
from balance.report.parts import Picture, Section, Table
from balance.report.pictures import by_round, dots, picture, stack
from balance.report.reading import Measured, Reading
from balance.report.sections import section
from balance.report.style import BROWN, GREY
from balance.report.tables import table

NEARLY_ALL = 0.995  # games that are over by the last round that curves show
PHASES = (2, 3, 4)
WAY_COLOURS = dict(zip(WAYS, (0, 2, 3, 1, GREY), strict=True))
PHASE_COLOURS = {1: GREY, 2: 4, 3: 0, 4: 1}
STAGE_COLOURS = {
    **{f"in_{phase}": colour for phase, colour in PHASE_COLOURS.items()},
    **{"ended_4": 2, "ended_3": 5, "ended_2": BROWN, "ended_1": 3},
}


def sections(reading: Reading, shared: Mapping[str, Section]) -> list[Section]:
    """All sections, in the order of the questions where they follow from one."""
    return [
        section(reading, "phases", phases(reading), stages(reading), table=_phase_table(reading)),
        section(reading, "ends", ends(reading), stuck(reading)),
        section(
            reading,
            "income",
            income(reading),
            income_by_phase(reading),
            income_by_seat(reading),
            player_income(reading),
        ),
        section(reading, "plays", plays(reading), player_plays(reading), table=_play_table(reading)),
        section(reading, "cards", deck_at_a_glance(reading), wins_at_a_glance(reading), table=card_table(reading)),
        section(reading, "mayor", seats_mayor(reading), table=_mayor_table(reading)),
        section(reading, "council", table=_council_table(reading)),
        section(
            reading,
            "city",
            growth(reading),
            zones(reading),
            zone_maps(reading),
            example_city(reading),
            table=_city_table(reading),
        ),
        *([shared["seats"]] if reading.players > 1 else []),
        shared["players"],
        shared["scores"],
        *([shared["predictability"]] if reading.players > 1 else []),
        shared["length"],
        shared["luck"],
    ]


# Rounds -------------------------------------------------------------------------------------------------


def last_round(reading: Reading) -> int:
    """The round by which nearly all games are over: curves end there."""
    for row in reading.rows("game_over"):
        if row.value is not None and row.value >= NEARLY_ALL:
            return int(row.where["t"])
    return len(reading.rows("game_over"))


def shown(reading: Reading, metric: str, **where: object) -> list[Measured]:
    """Rows of a metric up to the last round that is drawn."""
    last = last_round(reading)
    return [row for row in reading.rows(metric, **where) if row.where["t"] <= last]


def phases(reading: Reading) -> Picture | None:
    """Cumulative incidence: by when each phase was reached, and the game over."""
    say = reading.words.say
    named = {reading.label("phase", phase): shown(reading, "phase_reached", phase=phase) for phase in PHASES}
    named[say("legend.over")] = shown(reading, "game_over")
    colours = [*(PHASE_COLOURS[phase] for phase in PHASES), GREY]
    panel, legend = by_round(reading, named, say("axis.share_of_games"), top=1.02, colours=colours)
    return picture(reading, "phases", [panel], [row for rows in named.values() for row in rows], legend)


def stages(reading: Reading) -> Picture | None:
    """Where all games stand after each round: going on in a phase, or ended in one, stacked up to the whole."""
    rows = shown(reading, "stage")
    say = reading.words.say
    panel, legend = stack(
        reading, rows, "t", "stage", say("axis.share_of_games"), colours=STAGE_COLOURS, x_label=say("axis.round")
    )
    return picture(reading, "stages", [panel], rows, legend)


def plays(reading: Reading) -> Picture | None:
    """What the turns are spent on, round by round."""
    rows = shown(reading, "play_share")
    say = reading.words.say
    panel, legend = stack(
        reading, rows, "t", "how", say("axis.share_of_turns"), colours=WAY_COLOURS, x_label=say("axis.of_round")
    )
    return picture(reading, "plays", [panel], rows, legend)


def growth(reading: Reading) -> Picture | None:
    """Blocks, houses and sims over the rounds."""
    names = ("blocks_by_round", "houses_by_round", "sims_by_round")
    named = {reading.words.say(f"metric.{name}"): shown(reading, name) for name in names}
    panel, legend = by_round(reading, named, reading.words.say("axis.city"))
    return picture(reading, "growth", [panel], [row for rows in named.values() for row in rows], legend)


def zones(reading: Reading) -> Picture | None:
    """Blocks of each zone over the rounds; a zone that is never built is left out."""
    found = {zone: shown(reading, "zone_blocks", zone=zone) for zone in ZONES}
    found = {zone: rows for zone, rows in found.items() if any(row.value for row in rows)}
    named = {reading.label("zone", zone): rows for zone, rows in found.items()}
    colours = [ZONE_COLOURS[zone] for zone in found]
    panel, legend = by_round(reading, named, reading.words.say("axis.blocks"), colours=colours)
    return picture(reading, "zones", [panel], [row for rows in named.values() for row in rows], legend)


# Shares and means ---------------------------------------------------------------------------------------


def ends(reading: Reading) -> Picture | None:
    """How the games end."""
    rows = [reading.one("end", why=name) for name in ENDS]
    return picture(reading, "ends", [dots(reading, rows, reading.words.say("axis.share_of_games"), key="why")], rows)


def stuck(reading: Reading) -> Picture | None:
    """In which phase the games end."""
    rows = reading.rows("stuck")
    panel = dots(reading, rows, reading.words.say("axis.share_of_games"), key="phase", colour=1)
    return picture(reading, "stuck", [panel], rows)


def income(reading: Reading) -> Picture | None:
    """Where a seat's money comes from in a game."""
    rows = [reading.one("income", source=source) for source in INCOME]
    panel = dots(reading, rows, reading.words.say("axis.money_a_game"), key="source")
    return picture(reading, "income", [panel], rows)


def side_by_side(
    reading: Reading, metric: str, across: str, names: Sequence[str], down: str, values: Sequence[Any]
) -> Picture | None:
    """A panel for each of ``names`` that ever is above 0, with a row for each of ``values``; None for one row."""
    if len(values) < 2:
        return None
    found = {name: [reading.one(metric, **{across: name, down: value}) for value in values] for name in names}
    kept = [name for name, rows in found.items() if any(row.value for row in rows)]
    panels = [
        dots(reading, found[name], reading.label(across, name), key=down, colour=colour)
        for colour, name in enumerate(kept)
    ]
    return picture(reading, metric, panels, [row for name in kept for row in found[name]])


def income_by_phase(reading: Reading) -> Picture | None:
    """What a turn of each phase earns, by source."""
    return side_by_side(reading, "income_by_phase", "source", INCOME, "phase", (1, *PHASES))


def income_by_seat(reading: Reading) -> Picture | None:
    """Where each seat's money comes from."""
    return side_by_side(reading, "income_by_seat", "source", INCOME, "seat", range(1, reading.players + 1))


def player_income(reading: Reading) -> Picture | None:
    """Where each player's money comes from."""
    return side_by_side(reading, "player_income", "source", INCOME, "player", reading.strategies)


def player_plays(reading: Reading) -> Picture | None:
    """What each player's turns are spent on."""
    return side_by_side(reading, "player_plays", "how", WAYS, "player", reading.strategies)


def seats_mayor(reading: Reading) -> Picture | None:
    """Which seat opens phase 3, and for how many turns each is mayor; None with one seat."""
    if reading.players < 2:
        return None
    found = {name: reading.rows(name) for name in ("opened_3", "mayor_turns")}
    panels = [
        dots(reading, rows, reading.words.say(f"axis.{name}"), key="seat", colour=colour)
        for colour, (name, rows) in enumerate(found.items())
    ]
    return picture(reading, "seats_mayor", panels, [row for rows in found.values() for row in rows])


# Tables -------------------------------------------------------------------------------------------------


def _phase_table(reading: Reading) -> Table:
    return table(reading, [*reading.rows("phase_round"), *reading.rows("phase_turn"), *reading.rows("phase_turns")])


def _play_table(reading: Reading) -> Table:
    names = ("pay_per_play", "forced_pass", "dead_cards")
    return table(reading, [*(reading.one(name) for name in names), *reading.rows("plays")])


def _mayor_table(reading: Reading) -> Table:
    names = (
        *("mayor_win_rate", "first_mayor_win_rate", "mayor_terms", "mayor_paid", "dismissals", "resignations"),
        *("auction_price", "elections", "disasters", "blocks_lost", "rebuilt"),
    )
    return table(reading, [reading.one(name) for name in names])


def _council_table(reading: Reading) -> Table:
    names = ("votes", "rezone_passed", "rezone_gain", "council_bought", "council_cost", "council_payback")
    return table(reading, [reading.one(name) for name in names])


def _city_table(reading: Reading) -> Table:
    names = ("city_blocks", "city_width", "city_height")
    return table(reading, [*(reading.one(name) for name in names), *reading.rows("reached_by")])
