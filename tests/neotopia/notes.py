"""Notes for a golden game: for each line of a trace, in words, what happens in it and which rule allows it.

The notes believe the lines; that these are right is for the referee to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from balance.games.neotopia.board import Board

Line = dict[str, Any]
COUNTED_BY = {
    "game": "of all its keeps in the game",
    "since_skill": "of its keeps since the skill",
    "in_front": "of the cards that then lie before it",
}


def listed(things: Iterable[object]) -> str:
    """ "1, 2 and 3"."""
    names = [str(thing) for thing in things]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def seats(numbers: Iterable[int]) -> str:
    """ "seat 1" or "seats 1 and 2"."""
    found = list(numbers)
    return f"seat {found[0]}" if len(found) == 1 else f"seats {listed(found)}"


def coins(number: int) -> str:
    return "1 coin" if number == 1 else f"{number} coins"


class Notes:
    """The notes of one game, asked for line by line in order."""

    def __init__(self, game: Line, deal: Line) -> None:
        self.rules: Mapping[str, Any] = game["rules"]
        self.n = game["players"]
        self.board = Board(deal)
        self.deal_line = deal
        self.keeps = [0] * self.n
        self.keeps_at_skill: list[int | None] = [None] * self.n
        self.first = 0
        self.riots = 0
        self.earned = [0] * self.n
        self.coins: list[int] = deal["coins"]

    def on(self, line: Line) -> list[str]:
        """The notes above ``line``."""
        found: list[str] = getattr(self, line["event"])(line)
        return found

    def deal(self, line: Line) -> list[str]:
        out = line["removed_suit"]
        pack = self.rules["suits"] * self.rules["cards_per_suit"] + self.rules["jokers"] + 1
        why = f"; suit {out} is taken out, as 3 play" if out else ""
        up = f" and {self.rules['field_up']} face up" if self.rules["field_up"] else ""
        return [
            f"N1: the pack has {pack} cards{why}. Each seat gets {self.rules['hand']}; "
            f"{self.rules['rounds']} lie face down{up} on the field, {len(line['pile'])} are the pile.",
            f"N10: of {coins(self.rules['coin_supply'])} each seat gets {line['coins'][0]}; "
            f"{line['stock']} are left as the stock.",
            f"N2: seat {line['start_player']} was drawn as the start player.",
        ]

    def round(self, line: Line) -> list[str]:
        moved = line["round"] - 1 if self.rules["rotate_start"] else 0
        goes_first = (self.deal_line["start_player"] + moved) % self.n
        self.board.follow(line)
        left = self.board.down.total()
        return [
            f"N3: of the face-down cards one is turned up, {line['revealed']}, which leaves {left}. "
            f"N4: seat {goes_first} goes first."
        ]

    def turn(self, line: Line) -> list[str]:
        seat, notes = line["seat"], []
        self.coins = line["coins"]
        if line["skill_when"] == "before":
            notes += self.skill(line, seat)
        notes += self.action(line["action"], seat)
        if line["skill_when"] == "after":
            notes += self.skill(line, seat)
        return notes

    # Actions

    def action(self, action: Line, seat: int) -> list[str]:
        rules, hand = self.rules, self.board.hands[seat]
        kind = action["type"]
        if kind == "keep":
            note = self.keep(action, seat)
        elif kind == "release":
            due = rules["release_gain"]
            short = "" if action["gained"] == due else f" (N10: the stock cannot pay {due})"
            note = (
                f"N6: seat {seat} puts a {action['from']} card, {action['card']}, face up on the field "
                f"and takes {coins(action['gained'])}{short}."
            )
        elif kind == "transfer":
            how = "face up" if action["take_face"] == "up" else "face down, though all saw it"
            note = (
                f"N7: seat {seat} pays {coins(rules['transfer_cost'])} and swaps its public {action['give']} "
                f"for a field card that lies face {action['take_face']}, {action['take']}; "
                f"what it gave lies {how}."
            )
        elif kind == "hire":
            cost = coins(rules["hire_cost"])
            note = f"N8: seat {seat} pays {cost} and takes {action['take']}, which is public."
        else:
            held = sum(zone.total() for zone in hand.values())
            note = f"N9: seat {seat}, with {held} cards in hand, has no legal action and must pass."
        self.board.act(seat, action)
        return [note]

    def keep(self, action: Line, seat: int) -> str:
        self.keeps[seat] += 1
        cost = f" for {coins(self.rules['keep_cost'])}" if self.rules["keep_cost"] else ""
        note = f"N5: seat {seat} puts a hidden card, {action['card']}, face {action['face']} before it{cost}"
        since = self.keeps_at_skill[seat]
        if since is None or self.rules["secret_personnel"] not in ("lasting", "once"):
            return note + "."
        hand = self.board.hands[seat]
        number = {
            "game": self.keeps[seat],
            "since_skill": self.keeps[seat] - since,
            "in_front": hand["public"].total() + hand["secret"].total() + 1,
        }[self.rules["secret_count"]]
        parity = "" if self.rules["secret_parity"] else " (any number may go face down)"
        return f"{note}. N13: it is number {number} {COUNTED_BY[self.rules['secret_count']]}{parity}."

    # Skills

    def skill(self, line: Line, seat: int) -> list[str]:
        skill, name = line["skill"], line["skill"]["name"]
        said: str = getattr(self, name)(skill, seat, line["round"])
        self.board.use(seat, skill)
        cost = self.rules["skill_cost"]
        box = f"puts {coins(cost)} on the box of" if cost else "uses"
        return [f"N11: {line['skill_when']} its action seat {seat} {box} {name.replace('_', ' ')}. {said}"]

    def market_research(self, skill: Line, seat: int, number: int) -> str:
        pile = self.board.pile.total()
        return f"N12: in round {number} it sees {len(skill['saw'])} of the pile's {pile} cards."

    def secret_personnel(self, skill: Line, seat: int, number: int) -> str:
        if "card" in skill:
            return f"N13: its public {skill['card']} is turned face down."
        self.keeps_at_skill[seat] = self.keeps[seat]
        many = "one keep" if self.rules["secret_personnel"] == "once" else "keeps"
        which = " with an odd number" if self.rules["secret_parity"] else ""
        return f"N13: from now on {many}{which} may go face down."

    def transfer_order(self, skill: Line, seat: int, number: int) -> str:
        give, take = skill["give"], skill["take"]
        return f"N14: it gives its public {give} for the public {take} of seat {skill['seat']}."

    def department_move(self, skill: Line, seat: int, number: int) -> str:
        none = [giver for giver, card in enumerate(skill["passed"]) if card is None]
        secret = [giver for giver, card in enumerate(skill["passed"]) if card and card["from"] == "secret"]
        said = "N15: all pass a card to the left at once, where it arrives hidden"
        said += f"; {seats(none)} has none to pass" if none else ""
        return said + (f"; that of {seats(secret)} was secret" if secret else "") + "."

    def subsidy(self, skill: Line, seat: int, number: int) -> str:
        public = self.board.hands[seat]["public"].total()
        short = "" if skill["gained"] == public // 2 else f" of {public // 2} (N10: the stock has no more)"
        return f"N16: half of its {public} public cards, rounded down: {coins(skill['gained'])}{short}."

    # Settlement

    def settlement(self, line: Line) -> list[str]:
        self.first = line["seat"]
        order = [(self.first + place) % self.n for place in range(self.n)]
        why = "it holds the start card" if line["held"] else "nobody holds the start card; it was the start player"
        return [f"N17: seat {self.first} begins the settlement: {why}. Settlement order: {listed(order)}."]

    def suit(self, line: Line) -> list[str]:
        self.earned = [sum(pair) for pair in zip(self.earned, line["vp"], strict=True)]
        held = [f"{count} by seat {seat}" for seat, count in enumerate(line["counts"]) if count]
        notes = [f"N18: of suit {line['suit']} " + (f"are held {', '.join(held)}." if held else "nobody has any.")]
        before, self.coins = self.coins, line["coins"]
        if line["outcome"] == "riot":
            self.riots += 1
            penalty = self.rules["riot_penalty"]
            lost = f"; it loses {penalty} VP" if penalty else ""
            return [f"{notes[0]} N19: a sole holder, so a riot: nothing is paid{lost}."]
        if line["outcome"] == "settled":
            if len(held) == 1:
                spent = "riots are off" if self.rules["riot"] == "off" else "the riot is spent"
                notes.append(f"N19: a sole holder, but {spent}.")
            if line["joker"] is not None:
                notes.append(f"N23: seat {line['joker']} declares the joker and counts one card more.")
            notes.append(self.ranks(line))
            notes.append(self.payment(line))
            changes = [now - then for now, then in zip(line["coins"], before, strict=True)]
            moved = [f"{change:+d} to seat {seat}" for seat, change in enumerate(changes) if change]
            notes += [f"Coins move: {', '.join(moved)}."] if moved else []
        elif any(line["vp"]):
            notes.append(f"N21: holding none pays {line['vp'][0]} VP.")
        return [" ".join(notes)]

    def ranks(self, line: Line) -> str:
        counts = [count + (seat == line["joker"]) for seat, count in enumerate(line["counts"])]
        said = f"N20: {seats(line['first'])} {'is' if len(line['first']) == 1 else 'are'} first"
        for rank in ("first", "second"):
            ranked = line[rank]
            equals = [seat for seat in range(self.n) if ranked and counts[seat] == counts[ranked[0]]]
            equals = [seat for seat in equals if rank == "first" or seat not in line["first"]]
            if rank == "second" and ranked:
                said += f", {seats(ranked)} second"
            if len(equals) > 1 and self.rules["ties"] == "clockwise":
                said += f" (of the equals {listed(equals)} nearest clockwise)"
            elif len(equals) > 1:
                said += " (equals share)"
        return said + "."

    def payment(self, line: Line) -> str:
        effects, suit = self.rules["effects"], line["suit"]
        if isinstance(effects, dict):
            row = ", ".join(f"{part} {amount}" for part, amount in effects[str(suit)].items()) or "nothing"
        else:
            ladder = self.rules["suits"] + 1 - suit
            row = {"flat": "vp 3", "count": "vp_per_card 1", "ladder": f"vp {ladder}"}[effects]
        paid = [f"{vp} to seat {seat}" for seat, vp in enumerate(line["vp"]) if vp]
        return f"N21: the row is {row}. {self.bonus(line)} VP in all: {', '.join(paid) or 'none'}."

    def bonus(self, line: Line) -> str:
        if self.rules["order_bonus"] == "none":
            return "N22: no order bonus by ruling."
        said = []
        for seat in line["first"]:
            order = (seat - self.first) % self.n + 1
            if seat == line["joker"] and not self.rules["joker_order_bonus"]:
                said.append(f"N23: no order bonus for seat {seat}, first by the joker.")
            else:
                bonus = self.rules["order_bonus"]
                amount = order if bonus == "order" else bonus[order - 1]
                said.append(f"N22: seat {seat}, order {order}, adds {amount}.")
        return " ".join(said)

    def result(self, line: Line) -> list[str]:
        rate, best = self.rules["vp_per_coin"], max(line["vp"])
        rows = [f"seat {seat}: {self.earned[seat]} + {rate} x {line['coins'][seat]}" for seat in range(self.n)]
        level = [seat for seat in range(self.n) if line["vp"][seat] == best]
        won = line["winners"]
        if len(won) > 1:
            why = "equal in VP and coins, they share the win"
        elif len(level) > 1:
            why = f"of {seats(level)}, equal in VP, it has the most coins"
        else:
            why = "it has the most VP"
        verb = "wins" if len(won) == 1 else "win"
        return [f"N24: VP of suits and of coins: {'; '.join(rows)}. {seats(won).capitalize()} {verb}: {why}."]


def annotated(lines: list[Line], head: list[str], dumps: Any) -> str:
    """A golden file's text: ``head``, then every line below its notes, with a blank line before a round."""
    notes = Notes(lines[0], lines[1])
    text = [f"# {note}" for note in head]
    text.append(dumps(lines[0]))
    for line in lines[1:]:
        if line["event"] in ("deal", "round", "settlement"):
            text.append("")
        text += [f"# {note}" for note in notes.on(line)]
        text.append(dumps(line))
    return "\n".join(text) + "\n"
