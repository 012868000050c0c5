"""The sections of Neotopia's report in order: those of every game, and between them its own figures."""

from __future__ import annotations

from collections.abc import Mapping

from balance.games.neotopia.codes import (
    ACTIONS,
    SKILLS,
)
from balance.report.charts import Panel
from balance.report.parts import Picture, Section, Table
from balance.report.pictures import by_round, dots, fair_key, heat, picture, stack
from balance.report.reading import Measured, Reading
from balance.report.sections import section
from balance.report.style import GREY
from balance.report.tables import table

THINGS = ("joker", "start_card", "settlement_order")
ACTION_COLOURS = dict(zip(ACTIONS, (0, 4, 2, 3, GREY), strict=True))


def sections(reading: Reading, shared: Mapping[str, Section]) -> list[Section]:
    """All sections, in the order of the questions where they follow from one."""
    return [
        shared["seats"],
        shared["players"],
        shared["scores"],
        shared["predictability"].with_pictures(onlooker(reading)),
        section(reading, "joker", settle_again(reading), joker_suits(reading), table=_joker_table(reading)),
        section(reading, "order", order(reading), table=_order_table(reading)),
        section(reading, "skills", skills(reading), skill_rounds(reading), player_skills(reading)),
        section(reading, "actions", actions(reading), player_actions(reading)),
        section(reading, "suits", suits(reading), table=_suit_table(reading)),
        section(reading, "coins", coins(reading), table=table(reading, [reading.one("stock_short")])),
        section(reading, "cards", cards(reading)),
        shared["length"],
        shared["luck"],
    ]


def onlooker(reading: Reading) -> Picture | None:
    """How often counting what lies open names the winner, with and without the joker; and all cards."""
    say = reading.words.say
    rows = {name: reading.rows("onlooker_predicts", joker=name) for name in ("with", "without")}
    full = reading.rows("full_view_predicts")
    named = {
        say("legend.onlooker_with"): rows["with"],
        say("legend.onlooker_without"): rows["without"],
        say("legend.full_view"): full,
    }
    panel, legend = by_round(reading, named, say("axis.share_of_games"), reference=reading.fair, top=1.02)
    return picture(reading, "onlooker", [panel], [*rows["with"], *rows["without"], *full], [*legend, fair_key(reading)])


def settle_again(reading: Reading) -> Picture | None:
    """Games whose winner changes, and VP that move, when the same hands are settled without a thing."""
    say = reading.words.say
    changed = [reading.one("settle_again", thing=thing) for thing in THINGS]
    moved = [reading.one("settle_again_vp", thing=thing) for thing in THINGS]
    panels = (
        dots(reading, changed, say("axis.winner_changes"), key="thing"),
        dots(reading, moved, say("axis.vp_moved"), key="thing", colour=2),
    )
    return picture(reading, "settle_again", panels, [*changed, *moved])


def joker_suits(reading: Reading) -> Picture | None:
    """At which suit the joker is declared."""
    if not reading.rules["jokers"]:
        return None
    rows = reading.rows("joker_at_suit")
    panel = dots(reading, rows, reading.words.say("axis.share_of_games"), key="suit")
    return picture(reading, "joker_suits", [panel], rows)


def _joker_table(reading: Reading) -> Table:
    names = ("joker_in_hand", "joker_holder_win_rate", "joker_vp", "joker_uses")
    return table(reading, [*(reading.one(name) for name in names), *reading.rows("upset")])


def _order_table(reading: Reading) -> Table:
    return table(reading, [reading.one("start_card_in_hand"), reading.one("start_holder_win_rate")])


def _suit_table(reading: Reading) -> Table:
    return table(reading, [reading.one("riots"), reading.one("riot_cost"), *reading.rows("suit_nobody")])


def _at_table(reading: Reading, metric: str) -> list[Measured]:
    """A metric's rows by settlement order, as far as there are players."""
    return [reading.one(metric, order=order) for order in range(1, reading.players + 1)]


def order(reading: Reading) -> Picture | None:
    """Win rate, order bonus and ties won by place in the settlement order."""
    say = reading.words.say
    wins, bonus, ties = (
        _at_table(reading, name) for name in ("settlement_order_win_rate", "settlement_order_vp", "tie_break_gain")
    )
    panels = (
        dots(reading, wins, say("axis.win_rate_descriptive"), key="order", reference=reading.fair),
        dots(reading, bonus, say("axis.order_vp"), key="order", colour=2),
        dots(reading, ties, say("axis.ties_won"), key="order", colour=3),
    )
    return picture(reading, "order", panels, [*wins, *bonus, *ties], [fair_key(reading)])


def _skill_names(reading: Reading) -> list[str]:
    return [skill for skill in SKILLS if skill in reading.rules["skills"]]


def skills(reading: Reading) -> Picture | None:
    """Use, round, coins and descriptive win rate of each skill."""
    names = _skill_names(reading)
    panels: list[Panel] = []
    rows: list[Measured] = []
    for colour, metric in enumerate(("skill_use", "skill_round", "skill_coins", "skill_win_rate")):
        found = [reading.one(metric, skill=skill) for skill in names]
        rows += found
        panels.append(
            dots(
                reading,
                found,
                reading.words.say(f"axis.{metric}"),
                key="skill",
                colour=colour,
                reference=reading.fair if metric == "skill_win_rate" else None,
                from_zero=metric != "skill_win_rate",
            )
        )
    return picture(reading, "skills", panels, rows, [fair_key(reading)])


def skill_rounds(reading: Reading) -> Picture | None:
    """In which round each skill is used."""
    names = _skill_names(reading)
    named = {reading.label("skill", name): reading.rows("skill_use_by_round", skill=name) for name in names}
    say = reading.words.say
    panel, legend = by_round(reading, named, say("axis.share_of_turns"), x_label=say("axis.in_round"))
    rows = [row for found in named.values() for row in found]
    return picture(reading, "skill_rounds", [panel], rows, legend)


def player_skills(reading: Reading) -> Picture | None:
    """Which player uses which skill, if there are several players."""
    if len(reading.strategies) < 2 or not _skill_names(reading):
        return None
    rows = [row for name in _skill_names(reading) for row in reading.rows("player_skill_use", skill=name)]
    known = [row.value for row in rows if row.value is not None]
    middle = sum(known) / len(known) if known else 0.5
    panel = heat(reading, rows, "player", "skill", reading.words.say("axis.skill_use"), middle)
    return picture(reading, "player_skills", [panel], rows)


def actions(reading: Reading) -> Picture | None:
    """Which actions are taken in each round."""
    say, rows = reading.words.say, reading.rows("action_share")
    panel, legend = stack(
        reading,
        rows,
        "t",
        "action",
        say("axis.share_of_turns"),
        colours=ACTION_COLOURS,
        x_label=say("axis.in_round"),
    )
    return picture(reading, "actions", [panel], rows, legend)


def player_actions(reading: Reading) -> Picture | None:
    """Which actions each player takes, if there are several players."""
    if len(reading.strategies) < 2:
        return None
    rows = reading.rows("player_action_share")
    panel, legend = stack(
        reading, rows, "player", "action", reading.words.say("axis.share_of_turns"), colours=ACTION_COLOURS,
        upright=False,
    )  # fmt: skip
    return picture(reading, "player_actions", [panel], rows, legend)


def suits(reading: Reading) -> Picture | None:
    """What each suit pays, and how often it riots, ties, and at what count it is won."""
    panels: list[Panel] = []
    rows: list[Measured] = []
    for colour, metric in enumerate(("suit_vp", "riot", "tie_break", "suit_first_count")):
        found = reading.rows(metric)
        rows += found
        title = reading.words.say(f"axis.{metric}")
        panels.append(dots(reading, found, title, key="suit", colour=colour, from_zero=False))
    return picture(reading, "suits", panels, rows)


def coins(reading: Reading) -> Picture | None:
    """Coins of a seat after each round."""
    rows = reading.rows("coins")
    panel, _ = by_round(reading, {reading.words.say("metric.coins"): rows}, reading.words.say("axis.coins"))
    return picture(reading, "coins", [panel], rows)


def cards(reading: Reading) -> Picture | None:
    """Cards in hand after each round: all, public, secret."""
    names = ("hand_size", "public_cards", "secret_cards")
    named = {reading.words.say(f"metric.{name}"): reading.rows(name) for name in names}
    panel, legend = by_round(reading, named, reading.words.say("axis.cards"))
    return picture(reading, "cards", [panel], [row for found in named.values() for row in found], legend)
