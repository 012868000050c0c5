"""What every game's report answers in sentences: is a seat favoured, does the deal decide too much.

A claim is made only where an interval carries it; else the sentence says that the run does not tell.
"""

from __future__ import annotations

from balance.report.judge import judge_spread
from balance.report.numbers import number
from balance.report.parts import Answer, Sentence
from balance.report.reading import Measured, Reading, highest, lowest, measured

SEAT_LIMIT = 0.04  # most by which seats' win rates may differ in a balanced game


def shared_answers(reading: Reading) -> list[Answer]:
    """The questions that every designer has, behind the game's own."""
    return [seat_answer(reading), deal_answer(reading)]


def against(row: Measured, limit: float) -> str:
    """Whether a row lies ``above`` or ``below`` a limit, or ``near`` it: not told apart."""
    return "above" if row.above(limit) else "below" if row.below(limit) else "near"


def among(row: Measured, others: list[Measured]) -> str:
    """Whether a row's interval lies ``above`` all others', ``below`` all of them, or ``between``."""
    known = [other for other in measured(others) if other.low is not None and other.high is not None]
    if known and all(row.above(other.high) for other in known if other.high is not None):
        return "above"
    if known and all(row.below(other.low) for other in known if other.low is not None):
        return "below"
    return "between"


def apart(high: Measured, low: Measured) -> str:
    """Whether two rows of a table are told ``apart`` by their intervals, or look ``alike``."""
    return "apart" if low.high is not None and high.above(low.high) else "alike"


def seat_answer(reading: Reading) -> Answer:
    """Is a seat favoured?  The spread of the seats' win rates against `SEAT_LIMIT`."""
    seats = reading.rows("seat_win_rate")
    spread = reading.one("seat_win_spread")
    judged = judge_spread(
        reading.run.sums, reading.metrics["seat_win_rate"], SEAT_LIMIT, name="seat_win_spread", shown=spread
    )
    best, worst = highest(seats), lowest(seats)
    equal = reading.one("seat_win_spread_if_equal")
    points = reading.words.say("unit.points")
    values = {
        "best": reading.where(best),
        "worst": reading.where(worst),
        "best_rate": best,
        "worst_rate": worst,
        "fair": number(reading.fair, unit="share"),
        "spread": judged.row if judged.row.value is None else reading.number(judged.row, points=True),
        "limit": number(SEAT_LIMIT, unit="share", pp=points),
    }
    state = judged.verdict.state
    findings = [reading.sentence(f"finding.seat.{state}", values, reading.badge(judged.verdict))]
    if equal.value is not None:
        bias = {"equal": reading.number(equal, points=True)}
        findings.append(reading.sentence("finding.seat.equal", bias))
    alike = "alike" if reading.run.manifest["seats_alike"] else "rotated"
    findings.append(reading.sentence(f"finding.seat.{alike}", {"players": str(reading.players)}))
    return Answer("seat", reading.words.say("question.seat"), tuple(findings))


def deal_answer(reading: Reading) -> Answer:
    """Is the deal too decisive?  Variance shares of a win, and games until the better player leads."""
    deal, player = reading.one("deal_share", of="win"), reading.one("player_share", of="win")
    score = reading.one("deal_share", of="score")
    findings = [reading.sentence("finding.deal.shares", {"deal": deal, "score": score})]
    if deal.value is not None and player.value is not None:
        findings.append(
            reading.sentence(f"finding.deal.player_{_compare(deal, player)}", {"deal": deal, "player": player})
        )
    elif player.value is None:
        findings.append(reading.sentence("finding.deal.no_player", {"note": reading.note(player.note)}))
    findings.append(reading.sentence("finding.deal.rest", {"rest": reading.one("residual_share", of="win")}))
    findings += _needed(reading)
    return Answer("deal", reading.words.say("question.deal"), tuple(findings))


def _compare(a: Measured, b: Measured) -> str:
    """``more`` or ``less`` if the intervals of a and b lie apart, else ``unclear``."""
    if b.high is not None and a.above(b.high):
        return "more"
    return "less" if b.low is not None and a.below(b.low) else "unclear"


def _needed(reading: Reading) -> list[Sentence]:
    """How long the best player needs to show that it is better than the nearest and the weakest other."""
    rows = measured(reading.rows("games_needed"))
    if not rows:
        return []
    near, far = highest(rows), lowest(rows)
    key = "finding.deal.needed" if len(rows) > 1 else "finding.deal.needed_one"
    values = {
        "best": near.where["player"],
        "near": near.where["against"],
        "far": far.where["against"],
        "near_games": near,
        "far_games": far,
    }
    return [reading.sentence(key, values)]
