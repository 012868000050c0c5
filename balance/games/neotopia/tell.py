"""One game told in words, as somebody at the table who sees all cards would: `balance replay --format text`.

Every sentence comes from `text/<language>.toml`; nothing here says why but in the players' own words of
`choice.REASONS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from balance.games.fields import show
from balance.games.neotopia.board import Board, Line, in_order
from balance.games.neotopia.choice import BY_CHANCE, REASONS
from balance.games.neotopia.settings import MODEL, differences, effect_rows
from balance.games.neotopia.trace import lines, reasons
from balance.games.telling import Words, pad, table, width

SILENT = REASONS[BY_CHANCE]  # no reason to tell


def tell(log: np.ndarray, *, lang: str = "en", **about: Any) -> str:
    """The game in ``log`` in words; ``about`` is what `trace.lines` asks for, ``lang`` "en" or "ja"."""
    return "\n".join(told(lines(log, **about), reasons(log), lang)) + "\n"


def told(trace: Sequence[Line], why: Sequence[tuple[str, str | None]], lang: str) -> list[str]:
    """The text of a trace, line by line; ``why`` holds the reasons of its turns, as `trace.reasons` does."""
    teller = _Teller(Words(__package__, lang), trace)
    turns = iter(why)
    text = teller.opening()
    for line in trace[2:]:
        if line["event"] == "round":
            text += ["", teller.round(line)]
        elif line["event"] == "turn":
            text.append(teller.turn(line, next(turns)))
            if teller.turns_taken % teller.n == 0:
                text += ["", *teller.after_round(line)]
    return [*text, "", *teller.settlement(), "", *teller.result()]


class _Teller:
    """The voice of one telling: its words, the players' names, and where the cards lie by now."""

    def __init__(self, words: Words, trace: Sequence[Line]) -> None:
        self.say = words.say
        self.game, self.deal = trace[0], trace[1]
        self.closing = [line for line in trace if line["event"] in ("settlement", "suit", "result")]
        self.n = int(self.game["players"])
        self.board = Board(self.deal)
        self.turns_taken = 0
        self.in_boxes = 0

    # Words

    def seat(self, seat: int) -> str:
        return self.say("seat", seat=seat, player=self.game["seats"][seat])

    def label(self, text: str) -> str:
        """``text`` filled up to the longest name of a seat."""
        return pad(text, max(width(self.seat(seat)) for seat in range(self.n)))

    def money(self, coins: int) -> str:
        return self.say("money.one") if coins == 1 else self.say("money.many", coins=coins)

    def card(self, card: str) -> str:
        """A card in a sentence."""
        if card in ("joker", "start"):
            return self.say(f"card.{card}")
        return self.say("card.eight" if card == "s8" else "card.suit", number=card[1:])

    def cards(self, cards: Sequence[str]) -> str:
        """Cards in a list, sorted."""
        names = [
            self.say(f"short.{card}") if card in ("joker", "start") else self.say("short.suit", number=card[1:])
            for card in in_order(cards)
        ]
        return " ".join(names) or self.say("nothing")

    def several(self, names: Sequence[str]) -> str:
        """ "a, b and c"."""
        if len(names) == 1:
            return names[0]
        return self.say("and", left=self.say("comma").join(names[:-1]), right=names[-1])

    def suits(self, numbers: Sequence[int]) -> str:
        """Suits by number, in a sentence."""
        key = "none" if not numbers else "one" if len(numbers) == 1 else "many"
        return self.say(f"suits.{key}", suits=self.say("comma").join(map(str, numbers)))

    def short_seats(self, seats: Sequence[int]) -> str:
        names = [self.say("seat_short", seat=seat) for seat in seats]
        return self.say("comma").join(names) or self.say("nothing")

    def listing(self, head: str, rows: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
        """Cards by place under a head."""
        size = max(width(place) for place, _ in rows)
        return [head, *(f"  {pad(place, size)}  {self.cards(cards)}" for place, cards in rows)]

    # Before the first round

    def opening(self) -> list[str]:
        deal, about = self.deal, {key: self.game[key] for key in ("scenario", "seed", "index")}
        title = self.say("title", **about)
        text = [title, "=" * width(title), self.say("deal.start", seat=self.seat(deal["start_player"]))]
        if deal["removed_suit"] is not None:
            text.append(self.say("deal.removed", suit=deal["removed_suit"]))
        purse, stock = self.money(deal["coins"][0]), self.money(deal["stock"])
        text += [self.say("deal.money", money=purse, stock=stock), *self.rules()]
        places = [(self.seat(seat), deal["hands"][seat]) for seat in range(self.n)]
        places += [(self.say(f"deal.{place}"), deal[place]) for place in ("field_down", "field_up", "pile")]
        return [*text, "", *self.listing(self.say("deal.head"), places)]

    def rules(self) -> list[str]:
        """What the settlement pays, and the rulings that are not the draft's."""
        rules = self.game["rules"]
        rows = effect_rows(MODEL.model_validate(rules))
        suits = {suit: row for suit, row in rows.items() if suit != self.deal["removed_suit"]}
        effects = {suit: self.effect(row) for suit, row in suits.items()}
        if len(set(effects.values())) == 1:
            told = self.say("deal.every_suit", effect=next(iter(effects.values())))
        else:
            each = [self.say("deal.one_suit", suit=suit, effect=effect) for suit, effect in effects.items()]
            told = self.say("semicolon").join(each)
        text = [self.say("deal.effects", effects=told)]
        unusual = [f"{key} = {show(value)}" for key, value, _ in differences(rules, self.n) if key != "effects"]
        return [*text, self.say("deal.rules", rules=self.say("comma").join(unusual))] if unusual else text

    def effect(self, row: Mapping[str, int]) -> str:
        """A row of the effect table in words."""
        parts = [
            self.say(f"effect.{part}", amount=amount, money=self.money(amount))
            for part, amount in row.items()
            if amount
        ]
        return " + ".join(parts) or self.say("effect.none")

    # Rounds

    def round(self, line: Line) -> str:
        self.board.follow(line)
        return self.say("round.begins", round=line["round"], card=self.card(line["revealed"]))

    def turn(self, line: Line, why: tuple[str, str | None]) -> str:
        doing = self.because(self.action(line["action"]), why[0])
        if line["skill"] is not None:
            skill = self.because(self.skill(line["skill"]), why[1])
            doing = self.say(f"turn.{line['skill_when']}", skill=skill, action=doing)
            self.in_boxes += self.game["rules"]["skill_cost"]
        self.board.follow(line)
        self.turns_taken += 1
        seat, money = self.label(self.seat(line["seat"])), self.money(line["coins"][line["seat"]])
        return "  " + self.say("turn.line", seat=seat, doing=doing, money=money)

    def because(self, doing: str, reason: str | None) -> str:
        if reason is None or reason == SILENT:
            return doing
        return self.say("turn.because", doing=doing, reason=self.say(f"reason.{reason}"))

    def action(self, action: Line) -> str:
        rules, kind = self.game["rules"], action["type"]
        named = {key: self.card(action[key]) for key in ("card", "give", "take") if key in action}
        if kind == "keep":
            return self.say(f"action.keep_{action['face']}", **named)
        if kind == "release":
            zone, money = self.say(f"zone.{action['from']}"), self.money(action["gained"])
            return self.say("action.release", zone=zone, money=money, **named)
        if kind == "transfer":
            money = self.money(rules["transfer_cost"])
            return self.say(f"action.transfer_{action['take_face']}", money=money, **named)
        if kind == "hire":
            return self.say("action.hire", money=self.money(rules["hire_cost"]), **named)
        return self.say("action.pass")

    def skill(self, skill: Line) -> str:
        name = skill["name"]
        if name == "market_research":
            key = f"skill.{name}" if skill["saw"] else f"skill.{name}_empty"
            return self.say(key, cards=self.cards(skill["saw"]))
        if name == "secret_personnel":
            if "card" in skill:
                return self.say(f"skill.{name}_flip", card=self.card(skill["card"]))
            return self.say(f"skill.{name}")
        if name == "transfer_order":
            give, take = self.card(skill["give"]), self.card(skill["take"])
            return self.say(f"skill.{name}", give=give, take=take, seat=self.seat(skill["seat"]))
        if name == "department_move":
            passes = [self.passes(giver, card) for giver, card in enumerate(skill["passed"]) if card]
            key = f"skill.{name}" if passes else f"skill.{name}_empty"
            return self.say(key, passes=self.say("comma").join(passes))
        return self.say(f"skill.{name}", money=self.money(skill["gained"]))

    def passes(self, giver: int, passed: Line) -> str:
        key = "skill.passes_secret" if passed["from"] == "secret" else "skill.passes"
        receiver = self.say("seat_short", seat=(giver + 1) % self.n)
        giving = self.say("seat_short", seat=giver)
        return self.say(key, giver=giving, receiver=receiver, card=self.card(passed["card"]))

    def after_round(self, line: Line) -> list[str]:
        """What lies in the open after a round, and how much in the dark."""
        head = [self.say("after.head", round=line["round"])]
        head += [self.say(f"after.{column}") for column in ("public", "secret", "hidden", "coins")]
        rows = []
        for seat, hand in enumerate(self.board.hands):
            secret, hidden = hand["secret"].total(), hand["hidden"].total()
            public = self.cards(list(hand["public"].elements()))
            rows.append([self.seat(seat), public, str(secret), str(hidden), str(line["coins"][seat])])
        up, hidden = self.cards(list(self.board.up.elements())), self.board.down.total()
        down = self.say("hidden.one" if hidden == 1 else "hidden.many", cards=hidden)
        stock, boxes = self.money(line["stock"]), self.money(self.in_boxes)
        field = self.say("after.field", up=up, down=down, stock=stock, boxes=boxes)
        return ["  " + row for row in [*table(head, rows, right={2, 3, 4}), field]]

    # Settlement

    def settlement(self) -> list[str]:
        start, *suits, _ = self.closing
        first = start["seat"]
        order = [self.seat((first + place) % self.n) for place in range(self.n)]
        hands = [(self.seat(seat), self.board.held(seat)) for seat in range(self.n)]
        return [
            self.say("settlement.held" if start["held"] else "settlement.not_held", seat=self.seat(first)),
            self.say("settlement.order", seats=self.say("comma").join(order)),
            "",
            *self.listing(self.say("settlement.hands"), hands),
            "",
            *self.suit_table(suits),
        ]

    def suit_table(self, suits: Sequence[Line]) -> list[str]:
        """A row a suit; coins are shown only if the settlement moved some."""
        groups = ["counts", "vp"] + (["coins"] if len({tuple(line["coins"]) for line in suits}) > 1 else [])
        sizes = {name: 2 + max(len(str(x)) for line in suits for x in line[name]) for name in groups}

        def numbers(name: str, values: Sequence[int]) -> str:
            return "".join(f"{value:>{sizes[name]}}" for value in values)

        heads = {name: self.say(f"settlement.{name}") + numbers(name, range(self.n)) for name in groups}
        words = ("suit", "joker", "outcome", "first", "second")
        suit, *middle = (self.say(f"settlement.{word}") for word in words)
        head = [suit, heads["counts"], *middle, *(heads[name] for name in groups[1:])]
        rows = []
        for line in suits:
            joker = [] if line["joker"] is None else [line["joker"]]
            places = [self.short_seats(seats) for seats in (line["first"], line["second"])]
            outcome = self.say(f"outcome.{line['outcome']}")
            row = [str(line["suit"]), numbers("counts", line["counts"]), self.short_seats(joker), outcome]
            rows.append([*row, *places, *(numbers(name, line[name]) for name in groups[1:])])
        return table(head, rows, right={0, 1, *range(6, len(head))})

    # Result

    def result(self) -> list[str]:
        _, *suits, result = self.closing
        head = [self.say(f"result.{word}") for word in ("head", "suits", "from_coins", "vp", "coins")]
        rows = []
        for seat in range(self.n):
            vp, earned = result["vp"][seat], sum(line["vp"][seat] for line in suits)
            numbers = (earned, vp - earned, vp, result["coins"][seat])
            rows.append([self.seat(seat), *map(str, numbers)])
        text = [*table(head, rows, right={1, 2, 3, 4}), "", self.verdict(result)]
        for seat in result["winners"]:
            first, second = (
                self.suits([line["suit"] for line in suits if seat in line[rank]]) for rank in ("first", "second")
            )
            text.append(self.say("result.ranks", seat=self.seat(seat), first=first, second=second))
        return text

    def verdict(self, result: Line) -> str:
        """Who won, and by what: points, coins, or not alone."""
        winners, vp = result["winners"], max(result["vp"])
        coins = result["coins"][winners[0]]
        if len(winners) > 1:
            seats = self.several([self.seat(seat) for seat in winners])
            return self.say("result.shared", seats=seats, vp=vp, money=self.money(coins))
        winner, level = self.seat(winners[0]), [seat for seat in range(self.n) if result["vp"][seat] == vp]
        if len(level) > 1:
            seats = self.several([self.seat(seat) for seat in level])
            return self.say("result.wins_by_coins", seats=seats, vp=vp, seat=winner, coins=coins)
        next_vp = max(result["vp"][seat] for seat in range(self.n) if seat != winners[0])
        others = self.several([self.seat(seat) for seat in range(self.n) if result["vp"][seat] == next_vp])
        return self.say("result.wins", seat=winner, vp=vp, margin=vp - next_vp, others=others)
