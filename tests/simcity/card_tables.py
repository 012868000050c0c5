"""Small card tables for tests: a few sound cards, and how to change a cell."""

from __future__ import annotations

from balance.games.simcity.cards import COLUMNS, Card, read_cards

HEADER = ",".join(COLUMNS)
HOUSE = "house,Brick House,レンガの家,block,orange,1,3,2,supply,0,0,h,,,,,house,,C,own"
SHOP = "shop,Corner Shop,角の店,block,navy,1,4,1,need,1,0,hv,,,2,,shop,receives 1 tag:house within 2,C,own"
PLANT = "plant,Coal Plant,石炭発電所,block,brown,3,6,3,need,0,5,h,h,hv,,,power_plant,,U,own"
MALL = "mall,Mall,商店街,long,navy,4,12,6,need,2,2,hv,,,1,,shop,,W,own"
MEMBER = "member,Council Member,議員,council,,3,,,,,,,,,,5,,,U,own"
ABLE = "able_orange,Able Member,有能議員,council,orange,3,,,,,,,,,,9,able,,U,own"
FIRE = "fire,Fire!,火災！,event,,3,,,,,,,,,,,disaster,destroy d3 any; mayor_pays 2 each lost,U,own"
SOUND = (HOUSE, SHOP, PLANT, MALL, MEMBER, ABLE, FIRE)


def table(*rows: str, header: str = HEADER) -> bytes:
    """A table of these rows, in UTF-8."""
    return "\n".join([header, *rows, ""]).encode()


def changed(row: str, **cells: str) -> str:
    """A row with other cells, quoted where they contain a comma."""
    parts = row.split(",")
    for column, cell in cells.items():
        parts[COLUMNS.index(column)] = f'"{cell}"' if "," in cell else cell
    return ",".join(parts)


def sound_cards() -> dict[str, Card]:
    """The cards of `SOUND`."""
    return read_cards(table(*SOUND), "cards.csv")
