"""Judge of Neotopia traces: replays one game's JSON Lines and checks every step from the rules page alone.

It shares nothing with the kernel: plain Python, slow and literal, in the order of the rules page. `judge`
takes a whole trace, `judge_settlement` a position and the lines of its settlement; both return the faults
found, none for a right trace. Cards are conserved because a card moves only from where it lies; of the coins
the trace's own figures are added up. The areas of a fault:
    format (a line that cannot be read), sequence (a line too few, too many or out of place),
    rules (the rulings of the game line), deck (which cards there are), deal (sizes), money (coins and stock),
    conservation (the sum of all coins), round, turn order, action, cost, pass, gain, skill,
    secret (keeps face down), start (settlement start player), counts, riot (a suit's outcome), rank, joker,
    payment (VP of a suit), result.
After format, sequence and rules the judge stops. After any other fault it goes on from the trace's coins and
its own cards, so that the first fault is the sure one and later ones may only follow from it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

SKILLS = ("market_research", "secret_personnel", "transfer_order", "department_move", "subsidy")
ZONES = ("hidden", "public", "secret")
TABLES = ("flat", "count", "ladder")
PARTS = (
    *("vp", "vp_per_card", "vp_per_public", "vp_per_hidden", "vp_per_coin_pair", "coins", "take"),
    *("vp_first", "vp_second", "vp_holder", "vp_absent"),
)
CHOICES: dict[str, tuple[str, ...]] = {
    "coin_shortage": ("partial", "unlimited"),
    "release_from": ("any", "hidden"),
    "transfer_targets": ("any", "face_up"),
    "secret_personnel": ("lasting", "once", "flip_one", "off"),
    "secret_count": ("game", "since_skill", "in_front"),
    "move_passes": ("not_public", "hidden"),
    "riot": ("once", "every", "off"),
    "ties": ("clockwise", "shared"),
    "joker_uses": ("every_suit", "once"),
    "joker_view": ("all", "clockwise"),
}
SWITCHES = ("rotate_start", "secret_parity", "joker_order_bonus")
LEAST = {"suits": 1, "cards_per_suit": 1, "hand": 0, "rounds": 1, "field_up": 0, "jokers": 0}
AMOUNTS = (
    *("start_coins", "coin_supply", "keep_cost", "release_gain", "transfer_cost", "hire_cost", "skill_cost"),
    *("riot_penalty", "joker_threshold", "vp_per_coin"),
)
OTHER = ("removed_suit", "order_bonus", "effects", "skills")
LARGEST = 1000  # no size may be larger, lest a broken number keep the judge busy for ever


@dataclass(frozen=True)
class Fault:
    """One breach: line number (from 1), rule area, what the rules expect and what the trace says."""

    line: int
    area: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.area}: expected {self.expected}, the trace says {self.found}"


class _Unreadable(Exception):
    """A value that is not what its place asks for: what was expected, what was found."""


class _Stop(Exception):
    """The judge cannot go on; the fault is noted."""


def _whole(value: object, what: str, low: int | None = None, high: int | None = None) -> int:
    if type(value) is not int or (low is not None and value < low) or (high is not None and value > high):
        span = "" if low is None else f" from {low}" + ("" if high is None else f" to {high}")
        raise _Unreadable(f"{what}: a whole number{span}", value)
    return value


def _word(value: object, what: str, *allowed: str) -> str:
    if not isinstance(value, str) or (allowed and value not in allowed):
        raise _Unreadable(f"{what}: " + (" or ".join(allowed) or "a text"), value)
    return value


def _items(value: object, what: str, count: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (count is not None and len(value) != count):
        raise _Unreadable(f"{what}: a list" + ("" if count is None else f" of {count}"), value)
    return value


def _wholes(value: object, what: str, count: int | None = None) -> list[int]:
    return [_whole(item, what) for item in _items(value, what, count)]


def _cards(value: object, what: str) -> Counter[str]:
    return Counter(_word(card, what) for card in _items(value, what))


def _keys(value: object, what: str, *keys: str) -> dict[str, Any]:
    if not isinstance(value, dict) or set(value) != set(keys):
        raise _Unreadable(f"{what}: an object with the keys {', '.join(keys)}", value)
    return value


@dataclass
class _Hand:
    """A player's cards by zone, and what he has done with secret personnel and the other skills."""

    hidden: Counter[str] = field(default_factory=Counter)
    public: Counter[str] = field(default_factory=Counter)
    secret: Counter[str] = field(default_factory=Counter)
    used: set[str] = field(default_factory=set)
    keeps: int = 0
    keeps_since_skill: int = 0
    kept_down: int = 0

    def zone(self, name: str) -> Counter[str]:
        zone: Counter[str] = getattr(self, name)
        return zone

    def count(self, card: str) -> int:
        return self.hidden[card] + self.public[card] + self.secret[card]


@dataclass
class _Payout:
    """What one suit's settlement comes to."""

    outcome: str
    first: list[int]
    second: list[int]
    vp: list[int]
    coins: list[int]
    stock: int


class _Judge:
    def __init__(self, lines: object) -> None:
        self.lines = lines
        self.read_lines = 0
        self.faults: list[Fault] = []
        self.rules: dict[str, Any] = {}
        self.n = 0
        self.removed: int | None = None
        self.start_player = 0
        self.hands: list[_Hand] = []
        self.up, self.down, self.pile = Counter[str](), Counter[str](), Counter[str]()
        self.coins: list[int] = []
        self.stock = 0
        self.on_skills = 0  # coins on skill boxes: neither money nor in the stock
        self.settlement_start = 0
        self.riots = 0
        self.jokers_declared = 0

    # Reading and noting

    def note(self, area: str, expected: object, found: object) -> None:
        self.faults.append(Fault(self.read_lines, area, str(expected), repr(found)[:200]))

    def check(self, area: str, what: str, expected: object, found: object) -> None:
        if expected != found:
            self.note(area, f"{what} {expected}", found)

    def need(self, true: bool, area: str, expected: str, found: object) -> None:
        if not true:
            self.note(area, expected, found)

    def next(self, event: str, *keys: str) -> dict[str, Any]:
        lines = _items(self.lines, "the trace")
        if self.read_lines == len(lines):
            self.note("sequence", f"a {event} line", "the end of the trace")
            raise _Stop
        line = lines[self.read_lines]
        self.read_lines += 1
        if not isinstance(line, dict) or not isinstance(line.get("event"), str):
            raise _Unreadable("an object with an event", line)
        if line["event"] != event:
            self.note("sequence", f"a {event} line", line["event"])
            raise _Stop
        return _keys(line, f"the {event} line", "event", *keys)

    def finish(self) -> None:
        if self.read_lines < len(_items(self.lines, "the trace")):
            self.note("sequence", "nothing after the result", "further lines")

    # The game line and the deal

    def game(self) -> None:
        line = self.next("game", "game", "scenario", "seed", "index", "players", "rules", "seats")
        _word(line["game"], "game", "neotopia")
        _word(line["scenario"], "scenario")
        _whole(line["seed"], "seed")
        _whole(line["index"], "index", 0)
        self.n = _whole(line["players"], "players", 2, 6)
        for name in _items(line["seats"], "seats", self.n):
            _word(name, "a player's name")
        self.read_rules(line["rules"])

    def read_rules(self, rules: object) -> None:
        try:
            if isinstance(rules, dict) and "skills" not in rules:
                rules = {**rules, "skills": list(SKILLS)}  # a variant may forbid some; else all are in play
            self.rules = _keys(rules, "rules", *CHOICES, *SWITCHES, *LEAST, *AMOUNTS, *OTHER)
            for name, allowed in CHOICES.items():
                _word(self.rules[name], name, *allowed)
            for name in SWITCHES:
                if not isinstance(self.rules[name], bool):
                    raise _Unreadable(f"{name}: true or false", self.rules[name])
            for name, least in LEAST.items():
                _whole(self.rules[name], name, least, 1 if name == "jokers" else LARGEST)
            for name in AMOUNTS:
                _whole(self.rules[name], name, 0)
            if self.rules["removed_suit"] != "random":
                _whole(self.rules["removed_suit"], "removed_suit: random or a number", 1, self.rules["suits"])
            if self.rules["order_bonus"] not in ("order", "none"):
                _wholes(self.rules["order_bonus"], "order_bonus: order, none or one number a seat", self.n)
            for name in _items(self.rules["skills"], "skills"):
                _word(name, "a skill", *SKILLS)
            self.read_effects(self.rules["effects"])
        except _Unreadable as wrong:
            self.note("rules", *wrong.args)
            raise _Stop from None

    def read_effects(self, effects: object) -> None:
        if isinstance(effects, str):
            _word(effects, "effects", *TABLES)
            return
        table = _keys(effects, "effects", *(str(suit) for suit in range(1, self.rules["suits"] + 1)))
        for suit, row in table.items():
            if not isinstance(row, dict) or not set(row) <= set(PARTS):
                raise _Unreadable(f"effects of suit {suit}: parts among {', '.join(PARTS)}", row)
            for part, amount in row.items():
                _whole(amount, f"effects of suit {suit}, {part}", 0 if part in ("coins", "take") else None)

    def suits_in_play(self) -> list[int]:
        return [suit for suit in range(1, self.rules["suits"] + 1) if suit != self.removed]

    def deal(self) -> None:
        cards = ("hands", "field_down", "field_up", "pile")
        line = self.next("deal", "start_player", "removed_suit", *cards, "coins", "stock")
        rules = self.rules
        self.start_player = _whole(line["start_player"], "start_player", 0, self.n - 1)
        if line["removed_suit"] is not None:
            self.removed = _whole(line["removed_suit"], "removed_suit", 1, rules["suits"])
        if self.n != 3:
            self.check("deck", "with this number of players the suit taken out is", None, self.removed)
        elif rules["removed_suit"] != "random":
            self.check("deck", "the suit taken out is", rules["removed_suit"], self.removed)
        else:
            self.need(self.removed is not None, "deck", "with 3 players one suit taken out", None)
        self.hands = [_Hand(hidden=_cards(hand, "a hand")) for hand in _items(line["hands"], "hands", self.n)]
        self.down = _cards(line["field_down"], "field_down")
        self.up = _cards(line["field_up"], "field_up")
        self.pile = _cards(line["pile"], "pile")
        deck = Counter({f"s{suit}": rules["cards_per_suit"] for suit in self.suits_in_play()})
        deck += Counter({"joker": rules["jokers"], "start": 1})
        dealt = self.down + self.up + self.pile
        for seat, hand in enumerate(self.hands):
            self.check("deal", f"a hand of seat {seat} of size", rules["hand"], hand.hidden.total())
            dealt += hand.hidden
        self.check("deal", "face-down field cards:", rules["rounds"], self.down.total())
        self.check("deal", "face-up field cards:", rules["field_up"], self.up.total())
        rest = deck.total() - self.n * rules["hand"] - rules["rounds"] - rules["field_up"]
        self.check("deal", "a pile of", rest, self.pile.total())
        self.check("deck", "in all the cards", dict(sorted(deck.items())), dict(sorted(dealt.items())))
        self.coins = [rules["start_coins"]] * self.n
        self.stock = rules["coin_supply"] - sum(self.coins)
        self.check_money(line)

    def check_money(self, line: dict[str, Any]) -> None:
        coins, stock = _wholes(line["coins"], "coins", self.n), _whole(line["stock"], "stock")
        self.check("money", "coins", self.coins, coins)
        self.check("money", "a stock of", self.stock, stock)
        partial = self.rules["coin_shortage"] == "partial"
        least = min(*coins, stock) if partial else min(coins)
        self.need(least >= 0, "money", "nothing below 0", least)
        everything = sum(coins) + stock + self.on_skills
        self.check("conservation", "coins of all kinds together", self.rules["coin_supply"], everything)
        self.coins, self.stock = coins, stock

    # Rounds and turns

    def play(self) -> None:
        for number in range(1, self.rules["rounds"] + 1):
            line = self.next("round", "round", "revealed")
            self.check("round", "round", number, _whole(line["round"], "round"))
            shown = _word(line["revealed"], "revealed")
            self.move("round", shown, self.down, self.up, "a card that lies face down")
            opening = self.start_player + (number - 1 if self.rules["rotate_start"] else 0)
            for place in range(self.n):
                self.turn(number, (opening + place) % self.n)

    def move(self, area: str, card: str, source: Counter[str], target: Counter[str], what: str) -> None:
        if source[card] < 1:
            self.note(area, f"{what}, one of {sorted(source.elements())}", card)
            return
        source[card] -= 1
        target[card] += 1

    def pay(self, seat: int, cost: int, what: str, to_stock: bool = True) -> None:
        self.need(self.coins[seat] >= cost, "cost", f"{cost} coins for {what}", self.coins[seat])
        self.coins[seat] -= cost
        if to_stock:
            self.stock += cost
        else:
            self.on_skills += cost

    def paid(self, amount: int, stock: int) -> int:
        """What a gain of `amount` brings from `stock`."""
        return amount if self.rules["coin_shortage"] == "unlimited" else min(amount, max(stock, 0))

    def gain(self, seat: int, amount: int, found: object) -> None:
        paid = self.paid(amount, self.stock)
        self.check("gain", "gained", paid, _whole(found, "gained"))
        self.coins[seat] += paid
        self.stock -= paid

    def turn(self, number: int, expected_seat: int) -> None:
        line = self.next("turn", "round", "seat", "skill", "skill_when", "action", "coins", "stock")
        seat = _whole(line["seat"], "seat", 0, self.n - 1)
        self.check("turn order", "the turn of seat", expected_seat, seat)
        self.check("turn order", "a turn of round", number, _whole(line["round"], "round"))
        when = None if line["skill"] is None else _word(line["skill_when"], "skill_when", "before", "after")
        if line["skill"] is None and line["skill_when"] is not None:
            raise _Unreadable("skill_when: null without a skill", line["skill_when"])
        if when == "before":
            self.skill(number, seat, line["skill"])
        self.action(seat, line["action"])
        if when == "after":
            self.skill(number, seat, line["skill"])
        self.check_money(line)

    def action(self, seat: int, action: object) -> None:
        kind = action.get("type") if isinstance(action, dict) else None
        kind = _word(kind, "an action's type", "keep", "release", "transfer", "hire", "pass")
        hand, rules = self.hands[seat], self.rules
        if kind == "keep":
            act = _keys(action, kind, "type", "card", "face")
            down = _word(act["face"], "face", "up", "down") == "down"
            self.keep(seat, _word(act["card"], "card"), down)
        elif kind == "release":
            act = _keys(action, kind, "type", "card", "from", "gained")
            zone = _word(act["from"], "from", *ZONES)
            allowed = rules["release_from"] == "any" or zone == "hidden"
            self.need(allowed, "action", "a release of a hidden card", zone)
            card = _word(act["card"], "card")
            self.move("action", card, hand.zone(zone), self.up, f"a release of a {zone} card")
            self.gain(seat, rules["release_gain"], act["gained"])
        elif kind == "transfer":
            act = _keys(action, kind, "type", "give", "take", "take_face")
            face = _word(act["take_face"], "take_face", "up", "down")
            allowed = face == "up" or rules["transfer_targets"] == "any"
            self.need(allowed, "action", "a transfer of a face-up card", face)
            shared = self.up if face == "up" else self.down
            give, take = _word(act["give"], "give"), _word(act["take"], "take")
            self.swap("action", hand.public, give, shared, take)
            self.pay(seat, rules["transfer_cost"], kind)
        elif kind == "hire":
            card = _word(_keys(action, kind, "type", "take")["take"], "take")
            self.move("action", card, self.up, hand.public, "a hire of a face-up field card")
            self.pay(seat, rules["hire_cost"], kind)
        else:
            _keys(action, kind, "type")
            possible = self.possible_actions(seat)
            self.need(not possible, "pass", f"an action, as there are {possible}", kind)

    def swap(self, area: str, mine: Counter[str], give: str, other: Counter[str], take: str) -> None:
        """Swap two cards; both must lie where they are said to before either moves."""
        if mine[give] < 1 or other[take] < 1:
            lies = f"one of {sorted(mine.elements())} for one of {sorted(other.elements())}"
            self.note(area, f"a swap of {lies}", (give, take))
            return
        for card, source, target in ((give, mine, other), (take, other, mine)):
            source[card] -= 1
            target[card] += 1

    def keep(self, seat: int, card: str, down: bool) -> None:
        hand = self.hands[seat]
        if down:
            why = self.why_not_down(hand)
            self.need(not why, "secret", f"a keep face up: {why}", "down")
            hand.kept_down += 1
        zone = hand.secret if down else hand.public
        self.move("action", card, hand.hidden, zone, "a keep of a hidden card")
        self.pay(seat, self.rules["keep_cost"], "a keep")
        hand.keeps += 1
        if "secret_personnel" in hand.used:
            hand.keeps_since_skill += 1

    def why_not_down(self, hand: _Hand) -> str:
        """Why this player's next keep may not be face down; empty if it may."""
        mode = self.rules["secret_personnel"]
        if mode not in ("lasting", "once") or "secret_personnel" not in hand.used:
            return "secret personnel is not at work"
        if mode == "once" and hand.kept_down:
            return "the one keep face down is spent"
        number = {
            "game": hand.keeps + 1,
            "since_skill": hand.keeps_since_skill + 1,
            "in_front": hand.public.total() + hand.secret.total() + 1,
        }[self.rules["secret_count"]]
        return f"its number is {number}" if self.rules["secret_parity"] and number % 2 == 0 else ""

    def possible_actions(self, seat: int) -> list[str]:
        hand, coins, rules = self.hands[seat], self.coins[seat], self.rules
        release = hand.hidden.total()
        targets = self.up.total()
        if rules["release_from"] == "any":
            release += hand.public.total() + hand.secret.total()
        if rules["transfer_targets"] == "any":
            targets += self.down.total()
        return [name for name, possible in (
            ("keep", hand.hidden.total() and coins >= rules["keep_cost"]),
            ("release", release),
            ("transfer", hand.public.total() and targets and coins >= rules["transfer_cost"]),
            ("hire", self.up.total() and coins >= rules["hire_cost"]),
        ) if possible]  # fmt: skip

    # Skills

    def skill(self, number: int, seat: int, skill: object) -> None:
        name = skill.get("name") if isinstance(skill, dict) else None
        name = _word(name, "a skill's name", *SKILLS)
        hand, rules = self.hands[seat], self.rules
        self.need(name in rules["skills"], "skill", f"one of the skills {rules['skills']}", name)
        self.need(name not in hand.used, "skill", f"no second {name} of seat {seat} in a game", name)
        self.pay(seat, rules["skill_cost"], name, to_stock=False)
        hand.used.add(name)
        if name == "market_research":
            saw = _cards(_keys(skill, name, "name", "saw")["saw"], "saw")
            self.check("skill", "a look at a number of cards:", min(number, self.pile.total()), saw.total())
            pile = sorted(self.pile.elements())
            self.need(saw <= self.pile, "skill", f"cards of the pile {pile}", sorted(saw.elements()))
        elif name == "secret_personnel":
            self.need(rules["secret_personnel"] != "off", "skill", "no such skill under this ruling", name)
            flips = rules["secret_personnel"] == "flip_one"
            use = _keys(skill, name, "name", *(["card"] if flips else []))
            if flips:
                card = _word(use["card"], "card")
                self.move("skill", card, hand.public, hand.secret, "a public card to turn face down")
        elif name == "transfer_order":
            use = _keys(skill, name, "name", "give", "seat", "take")
            other = _whole(use["seat"], "seat", 0, self.n - 1)
            self.need(other != seat, "skill", "a transfer order with another seat", other)
            give, take = _word(use["give"], "give"), _word(use["take"], "take")
            self.swap("skill", hand.public, give, self.hands[other].public, take)
        elif name == "department_move":
            self.department_move(_keys(skill, name, "name", "passed")["passed"])
        else:
            self.gain(seat, hand.public.total() // 2, _keys(skill, name, "name", "gained")["gained"])

    def department_move(self, passed: object) -> None:
        zones = ("hidden", "secret") if self.rules["move_passes"] == "not_public" else ("hidden",)
        arriving = [Counter[str]() for _ in range(self.n)]  # laid down only when everybody has passed
        for seat, card in enumerate(_items(passed, "passed", self.n)):
            hand = self.hands[seat]
            if card is None:
                choice = sorted(card for zone in zones for card in hand.zone(zone).elements())
                self.need(not choice, "skill", f"a card passed by seat {seat}, one of {choice}", card)
                continue
            entry = _keys(card, f"passed by seat {seat}", "card", "from")
            zone, kind = _word(entry["from"], "from", *ZONES), _word(entry["card"], "card")
            self.need(zone in zones, "skill", f"seat {seat} passing from {' or '.join(zones)}", zone)
            what, target = f"a {zone} card of seat {seat}", arriving[(seat + 1) % self.n]
            self.move("skill", kind, hand.zone(zone), target, what)
        for seat, cards in enumerate(arriving):
            self.hands[seat].hidden += cards

    # Settlement

    def settlement(self) -> None:
        line = self.next("settlement", "seat", "held")
        holder = self.holder("start")
        self.settlement_start = self.start_player if holder is None else holder
        held = holder is not None
        self.check("start", "the settlement start player", self.settlement_start, _whole(line["seat"], "seat"))
        self.need(line["held"] is held, "start", f"held to be {held}", line["held"])
        total = [0] * self.n
        for suit in self.suits_in_play():
            total = [sum(pair) for pair in zip(total, self.suit(suit), strict=True)]
        self.result(total)
        self.finish()

    def holder(self, card: str) -> int | None:
        return next((seat for seat, hand in enumerate(self.hands) if hand.count(card)), None)

    def suit(self, suit: int) -> list[int]:
        """Check one suit's line; the VP it says."""
        line = self.next("suit", "suit", "counts", "joker", "outcome", "first", "second", "vp", "coins")
        self.check("sequence", "suit", suit, _whole(line["suit"], "suit"))
        counts = [hand.count(f"s{suit}") for hand in self.hands]
        self.check("counts", f"counts of suit {suit}", counts, _wholes(line["counts"], "counts", self.n))
        declared = line["joker"]
        if declared is not None:
            declared = _whole(declared, "joker", 0, self.n - 1)
        declarer = self.joker(suit, counts, declared)
        right = self.payout(suit, counts, declarer)
        outcome = _word(line["outcome"], "outcome", "settled", "riot", "nobody")
        self.check("riot", f"suit {suit} to be", right.outcome, outcome)
        for rank, seats in (("first", right.first), ("second", right.second)):
            self.check("rank", f"{rank} in suit {suit}:", sorted(seats), sorted(_wholes(line[rank], rank)))
        vp, coins = _wholes(line["vp"], "vp", self.n), _wholes(line["coins"], "coins", self.n)
        self.check("payment", f"VP for suit {suit}", right.vp, vp)
        self.check("money", f"coins after suit {suit}", right.coins, coins)
        self.riots += right.outcome == "riot"
        self.jokers_declared += declarer is not None
        self.coins, self.stock = coins, right.stock
        return vp

    def joker(self, suit: int, counts: list[int], declared: int | None) -> int | None:
        """Check the declaration of the joker; the seat that declares it, None if it may not be declared."""
        holder = self.holder("joker")
        rules = self.rules
        spent = rules["joker_uses"] == "once" and self.jokers_declared > 0
        without = self.payout(suit, counts, None)
        if holder is None or counts[holder] < 1 or spent or without.outcome != "settled":
            self.need(declared is None, "joker", f"no joker in suit {suit}", declared)
            return None
        if declared not in (None, holder):
            self.note("joker", f"the joker with its holder, seat {holder}", declared)
        elif rules["joker_view"] == "all":
            given = self.payout(suit, counts, holder)
            raised = given.vp[holder] + given.coins[holder] - without.vp[holder] - without.coins[holder]
            least = max(1, rules["joker_threshold"]) if rules["joker_uses"] == "once" else 1
            right = holder if raised >= least else None
            self.check("joker", f"as it pays seat {holder} {raised} more, joker", right, declared)
        return declared if declared == holder else None

    def payout(self, suit: int, counts: list[int], declarer: int | None) -> _Payout:
        """The suit's settlement with the joker declared by `declarer`."""
        rules, row = self.rules, self.effect(suit)
        pay = _Payout("nobody", [], [], [0] * self.n, list(self.coins), self.stock)
        holders = [seat for seat in range(self.n) if counts[seat] > 0]
        alone = len(holders) == 1
        if alone and (rules["riot"] == "every" or (rules["riot"] == "once" and self.riots == 0)):
            pay.outcome = "riot"
            pay.vp[holders[0]] = -rules["riot_penalty"]
            return pay
        if holders:
            pay.outcome = "settled"
            ranked = [count + (seat == declarer) for seat, count in enumerate(counts)]
            pay.first, pay.second = self.ranks(ranked)
            for seat in pay.first + pay.second:
                first = seat in pay.first
                # A coin pair is one that lies there before this suit's own money reaches the seat.
                pay.vp[seat] += self.effect_vp(row, seat, ranked[seat], first, pay.coins[seat])
                if first:
                    pay.vp[seat] += self.bonus(seat, seat == declarer)
                self.move_money(row, seat, counts, pay)
        for seat in range(self.n):
            pay.vp[seat] += row.get("vp_holder" if counts[seat] else "vp_absent", 0)
        return pay

    def effect(self, suit: int) -> dict[str, int]:
        effects, suits = self.rules["effects"], self.rules["suits"]
        if isinstance(effects, dict):
            return dict(effects[str(suit)])
        return {"flat": {"vp": 3}, "count": {"vp_per_card": 1}, "ladder": {"vp": suits + 1 - suit}}[effects]

    def order(self, seat: int) -> int:
        """A seat's settlement order: 1 for the settlement start player, then clockwise."""
        return (seat - self.settlement_start) % self.n + 1

    def ranks(self, ranked: list[int]) -> tuple[list[int], list[int]]:
        """Firsts and seconds by the counts that rank, each clockwise from the settlement start player."""
        queue = sorted((seat for seat in range(self.n) if ranked[seat] > 0), key=self.order)
        queue.sort(key=lambda seat: -ranked[seat])
        if self.rules["ties"] == "clockwise":
            return queue[:1], queue[1:2]
        first = [seat for seat in queue if ranked[seat] == ranked[queue[0]]]
        rest = queue[len(first) :]
        return first, [seat for seat in rest if len(first) == 1 and ranked[seat] == ranked[rest[0]]]

    def effect_vp(self, row: dict[str, int], seat: int, count: int, first: bool, coins: int) -> int:
        hand = self.hands[seat]
        times = {
            "vp": 1,
            "vp_per_card": count,
            "vp_per_public": hand.public.total(),
            "vp_per_hidden": hand.hidden.total() + hand.secret.total(),
            "vp_per_coin_pair": coins // 2,
            "vp_first": first,
            "vp_second": not first,
        }
        return sum(row.get(part, 0) * factor for part, factor in times.items())

    def bonus(self, seat: int, declared: bool) -> int:
        """What the first of a suit gets for his settlement order."""
        bonus, order = self.rules["order_bonus"], self.order(seat)
        if bonus == "none" or (declared and not self.rules["joker_order_bonus"]):
            return 0
        return order if bonus == "order" else int(bonus[order - 1])

    def move_money(self, row: dict[str, int], seat: int, counts: list[int], pay: _Payout) -> None:
        paid = self.paid(row.get("coins", 0), pay.stock)
        pay.stock -= paid
        pay.coins[seat] += paid
        for other in range(self.n):
            if counts[other] == 0:
                taken = min(row.get("take", 0), pay.coins[other])
                pay.coins[other] -= taken
                pay.coins[seat] += taken

    def result(self, total: list[int]) -> None:
        line = self.next("result", "vp", "coins", "winners")
        rate = self.rules["vp_per_coin"]
        vp = [suits + rate * coins for suits, coins in zip(total, self.coins, strict=True)]
        self.check("result", "VP", vp, _wholes(line["vp"], "vp", self.n))
        self.check("result", "coins", self.coins, _wholes(line["coins"], "coins", self.n))
        best = max(zip(vp, self.coins, strict=True))
        winners = [seat for seat in range(self.n) if (vp[seat], self.coins[seat]) == best]
        self.check("result", "winners", winners, sorted(_wholes(line["winners"], "winners")))


def judge(lines: object) -> list[Fault]:
    """All faults of one game's trace, a list of objects, one a line; [] if every step is right."""
    court = _Judge(lines)
    return _heard(court, court.game, court.deal, court.play, court.settlement)


def judge_settlement(case: dict[str, Any], rules: dict[str, Any]) -> list[Fault]:
    """All faults of a settlement alone; `case` holds the position and its lines as in `settlement_cases`."""
    court = _Judge(case["lines"])
    court.n = len(case["hands"])
    court.hands = [
        _Hand(Counter(hand["hidden"]), Counter(hand["public"]), Counter(hand["secret"])) for hand in case["hands"]
    ]
    court.coins, court.stock = list(case["coins"]), case["stock"]
    court.start_player, court.removed = case["start_player"], case["removed_suit"]
    return _heard(court, lambda: court.read_rules(rules), court.settlement)


def _heard(court: _Judge, *parts: Callable[[], None]) -> list[Fault]:
    try:
        for part in parts:
            part()
    except _Unreadable as wrong:
        court.note("format", *wrong.args)
    except _Stop:
        pass  # the reason is among the faults
    return court.faults


def read(text: str) -> list[object]:
    """The lines of a JSON Lines text but for blank lines and `#` comments; what is no JSON stays a text."""
    found: list[object] = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            try:
                found.append(json.loads(line))
            except (ValueError, RecursionError):
                found.append(line)
    return found
