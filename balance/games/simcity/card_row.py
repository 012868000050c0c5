"""One row of a card table: each cell read and checked by itself, then what must fit together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from balance.errors import suggestion
from balance.games.fields import show
from balance.games.simcity.clauses import ZONES, Clause
from balance.games.simcity.effects import MOST, NAME, plain, read_effect, whole

KINDS = ("block", "long", "council", "event")
BUILT = ("block", "long")
SIMS_KINDS = ("supply", "need")
LINES = ("h", "v", "hv")
SOURCES = ("documented", "estimated", "own")

FIRST_PHASE, LAST_PHASE = 1, 4
MOST_COPIES = 400
MOST_CLAUSES = 8
MOST_TAGS = 8
LONGEST_NAME = 60  # characters
LONGEST_RARITY = 12

# Tags that a rule asks for, and the kinds of card on which they mean something.
KIND_OF_TAG = {
    "power_plant": BUILT,
    "telephone": BUILT,
    "water": BUILT,
    "farm": BUILT,
    "disaster": ("event",),
    "political": ("event",),
    "able": ("council",),
    "corrupt": ("council",),
}
BLOCK_CLAUSES = ("receives", "receives_per", "adds", "complex", "needs", "forbids", "joins_networks", "underground")
EVENT_CLAUSES = ("destroy", "mayor_pays", "gain", "lose", "election", "recall", "freeze", "discard")
SINGLE = ("destroy", "election", "recall", "freeze", "joins_networks", "underground")  # at most one a card
NUMBERS_OF_BLOCKS = ("value", "sims", "crime", "pollution", "limit")
WORDS_OF_BLOCKS = ("sims_kind", "road", "rail", "power")

Fault = tuple[str, str]  # column, message


def read_row(row: Mapping[str, object]) -> tuple[dict[str, Any], list[Fault]]:
    """The values of a card's fields from a row with all its columns, and what is wrong in it.

    A cell is text or, in a row that a program wrote, a whole number.  A field whose cell is wrong has an empty value.
    """
    values: dict[str, Any] = {}
    faults: list[Fault] = []
    for column, read in CELLS.items():
        cell = row[column]
        if isinstance(cell, bool) or not isinstance(cell, str | int):
            faults.append((column, f"{show(cell)} is neither a text nor a whole number"))
            values[column] = read("")[0]
            continue
        values[column], messages = read(str(cell).strip())
        faults += [(column, message) for message in messages]
    if not (values["name"] or values["name_ja"]) and not {"name", "name_ja"} & {column for column, _ in faults}:
        faults.append(("name", "is empty; give the card a name"))
    values["name"] = values["name"] or values["name_ja"]  # one language is enough
    values["name_ja"] = values["name_ja"] or values["name"]
    if not faults:
        faults = _together(values)
    return values, faults


# --- cells -----------------------------------------------------------------------------------------------

Read = tuple[Any, list[str]]  # value, what is wrong


def _id(cell: str) -> Read:
    if not cell:
        return "", ["is empty; give the card an id of its own"]
    if not NAME.fullmatch(cell):
        word = unicodedata.normalize("NFKC", cell).lower()
        right = re.sub(r"[^a-z0-9]+", "_", word).strip("_")[:40]
        near = f", such as {right}" if NAME.fullmatch(right) else ""
        return "", [f"{show(cell)} is no id; write small letters a–z, figures and _, a letter first{near}"]
    return cell, []


def _name(cell: str) -> Read:
    if len(cell) > LONGEST_NAME or not cell.isprintable():
        return "", [f"{show(cell)} is no name; write at most {LONGEST_NAME} printable characters"]
    return cell, []


def _rarity(cell: str) -> Read:
    cell = unicodedata.normalize("NFKC", cell)
    if len(cell) > LONGEST_RARITY or not cell.isprintable():
        return "", [f"{show(cell)} is no rarity; write a short word such as C, U or R, or nothing"]
    return cell, []


def _word(what: str, words: tuple[str, ...], *, empty: bool, none: str = "") -> Callable[[str], Read]:
    """Reads one of some words; ``none`` is another way to leave the cell empty."""

    def read(cell: str) -> Read:
        word = plain(cell)
        if word in words:
            return word, []
        if word in ("", none):
            return "", [] if empty else [f"is empty; give the {what}: {', '.join(words)}"]
        return "", [f"{show(cell)} is no {what}{suggestion(word, words)}"]

    return read


def _lines(cell: str) -> Read:
    word = plain(cell)
    if word in ("", *LINES):
        return word, []
    return "", [f"{show(cell)} is no line; write h (left–right), v (up–down), hv (both) or nothing"]


def _number(low: int, high: int, empty: int | None = 0) -> Callable[[str], Read]:
    """Reads a whole number from low to high; ``empty`` is what an empty cell means, None: nothing."""

    def read(cell: str) -> Read:
        word = plain(cell)
        value = empty if not word else whole(word)
        if value is None or (word and not low <= value <= high):
            said = show(cell) + " is wrong" if word else "is empty"
            return 0, [f"{said}; write a whole number from {low} to {high}"]
        return value, []

    return read


def _cost(cell: str) -> Read:
    """-1 for an empty cell, so that a cost of 0 is one."""
    return (-1, []) if not plain(cell) else _number(0, MOST)(cell)


def _tags(cell: str) -> Read:
    tags = re.split(r"[\s;,|、]+", plain(cell))
    tags = [tag for tag in tags if tag]
    wrong = [
        f"{show(tag)} is no tag; write small letters a–z, figures and _, blanks between tags"
        for tag in tags
        if not NAME.fullmatch(tag)
    ]
    wrong += [f"the tag {tag} is there twice; write it once" for tag in dict.fromkeys(tags) if tags.count(tag) > 1]
    if len(tags) > MOST_TAGS:
        wrong.append(f"has {len(tags)} tags; a card may have {MOST_TAGS}")
    return tuple(tags), wrong


def _effect(cell: str) -> Read:
    clauses, errors = read_effect(cell)
    wrong = [str(error) for error in errors]
    if len(clauses) > MOST_CLAUSES:
        wrong.append(f"has {len(clauses)} clauses; a card may have {MOST_CLAUSES}")
    return clauses, wrong


CELLS: dict[str, Callable[[str], Read]] = {
    "id": _id,
    "name": _name,
    "name_ja": _name,
    "kind": _word("kind", KINDS, empty=False),
    "zone": _word("zone", ZONES, empty=True),
    "phase": _number(FIRST_PHASE, LAST_PHASE, empty=None),
    "value": _number(-MOST, MOST),
    "sims": _number(0, MOST),
    "sims_kind": _word("kind of sims", SIMS_KINDS, empty=True, none="0"),
    "crime": _number(-MOST, MOST),
    "pollution": _number(-MOST, MOST),
    "road": _lines,
    "rail": _lines,
    "power": _lines,
    "limit": _number(0, MOST_COPIES),
    "cost": _cost,
    "tags": _tags,
    "effect": _effect,
    "rarity": _rarity,
    "source": _word("source", SOURCES, empty=False),
}


# --- what must fit together ------------------------------------------------------------------------------


def _together(values: dict[str, Any]) -> list[Fault]:
    """What does not fit together in a row whose cells are right by themselves; settles the empty cost."""
    kind, cost = values["kind"], values["cost"]
    values["cost"] = max(cost, 0)
    faults: list[Fault] = []
    if kind in BUILT:
        faults += _built(values)
    else:
        extra = [column for column in (*NUMBERS_OF_BLOCKS, *WORDS_OF_BLOCKS) if values[column]]
        faults += [(column, f"{_a(kind)} has none; leave this empty") for column in extra]
    if kind == "council" and cost < 0:
        faults.append(("cost", "is empty; a council member has a cost, a whole number from 0"))
    elif kind != "council" and cost > 0:
        faults.append(("cost", "only a council member has a cost; leave this empty"))
    return faults + _zone(values) + _tagged(values) + _clauses(kind, values["effect"])


def _built(values: Mapping[str, Any]) -> list[Fault]:
    """Sims of blocks and long cards, and the phase of long ones."""
    faults: list[Fault] = []
    if values["sims"] and not values["sims_kind"]:
        faults.append(("sims_kind", f"say whether the {values['sims']} sims are a supply (a house) or a need"))
    if values["sims_kind"] and not values["sims"]:
        faults.append(("sims", f"is 0, yet sims_kind says {values['sims_kind']}; give a number, or leave both empty"))
    if values["kind"] == "long" and values["phase"] < LAST_PHASE:
        faults.append(("phase", f"a long card is played in phase {LAST_PHASE} only; write {LAST_PHASE}"))
    return faults


def _zone(values: Mapping[str, Any]) -> list[Fault]:
    """Blocks have a zone, able and corrupt council members too; plain ones and events have none."""
    kind, zone = values["kind"], values["zone"]
    partial = [tag for tag in ("able", "corrupt") if tag in values["tags"]]
    if kind in BUILT and not zone:
        return [("zone", f"is empty; a card that is built has a zone: {', '.join(ZONES)}")]
    if kind == "council" and partial and not zone:
        return [("zone", f"is empty; {_a(partial[0])} council member has a zone: {', '.join(ZONES)}")]
    if kind == "council" and zone and not partial:
        return [("zone", "a plain council member has none; leave it empty, or add the tag able or corrupt")]
    if kind == "event" and zone:
        return [("zone", "an event has none; name the zone in the effect")]
    return []


def _tagged(values: Mapping[str, Any]) -> list[Fault]:
    """Tags with a meaning stand on the cards that can have it."""
    faults = [
        ("tags", f"the tag {tag} is for {' and '.join(KIND_OF_TAG[tag])} cards, not for {_a(values['kind'])}; drop it")
        for tag in values["tags"]
        if values["kind"] not in KIND_OF_TAG.get(tag, KINDS)
    ]
    if {"able", "corrupt"} <= set(values["tags"]):
        faults.append(("tags", "a council member is able or corrupt, not both; drop one"))
    return faults


def _clauses(kind: str, clauses: tuple[Clause, ...]) -> list[Fault]:
    """Blocks have the clauses of blocks, events those of events, both extra plays; some clauses stand once."""
    verbs = [clause.kind for clause in clauses]
    faults = []
    for verb in dict.fromkeys(verbs):
        word = verb.removesuffix("_per")
        if kind == "council":
            faults.append(("effect", f"a council member does nothing but vote; drop {word}"))
        elif kind == "event" and verb in BLOCK_CLAUSES:
            faults.append(("effect", f"{word} is for blocks, not for an event; drop it"))
        elif kind in BUILT and verb in EVENT_CLAUSES:
            faults.append(("effect", f"{word} is for events, not for {_a(kind)} card; drop it"))
        if verb in SINGLE and verbs.count(verb) > 1:
            faults.append(("effect", f"{word} is there {verbs.count(verb)} times; a card may have one"))
    return faults


def _a(word: str) -> str:
    """The word with its article, council spelled out."""
    word = "council member" if word == "council" else word
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
