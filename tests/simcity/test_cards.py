"""Card tables: what is read from one, and that every mistake is told with file, row, column and what would be right."""

from __future__ import annotations

import codecs
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from balance.errors import UserError
from balance.games.simcity.cards import COLUMNS, Card, card_from_row, read_cards
from balance.games.simcity.effects import parse_effect
from balance.games.simcity.spreadsheet import MOST_BYTES
from tests.simcity.card_tables import (
    ABLE,
    FIRE,
    HEADER,
    HOUSE,
    MALL,
    MEMBER,
    PLANT,
    SHOP,
    SOUND,
    changed,
    sound_cards,
    table,
)


def mistakes(data: bytes) -> list[str]:
    """The lines of the error, the leading count of mistakes left out."""
    with pytest.raises(UserError) as caught:
        read_cards(data, "own.csv")
    lines = str(caught.value).splitlines()
    return lines[1:] if lines[0].endswith("mistakes") else lines


def test_a_card() -> None:
    shop = sound_cards()["shop"]
    effect = parse_effect("receives 1 tag:house within 2")
    numbers = {"phase": 1, "value": 4, "sims": 1, "crime": 1, "pollution": 0, "limit": 2, "cost": 0}
    lines = {"road": "hv", "rail": "", "power": ""}
    assert shop == Card(
        id="shop",
        name="Corner Shop",
        name_ja="角の店",
        kind="block",
        zone="navy",
        sims_kind="need",
        tags=("shop",),
        effect=effect,
        rarity="C",
        source="own",
        **numbers,
        **lines,
    )


def test_rows_come_back() -> None:
    cards = sound_cards()
    assert list(cards) == [row.split(",")[0] for row in SOUND]
    for card in cards.values():
        row = card.to_row()
        assert tuple(row) == COLUMNS
        assert card_from_row(row) == card
        assert card_from_row({column: str(cell) for column, cell in row.items()}) == card


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_what_spreadsheets_write(encoding: str, newline: str) -> None:
    text = table(*SOUND).decode().replace("\n", newline)
    assert read_cards(text.encode(encoding), "own.csv") == sound_cards()


def test_a_row_with_a_comma_too_few_is_one_mistake() -> None:
    """What has slipped into the wrong columns is not told cell by cell; empty cells at the end may be left out."""
    header, house = table(HOUSE).decode().splitlines()
    short = house.replace(",,", ",", 1)
    with pytest.raises(UserError) as caught:
        read_cards(f"{header}\n{short}\n".encode(), "cards.csv")
    found = str(caught.value)
    assert found.startswith("cards.csv: row 2: has only 19 cells under 20 columns") and "\n" not in found
    assert "a comma for every cell" in found


def test_columns_in_any_order_and_blank_rows() -> None:
    order = [*reversed(COLUMNS)]
    rows = [",".join(reversed(row.split(","))) for row in SOUND]
    assert read_cards(table("", rows[0], "," * 19, *rows[1:], header=",".join(order) + ",,"), "x") == sound_cards()


@pytest.mark.parametrize("cell", ["３", "+3", " 3 ", "＋３", "３　"])
def test_full_width_figures(cell: str) -> None:
    assert read_cards(table(changed(HOUSE, value=cell)), "x")["house"].value == 3


@pytest.mark.parametrize("cell", ["-3", "−3", "－３", "–3", "ー３"])
def test_any_minus(cell: str) -> None:
    assert read_cards(table(changed(HOUSE, pollution=cell)), "x")["house"].pollution == -3


def test_one_name_is_enough() -> None:
    cards = read_cards(table(changed(HOUSE, name=""), changed(SHOP, name_ja="")), "x")
    assert cards["house"].name == "レンガの家" and cards["shop"].name_ja == "Corner Shop"
    assert "column name: is empty" in mistakes(table(changed(HOUSE, name="", name_ja="")))[0]


def test_tags_and_quotes() -> None:
    row = changed(HOUSE, tags="house, park;old", name='"Brick, House"'.strip('"'))
    card = read_cards(table(row), "x")["house"]
    assert card.tags == ("house", "park", "old") and card.name == "Brick, House"
    assert card.to_row()["tags"] == "house park old"


WRONG = [
    (
        HOUSE,
        {"id": "Brick House"},
        "id",
        '"Brick House" is no id; write small letters a–z, figures and _, .* brick_house',
    ),
    (HOUSE, {"id": "家"}, "id", '"家" is no id'),
    (HOUSE, {"id": ""}, "id", "is empty; give the card an id"),
    (HOUSE, {"name": "x" * 61}, "name", "at most 60 printable characters"),
    (HOUSE, {"name_ja": "家\x07"}, "name_ja", "at most 60 printable characters"),
    (HOUSE, {"kind": "blok"}, "kind", "\"blok\" is no kind; did you mean 'block'"),
    (HOUSE, {"kind": ""}, "kind", "is empty; give the kind: block, long, council, event"),
    (HOUSE, {"zone": "oragne"}, "zone", "did you mean 'orange'"),
    (HOUSE, {"zone": ""}, "zone", "is empty; a card that is built has a zone: green"),
    (HOUSE, {"phase": ""}, "phase", "is empty; write a whole number from 1 to 4"),
    (HOUSE, {"phase": "5"}, "phase", '"5" is wrong; write a whole number from 1 to 4'),
    (HOUSE, {"value": "3.0"}, "value", '"3.0" is wrong; write a whole number from -999 to 999'),
    (HOUSE, {"value": "1000"}, "value", "from -999 to 999"),
    (HOUSE, {"sims": "-1"}, "sims", "whole number from 0 to 999"),
    (HOUSE, {"sims": "0"}, "sims", "is 0, yet sims_kind says supply"),
    (HOUSE, {"sims_kind": ""}, "sims_kind", "say whether the 2 sims are a supply .* or a need"),
    (HOUSE, {"sims_kind": "suply"}, "sims_kind", "did you mean 'supply'"),
    (HOUSE, {"road": "vh"}, "road", '"vh" is no line; write h'),
    (HOUSE, {"limit": "many"}, "limit", "whole number from 0 to 400"),
    (HOUSE, {"cost": "3"}, "cost", "only a council member has a cost"),
    (HOUSE, {"tags": "Brick-House"}, "tags", '"brick-house" is no tag'),
    (HOUSE, {"tags": "house house"}, "tags", "the tag house is there twice"),
    (HOUSE, {"tags": "a b c d e f g h i"}, "tags", "has 9 tags; a card may have 8"),
    (HOUSE, {"tags": "able"}, "tags", "the tag able is for council cards, not for a block"),
    (HOUSE, {"tags": "disaster"}, "tags", "the tag disaster is for event cards"),
    (HOUSE, {"effect": "adds 1 zone:oragne"}, "effect", "clause .* did you mean 'orange'"),
    (HOUSE, {"effect": "gain 1 self"}, "effect", "gain is for events, not for a block card"),
    (HOUSE, {"effect": ";".join(["adds 1 any"] * 9)}, "effect", "has 9 clauses; a card may have 8"),
    (HOUSE, {"effect": "underground; underground"}, "effect", "underground is there 2 times"),
    (HOUSE, {"effect": "adds 1 card:shopp"}, "effect", "no card has the id \"shopp\"; did you mean 'shop'"),
    (HOUSE, {"rarity": "x" * 13}, "rarity", "short word such as C"),
    (HOUSE, {"source": "mine"}, "source", "is no source; "),
    (HOUSE, {"source": ""}, "source", "is empty; give the source: documented, estimated, own"),
    (MALL, {"phase": "3"}, "phase", "a long card is played in phase 4 only"),
    (MEMBER, {"cost": ""}, "cost", "is empty; a council member has a cost"),
    (MEMBER, {"value": "3"}, "value", "a council member has none; leave this empty"),
    (MEMBER, {"zone": "navy"}, "zone", "a plain council member has none"),
    (MEMBER, {"effect": "adds 1 any"}, "effect", "a council member does nothing but vote"),
    (ABLE, {"zone": ""}, "zone", "an able council member has a zone"),
    (ABLE, {"tags": "able corrupt"}, "tags", "able or corrupt, not both"),
    (FIRE, {"zone": "navy"}, "zone", "an event has none"),
    (FIRE, {"road": "h"}, "road", "an event has none"),
    (FIRE, {"effect": "adds 1 any"}, "effect", "adds is for blocks, not for an event"),
    (FIRE, {"effect": "destroy 1 any; destroy 2 any"}, "effect", "destroy is there 2 times; a card may have one"),
    (FIRE, {"tags": "power_plant"}, "tags", "the tag power_plant is for block and long cards, not for an event"),
]


@pytest.mark.parametrize(("row", "cells", "column", "message"), WRONG)
def test_each_mistake(row: str, cells: dict[str, str], column: str, message: str) -> None:
    others = [each for each in (SHOP, PLANT) if each != row]
    found = mistakes(table(*others, changed(row, **cells)))
    assert len(found) == 1
    assert re.match(rf"own\.csv: row 4, column {column}: .*{message}", found[0]), found[0]


def test_all_mistakes_of_a_file_at_once() -> None:
    found = mistakes(
        table(
            changed(HOUSE, zone="oragne", phase="5"),
            SHOP,
            changed(PLANT, effect="adds 1; gain 2"),
            SHOP,
            "x,y" + "," * 19 + "z",
        )
    )
    places = [re.match(r"own\.csv: (row \d+(, column \w+)?)", line)[1] for line in found]
    assert places == [
        "row 2, column zone",
        "row 2, column phase",
        "row 4, column effect",
        "row 4, column effect",
        "row 5, column id",
        "row 6",
    ]
    assert '"shop" is the id of row 3 already' in found[4]


def test_selectors_may_name_cards_of_other_tables() -> None:
    data = table(changed(HOUSE, effect="adds 1 card:post_office"))
    assert 'no card has the id "post_office"' in mistakes(data)[0]
    assert list(read_cards(data, "own.csv", {"post_office": None})) == ["house"]


HEADERS = [
    (HEADER.replace("zone", "zoen"), ["unknown column \"zoen\"; did you mean 'zone'?", 'the column "zone" is missing']),
    (HEADER + ",note", ['unknown column "note"']),
    (HEADER + ",zone", ['the column "zone" is there twice']),
    (HEADER.replace(",", ";"), ["save it as CSV with commas"]),
    (HEADER.replace(",", "\t"), ["save it as CSV with commas"]),
    (HOUSE, ["is no header; the first row names the columns: id,name,name_ja,kind"]),
]


@pytest.mark.parametrize(("header", "messages"), HEADERS)
def test_wrong_headers(header: str, messages: list[str]) -> None:
    found = mistakes(table(SHOP, header=header))
    assert len(found) == len(messages)
    assert all(message in line for message, line in zip(messages, found, strict=True)), found


FILES = [
    (b"", "is no header"),
    (table(), "has no card; write one in each row"),
    (table("x\0y"), "row 2: has a NUL byte"),
    (codecs.BOM_UTF16_LE + "id".encode("utf-16-le"), 'is in UTF-16; save it as "CSV UTF-8"'),
    (table(HOUSE) + b"\x81\n", "row 3: is neither UTF-8 nor CP932"),
    (table('"house,Brick'), "row 2: is no row of a CSV file"),
    (b"x" * (MOST_BYTES + 1), "at most 1,048,576 are read"),
    (table(*[HOUSE] * 2_001), "has more than 2,000 rows"),
]


@pytest.mark.parametrize(("data", "message"), FILES)
def test_files_that_are_no_tables(data: bytes, message: str) -> None:
    assert message in mistakes(data)[0]


def test_a_thousand_mistakes_are_not_all_told() -> None:
    found = mistakes(table(*[HOUSE] * 1_000))
    assert len(found) == 101 and found[-1] == "and 899 more; mend these first"


def test_rows_of_a_program() -> None:
    row = sound_cards()["house"].to_row()
    for wrong, place, message in [
        ({"value": True}, "column value", "true is neither a text nor a whole number"),
        ({"tags": ["x"]}, "column tags", "neither a text nor"),
        ({"zoen": "x"}, "column zoen", "did you mean 'zone'"),
        ({"value": 1000}, "column value", "from -999 to 999"),
    ]:
        with pytest.raises(UserError, match=message) as caught:
            card_from_row({**row, **wrong})
        assert caught.value.place == place
    with pytest.raises(UserError, match="this column is missing"):
        card_from_row({key: cell for key, cell in row.items() if key != "kind"})


def test_what_is_read_once_is_not_mixed_up() -> None:
    """A table or card that was read before is not read again; yet `true` is not 1, and what one asks for is his own."""
    row = sound_cards()["house"].to_row()
    assert card_from_row({**row, "value": 1}).value == card_from_row({**row, "value": "1"}).value == 1
    with pytest.raises(UserError, match="true is neither"):
        card_from_row({**row, "value": True})
    sound_cards().clear()
    assert "house" in sound_cards()


CELLS = st.sampled_from([cell for row in SOUND for cell in row.split(",")]) | st.text(max_size=12)
ROWS = st.lists(st.lists(CELLS, max_size=22).map(",".join) | st.sampled_from(SOUND), max_size=6)


def loads_or_is_refused(data: bytes) -> None:
    try:
        cards = read_cards(data, "own.csv")
    except UserError as error:
        assert str(error).startswith("own.csv: ") and error.message.strip()
    else:
        assert cards and all(card_from_row(card.to_row()) == card for card in cards.values())


@settings(deadline=None)
@given(st.binary(max_size=200) | ROWS.map(lambda rows: table(*rows)))
@example(table(HOUSE).replace(b"\n", b"\r\r\n"))
@example(table("\ud7ff", '"'))
def test_any_table_loads_or_is_refused(data: bytes) -> None:
    loads_or_is_refused(data)


@settings(deadline=None)
@given(st.data())
def test_a_sound_table_with_a_wrong_byte(data: st.DataObject) -> None:
    sound = bytearray(table(*SOUND))
    sound[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    loads_or_is_refused(bytes(sound))
