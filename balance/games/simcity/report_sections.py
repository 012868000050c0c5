"""The sections of Sim City's report in order: those of every game, and between them its own figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from balance.games.simcity.codes import ENDS, INCOME, WAYS, ZONES
from balance.games.simcity.report_cards import card_table, deck_at_a_glance
from balance.report.charts import Panel
from balance.report.parts import Picture, Section, Table
from balance.report.pictures import by_round, dots, picture, stack
from balance.report.reading import Measured, Reading
from balance.report.sections import section
from balance.report.style import GREY
from balance.report.tables import table

NEARLY_ALL = 0.995  # games that are over by the last round that curves show
PHASES = (2, 3, 4)
WAY_COLOURS = dict(zip(WAYS, (0, 2, 3, 1, GREY), strict=True))
PHASE_COLOURS = {1: GREY, 2: 4, 3: 0, 4: 1}
ZONE_COLOURS = {"green": 2, "orange": 1, "navy": 0, "brown": 4, "grey": GREY, "red": 3, "aqua": 5, "gold": 4}


def sections(reading: Reading, shared: Mapping[str, Section]) -> list[Section]:
    """All sections, in the order of the questions where they follow from one."""
    return [
        section(reading, "phases", phases(reading), now(reading), table=_phase_table(reading)),
        section(reading, "ends", ends(reading)),
        section(reading, "income", income(reading), income_by_phase(reading), player_income(reading)),
        section(reading, "plays", plays(reading), player_plays(reading), table=_play_table(reading)),
        section(reading, "cards", deck_at_a_glance(reading), table=card_table(reading)),
        section(reading, "mayor", table=_mayor_table(reading)),
        section(reading, "council", table=_council_table(reading)),
        section(reading, "city", growth(reading), zones(reading), table=_city_table(reading)),
        shared["seats"],
        shared["players"],
        shared["scores"],
        shared["predictability"],
        shared["length"],
        shared["luck"],
    ]


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


def now(reading: Reading) -> Picture | None:
    """In which phase the games stand that are still going; what is left of a bar is over."""
    rows = shown(reading, "phase_now")
    say = reading.words.say
    panel, legend = stack(
        reading, rows, "t", "phase", say("axis.share_of_games"), colours=PHASE_COLOURS, x_label=say("axis.round")
    )
    return picture(reading, "now", [panel], rows, legend)


def ends(reading: Reading) -> Picture | None:
    """How the games end, and in which phase."""
    say = reading.words.say
    why = [reading.one("end", why=name) for name in ENDS]
    stuck = reading.rows("stuck")
    panels = (
        dots(reading, why, say("axis.share_of_games"), key="why"),
        dots(reading, stuck, say("axis.share_of_games"), key="phase", colour=1),
    )
    return picture(reading, "ends", panels, [*why, *stuck])


def income(reading: Reading) -> Picture | None:
    """Where a seat's money comes from in a game."""
    rows = [reading.one("income", source=source) for source in INCOME]
    panel = dots(reading, rows, reading.words.say("axis.money_a_game"), key="source")
    return picture(reading, "income", [panel], rows)


def income_by_phase(reading: Reading) -> Picture | None:
    """What a turn of each phase earns, by source."""
    panels: list[Panel] = []
    rows: list[Measured] = []
    for colour, phase in enumerate((1, *PHASES)):
        found = [reading.one("income_by_phase", source=source, phase=phase) for source in INCOME]
        rows += found
        panels.append(dots(reading, found, reading.label("phase", phase), key="source", colour=colour))
    return picture(reading, "income_by_phase", panels, rows)


def _by_player(reading: Reading, metric: str, key: str, names: Sequence[str], title: str) -> Picture | None:
    """One panel a player, if there are several."""
    if len(reading.strategies) < 2:
        return None
    panels: list[Panel] = []
    rows: list[Measured] = []
    for colour, player in enumerate(reading.strategies):
        found = [reading.one(metric, **{key: name, "player": player}) for name in names]
        rows += found
        panels.append(dots(reading, found, reading.label("player", player), key=key, colour=colour % 7))
    return picture(reading, title, panels, rows)


def player_income(reading: Reading) -> Picture | None:
    """Where each player's money comes from."""
    return _by_player(reading, "player_income", "source", INCOME, "player_income")


def plays(reading: Reading) -> Picture | None:
    """What the turns are spent on, round by round."""
    rows = shown(reading, "play_share")
    say = reading.words.say
    panel, legend = stack(
        reading, rows, "t", "how", say("axis.share_of_turns"), colours=WAY_COLOURS, x_label=say("axis.round")
    )
    return picture(reading, "plays", [panel], rows, legend)


def player_plays(reading: Reading) -> Picture | None:
    """What each player's turns are spent on."""
    return _by_player(reading, "player_plays", "how", WAYS, "player_plays")


def growth(reading: Reading) -> Picture | None:
    """Blocks, houses and sims over the rounds."""
    names = ("blocks_by_round", "houses_by_round", "sims_by_round")
    named = {reading.words.say(f"metric.{name}"): shown(reading, name) for name in names}
    panel, legend = by_round(reading, named, reading.words.say("axis.city"))
    return picture(reading, "growth", [panel], [row for rows in named.values() for row in rows], legend)


def zones(reading: Reading) -> Picture | None:
    """Blocks of each zone over the rounds."""
    named = {reading.label("zone", zone): shown(reading, "zone_blocks", zone=zone) for zone in ZONES}
    colours = [ZONE_COLOURS[zone] for zone in ZONES]
    panel, legend = by_round(reading, named, reading.words.say("axis.blocks"), colours=colours)
    return picture(reading, "zones", [panel], [row for rows in named.values() for row in rows], legend)


def _phase_table(reading: Reading) -> Table:
    return table(reading, [*reading.rows("phase_round"), *reading.rows("phase_turns")])


def _play_table(reading: Reading) -> Table:
    return table(reading, [reading.one(name) for name in ("pay_per_play", "forced_pass", "dead_cards")])


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
