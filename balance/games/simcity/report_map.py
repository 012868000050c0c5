"""Where the blocks of each zone lie over all games: a small map for each zone, the first block in the middle."""

from __future__ import annotations

from balance.games.simcity.codes import ZONES
from balance.report.charts import Map, Maps
from balance.report.numbers import fixed
from balance.report.parts import Picture, Table
from balance.report.pictures import picture
from balance.report.reading import Measured, Reading
from balance.report.style import BROWN, GREY
from balance.report.tables import table

ZONE_COLOURS = {"green": 2, "aqua": 5, "orange": 1, "navy": 0, "brown": BROWN, "grey": GREY, "red": 3, "gold": 4}
RARE = 0.005  # places where a zone lies in a smaller share of the games do not widen the maps
IN_TABLE = 40  # places behind the picture, the most used ones


def zone_maps(reading: Reading) -> Picture | None:
    """One map a zone that ever lies anywhere; all maps show the same part of the table."""
    rows = reading.rows("place_zone")
    often = [place(row) for row in rows if (row.value or 0.0) >= RARE]
    if not often:
        return None
    right, down = (max(abs(at[axis]) for at in often) for axis in (0, 1))
    maps = []
    for zone in ZONES:
        shares = {place(row): row.value or 0.0 for row in rows if row.where["zone"] == zone}
        if shares:
            cells = tuple(
                tuple(shares.get((x, y), 0.0) for x in range(-right, right + 1)) for y in range(-down, down + 1)
            )
            most = fixed(100 * max(shares.values()), 0)
            label = reading.words.say("axis.map", zone=reading.label("zone", zone), most=f"{most}%")
            maps.append(Map(label, cells, ZONE_COLOURS[zone]))
    return picture(reading, "map", [Maps("", tuple(maps))], rows, shown=_most_used(reading, rows))


def place(row: Measured) -> tuple[int, int]:
    """Cells right of the first block, and below it."""
    right, down = str(row.where["place"]).split(",")
    return int(right), int(down)


def _most_used(reading: Reading, rows: list[Measured]) -> Table:
    """The places that most often hold one zone."""
    return table(reading, sorted(rows, key=lambda row: -(row.value or 0.0))[:IN_TABLE])
