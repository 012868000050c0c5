"""Notes for a golden game: for each line of a trace, in words, what happens in it and which rule allows it.

The notes believe the lines; that these are right is for the referee to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.simcity.referee.cards import Card

Line = dict[str, Any]
WAYS = {
    "new": "lays {card} at {at} (S7)",
    "upgrade": "upgrades {at} to {card} (S8)",
    "rezone": "rezones {at} to {card} (S9)",
}
ENDS = {
    "target": "somebody has reached the target",
    "no_play_after_deck": "the deck is empty and the seat to move has no play",
    "table_full": "the table is full and there is no play",
    "stall": "everybody has passed on an empty deck",
    "turn_limit": "the turn limit is reached",
}
LEAVES = {
    "recall": "is recalled (S21)",
    "dismissed": "is left with nothing and dismissed (S22)",
    "resigned": "resigns (S22)",
}
FROM = {"deck": "S4", "discard": "S30", "long_deck": "S27"}


def listed(things: Iterable[object]) -> str:
    """ "1, 2 and 3"."""
    names = [str(thing) for thing in things]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def place(at: list[int]) -> str:
    """A cell; in a duel with the seat whose city it is in."""
    return f"({', '.join(map(str, at))})"


class Notes:
    """The notes of one game, asked for line by line in order."""

    def __init__(self, game: Line, cards: Mapping[str, Card]) -> None:
        self.rules: Mapping[str, Any] = game["rules"]
        self.cards = cards
        self.phase = 1

    def on(self, line: Line) -> list[str]:
        """The notes above ``line``."""
        found: list[str] = getattr(self, line["event"])(line)
        return found

    def deal(self, line: Line) -> list[str]:
        sizes = [sum(copies.values()) for copies in line["lists"]]
        mode = {"solitaire": " (S30)", "duel": ", each builds in a city of its own (S31)"}.get(line["mode"], "")
        long = f" The long deck has {len(line['long_deck'])} cards (S27)." if line["long_deck"] else ""
        return [
            f"S1: mode {line['mode']}{mode}; cards in the lists: {listed(sizes)}.",
            f"S2: each seat is dealt {self.rules['hand']}; seat {line['start_player']} was drawn to start.{long}",
        ]

    def turn(self, line: Line) -> list[str]:
        self.phase = line["phase"]
        seat = line["seat"]
        draws = [f"{each['card']} ({FROM[each['from']]})" for each in line["draws"]]
        notes = [f"S3: turn of seat {seat}. It draws {listed(draws) if draws else 'nothing (S4)'}."]
        if line["thrown"]:
            notes[0] += f" S30: above the hand limit, {listed(line['thrown'])} goes to the discards."
        if line["bought"]:
            bought = line["bought"]
            drew = f", and draws {bought['drew']}" if bought["drew"] else ""
            notes[0] += f" S5: it buys {bought['card']} for {bought['cost']}{drew}."
        notes += [f"S6: {self.play(play)}" for play in line["plays"]]
        if line["discarded"]:
            notes.append(f"S28: at the end it discards {listed(line['discarded'])}.")
        if not line["plays"]:
            notes.append("S29: at step 3 the game is over.")
        return notes

    def play(self, play: Line) -> str:
        """One play."""
        if play["type"] == "pass":
            return "it passes."
        text = self.event(play) if play["type"] == "event" else self.block(play)
        after = play["phase_after"]
        if after > self.phase:
            rule = "S20" if after == 4 else "S19"
            text += f" {rule}: phase {after} begins."
            self.phase = after
        return text

    def block(self, play: Line) -> str:
        """A placement, with its vote, its sims and its pay."""
        card = self.cards[play["card"]]
        at = place(play["at"]) + (f" and {place(play['at2'])}, a long card (S27)," if play["at2"] else "")
        text = f"it {WAYS[play['how']].format(card=card.id, at=at)}."
        conditions = [clause for clause in card.clauses if clause.verb in ("needs", "forbids")]
        if conditions or card.limit:
            text += " S11: its conditions hold."
        if play["vote"]:
            vote = play["vote"]
            tie = f", seat {vote['tie_break']} decides the tie" if vote["tie_break"] is not None else ""
            said = "it passes" if vote["passed"] else "it fails, and the card returns to the hand"
            text += f" S10: {sum(vote['yes'])} for, {sum(vote['no'])} against{tie}; {said}."
        if play["supply"]:
            text += " " + self.supply(play["supply"])
        return text + (" " + self.pay(play["pay"]) if play["pay"] else "")

    def supply(self, supply: Line) -> str:
        """Where the sims come from."""
        ways = [f"{supply['neighbours']} beside it", f"{supply['road']} by road", f"{supply['rail']} by rail"]
        joined = ", road and rail joined" if supply["joined"] else ""
        powered = " S13: it must also have power." if self.rules["power_required"] and self.phase >= 3 else ""
        return f"S12: it needs {supply['needed']} sims: {listed(ways)}{joined}; {supply['got']} count.{powered}"

    def pay(self, pay: Line) -> str:
        """The parts of what it earns."""
        near = [
            f"{each['amount']} from {place(each['from']) if each['from'] else 'the city'}" for each in pay["receives"]
        ]
        near += [f"{each['amount']} added by {place(each['from'])}" for each in pay["adds"]]
        parts = [f"value {pay['value']}", *([f"{listed(near)} (S15)"] if near else [])]
        for key, rule in (("zoning", "S16"), ("complex", "S17"), ("rebuilding", "S18")):
            parts += [f"{key} {pay[key]} ({rule})"] if pay[key] else []
        return f"S14: it pays {pay['total']}: {listed(parts)}."

    def event(self, play: Line) -> str:
        """An event and all that it does."""
        text = f"it plays {play['card']} (S25)."
        if play["dice"]:
            text += f" The dice show {listed(play['dice'])}."
        if play["removed"]:
            hits = [f"{listed(each['cards'])} at {place(each['at'])}" for each in play["removed"]]
            text += f" S26: it removes {'; '.join(hits)}."
        for each in play["money"]:
            verb = "gets" if each["amount"] > 0 else "pays"
            text += f" S21: seat {each['seat']} {verb} {abs(each['amount'])}."
        for each in play["discards"]:
            text += f" Seat {each['seat']} discards {listed(each['cards'])}."
        if play["election"]:
            election = play["election"]
            votes = ", ".join(f"seat {q} for {who}" for q, who in enumerate(election["candidate_of"]))
            text += f" S24: {election['office']} is elected: {votes}; seat {election['winner']} wins."
        if play["frozen"]:
            text += f" The zone {play['frozen']['zone']} is frozen until turn {play['frozen']['until_turn']}."
        return text

    def office(self, line: Line) -> list[str]:
        office, seat, why = line["office"], line["seat"], line["why"]
        if seat is None:
            given = f" and gives up {line['given_up']}" if line["given_up"] else ""
            return [f"The {office}, seat {line['left']}, {LEAVES[why]}{given}; the office is auctioned at once."]
        if why == "power_plant":
            return [f"S19: seat {seat} played the first power plant and is {office} (S21)."]
        if why == "election":
            return [f"S24: seat {seat} is {office} until the next election."]
        paid = f"; paid: {listed(line['paid'])}" if line["paid"] and any(line["paid"]) else ""
        how = "bid most" if why == "auction" else "is the left neighbour, as nobody bids"
        return [f"S23: seat {seat} {how} and is {office}{paid}."]

    def end(self, line: Line) -> list[str]:
        return [f"S29: {ENDS[line['why']]}."]

    def result(self, line: Line) -> list[str]:
        verb = "wins" if len(line["winners"]) == 1 else "share the win"
        return [f"S29: most funds win: seat {listed(line['winners'])} {verb}."]


def annotated(lines: list[Line], head: list[str], dumps: Any, cards: Mapping[str, Card]) -> str:
    """A golden file's text: ``head``, then every line below its notes, with a blank line before a round."""
    notes = Notes(lines[0], cards)
    text = [f"# {note}" for note in head]
    text.append(dumps(lines[0]))
    round_no = 0
    for line in lines[1:]:
        if line["event"] in ("deal", "end") or line.get("round", round_no) > round_no:
            text.append("")
            round_no = line.get("round", round_no)
        text += [f"# {note}" for note in notes.on(line)]
        text.append(dumps(line))
    return "\n".join(text) + "\n"
