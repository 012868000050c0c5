"""One game told in words, as somebody at the table who sees all cards would: `balance replay --format text`.

Every sentence comes from `text/<language>.toml`; the cards' names come from the card table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.simcity.trace import by_id, lines
from balance.games.telling import Words, table

Line = Mapping[str, Any]
BONUSES = ("zoning", "complex", "rebuilding")


def tell(log: np.ndarray, *, lang: str = "en", **about: Any) -> str:
    """The game in ``log`` in words; ``about`` is what `trace.lines` asks for, ``lang`` "en" or "ja"."""
    return "\n".join(told(lines(log, **about), by_id(about["materials"]), lang)) + "\n"


def told(trace: Sequence[Line], cards: Mapping[str, Mapping[str, Any]], lang: str) -> list[str]:
    """The text of a trace, line by line; ``cards`` are the rows of the card table by id."""
    teller = _Teller(Words(__package__, lang), trace, cards, lang)
    text = teller.opening()
    for line in trace[2:]:
        if line["event"] == "turn":
            text += teller.turn(line)
        elif line["event"] == "office":
            text.append(teller.office(line))
        elif line["event"] == "end":
            text += ["", teller.say(f"end.{line['why']}")]
        elif line["event"] == "result":
            text += ["", *teller.result(line)]
    return text


class _Teller:
    """The voice of one telling: its words, the names of players and cards."""

    def __init__(self, words: Words, trace: Sequence[Line], cards: Mapping[str, Mapping[str, Any]], lang: str) -> None:
        self.say = words.say
        self.game, self.deal = trace[0], trace[1]
        self.names = {card: str(row["name_ja" if lang == "ja" else "name"]) for card, row in cards.items()}
        self.round = 0

    def seat(self, seat: int | None) -> str:
        return self.say("nobody") if seat is None else self.say("seat", seat=seat, player=self.game["seats"][seat])

    def card(self, card: str) -> str:
        return self.names.get(card, card)

    def cards(self, cards: Sequence[str]) -> str:
        return self.say("comma").join(map(self.card, cards)) or self.say("nothing")

    def cell(self, cell: Sequence[int]) -> str:
        return "(" + ", ".join(map(str, cell)) + ")"

    def opening(self) -> list[str]:
        game, deal = self.game, self.deal
        text = [
            self.say("opening.game", scenario=game["scenario"], seed=game["seed"], index=game["index"]),
            self.say("opening.start", seat=self.seat(deal["start_player"]), mode=self.say(f"mode.{deal['mode']}")),
        ]
        for seat, hand in enumerate(deal["hands"]):
            text.append(self.say("opening.hand", seat=self.seat(seat), cards=self.cards(hand)))
        return text

    def turn(self, line: Line) -> list[str]:
        text = []
        if line["round"] != self.round:
            self.round = line["round"]
            text += ["", self.say("round", round=self.round, phase=line["phase"])]
        for draw in line["draws"]:
            text.append(self.say(f"draw.{draw['from']}", seat=self.seat(line["seat"]), card=self.card(draw["card"])))
        if line["thrown"]:
            text.append(self.say("thrown", cards=self.cards(line["thrown"])))
        if line["bought"]:
            bought = line["bought"]
            text.append(self.say("bought", card=self.card(bought["card"]), cost=bought["cost"]))
        if not line["plays"]:
            text.append("  " + self.say("play.none"))
        for play in line["plays"]:
            text += ["  " + each for each in self.play(play)]
        if line["discarded"]:
            text.append("  " + self.say("discarded", cards=self.cards(line["discarded"])))
        if line["phase_after"] > line["phase"]:
            text.append("  " + self.say("phase", phase=line["phase_after"]))
        text.append("  " + self.say("funds", funds=" · ".join(map(str, line["funds"]))))
        return text

    def play(self, play: Line) -> list[str]:
        if play["type"] == "pass":
            return [self.say("play.pass")]
        if play["type"] == "event":
            return self.event(play)
        at = self.cell(play["at"]) + (self.cell(play["at2"]) if play["at2"] else "")
        text = [self.say(f"play.{play['how']}", card=self.card(play["card"]), at=at)]
        supply = play["supply"]
        if supply:
            text.append("  " + self.say("supply", **{key: supply[key] for key in supply if key != "joined"}))
        vote = play["vote"]
        if vote:
            passed = self.say("vote.passed" if vote["passed"] else "vote.failed")
            text.append("  " + self.say("vote.counted", yes=sum(vote["yes"]), no=sum(vote["no"]), outcome=passed))
            if vote["tie_break"] is not None:
                text.append("  " + self.say("vote.tie", seat=self.seat(vote["tie_break"])))
        if play["pay"]:
            text.append("  " + self.pay(play["pay"]))
        return text

    def pay(self, pay: Line) -> str:
        parts = [self.say("pay.value", amount=pay["value"])]
        received = sum(part["amount"] for part in pay["receives"])
        if received:
            parts.append(self.say("pay.receives", amount=received))
        for part in pay["adds"]:
            parts.append(self.say("pay.adds", amount=part["amount"], at=self.cell(part["from"])))
        parts += [self.say(f"pay.{bonus}", amount=pay[bonus]) for bonus in BONUSES if pay[bonus]]
        return self.say("pay.total", total=pay["total"], parts=self.say("comma").join(parts))

    def event(self, play: Line) -> list[str]:
        text = [self.say("play.event", card=self.card(play["card"]))]
        if play["dice"]:
            text.append("  " + self.say("event.dice", dice=" + ".join(map(str, play["dice"]))))
        for hit in play["removed"]:
            text.append("  " + self.say("event.removed", at=self.cell(hit["at"]), cards=self.cards(hit["cards"])))
        for money in play["money"]:
            text.append("  " + self.say(f"event.{money['why']}", seat=self.seat(money["seat"]), amount=money["amount"]))
        for thrown in play["discards"]:
            text.append(
                "  " + self.say("event.discards", seat=self.seat(thrown["seat"]), cards=self.cards(thrown["cards"]))
            )
        if play["election"]:
            election = play["election"]
            office = self.say(f"office.{election['office']}")
            text.append("  " + self.say("event.election", office=office, seat=self.seat(election["winner"])))
        if play["frozen"]:
            frozen = play["frozen"]
            zone = self.say(f"zone.{frozen['zone']}")
            text.append("  " + self.say("event.frozen", zone=zone, turn=frozen["until_turn"]))
        return text

    def office(self, line: Line) -> str:
        office = self.say(f"office.{line['office']}")
        if line["seat"] is None:
            return self.say(f"leaves.{line['why']}", seat=self.seat(line["left"]), given_up=line["given_up"])
        paid = self.say("comma").join(map(str, line["paid"])) if line["paid"] else ""
        return self.say(f"takes.{line['why']}", seat=self.seat(line["seat"]), office=office, paid=paid)

    def result(self, line: Line) -> list[str]:
        rows = [
            (self.seat(seat), str(funds), self.say("winner") if seat in line["winners"] else "")
            for seat, funds in enumerate(line["vp"])
        ]
        return table((self.say("head.seat"), self.say("head.funds"), ""), rows, right=[1])
