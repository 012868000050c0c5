"""An event card: targets, money, discards, elections, recalls and freezes, clause by clause."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.simcity.referee.cards import Card, Clause
from tests.simcity.referee.disasters import destroy
from tests.simcity.referee.offices import Offices
from tests.simcity.referee.placement import phase_problems
from tests.simcity.referee.state import Game

Shown = dict[str, Any]


class Event:
    """One event being played by `seat`."""

    def __init__(self, game: Game, offices: Offices, seat: int, card: Card, shown: Shown) -> None:
        self.game = game
        self.book = game.book
        self.offices = offices
        self.seat = seat
        self.card = card
        self.shown = shown
        self.money: Counter[int] = Counter()
        self.votes: Counter[int] = Counter()
        self.given_up: Counter[int] = Counter()
        self.lost: list[int] = []
        self.governor_pays = False  # the governor stands in for the whole of this disaster

    def judge(self) -> None:
        """Checks and does everything; the card ends on the discards."""
        self.book.check(self.card.kind == "event", "event", f"{self.card.id} is no event")
        for rule, sentence in phase_problems(self.game, self.seat, self.card):
            self.book.fault(rule, sentence)
        self.game.take_from_hand(self.seat, self.card.id, "plays")
        self.offices.paid_as_mayor = False
        self.lost = destroy(self.game, self.card, self.seat, self.shown)
        for clause in self.card.clauses:
            self._do(clause)
        self._compare_money()
        self._absent("election", "freeze")
        self.game.discard(self.seat, [self.card.id])
        self.offices.dismiss_if_broken()

    def _absent(self, *verbs: str) -> None:
        """What the card does not do must not be in the trace."""
        shown = {"election": self.shown["election"], "freeze": self.shown["frozen"]}
        for verb in verbs:
            if not self.card.has(verb) or (verb == "election" and not self._elects()):
                self.book.check(
                    shown[verb] is None, verb, f"{self.card.id} makes none, but the trace says {shown[verb]}"
                )
        if not self.card.has("discard"):
            self.book.check(not any(entry["cards"] for entry in self.shown["discards"]), "discards", "nobody discards")

    def _elects(self) -> bool:
        return bool(self.game.rules["offices"]) and not self.game.is_duel

    def _do(self, clause: Clause) -> None:
        match clause.verb:
            case "mayor_pays":
                for number, city in enumerate(self.game.cities):
                    amount = clause.number
                    if clause.each_lost:
                        amount *= self.lost[number]
                    if clause.per:
                        amount *= max(0, city.total(clause.word)) // clause.per
                    self._bill(number, amount)
            case "gain":
                for seat in self._named(clause.word):
                    self.money[seat] += clause.number
                    self.game.funds[seat] += clause.number
            case "lose":
                for seat in self._named(clause.word):
                    self._lose(seat, clause.number, clause.word)
            case "election" if self._elects():
                costs = self.offices.election(clause.word, self.shown["election"])
                self.votes.update({seat: -cost for seat, cost in enumerate(costs)})
                mayor = self.game.mayor
                if self.game.rules["dismissal"] == "any_payment" and mayor is not None and costs[mayor]:
                    self.offices.paid_as_mayor = True
            case "recall" if self.game.mode == "shared" and self.game.mayor is not None:
                self.offices.vacancy("recall")
            case "freeze":
                until = self.game.turn + clause.number * self.game.players
                self.book.equal(
                    "freeze", "what is frozen", {"zone": clause.zone, "until_turn": until}, self.shown["frozen"]
                )
                self.game.frozen[clause.zone] = max(until, self.game.frozen.get(clause.zone, 0))
            case "discard":
                self._discards(clause.number)

    def _named(self, whom: str) -> list[int]:
        """The seats that gain or lose; in a duel each is his own mayor."""
        game = self.game
        if whom == "mayor":
            return list(range(game.players)) if game.is_duel else [game.mayor] if game.mayor is not None else []
        return [seat for seat in range(game.players) if whom == "all" or (seat == self.seat) == (whom == "self")]

    # ----- payments -----

    def _pay(self, seat: int, amount: int) -> None:
        """A bill or a loss: what the seat has, the rest is waived."""
        paid = min(amount, self.game.funds[seat])
        self.game.funds[seat] -= paid
        self.money[seat] -= paid
        if amount > 0 and seat == self.game.mayor:
            self.offices.paid_as_mayor = True

    def _resigns_before(self, seat: int, amount: int) -> bool:
        """Whether he is the mayor, the payment would break him, and he resigns before it."""
        game = self.game
        if seat != game.mayor or amount <= 0 or amount < game.funds[seat] or not self.offices.resigns():
            return False
        self.given_up[seat] -= (game.funds[seat] + 1) // 2
        self.offices.vacancy("resigned")
        return True

    def _bill(self, number: int, amount: int) -> None:
        """A bill of the city: the mayor's, the governor's in his place, or in a duel the city's own player's."""
        game = self.game
        if amount <= 0:
            return
        if game.is_duel:
            self._pay(number, amount)
        elif game.mayor is not None:
            if self._governor_stands_in():
                assert game.governor is not None
                self._pay(game.governor, amount)
            elif self._resigns_before(game.mayor, amount):
                if game.rules["resign_bill"] == "new_mayor":
                    self._bill(number, amount)
            else:
                self._pay(game.mayor, amount)

    def _governor_stands_in(self) -> bool:
        """The governor pays one disaster of his term; as mayor himself he has served by paying."""
        game = self.game
        if self.governor_pays:
            return game.governor != game.mayor
        if "disaster" not in self.card.tags or game.governor is None or game.governor_served:
            return False
        mayor_pays = any(entry["seat"] == game.mayor and entry["amount"] < 0 for entry in self.shown["money"])
        mayor_pays = mayor_pays or self.offices.resigns()
        if game.governor != game.mayor and game.rules["governor_pays"] == "choice" and mayor_pays:
            return False
        game.governor_served = True
        self.governor_pays = game.governor != game.mayor
        return self.governor_pays

    def _lose(self, seat: int, amount: int, whom: str) -> None:
        game = self.game
        if self._resigns_before(seat, amount) and whom == "mayor":
            if game.rules["resign_bill"] == "new_mayor" and game.mayor is not None:
                self._lose(game.mayor, amount, whom)
            return
        self._pay(seat, amount)

    def _compare_money(self) -> None:
        """What each seat got and paid; bought votes and funds given up may be listed or not."""
        shown: Counter[int] = Counter()
        for entry in self.shown["money"]:
            shown[entry["seat"]] += entry["amount"]
        for seat in range(self.game.players):
            right, votes, given_up = self.money[seat], self.votes[seat], self.given_up[seat]
            allowed = {right, right + votes, right + given_up, right + votes + given_up}
            self.book.check(
                shown[seat] in allowed,
                *("money", f"{self.card.id} moves {right} for seat {seat}, but the trace says {shown[seat]}"),
            )

    # ----- cards -----

    def _discards(self, number: int) -> None:
        game = self.game
        shown: dict[int, list[str]] = {entry["seat"]: entry["cards"] for entry in self.shown["discards"]}
        for seat in range(game.players):
            cards = shown.get(seat, [])
            wanted = 0 if seat == self.seat else min(number, len(game.hands[seat]))
            self.book.equal("discards", f"how many cards seat {seat} discards", wanted, len(cards))
            for card in cards:
                game.take_from_hand(seat, card, "discards")
            game.discard(seat, cards)
