"""The questions of a deck builder, answered in sentences with figures and intervals.

A claim is made only where an interval carries it; else the sentence says that the run does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.simcity.codes import ENDS, INCOME
from balance.games.simcity.report_cards import copies
from balance.metrics.spec import GAMES
from balance.report.numbers import number
from balance.report.parts import Answer, Code, Number, Piece, Sentence
from balance.report.reading import Measured, Reading, highest, lowest, measured
from balance.report.sentences import against
from balance.stats.multiplicity import benjamini_hochberg
from balance.stats.paired import p_beyond

RARE = 0.01  # shares below are not worth a sentence
ENOUGH = 30  # observations of a card below which nothing is said of it alone
FALSE_FINDS = 0.05  # share of them among the cards whose drawers are said to win more or less
PAYS = 1.0  # money back for each unit spent from which a council member pays for himself


def answers(reading: Reading) -> list[Answer]:
    """The deck builder's questions in the order of the rules."""
    questions = (timing, houses_and_plants, cards, office, sources, disasters, council, ending, options)
    return [make(reading) for make in questions]


def answer(reading: Reading, key: str, findings: Sequence[Sentence], scenarios: Sequence[str] = ()) -> Answer:
    """An answer with its limits: what one run cannot say, and which scenarios to compare it with."""
    own = reading.run.scenario["name"].rpartition("/")[2]
    pieces: list[Piece] = []
    for n, name in enumerate(name for name in scenarios if name != own):
        pieces += [reading.words.say("list.comma")] if n else []
        pieces.append(Code(f"simcity/{name}"))
    limits = [Sentence((reading.words.say(f"limit.{key}"), *pieces, reading.words.say("limit.end")))] if pieces else []
    return Answer(key, reading.words.say(f"question.{key}"), tuple(findings), tuple(limits))


def timing(reading: Reading) -> Answer:
    """How long does the city stay in each phase, and how often is it stuck?"""
    stuck = {row.where["phase"]: row for row in reading.rows("stuck")}
    turns = {str(row.where["phase"]): row for row in reading.rows("phase_turns")}
    stays = {f"phase{phase}": turns[phase] for phase in ("1", "2", "3", "4")}
    findings = [reading.sentence("finding.timing.stays", stays)]
    for phase in ("2", "3", "4"):
        reached = reading.one("phase_round", phase=phase)
        if reached.value is not None:
            never = _never(reading, int(phase))
            findings.append(reading.sentence("finding.timing.reached", {"phase": phase, "at": reached, "share": never}))
    early = {"one": stuck[1], "two": stuck[2], "three": stuck[3], "four": stuck[4]}
    findings.append(reading.sentence("finding.timing.stuck", early))
    return answer(reading, "timing", findings, ("few-houses", "few-power-plants", "english-phase1"))


def _never(reading: Reading, phase: int) -> Measured:
    """Share of all games that reach the phase at all."""
    return reading.rows("phase_reached", phase=phase)[-1]


def houses_and_plants(reading: Reading) -> Answer:
    """How many houses and power plants does a deck of this size need?"""
    decks = reading.run.scenario["decks"]
    rows = {row["id"]: row for row in decks["cards"]}
    lists = [decks["shared"]] if "shared" in decks else decks.get("each", [])
    houses = sum(n for deck in lists for card, n in deck if rows[card]["sims_kind"] == "supply")
    plants = sum(n for deck in lists for card, n in deck if "power_plant" in str(rows[card]["tags"]).split())
    early = sum(
        n for deck in lists for card, n in deck if rows[card]["sims_kind"] == "supply" and int(rows[card]["phase"]) == 1
    )
    values = {"houses": str(houses), "early": str(early), "plants": str(plants), "players": str(reading.players)}
    findings = [reading.sentence("finding.houses.has", values)]
    findings += _waits(reading)
    findings.append(
        reading.sentence(
            "finding.houses.passes", {"passes": reading.one("forced_pass"), "dead": reading.one("dead_cards")}
        )
    )
    return answer(reading, "houses", findings, ("few-houses", "few-power-plants", "one-plant-a-player"))


def _waits(reading: Reading) -> list[Sentence]:
    """How long the city waits for houses and for a plant; nothing where the game begins behind these phases."""
    waits = {f"turns{phase}": reading.one("phase_turns", phase=phase) for phase in ("1", "2")}
    waits |= {f"stuck{phase}": reading.one("stuck", phase=phase) for phase in (1, 2)}
    return [reading.sentence("finding.houses.waits", waits)] if waits["turns1"].value else []


def cards(reading: Reading) -> Answer:
    """What is each card worth in this deck, and how much is dead in hand?"""
    findings = [reading.sentence("finding.cards.hand", {"dead": reading.one("dead_cards")})]
    worst = sorted(measured(reading.rows("card_dead")), key=lambda row: -(row.value or 0.0))[:3]
    if len(worst) == 3:
        values: dict[str, Any] = {f"card{n}": reading.where(row) for n, row in enumerate(worst, 1)}
        findings.append(
            reading.sentence("finding.cards.dead", values | {f"dead{n}": row for n, row in enumerate(worst, 1)})
        )
    pay = [row for row in measured(reading.rows("card_pay")) if (row.count or 0.0) >= ENOUGH]
    if pay:
        best = highest(pay)
        values = {"card": reading.where(best), "pay": best, "mean": reading.one("pay_per_play")}
        findings.append(reading.sentence("finding.cards.pay", values))
    if reading.players > 1:
        findings += _winners(reading)
    return answer(reading, "cards", findings, ("random",))


def _winners(reading: Reading) -> list[Sentence]:
    """The cards whose drawers win more or less than an equal share, as far as that is not chance among so many."""
    rows = [row for row in measured(reading.rows("card_drawn_win_rate")) if row.se and (row.count or 0.0) >= ENOUGH]
    if not rows:
        return []
    batches = len(reading.run.sums.cells(GAMES))
    beyond = [(row.value or 0.0) - reading.fair for row in rows]
    adjusted = benjamini_hochberg(p_beyond(beyond, [row.se or 0.0 for row in rows], batches - 1, 0.0).tolist())
    found = [row for row, chance in zip(rows, adjusted, strict=True) if chance <= FALSE_FINDS]
    values: dict[str, Any] = {
        "found": str(len(found)),
        "cards": str(len(rows)),
        "fair": number(reading.fair, unit="share"),
    }
    if not found:
        return [reading.sentence("finding.cards.wins_none", values)]
    most, least = highest(found), lowest(found)
    values |= {"most": reading.where(most), "most_value": most, "least": reading.where(least), "least_value": least}
    return [reading.sentence("finding.cards.wins", values)]


def office(reading: Reading) -> Answer:
    """Does seat order or the mayor's office decide the game?"""
    findings = _seat_order(reading)
    wins = reading.one("mayor_win_rate")
    if wins.value is None:
        return answer(reading, "office", [*findings, reading.sentence("finding.office.none")])
    if reading.players > 1:
        first = reading.one("first_mayor_win_rate")
        values = {"wins": wins, "fair": number(reading.fair, unit="share"), "first": first}
        findings.append(reading.sentence(f"finding.office.{against(wins, reading.fair)}", values))
    terms = {"terms": reading.one("mayor_terms"), "paid": reading.one("mayor_paid")}
    findings.append(reading.sentence("finding.office.terms", terms))
    return answer(reading, "office", findings, ("offices", "politics-heavy"))


def _seat_order(reading: Reading) -> list[Sentence]:
    """How far the seats lie apart; the verdict on it is that of every game."""
    seats, equal = reading.rows("seat_win_rate"), reading.one("seat_win_spread_if_equal")
    if reading.players < 2 or equal.value is None:
        return []
    best, worst = highest(seats), lowest(seats)
    values = {
        **{"best": reading.where(best), "best_rate": best, "worst": reading.where(worst), "worst_rate": worst},
        **{"spread": reading.number(reading.one("seat_win_spread"), points=True)},
        **{"equal": reading.number(equal, points=True)},
    }
    return [reading.sentence("finding.office.seats", values)]


def sources(reading: Reading) -> Answer:
    """Where does income come from?"""
    rows = [reading.one("income", source=source) for source in INCOME]
    total = sum(row.value or 0.0 for row in rows) or 1.0
    ranked = sorted(rows, key=lambda row: -(row.value or 0.0))
    values = {
        "first": reading.label("source", ranked[0].where["source"]),
        "first_money": ranked[0],
        "first_share": number((ranked[0].value or 0.0) / total, unit="share"),
        "second": reading.label("source", ranked[1].where["source"]),
        "second_money": ranked[1],
        "third": reading.label("source", ranked[2].where["source"]),
        "third_money": ranked[2],
    }
    return answer(
        reading, "sources", [reading.sentence("finding.sources.ranked", values)], ("commercial", "farm-and-land")
    )


def disasters(reading: Reading) -> Answer:
    """Do disasters break the mayor?"""
    struck, lost = reading.one("disasters"), reading.one("blocks_lost")
    values = {"disasters": struck, "lost": lost, "rebuilt": reading.one("rebuilt"), "paid": reading.one("mayor_paid")}
    falls = {"dismissals": reading.one("dismissals"), "resignations": reading.one("resignations")}
    findings = [
        reading.sentence("finding.disasters.strike", values),
        reading.sentence("finding.disasters.falls", falls),
    ]
    return answer(reading, "disasters", findings, ("event-heavy",))


def council(reading: Reading) -> Answer:
    """Is rezoning ever voted through, and is a council member worth his price?"""
    votes, passed = reading.one("votes"), reading.one("rezone_passed")
    if not votes.value:
        return answer(reading, "council", [reading.sentence("finding.council.none")], ("politics-heavy",))
    findings = [
        reading.sentence(
            "finding.council.passed", {"votes": votes, "passed": passed, "gain": reading.one("rezone_gain")}
        )
    ]
    back, bought = reading.one("council_payback"), reading.one("council_bought")
    if back.value is not None:
        values = {"bought": bought, "cost": reading.one("council_cost"), "back": back}
        findings.append(reading.sentence(f"finding.council.back_{against(back, PAYS)}", values))
    else:
        findings.append(reading.sentence("finding.council.never"))
    return answer(reading, "council", findings, ("politics-heavy",))


def ending(reading: Reading) -> Answer:
    """How does the game end, and after how many turns?"""
    rows = sorted((reading.one("end", why=why) for why in ENDS), key=lambda row: -(row.value or 0.0))
    common = [row for row in rows if (row.value or 0.0) >= RARE]
    findings = [
        reading.sentence("finding.ending.why", {"why": reading.label("why", row.where["why"]), "share": row})
        for row in common
    ]
    findings.append(
        reading.sentence(
            "finding.ending.turns", {"turns": reading.one("game_turns"), "rounds": reading.one("game_rounds")}
        )
    )
    return answer(reading, "ending", findings, ("english-end-of-round", "small-table"))


def options(reading: Reading) -> Answer:
    """Do the optional rules help: long cards, governor and chairman, a limit of the hand?"""
    rules, say = reading.rules, reading.words.say
    findings = []
    off = [name for name in ("long_cards", "offices", "hand_limit") if not rules[name]]
    if off:
        words = reading.words.listed(say(f"option.{name}") for name in off)
        findings.append(reading.sentence("finding.options.off", {"rules": words}))
    if rules["long_cards"]:
        findings.append(reading.sentence("finding.options.long_cards", {"played": _long_played(reading)}))
    if rules["offices"]:
        served = {"elections": reading.one("elections"), "dismissals": reading.one("dismissals")}
        findings.append(reading.sentence("finding.options.offices", served))
    if rules["hand_limit"]:
        held = {"limit": str(rules["hand_limit"]), "dead": reading.one("dead_cards")}
        findings.append(reading.sentence("finding.options.hand_limit", held))
    return answer(reading, "options", findings, ("long-cards", "offices", "hand-limit-7"))


def _long_played(reading: Reading) -> Number:
    """Long cards placed in a game, of all kinds together; no interval."""
    decks = reading.run.scenario["decks"]
    kinds = {row["id"] for row in decks["cards"] if row["kind"] == "long"}
    rows = [row for row in measured(reading.rows("card_played")) if row.where["card"] in kinds]
    number_of = copies(decks)
    return number(sum((row.value or 0.0) * number_of[row.where["card"]] for row in rows))
