"""One game told in words, as somebody at the table who sees all cards would: `balance replay --format text`.

Every sentence comes from `text/<language>.toml`; the cards' names come from the card table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.fields import show
from balance.games.simcity.city_map import before, covered, follow
from balance.games.simcity.settings import differences
from balance.games.simcity.trace import by_id, lines
from balance.games.telling import Words, table, width

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
            text += teller.office(line)
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
        self.duel = self.game["rules"]["mode"] == "duel"
        self.cities = before(trace)

    def seat(self, seat: int | None) -> str:
        return self.say("nobody") if seat is None else self.say("seat", seat=seat, player=self.game["seats"][seat])

    def card(self, card: str) -> str:
        return self.names.get(card, card)

    def cards(self, cards: Sequence[str]) -> str:
        return self.say("comma").join(map(self.card, cards)) or self.say("nothing")

    def cell(self, cell: Sequence[int]) -> str:
        return "(" + ", ".join(map(str, cell)) + ")"

    def by_seat(self, amounts: Sequence[int]) -> str:
        return " · ".join(map(str, amounts))

    def funds(self, line: Line) -> str:
        return "  " + self.say("funds", funds=self.by_seat(line["funds"]))

    def opening(self) -> list[str]:
        game, deal = self.game, self.deal
        unusual = differences(game["rules"], game["players"])
        title = self.say("opening.game", scenario=game["scenario"], seed=game["seed"], index=game["index"])
        text = [
            title,
            "=" * width(title),
            self.say("opening.start", seat=self.seat(deal["start_player"]), mode=self.say(f"mode.{deal['mode']}")),
            self.say("opening.cells_duel" if self.duel else "opening.cells"),
            self.say("opening.sims"),
            self.say("opening.funds"),
        ]
        if unusual:
            rules = self.say("comma").join(f"{key} = {show(value)}" for key, value, _ in unusual)
            text.append(self.say("opening.rules", rules=rules))
        for seat, hand in enumerate(deal["hands"]):
            text.append(self.say("opening.hand", seat=self.seat(seat), cards=self.cards(hand)))
        return text

    def turn(self, line: Line) -> list[str]:
        text = []
        if line["round"] != self.round:
            self.round = line["round"]
            text += ["", self.say("round", round=self.round, phase=line["phase"])]
        drawn = [self.say(f"draw.{draw['from']}", card=self.card(draw["card"])) for draw in line["draws"]]
        draws = self.say("comma").join(drawn) or self.say("draw.none")
        text.append(self.say("turn", turn=line["turn"], seat=self.seat(line["seat"]), draws=draws))
        if line["thrown"]:
            text.append("  " + self.say("thrown", cards=self.cards(line["thrown"])))
        if line["bought"]:
            bought = line["bought"]
            text.append("  " + self.say("bought", card=self.card(bought["card"]), cost=bought["cost"]))
            if bought["drew"]:
                text.append("  " + self.say("bought_draw", card=self.card(bought["drew"])))
        if not line["plays"]:
            text.append("  " + self.say("play.none"))
        for play in line["plays"]:
            text += ["  " + each for each in self.play(play)]
            follow(self.cities, play, line, self.duel)
        if line["discarded"]:
            text.append("  " + self.say("discarded", cards=self.cards(line["discarded"])))
        for phase in range(line["phase"] + 1, line["phase_after"] + 1):
            text.append("  " + self.say("phase", phase=phase))
        return [*text, self.funds(line)]

    def play(self, play: Line) -> list[str]:
        if play["type"] == "pass":
            return [self.say("play.pass")]
        if play["type"] == "event":
            return self.event(play)
        at = self.cell(play["at"]) + (self.cell(play["at2"]) if play["at2"] else "")
        below = self.cards(covered(self.cities, play, self.duel))
        text = [self.say(f"play.{play['how']}", card=self.card(play["card"]), at=at, below=below)]
        if play["supply"]:
            text.append("  " + self.supply(play["supply"]))
        vote = play["vote"]
        if vote:
            votes = {"yes": sum(vote["yes"]), "no": sum(vote["no"])}
            votes |= {f"{side}_by_seat": self.by_seat(vote[side]) for side in ("yes", "no")}
            outcome = self.say("vote.passed" if vote["passed"] else "vote.failed")
            text.append("  " + self.say("vote.counted", outcome=outcome, **votes))
            if vote["tie_break"] is not None:
                text.append("  " + self.say("vote.tie", seat=self.seat(vote["tie_break"])))
        if play["pay"]:
            text.append("  " + self.pay(play["pay"]))
        return text

    def supply(self, supply: Line) -> str:
        """The sims that a block needs, and by which ways it has them."""
        needed = self.say("sims.one" if supply["needed"] == 1 else "sims.many", sims=supply["needed"])
        ways = {way: supply[way] for way in ("neighbours", "road", "rail", "got")}
        return self.say("supply.joined" if supply["joined"] else "supply.apart", needed=needed, **ways)

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
            seat, amount = self.seat(money["seat"]), abs(money["amount"])
            text.append("  " + self.say(f"event.{money['why']}", seat=seat, amount=amount))
        for thrown in play["discards"]:
            text.append(
                "  " + self.say("event.discards", seat=self.seat(thrown["seat"]), cards=self.cards(thrown["cards"]))
            )
        if play["election"]:
            text += ["  " + each for each in self.election(play["election"])]
        if play["frozen"]:
            frozen = play["frozen"]
            zone = self.say(f"zone.{frozen['zone']}")
            text.append("  " + self.say("event.frozen", zone=zone, turn=frozen["until_turn"]))
        return text

    def election(self, election: Line) -> list[str]:
        """Whom each seat voted for and what it paid for more votes, then who is elected."""
        text, votes = [], Counter[int]()
        for seat, (choice, bought) in enumerate(zip(election["candidate_of"], election["bought"], strict=True)):
            if choice is not None and choice >= 0:
                votes[choice] += 1 + bought
                key = "event.ballot_bought" if bought else "event.ballot"
                text.append(self.say(key, seat=self.seat(seat), choice=self.seat(choice), bought=bought))
        office = self.say(f"office.{election['office']}")
        drawn = list(votes.values()).count(max(votes.values(), default=0)) > 1
        key = "event.election_lot" if drawn else "event.election"
        return [*text, self.say(key, office=office, seat=self.seat(election["winner"]))]

    def office(self, line: Line) -> list[str]:
        """Who left or took an office, and after bids the funds that they left."""
        office = self.say(f"office.{line['office']}")
        if line["seat"] is None:
            return ["  " + self.say(f"leaves.{line['why']}", seat=self.seat(line["left"]), given_up=line["given_up"])]
        paid = self.by_seat(line["paid"] or ())
        text = "  " + self.say(f"takes.{line['why']}", seat=self.seat(line["seat"]), office=office, paid=paid)
        return [text, self.funds(line)] if any(line["paid"] or ()) else [text]

    def result(self, line: Line) -> list[str]:
        rows = [
            (self.seat(seat), str(funds), self.say("winner") if seat in line["winners"] else "")
            for seat, funds in enumerate(line["vp"])
        ]
        return table((self.say("head.seat"), self.say("head.funds"), ""), rows, right=[1])
