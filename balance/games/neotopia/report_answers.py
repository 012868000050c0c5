"""The questions that the designer asks at the head of draft 8, in his order, answered in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balance.games.neotopia.codes import (
    SKILLS,
)
from balance.metrics.spec import WIN
from balance.report.judge import difference, judge_spread
from balance.report.numbers import number
from balance.report.parts import Answer, Code, Piece, Sentence
from balance.report.reading import Measured, Reading, highest, lowest, measured
from balance.report.sentences import against, among, apart

SUIT_LIMIT = 1.0  # VP by which what suits pay in a game may differ if they are to count as balanced
SECRET_PLAYER = "secretive"  # the player that uses secret personnel
COIN_SKILL = "subsidy"  # the skill that can return its coin


def answers(reading: Reading) -> list[Answer]:
    """The designer's questions in his order."""
    made = (joker_needed, joker_does, secret_personnel, suits, coins)
    return [make(reading) for make in made]


def answer(reading: Reading, key: str, findings: Sequence[Sentence], scenarios: Sequence[str] = ()) -> Answer:
    """An answer with its limits: what one run cannot say, and which scenarios to compare it with."""
    own = reading.run.scenario["name"].rpartition("/")[2]
    others = [name for name in scenarios if name != own]
    pieces: list[Piece] = []
    for n, name in enumerate(others):
        pieces += [reading.words.say("list.comma")] if n else []
        pieces.append(Code(f"neotopia/{name}"))
    limits = [Sentence((reading.words.say(f"limit.{key}"), *pieces, reading.words.say("limit.end")))]
    return Answer(key, reading.words.say(f"question.{key}"), tuple(findings), tuple(limits))


def extremes(reading: Reading, rows: Sequence[Measured], key: str) -> tuple[dict[str, Any], str]:
    """The rows with the highest and lowest value, named by ``key``, and whether they are told `apart`."""
    most, least = highest(rows), lowest(rows)
    values = {
        "most": reading.label(key, most.where[key]),
        "least": reading.label(key, least.where[key]),
        "most_value": most,
        "least_value": least,
    }
    return values, apart(most, least)


# 1 ------------------------------------------------------------------------------------------------------


def joker_needed(reading: Reading) -> Answer:
    """Is the joker needed?  Upsets with and without it, how decisive it is, and how late."""
    scenarios = ("draft8", "no-joker")
    if not reading.rules["jokers"]:
        findings = [reading.sentence("finding.joker.none"), *_counted(reading), *_late(reading)]
        return answer(reading, "joker_needed", findings, scenarios)
    findings = [*_upsets(reading), *_settled_again(reading), *_holder(reading)]
    findings += [*_counted(reading), *_late(reading)]
    return answer(reading, "joker_needed", findings, scenarios)


def _upsets(reading: Reading) -> list[Sentence]:
    """Does the joker make the open count wrong more often?  The same games, paired."""
    right = reading.metrics["onlooker_predicts"].needs or {}
    last = int(reading.rules["rounds"]) - 1
    # right without it less right with it: upsets that the joker adds
    more = difference(reading.run.sums, right["without.y"], right["with.y"], last, metric="upset", scale=WIN)
    values = {
        "with": reading.one("upset", joker="with"),
        "without": reading.one("upset", joker="without"),
        "more": reading.number(more, points=True),
    }
    return [reading.sentence(f"finding.joker.upset_{against(more, 0.0)}", values)]


def _settled_again(reading: Reading) -> list[Sentence]:
    """How often the joker decides the winner, beside the start card and the settlement order."""
    things = ("joker", "start_card", "settlement_order")
    rows = {thing: reading.one("settle_again", thing=thing) for thing in things}
    place = among(rows["joker"], [rows["start_card"], rows["settlement_order"]])
    moved = reading.one("settle_again_vp", thing="joker")
    return [
        reading.sentence("finding.joker.decides", {"share": rows["joker"], "vp": moved}),
        reading.sentence(f"finding.joker.decides_{place}", rows),
    ]


def _holder(reading: Reading) -> list[Sentence]:
    held, wins = reading.one("joker_in_hand"), reading.one("joker_holder_win_rate")
    values = {"held": held, "wins": wins, "fair": number(reading.fair, unit="share")}
    return [reading.sentence(f"finding.joker.holder_{against(wins, reading.fair)}", values)]


def _counted(reading: Reading) -> list[Sentence]:
    """How far counting gets: the onlooker's curve, and all cards before the last round."""
    curve = reading.rows("onlooker_predicts", joker="with")
    full = reading.rows("full_view_predicts")
    first, last = curve[0], curve[-1]
    rises = last.low is not None and first.high is not None and last.low > first.high
    falls = last.high is not None and first.low is not None and last.high < first.low
    key = "rises" if rises else "falls" if falls else "flat"
    values = {
        "first": first,
        "last": last,
        "rounds": str(last.where["t"]),
        "fair": number(reading.fair, unit="share"),
    }
    found = [reading.sentence(f"finding.onlooker.{key}", values)]
    if len(full) > 1:
        before = full[-2]
        found.append(reading.sentence("finding.onlooker.full", {"t": str(before.where["t"]), "full": before}))
    return found


def _late(reading: Reading) -> list[Sentence]:
    values = {"at": reading.one("last_lead_change"), "never": reading.one("no_lead_change")}
    return [reading.sentence("finding.onlooker.late", values)]


# 2 ------------------------------------------------------------------------------------------------------


def joker_does(reading: Reading) -> Answer:
    """What does the joker do?  Where it is declared and what it brings."""
    scenarios = ("no-joker", "joker-once", "joker-order-bonus")
    if not reading.rules["jokers"]:
        return answer(reading, "joker_does", [reading.sentence("finding.joker.none")], scenarios)
    uses, vp = reading.one("joker_uses"), reading.one("joker_vp")
    places, told = extremes(reading, reading.rows("joker_at_suit"), "suit")
    findings = [
        reading.sentence(f"finding.joker.brings_{against(vp, 0.0)}", {"uses": uses, "vp": vp}),
        reading.sentence(f"finding.joker.places_{told}", places),
    ]
    return answer(reading, "joker_does", findings, scenarios)


# 3 ------------------------------------------------------------------------------------------------------


def secret_personnel(reading: Reading) -> Answer:
    """Is secret personnel too safe?  How often, when and by whom it is used, beside the other skills."""
    scenarios = ("draft8", "secret-flip-one", "secret-once", "secret-off")
    name = "secret_personnel"
    if reading.rules["secret_personnel"] == "off" or name not in reading.rules["skills"]:
        return answer(reading, name, [reading.sentence("finding.secret.none")], scenarios)
    use = reading.one("skill_use", skill=name)
    if use.value == 0.0:
        findings = [reading.sentence("finding.secret.never", {"use": use, "player": Code(SECRET_PLAYER)})]
        return answer(reading, name, findings, scenarios)
    findings = [_secret_use(reading, name), *_secret_players(reading, name)]
    last = str(reading.rules["rounds"])
    cards = reading.one("secret_cards", t=int(last))
    hand = reading.one("hand_size", t=int(last))
    findings.append(reading.sentence("finding.secret.cards", {"t": last, "cards": cards, "hand": hand}))
    findings += _secret_wins(reading, name)
    return answer(reading, name, findings, scenarios)


def _one_and_others(reading: Reading, metric: str, skill: str) -> tuple[Measured, list[Measured]]:
    """A skill's row and those of the other skills that are allowed."""
    allowed = [other for other in SKILLS if other in reading.rules["skills"] and other != skill]
    return reading.one(metric, skill=skill), [reading.one(metric, skill=other) for other in allowed]


def _range(rows: Sequence[Measured]) -> dict[str, Measured]:
    """The lowest and highest of some rows; where none has a value, the first stands for both."""
    if not measured(rows):
        return {"low": rows[0], "high": rows[0]}
    return {"low": lowest(rows), "high": highest(rows)}


def _secret_use(reading: Reading, name: str) -> Sentence:
    use, others = _one_and_others(reading, "skill_use", name)
    values = {"use": use, "when": reading.one("skill_round", skill=name)}
    if not others:
        return reading.sentence("finding.secret.use_alone", values)
    return reading.sentence(f"finding.secret.use_{among(use, others)}", {**values, **_range(others)})


def _secret_players(reading: Reading, name: str) -> list[Sentence]:
    """Who uses it, if there are several players."""
    rows = measured(reading.rows("player_skill_use", skill=name))
    if len(rows) < 2:
        return []
    return [reading.sentence("finding.secret.players", extremes(reading, rows, "player")[0])]


def _secret_wins(reading: Reading, name: str) -> list[Sentence]:
    """How its users fare, beside the users of the other skills."""
    wins, others = _one_and_others(reading, "skill_win_rate", name)
    if not others:
        return []
    values = {"wins": wins, "fair": number(reading.fair, unit="share"), **_range(others)}
    return [reading.sentence(f"finding.secret.wins_{among(wins, others)}", values)]


# 4 ------------------------------------------------------------------------------------------------------


def suits(reading: Reading) -> Answer:
    """Are the suits balanced against each other and against riots?"""
    judged = judge_spread(reading.run.sums, reading.metrics["suit_vp"], SUIT_LIMIT, name="suit_vp")
    values, _ = extremes(reading, reading.rows("suit_vp"), "suit")
    values |= {"spread": judged.row, "limit": f"{SUIT_LIMIT:g}"}
    badge = reading.badge(judged.verdict)
    findings = [reading.sentence(f"finding.suits.{judged.verdict.state}", values, badge)]
    findings += [*_riots(reading), *_ties(reading)]
    scenarios = ("effects-count", "effects-ladder", "riot-off", "riot-every", "shared-ties")
    return answer(reading, "suits", findings, scenarios)


def _riots(reading: Reading) -> list[Sentence]:
    if reading.rules["riot"] == "off":
        return [reading.sentence("finding.riot.off")]
    found = [reading.sentence("finding.riot.often", {"riots": reading.one("riots")})]
    rows = measured(reading.rows("riot"))
    if rows:
        values, told = extremes(reading, rows, "suit")
        found.append(reading.sentence(f"finding.riot.{told}", values))
    cost = reading.one("riot_cost")
    if cost.value is not None:
        found.append(reading.sentence("finding.riot.cost", {"cost": cost}))
    return found


def _ties(reading: Reading) -> list[Sentence]:
    """How often equals meet, and whether a place in the settlement order pays."""
    ties = measured(reading.rows("tie_break"))
    found = []
    if ties:
        found.append(reading.sentence(f"finding.ties.{reading.rules['ties']}", _range(ties)))
    values, told = extremes(reading, reading.rows("settlement_order_win_rate"), "order")
    return [*found, reading.sentence(f"finding.ties.order_{told}", values)]


# 5 ------------------------------------------------------------------------------------------------------


def coins(reading: Reading) -> Answer:
    """Which actions and skills are worth their coin, and when?"""
    findings = [*_actions(reading), *_skill_use(reading), *_skill_coins(reading), *_skill_wins(reading)]
    return answer(reading, "coins", findings, ("secret-off",))


def _actions(reading: Reading) -> list[Sentence]:
    """The usual action of the first and the last round, and the round of each paid action."""
    rounds = int(reading.rules["rounds"])
    first, last = (highest(reading.rows("action_share", t=t)) for t in (1, rounds))
    values = {
        "first": reading.label("action", first.where["action"]),
        "first_share": first,
        "last": reading.label("action", last.where["action"]),
        "last_share": last,
        "rounds": str(rounds),
    }
    same = "same" if first.where["action"] == last.where["action"] else "changes"
    found = [reading.sentence(f"finding.actions.{same}", values)]
    for action in ("transfer", "hire"):
        rows = reading.rows("action_share", action=action)
        peak, least = highest(rows), lowest(rows)
        values = {
            "action": reading.label("action", action),
            "cost": str(reading.rules[f"{action}_cost"]),
            "peak": peak,
            "peak_t": str(peak.where["t"]),
            "least": least,
            "least_t": str(least.where["t"]),
        }
        found.append(reading.sentence(f"finding.actions.paid_{apart(peak, least)}", values))
    return found


def _allowed(reading: Reading, metric: str) -> list[Measured]:
    """A metric's rows of the skills that may be used and have a value."""
    return [row for row in measured(reading.rows(metric)) if row.where["skill"] in reading.rules["skills"]]


def _skill_use(reading: Reading) -> list[Sentence]:
    rows = _allowed(reading, "skill_use")
    if not rows:
        return [reading.sentence("finding.skills.none")]
    values, _ = extremes(reading, rows, "skill")
    return [reading.sentence("finding.skills.use", {**values, "cost": str(reading.rules["skill_cost"])})]


def _skill_coins(reading: Reading) -> list[Sentence]:
    """Does the one skill that pays in coins return its own?"""
    rows = [row for row in _allowed(reading, "skill_coins") if row.where["skill"] == COIN_SKILL]
    when = [row for row in _allowed(reading, "skill_round") if row.where["skill"] == COIN_SKILL]
    return [
        reading.sentence(f"finding.skills.coins_{against(row, 0.0)}", {"coins": row, "when": turn})
        for row, turn in zip(rows, when, strict=True)
    ]


def _skill_wins(reading: Reading) -> list[Sentence]:
    rows = _allowed(reading, "skill_win_rate")
    if not rows:
        return []
    values, told = extremes(reading, rows, "skill")
    return [reading.sentence(f"finding.skills.wins_{told}", {**values, "fair": number(reading.fair, unit="share")})]
