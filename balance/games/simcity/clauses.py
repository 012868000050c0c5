"""What a card can say that it does: the clauses, their words, and their text in its canonical form.

An effect is clauses joined by ``;``.  ``GRAMMAR`` lists every form that a clause may have; `docs/cards.md` explains
them with an example each, `effects.py` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ZONES = ("green", "aqua", "orange", "navy", "brown", "grey", "red", "gold")
MEASURES = ("crime", "pollution")
SHAPES = ("any", "line", "square")
WHO = ("self", "others", "all", "mayor")
OFFICES = ("governor", "chairman")


GRAMMAR: dict[str, str] = {
    "receives": "receives N SEL [within D|within city|connected] [each|once] [first_copy], "
    "or receives N per K crime|pollution [within D|within city]",
    "adds": "adds N SEL [within D|within city|connected]",
    "complex": "complex NAME N [within D]",
    "needs": "needs SEL [within D|connected]",
    "forbids": "forbids SEL [within D]",
    "extra_plays": "extra_plays N",
    "joins_networks": "joins_networks",
    "underground": "underground",
    "destroy": "destroy N|dN|2dN any|line|square [zone Z]",
    "mayor_pays": "mayor_pays N [each lost | per K crime|pollution]",
    "gain": "gain N self|others|all|mayor",
    "lose": "lose N self|others|all|mayor",
    "election": "election governor|chairman",
    "recall": "recall mayor",
    "freeze": "freeze ZONE N",
    "discard": "discard N others",
}

# Every form of a clause that plays by code of its own: what coverage counts.
FORMS = (
    "receives",
    "receives within city",
    "receives connected",
    "receives once",
    "receives first_copy",
    "receives per crime",
    "receives per pollution",
    "receives per within city",
    "adds",
    "adds within city",
    "adds connected",
    "complex",
    "needs",
    "needs connected",
    "forbids",
    "extra_plays",
    "joins_networks",
    "underground",
    "destroy N",
    "destroy dN",
    "destroy 2dN",
    "destroy any",
    "destroy line",
    "destroy square",
    "destroy zone",
    "mayor_pays",
    "mayor_pays each lost",
    "mayor_pays per crime",
    "mayor_pays per pollution",
    *(f"gain {who}" for who in WHO),
    *(f"lose {who}" for who in WHO),
    "election governor",
    "election chairman",
    "recall mayor",
    "freeze",
    "discard others",
)


@dataclass(frozen=True)
class Selector:
    """Which blocks a clause means: all of them, those of a zone, with a tag, or copies of one card."""

    kind: str  # any | zone | tag | card
    name: str = ""  # the zone, the tag or the card's id


@dataclass(frozen=True)
class Clause:
    """One clause of an effect; fields that its kind does not use keep their defaults."""

    kind: str  # first word of the clause; receives_per for `receives N per K …`
    amount: int = 0  # N: money, plays, blocks, rounds or cards
    selector: Selector | None = None
    scope: str = "within"  # within | city | connected
    within: int = 1  # D, cells; of scope within
    once: bool = False  # once, if there is any, and not for each
    first_copy: bool = False  # only if no other copy of the card lies on top in the city
    per: int = 1  # K
    measure: str = ""  # what K counts: crime | pollution; lost: for each block that the event hit
    name: str = ""  # of a complex
    dice: int = 0  # destroy: how many dice give the number, of `amount` sides each; 0: `amount` is the number
    shape: str = ""  # destroy: any | line | square
    zone: str = ""  # destroy (""), freeze: the zone hit
    who: str = ""  # gain, lose: self | others | all | mayor
    office: str = ""  # election: governor | chairman


def forms(clause: Clause) -> frozenset[str]:
    """The forms of `FORMS` that a clause has: each option that it makes use of, or the plain one."""
    c = clause
    if c.kind in ("receives", "adds", "needs"):
        scope = {"city": "within city", "connected": "connected"}.get(c.scope, "")
        options = [scope, "once" if c.once else "", "first_copy" if c.first_copy else ""]
        return frozenset(f"{c.kind} {option}" for option in options if option) or frozenset([c.kind])
    if c.kind == "receives_per":
        return frozenset([f"receives per {c.measure}", *(["receives per within city"] if c.scope == "city" else [])])
    if c.kind == "destroy":
        number = ("N", "dN", "2dN")[c.dice]
        return frozenset(f"destroy {option}" for option in (number, c.shape, "zone" if c.zone else "") if option)
    if c.kind == "mayor_pays":
        option = {"": "", "lost": " each lost"}.get(c.measure, f" per {c.measure}")
        return frozenset([f"mayor_pays{option}"])
    word = {"recall": "mayor", "discard": "others"}.get(c.kind, c.who or c.office)
    return frozenset([f"{c.kind} {word}".rstrip()])


def effect_text(clauses: Iterable[Clause]) -> str:
    """The canonical text of an effect: defaults unsaid, one blank between words."""
    return "; ".join(map(_text, clauses))


def _text(clause: Clause) -> str:
    c = clause
    selector = "" if c.selector is None else ":".join(filter(None, (c.selector.kind, c.selector.name)))
    reach = {"within": "" if c.within == 1 else f"within {c.within}", "city": "within city"}.get(c.scope, c.scope)
    per = f"per {c.per} {c.measure}"
    number = f"{'2d' if c.dice == 2 else 'd' * c.dice}{c.amount}"
    flags = ["once" if c.once else "", "first_copy" if c.first_copy else ""]
    forms: dict[str, list[object]] = {
        "receives": [c.amount, selector, reach, *flags],
        "receives_per": [c.amount, per, reach],
        "adds": [c.amount, selector, reach],
        "complex": [c.name, c.amount, reach],
        "needs": [selector, reach],
        "forbids": [selector, reach],
        "destroy": [number, c.shape, f"zone {c.zone}" if c.zone else ""],
        "mayor_pays": [c.amount, {"": "", "lost": "each lost"}.get(c.measure, per)],
        "gain": [c.amount, c.who],
        "lose": [c.amount, c.who],
        "election": [c.office],
        "recall": ["mayor"],
        "freeze": [c.zone, c.amount],
        "discard": [c.amount, "others"],
        "extra_plays": [c.amount],
    }
    verb = "receives" if c.kind == "receives_per" else c.kind
    return " ".join([verb, *(str(word) for word in forms.get(c.kind, []) if word != "")])
