"""The sections that every game's report has: seats, players, scores, predictability, length, luck."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import dropwhile

from balance.report.charts import Bars
from balance.report.parts import MISSING, Picture, Section, Table
from balance.report.pictures import by_round, dots, fair_key, heat, picture
from balance.report.reading import Measured, Reading
from balance.report.tables import table

RARE = 0.0001  # scores and margins at both ends that are rarer are not drawn
LEAD_RATES = ("no_lead_change", "last_at_half_wins", "last_lead_change", "decided_at")
LENGTH = ("game_turns", "game_rounds", "decisions", "truncated", "lead_changes", "comeback")
LUCK = ("deal_share", "seat_share", "player_share", "residual_share")


def shared_sections(reading: Reading) -> dict[str, Section]:
    """The sections by key; a game decides where they stand."""
    made = (seats, players, scores, predictability, length, luck)
    return {section.key: section for section in (make(reading) for make in made)}


def section(reading: Reading, key: str, *pictures: Picture | None, table: Table | None = None) -> Section:
    """A section called ``section.<key>``; a picture that is None is left out."""
    title = reading.words.say(f"section.{key}")
    return Section(key, title, tuple(each for each in pictures if each), table)


def seats(reading: Reading) -> Section:
    """Win rate and mean score by seat."""
    say = reading.words.say
    wins, scores = reading.rows("seat_win_rate"), reading.rows("score")
    panels = (
        dots(reading, wins, say("axis.win_rate"), key="seat", reference=reading.fair),
        dots(
            reading,
            scores,
            say("axis.score", unit=reading.game.score_unit),
            key="seat",
            colour=2,
            from_zero=False,
        ),
    )
    spread = [*reading.rows("seat_win_spread"), *reading.rows("seat_win_spread_if_equal")]
    return section(
        reading,
        "seats",
        picture(reading, "seats", panels, [*wins, *scores], [fair_key(reading)]),
        table=table(reading, spread),
    )


def players(reading: Reading) -> Section:
    """Win rate and score by player, and by player and seat, if there are several."""
    say = reading.words.say
    made: list[Picture | None] = []
    if len(reading.strategies) > 1:
        wins, scores = reading.rows("player_win_rate"), reading.rows("player_score")
        panels = (
            dots(reading, wins, say("axis.win_rate"), key="player", reference=reading.fair),
            dots(
                reading,
                scores,
                say("axis.score", unit=reading.game.score_unit),
                key="player",
                colour=2,
                from_zero=False,
            ),
        )
        made.append(picture(reading, "players", panels, [*wins, *scores], [fair_key(reading)]))
        cells = reading.rows("player_seat_win_rate")
        matrix = heat(reading, cells, "player", "seat", say("axis.win_rate"), reading.fair)
        made.append(picture(reading, "player_seats", [matrix], cells))
    return section(reading, "players", *made, table=plans(reading))


def plans(reading: Reading) -> Table:
    """Who plays: each player's plan in plain words and its weights."""
    say = reading.words.say
    scenario = reading.run.scenario
    decks = scenario.get("decks", {}).get("each") or [None] * len(scenario["seats"])
    weights: dict[str, list[tuple[Mapping[str, float], object]]] = {}
    for seat, deck in zip(scenario["seats"], decks, strict=True):
        known = weights.setdefault(seat["player"], [])
        if (seat["weights"], deck) not in known:
            known.append((seat["weights"], deck))
    lines = []
    for name in reading.strategies:
        player, _, number = name.partition("#")
        found = reading.game.players[player]
        tuned, _ = weights[player][int(number or 1) - 1]
        shown = ", ".join(f"{key} {value:g}" for key, value in tuned.items())
        lines.append((name, found.plan_ja if reading.lang == "ja" else found.plan, shown or MISSING))
    return Table((say("column.player"), say("column.plan"), say("column.weights")), tuple(lines))


def scores(reading: Reading) -> Section:
    """Distribution of scores and of the winner's margin."""
    say, unit = reading.words.say, reading.game.score_unit
    spread = _trimmed(reading.rows("score_share"), "score")
    quantiles = [reading.one("score_quantiles", q=q) for q in (0.05, 0.5, 0.95)]
    marks = tuple((row.value, say(f"legend.q{row.where['q']:g}")) for row in quantiles if row.value is not None)
    margins = _trimmed(reading.rows("margin_share"), "margin")
    rest = [reading.one(name) for name in ("margin", "close_games", "draws")]
    return section(
        reading,
        "scores",
        picture(
            reading,
            "scores",
            [
                _bars(
                    spread,
                    "score",
                    say("axis.share_of_scores"),
                    say("axis.final_score", unit=unit),
                    marks=marks,
                )
            ],
            [*spread, *reading.rows("score_quantiles")],
            shown=_with_quantiles(reading, spread),
        ),
        picture(
            reading,
            "margins",
            [
                _bars(
                    margins,
                    "margin",
                    say("axis.share_of_games"),
                    say("axis.margin", unit=unit),
                    lit=max(0, reading.game.close + 1 - int(margins[0].where["margin"])) if margins else 0,
                )
            ],
            margins,
        ),
        table=table(reading, rest),
    )


def _with_quantiles(reading: Reading, spread: list[Measured]) -> Table:
    """The quantiles above the shares of single scores."""
    return table(reading, [*reading.rows("score_quantiles"), *spread])


def _bars(
    rows: list[Measured],
    key: str,
    title: str,
    x_label: str,
    *,
    lit: int = 0,
    marks: tuple[tuple[float, str], ...] = (),
) -> Bars:
    heights = tuple(row.value or 0.0 for row in rows)
    return Bars(title, x_label, int(rows[0].where[key]) if rows else 0, heights, lit, marks)


def _trimmed(rows: list[Measured], key: str) -> list[Measured]:
    """Rows in order of ``key`` without the rare ones at either end."""

    def rare(row: Measured) -> bool:
        return (row.value or 0.0) < RARE

    ordered = sorted(rows, key=lambda row: int(row.where[key]))
    kept = list(dropwhile(rare, ordered))
    return list(dropwhile(rare, kept[::-1]))[::-1]


def predictability(reading: Reading) -> Section:
    """How well the state after each round tells the winner."""
    say = reading.words.say
    holds, alone = reading.rows("leader_holds"), reading.rows("leader_alone")
    leader, leader_key = by_round(
        reading,
        {say("legend.leader_holds"): holds, say("legend.leader_alone"): alone},
        say("axis.share_of_games"),
        reference=reading.fair,
        top=1.02,
    )
    entropy, skill = reading.rows("outcome_entropy"), reading.rows("outcome_brier_skill")
    openness, openness_key = by_round(
        reading,
        {say("legend.entropy"): entropy, say("legend.brier"): skill},
        say("axis.of_its_most"),
        top=1.02,
        colours=(2, 3),
    )
    return section(
        reading,
        "predictability",
        picture(reading, "leader", [leader], [*holds, *alone], [*leader_key, fair_key(reading)]),
        picture(reading, "openness", [openness], [*entropy, *skill], openness_key),
    )


def length(reading: Reading) -> Section:
    """Turns, decisions and changes of the lead."""
    say = reading.words.say
    rates = [reading.one(name) for name in LEAD_RATES]
    panel = dots(reading, rates, "", labels=[say(f"legend.{name}") for name in LEAD_RATES])
    return section(
        reading,
        "length",
        picture(reading, "lead", [panel], rates),
        table=table(reading, [reading.one(name) for name in LENGTH]),
    )


def luck(reading: Reading) -> Section:
    """Where the differences in results come from, and games until the better player leads."""
    say = reading.words.say
    labels = [say(f"legend.{name}") for name in LUCK]
    rows = {of: [reading.one(name, of=of) for name in LUCK] for of in ("win", "score")}
    panels = [
        dots(reading, rows[of], say(f"axis.variance_{of}"), labels=labels, colour=colour)
        for of, colour in (("win", 0), ("score", 2))
    ]
    return section(
        reading,
        "luck",
        picture(reading, "luck", panels, [*rows["win"], *rows["score"]]),
        table=table(reading, reading.rows("games_needed")),
    )
