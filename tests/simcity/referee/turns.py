"""Step 3 of a turn and its end: plays, credit, hand limit, funds."""

from __future__ import annotations

from typing import Any

from tests.simcity.referee.city import Cell
from tests.simcity.referee.council import judge_vote
from tests.simcity.referee.drawing import judge_draws, judge_purchase
from tests.simcity.referee.ending import at_step_three
from tests.simcity.referee.events import Event
from tests.simcity.referee.offices import Offices
from tests.simcity.referee.payment import compare_pay, pay_of
from tests.simcity.referee.phases import phase_after
from tests.simcity.referee.placement import legal_play, plant_is_open, problems
from tests.simcity.referee.state import Game, Line
from tests.simcity.referee.supply import supply


class Turn:
    """One turn of one seat, with the office lines that follow it."""

    def __init__(self, game: Game, line: Line, office_lines: list[tuple[int, Line]]) -> None:
        self.game = game
        self.book = game.book
        self.line = line
        self.seat: int = line["seat"]
        self.offices = Offices(game, office_lines)
        self.plays_left: int = game.rules["plays"]
        self.voted_down: set[frozenset[Cell]] = set()
        self.credits: list[int] = []

    def judge(self) -> str:
        """Judges the turn; gives why the game must end at step 3, or nothing."""
        game, book, line = self.game, self.book, self.line
        game.turn += 1
        book.equal("turn order", "the turn", game.turn, line["turn"])
        book.equal("turn order", "the round", (game.turn - 1) // game.players + 1, line["round"])
        book.equal("turn order", "the seat to move", (game.start_player + game.turn - 1) % game.players, self.seat)
        book.equal("phase", "the phase at the start of the turn", game.phase, line["phase"])
        judge_draws(game, self.seat, line)
        if line["bought"] is not None:
            judge_purchase(game, self.offices, self.seat, line["bought"])
        ends = at_step_three(game, self.seat)
        if ends and line["plays"]:
            book.fault("end", f"the game must end at step 3 ({ends}), but the turn goes on")
            ends = ""
        elif not ends and not line["plays"]:
            book.fault("end", "the turn has no plays, but nothing ends the game at step 3")
        for play in line["plays"]:
            self._play(play)
        if line["plays"]:
            book.check(self.plays_left == 0, "plays", f"{self.plays_left} plays more must be told, if only as passes")
        self._end()
        return ends

    # ----- plays -----

    def _play(self, play: dict[str, Any]) -> None:
        game, book = self.game, self.book
        book.check(self.plays_left > 0, "plays", f"seat {self.seat} plays once more than he may")
        self.plays_left -= 1
        opens = False
        match play["type"]:
            case "pass":
                self._pass()
            case "event":
                card = game.cards[play["card"]]
                self.plays_left += sum(clause.number for clause in card.all_of("extra_plays"))
                Event(game, self.offices, self.seat, card, play).judge()
            case "block":
                opens = self._block(play)
            case other:
                book.fault("plays", f"{other!r} is no play")
        grown = phase_after(game, opens)
        if opens and grown >= 3 and game.phase < 3:
            self.offices.takes_office_by_plant(self.seat)
        game.phase = grown
        if "phase_after" in play:
            book.equal("phase", "the phase after the play", grown, play["phase_after"])
            game.phase = play["phase_after"]

    def _pass(self) -> None:
        if not self.game.rules["may_pass"]:
            play = legal_play(self.game, self.seat, self.game.rules["rezone_counts_as_play"], self.voted_down)
            self.book.check(not play, "pass", f"seat {self.seat} passes, though {play} is a legal play (may_pass)")

    def _block(self, play: dict[str, Any]) -> bool:
        """A block; says whether it is a power plant that may open phase 3."""
        game, book, seat = self.game, self.book, self.seat
        card, how = game.cards[play["card"]], play["how"]
        cells = tuple(game.place(place, seat) for place in (play["at"], play["at2"]) if place is not None)
        for rule, sentence in problems(game, seat, card, how, cells):
            book.fault(rule, sentence)
        before = game.city(seat)
        after, block = before.placed(card, cells)
        right = supply(after, block, game.rules).shown() if card.needs_sims else None
        book.equal("supply", f"the supply of {card.id}", right, play["supply"])
        if how == "rezone":
            covered = list(dict.fromkeys(top for cell in cells if (top := before.top(cell))))
            again = game.rules["rezone_failed"] == "again" and frozenset(cells) in self.voted_down
            book.check(not again, "rezoning", f"{card.id} at {play['at']} was voted down in this turn already")
            if not judge_vote(game, card, covered, play["vote"]):
                self._voted_down(play, frozenset(cells))
                return False
        else:
            book.check(play["vote"] is None, "vote", f"{card.id} is no rezoning, but the trace has a vote")
        game.take_from_hand(seat, card.id, "plays")
        opens = "power_plant" in card.tags and plant_is_open(game, before)
        game.cities[game.own(seat)] = after
        self.plays_left += sum(clause.number for clause in card.all_of("extra_plays"))
        on_emptied = how == "new" and cells[0] in before.emptied
        pay = pay_of(after, block, on_emptied, game.phase, game.rules)
        if card.zone == "orange":
            game.best_orange = max(game.best_orange, pay.zoning)
        self._credit(pay.total(game.rules))
        if book.check(play["pay"] is not None, "pay", f"{card.id} pays, but the trace has no pay"):
            shown = play["pay"]
            places = {
                part: [game.place(entry["from"], seat) if entry["from"] is not None else None for entry in shown[part]]
                for part in ("receives", "adds")
            }
            for sentence in compare_pay(after, pay, shown, places, game.rules):
                book.fault("pay", f"{card.id}: {sentence}")
        return opens

    def _voted_down(self, play: dict[str, Any], cells: frozenset[Cell]) -> None:
        """The card returns to the hand; the play is spent or may be made again elsewhere."""
        card = play["card"]
        self.book.check(card in self.game.hands[self.seat], "hand", f"{card} is not in the hand of seat {self.seat}")
        self.book.check(play["pay"] is None, "pay", f"{card} was voted down and pays nothing")
        self.voted_down.add(cells)
        if self.game.rules["rezone_failed"] == "again":
            self.plays_left += 1

    # ----- money and the end of the turn -----

    def _credit(self, total: int) -> None:
        if self.game.rules["credit"] == "each_play":
            self.game.funds[self.seat] = max(0, self.game.funds[self.seat] + total)
        else:
            self.credits.append(total)

    def _end(self) -> None:
        game, book, line, seat = self.game, self.book, self.line, self.seat
        for total in self.credits:
            game.funds[seat] = max(0, game.funds[seat] + total)
        limit = game.rules["hand_limit"] if game.mode != "solitaire" and line["plays"] else 0
        surplus = max(0, len(game.hands[seat]) - limit) if limit else 0
        book.equal("hand limit", "how many cards are discarded at the end of the turn", surplus, len(line["discarded"]))
        for card in line["discarded"]:
            game.take_from_hand(seat, card, "discards")
        game.discard(seat, line["discarded"])
        passed = bool(line["plays"]) and all(play["type"] == "pass" for play in line["plays"])
        game.passes = game.passes + 1 if passed and not game.deck(seat) else 0
        book.equal("phase", "the phase after the turn", game.phase, line["phase_after"])
        self.offices.judge_funds(line["funds"])
