"""The questions of a deck builder, answered in sentences with figures and intervals.

A claim is made only where an interval carries it; else the sentence says that the run does not tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.simcity.codes import ENDS, INCOME
from balance.games.simcity.report_cards import card_name
from balance.report.numbers import number
from balance.report.parts import Answer, Code, Piece, Sentence
from balance.report.reading import Measured, Reading, highest, lowest, measured
from balance.report.sentences import against, apart

RARE = 0.01  # shares below are not worth a sentence
PAYS = 1.0  # money back for each unit spent from which a council member pays for himself


def answers(reading: Reading) -> list[Answer]:
    """The deck builder's questions in the order of the rules."""
    return [make(reading) for make in (timing, houses_and_plants, cards, office, sources, disasters, council, ending)]


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
    findings.append(
        reading.sentence(
            "finding.houses.passes", {"passes": reading.one("forced_pass"), "dead": reading.one("dead_cards")}
        )
    )
    return answer(reading, "houses", findings, ("few-houses", "few-power-plants", "one-plant-a-player"))


def cards(reading: Reading) -> Answer:
    """What is each card worth in this deck, and how much is dead in hand?"""
    dead = measured(reading.rows("card_dead"))
    pay = [row for row in measured(reading.rows("card_pay")) if row.count and row.count > 0]
    wins = measured(reading.rows("card_drawn_win_rate"))
    findings = []
    if dead:
        worst = sorted(dead, key=lambda row: -(row.value or 0.0))[:3]
        values: dict[str, Any] = {f"card{n}": card_name(reading, row) for n, row in enumerate(worst, 1)}
        values |= {f"dead{n}": row for n, row in enumerate(worst, 1)}
        if len(worst) == 3:
            findings.append(reading.sentence("finding.cards.dead", values))
    if pay:
        best = highest(pay)
        values = {"card": card_name(reading, best), "pay": best, "mean": reading.one("pay_per_play")}
        findings.append(reading.sentence("finding.cards.pay", values))
    if len(wins) > 1:
        most, least = highest(wins), lowest(wins)
        values = {
            "most": card_name(reading, most),
            "least": card_name(reading, least),
            "most_value": most,
            "least_value": least,
            "fair": number(reading.fair, unit="share"),
        }
        findings.append(reading.sentence(f"finding.cards.wins_{apart(most, least)}", values))
    return answer(reading, "cards", findings, ("random",))


def office(reading: Reading) -> Answer:
    """Does the mayor's office decide the game?"""
    wins = reading.one("mayor_win_rate")
    if wins.value is None:
        return answer(reading, "office", [reading.sentence("finding.office.none")])
    first = reading.one("first_mayor_win_rate")
    values = {"wins": wins, "fair": number(reading.fair, unit="share"), "first": first}
    findings = [reading.sentence(f"finding.office.{against(wins, reading.fair)}", values)]
    terms = {"terms": reading.one("mayor_terms"), "paid": reading.one("mayor_paid")}
    findings.append(reading.sentence("finding.office.terms", terms))
    return answer(reading, "office", findings, ("offices", "politics-heavy"))


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
    return answer(reading, "ending", findings, ("english-end-of-round", "long-cards", "hand-limit-7"))
