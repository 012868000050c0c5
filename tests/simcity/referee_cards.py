"""A small card table for tests of the referee: one card of every sort, with numbers that are easy to add up."""

from __future__ import annotations

import csv
import io

from tests.simcity.referee import read_table

COLUMNS = (
    *("id", "name", "name_ja", "kind", "zone", "phase", "value", "sims", "sims_kind", "crime", "pollution"),
    *("road", "rail", "power", "limit", "cost", "tags", "effect", "rarity", "source"),
)


def row(card: str, zone: str = "", **fields: object) -> dict[str, str]:
    """One row of a card table; what is not given is empty or 0."""
    plain = {"id": card, "name": card.title(), "kind": "block", "zone": zone, "phase": 1, "value": 0, "source": "own"}
    return {key: str(value) for key, value in (plain | fields).items()}


def table(*rows: dict[str, str]) -> str:
    """The CSV text of these rows."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


LAND = [
    row("meadow", "green", value=1),
    row("forest", "green", value=1, name="Forest"),
    row("oaks", "green", value=2, name="Forest"),
    row("lake", "green", value=1, tags="water"),
    row("river", "green", value=1, tags="water"),
    row("street", "green", road="hv"),
    row("lane", "green", road="h"),
    row("track", "green", rail="hv"),
    row("pylon", "green", power="hv"),
    row("pipeline", "green", value=1, effect="underground; complex oil 1; adds 2 tag:oil", tags="pipe", limit=2),
]
BLOCKS = [
    row("cottage", "orange", value=3, sims=2, sims_kind="supply"),
    row("house", "orange", value=3, sims=3, sims_kind="supply", road="hv"),
    row("terrace", "orange", value=3, sims=4, sims_kind="supply", rail="hv"),
    row("tower", "orange", value=9, sims=40, sims_kind="supply"),
    row("church", "orange", value=2, effect="adds 2 zone:navy within 2", crime=-1),
    row("kiosk", "navy", value=3, sims=1, sims_kind="need"),
    row("stall", "navy", value=3, limit=1),
    row("twin", "navy", value=3, limit=1, name="Stall"),
    row("shop", "navy", value=4, sims=2, sims_kind="need", road="hv", rail="hv"),
    row("store", "navy", value=4, sims=2, sims_kind="need", road="h"),
    row("booth", "navy", value=3, sims=0, crime=4, pollution=2),
    row("office", "navy", value=5, phase=2, effect="receives 2 card:post within 2 each; receives 1 zone:green once"),
    row("post", "grey", value=4, effect="receives 3 any first_copy"),
    row("station", "grey", value=2, road="hv", rail="hv", effect="joins_networks"),
    row("police", "grey", value=3, effect="receives 2 per 3 crime within city"),
    row("school", "grey", value=3, effect="needs zone:orange within 2; forbids tag:oil"),
    row("plant", "brown", value=5, phase=3, tags="power_plant", power="hv", pollution=5),
    row("mill", "brown", value=4, power="hv", effect="receives 3 tag:power_plant connected"),
    row("works", "brown", value=4, sims=1, sims_kind="need"),
    row("refinery", "brown", value=6, tags="oil", effect="complex oil 3 within 2"),
    row("farm", "aqua", value=2, tags="farm", effect="complex farms 2"),
    row("elevator", "aqua", value=3, effect="complex farms 4 within 7"),
    row("dump", "brown", value=1, effect="receives -3 zone:orange"),
    row("market", "navy", value=2, effect="extra_plays 1"),
    row("palace", "gold", value=8, phase=1),
    row("embassy", "red", value=4, phase=3),
]
LONG = [
    row("stadium", "grey", kind="long", value=11, phase=4),
    row("arcade", "navy", kind="long", value=7, phase=4),
    row("wonder", "gold", kind="long", value=12, phase=4),
]
COUNCIL = [
    row("alderman", kind="council", phase=3, cost=3),
    row("broker", "navy", kind="council", phase=3, cost=4, tags="able"),
    row("crook", "orange", kind="council", phase=3, cost=2, tags="corrupt"),
]
EVENTS = [
    row("tornado", kind="event", tags="disaster", effect="destroy 2 any; mayor_pays 3 each lost"),
    row("flood", kind="event", tags="disaster", effect="destroy 3 line"),
    row("quake", kind="event", tags="disaster", effect="destroy 2 square; mayor_pays 5"),
    row("fire", kind="event", tags="disaster", effect="destroy d6 any zone brown"),
    row("smog", kind="event", effect="mayor_pays 2 per 5 pollution"),
    row("storm", kind="event", tags="disaster", effect="mayor_pays 2; mayor_pays 3"),
    row("bribe", kind="event", effect="lose 6 mayor"),
    row("envy", kind="event", effect="lose 2 others"),
    row("tax", kind="event", effect="lose 5 all"),
    row("grant", kind="event", effect="gain 5 self; gain 1 others"),
    row("recall", kind="event", tags="political", effect="recall mayor"),
    row("ballot", kind="event", tags="political", effect="election governor"),
    row("chair", kind="event", tags="political", effect="election chairman"),
    row("strike", kind="event", effect="freeze brown 1"),
    row("scandal", kind="event", effect="discard 1 others"),
    row("fair", kind="event", effect="extra_plays 1"),
]
CARDS = read_table(table(*LAND, *BLOCKS, *LONG, *COUNCIL, *EVENTS))
