"""Mayor, governor and chairman: the office lines that must follow a turn, auctions, and what they cost.

The office lines stand after the turn line, but what they tell happened during the turn; so they are taken one by one
while the turn is judged, and their money is taken at once from the real funds. At the end `judge_funds` compares
the funds shown: the turn line's are those before the bids, each office line's those after its own costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from tests.simcity.referee.state import Game, Line


@dataclass(frozen=True)
class Cost:
    """What one office line cost each seat; `when` tells which funds of the trace may still hold it."""

    line: int
    funds: list[int] | None
    amounts: list[int]
    when: str  # bids: always after the turn line; given_up, votes: before or after it


def auction_can_end(totals: tuple[int, ...]) -> bool:
    """Whether bidding in this order, each raise the highest so far, can end with these totals; the largest wins."""

    players = len(totals)
    start: tuple[int, int, frozenset[int]] = (0, 0, frozenset())
    found, edge = {start}, [start]
    while edge:
        highest, turn, done = edge.pop()
        if len(done) == players:
            return True
        following = (turn + 1) % players
        if turn in done or totals[turn] == 0:  # he drops out
            steps = [(highest, following, done | {turn})]
        else:  # he raises a little, if he can raise again later, or to his total
            steps = [(highest + 1, following, done)] if highest + 1 < totals[turn] else []
            steps += [(totals[turn], following, done | {turn})] if highest < totals[turn] else []
        new = [step for step in steps if step not in found]
        found.update(new)
        edge += new
    return False


class Offices:
    """The office lines of one turn, in their order."""

    def __init__(self, game: Game, lines: list[tuple[int, Line]]) -> None:
        self.game = game
        self.book = game.book
        self.lines = list(lines)
        self.costs: list[Cost] = []
        self.turn_line = game.book.line
        self.paid_as_mayor = False  # an event's payment fell on the mayor since he took office or the play began

    # ----- lines -----

    def _take(self, office: str, what: str) -> Line | None:
        """The next office line, which must be about this office."""
        if not self.lines or self.lines[0][1]["office"] != office:
            self.book.fault("offices", f"an office line must tell that {what}, and there is none")
            return None
        self.book.line, line = self.lines.pop(0)
        return line

    def _charge(self, line: Line, amounts: list[int], when: str) -> None:
        funds = self.game.funds
        for seat, amount in enumerate(amounts):
            self.book.check(
                0 <= amount <= funds[seat], "offices", f"seat {seat} pays {amount} and has only {funds[seat]}"
            )
            funds[seat] -= amount
        self.costs.append(Cost(self.book.line, line.get("funds"), amounts, when))

    def _check(self, line: Line, **expected: object) -> None:
        for key, right in expected.items():
            self.book.equal("offices", f"{key} of the {line['office']}'s line", right, line.get(key))

    def _nobody_pays(self) -> list[int]:
        return [0] * self.game.players

    # ----- the mayor -----

    def takes_office_by_plant(self, seat: int) -> None:
        """The first power plant opens phase 3 and makes its player mayor."""
        self.game.mayor = seat
        line = self._take("mayor", f"seat {seat} is mayor by the first power plant")
        if line:
            self._check(line, seat=seat, left=None, why="power_plant")
            self._charge(line, self._nobody_pays(), "bids")
        self.book.line = self.turn_line

    def resigns(self) -> bool:
        """Whether the next line tells that the mayor resigns here."""
        if not self.lines or self.game.mode != "shared":
            return False
        line = self.lines[0][1]
        return line["office"] == "mayor" and line["why"] == "resigned" and line["left"] == self.game.mayor

    def vacancy(self, why: str) -> None:
        """The mayor leaves (recall, dismissed, resigned), and his office is auctioned at once."""
        game, left = self.game, self.game.mayor
        assert left is not None
        given_up = (game.funds[left] + 1) // 2 if why == "resigned" else 0
        game.mayor, self.paid_as_mayor = None, False
        line = self._take("mayor", f"mayor {left} left his office ({why})")
        if line:
            self._check(line, seat=None, left=left, why=why)
            shown = line.get("given_up") or 0
            self.book.equal("resignation", f"what mayor {left} gives up when he leaves ({why})", given_up, shown)
            self._charge(line, [shown if seat == left else 0 for seat in range(game.players)], "given_up")
        line = self._take("mayor", f"the office that mayor {left} left is filled")
        if line:
            self._auction(line, left)
        self.book.line = self.turn_line

    def _holds_other(self, seat: int, office: str) -> bool:
        held = [name for name in ("mayor", "governor", "chairman") if getattr(self.game, name) == seat]
        return not self.game.rules["offices_combine"] and any(name != office for name in held)

    def _auction(self, line: Line, left: int) -> None:
        game, book, rules = self.game, self.book, self.game.rules
        in_turn = game.left_of(left)
        free = [seat for seat in in_turn if not self._holds_other(seat, "mayor")]
        bidders = free + ([left] if rules["leaver_bids"] and not self._holds_other(left, "mayor") else [])
        paid = line["paid"] or self._nobody_pays()
        for seat in range(game.players):
            if paid[seat]:
                why = "the one who left does not bid" if seat == left else "holders of another office do not bid"
                book.check(seat in bidders, "auction", f"seat {seat} bids {paid[seat]}, but {why}")
        highest = max(paid)
        if highest == 0:
            heir = (free or in_turn)[0]
            self._check(line, seat=heir, left=None, why="left_neighbour")
        else:
            self._check(line, seat=paid.index(highest), left=None, why="auction")
            if rules["auction"] == "winner_pays":
                book.check(sum(paid) == highest, "auction", f"only the winner pays, but the trace says {paid}")
            else:
                totals = tuple(paid[seat] for seat in bidders)
                possible = auction_can_end(totals)
                book.check(possible, "auction", f"no bidding in turn, each raise the highest, ends with {paid}")
        self._charge(line, paid, "bids")
        game.mayor = line["seat"]

    def dismiss_if_broken(self) -> None:
        """After a play or a purchase: a mayor whom the payment left at 0 loses his office."""
        game = self.game
        broken = self.paid_as_mayor and game.mayor is not None and game.funds[game.mayor] == 0
        self.paid_as_mayor = False
        if broken and game.mode == "shared":
            self.vacancy("dismissed")

    # ----- elections -----

    def election(self, office: str, shown: dict[str, Any]) -> list[int]:
        """An election of governor or chairman; gives what the bought votes cost each seat."""
        game, book = self.game, self.book
        book.equal("election", "the office", office, shown["office"])
        costs = [5 * bought for bought in shown["bought"]]
        tally = self._nobody_pays()
        for seat, candidate in enumerate(shown["candidate_of"]):
            afford = game.funds[seat]
            book.check(costs[seat] <= afford, "election", f"seat {seat} buys votes for {costs[seat]}, and has {afford}")
            if candidate is None:
                continue
            tally[candidate] += 1 + shown["bought"][seat]
            book.check(
                not self._holds_other(candidate, office),
                *("election", f"seat {candidate} stands as {office}, but he holds another office"),
            )
        winner = shown["winner"]
        best = [seat for seat, votes in enumerate(tally) if votes and votes == max(tally)]
        book.check(winner in best or not best, "election", f"seats {best} have most votes, but {winner} wins")
        before = getattr(game, office)
        setattr(game, office, winner)
        if office == "governor":
            game.governor_served = False
        again = winner == before and not (self.lines and self.lines[0][1]["office"] == office)
        line = None if again else self._take(office, f"seat {winner} is elected {office}")
        if line:
            self._check(line, seat=winner, why="election")
            book.check(
                line["left"] in (None, before), "offices", f"the {office} before was {before}, not {line['left']}"
            )
            self._charge(line, costs, "votes")
        else:
            game.funds[:] = [max(0, have - cost) for have, cost in zip(game.funds, costs, strict=True)]
        book.line = self.turn_line
        return costs

    # ----- the end of the turn -----

    def judge_funds(self, turn_funds: list[int]) -> None:
        """Compares the funds of the turn line and of every office line with the real ones."""
        for number, line in self.lines:
            self.book.line = number
            self.book.fault(
                "offices", f"nothing in this turn makes this line about the {line['office']} ({line['why']})"
            )
        self.book.line = self.turn_line
        every = [
            self._differences(
                turn_funds, {"bids"} | {when for when, late in zip(("given_up", "votes"), pick, strict=True) if late}
            )
            for pick in product((False, True), repeat=2)
        ]
        for number, sentence in min(every, key=len):
            self.book.line = number
            self.book.fault("funds", sentence)
        self.book.line = self.turn_line

    def _differences(self, turn_funds: list[int], late: set[str]) -> list[tuple[int, str]]:
        """The funds that are wrong if these costs are taken after the turn line."""
        funds = list(self.game.funds)
        for cost in self.costs:
            if cost.when in late:
                funds = [have + amount for have, amount in zip(funds, cost.amounts, strict=True)]
        found = []
        if funds != turn_funds:
            found.append((self.turn_line, f"after the turn they are {funds}, but the trace says {turn_funds}"))
        for cost in self.costs:
            if cost.when in late:
                funds = [have - amount for have, amount in zip(funds, cost.amounts, strict=True)]
            if cost.funds is not None and cost.funds != funds:
                found.append((cost.line, f"after this line they are {funds}, but the trace says {cost.funds}"))
        return found
