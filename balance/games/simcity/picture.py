"""The picture of a city: zones in their colours, roads, rails and power lines, houses with their sims.

`balance replay --format svg|png` draws it after any turn: the picture with which a user checks the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.games.simcity.city_map import Block, City, cities
from balance.games.simcity.trace import by_id
from balance.games.telling import Words

COLOURS = {
    "green": "#7fb77e",
    "aqua": "#8fd3d1",
    "orange": "#f2a65a",
    "navy": "#4a6fa5",
    "brown": "#a9825a",
    "grey": "#b8bcc2",
    "red": "#d9695f",
    "gold": "#e3c04b",
}
DARK = ("navy", "brown", "red")  # zones on which text is white
LINE_STYLE = {"road": ("#222222", 2.6, "-"), "rail": ("#5b2a86", 1.6, (0, (2, 1.2))), "power": ("#c9a400", 0.9, "-")}
OFFSET = {"road": 0.0, "rail": 0.22, "power": -0.22}
DPI = 130
NAME_LETTERS = 13  # of a line of a card's name


def draw(
    trace: Sequence[Mapping[str, Any]],
    materials: Mapping[str, Any],
    target: Path,
    turn: int | None = None,
    lang: str = "en",
) -> None:
    """Write the city of a trace after ``turn`` (None: at the end) to ``target``, an .svg or .png file."""
    from balance.report.style import styled

    with styled(lang):
        import matplotlib.pyplot as plt

        found = cities(trace, turn)
        sizes = [_bounds(city) for city in found.values()]
        width = sum(x1 - x0 + 1 for x0, _, x1, _ in sizes) + len(sizes)
        height = max(y1 - y0 + 1 for _, y0, _, y1 in sizes)
        figure, axes = plt.subplots(
            1, len(found), figsize=(max(6.0, 0.95 * width), max(4.0, 0.95 * height + 1.1)), squeeze=False
        )
        for axis, (number, city), bounds in zip(axes[0], found.items(), sizes, strict=True):
            _city(axis, city, by_id(materials), bounds, lang)
            if len(found) > 1:
                axis.set_title(Words(__package__, lang).say("picture.city_of", seat=number))
        figure.suptitle(_title(trace, turn, lang), fontsize=11)
        _legend(figure, lang)
        figure.savefig(target, dpi=DPI, bbox_inches="tight")
        plt.close(figure)


def _title(trace: Sequence[Mapping[str, Any]], turn: int | None, lang: str) -> str:
    say = Words(__package__, lang).say
    turns = [line for line in trace if line["event"] == "turn"]
    number = turns[-1]["turn"] if turn is None else turn
    last = next((line for line in reversed(turns) if line["turn"] <= number), turns[0])
    return say(
        "picture.title",
        scenario=trace[0]["scenario"],
        index=trace[0]["index"],
        turn=last["turn"],
        phase=last["phase_after"],
        funds=" · ".join(str(amount) for amount in last["funds"]),
    )


def _bounds(city: City) -> tuple[int, int, int, int]:
    places = [*city.stacks, *city.burnt] or [(0, 0)]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs), min(ys), max(xs), max(ys)


def _city(
    axis: Any, city: City, cards: Mapping[str, Mapping[str, Any]], bounds: tuple[int, int, int, int], lang: str
) -> None:
    x0, y0, x1, y1 = bounds
    axis.set_xlim(x0 - 0.6, x1 + 0.6)
    axis.set_ylim(y1 + 0.6, y0 - 0.6)
    axis.set_aspect("equal")
    axis.set_xticks(range(x0, x1 + 1))
    axis.set_yticks(range(y0, y1 + 1))
    axis.tick_params(length=0, labelsize=7)
    for spine in axis.spines.values():
        spine.set_visible(False)
    for x, y in city.burnt:
        axis.add_patch(_box(x - 0.46, y - 0.46, 0.92, 0.92, "#f4f1ec", "#a33", (0, (2, 2))))
    for block in city.tops():
        _block(axis, block, cards[block.card], city, lang)


def _box(x: float, y: float, width: float, height: float, face: str, edge: str, dashes: Any = "-") -> Any:
    from matplotlib.patches import FancyBboxPatch

    return FancyBboxPatch(
        (x, y), width, height, boxstyle="round,pad=0,rounding_size=0.07", facecolor=face, edgecolor=edge,
        linewidth=0.8, linestyle=dashes,
    )  # fmt: skip


def _block(axis: Any, block: Block, card: Mapping[str, Any], city: City, lang: str) -> None:
    places = [place for place in (block.at, block.at2) if place is not None]
    x0, y0 = min(x for x, _ in places), min(y for _, y in places)
    x1, y1 = max(x for x, _ in places), max(y for _, y in places)
    zone = str(card["zone"])
    axis.add_patch(_box(x0 - 0.46, y0 - 0.46, x1 - x0 + 0.92, y1 - y0 + 0.92, COLOURS[zone], "#555555"))
    for kind, (colour, width, dashes) in LINE_STYLE.items():
        shift = OFFSET[kind]
        for x, y in places:
            if "h" in str(card[kind]):
                axis.plot([x - 0.5, x + 0.5], [y + shift] * 2, color=colour, lw=width, ls=dashes, alpha=0.75)
            if "v" in str(card[kind]):
                axis.plot([x + shift] * 2, [y - 0.5, y + 0.5], color=colour, lw=width, ls=dashes, alpha=0.75)
    ink = "white" if zone in DARK else "black"
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    name = str(card["name_ja"] if lang == "ja" else card["name"])
    back = {"facecolor": COLOURS[zone], "edgecolor": "none", "alpha": 0.8, "pad": 0.6}
    axis.text(middle[0], middle[1] - 0.14, _wrapped(name), ha="center", va="center", fontsize=5, color=ink, bbox=back)
    depth = len(city.stacks[block.at])
    below = f"{card['value']}" + (f" ×{depth}" if depth > 1 else "")
    axis.text(x0 - 0.42, y1 + 0.43, below, ha="left", va="bottom", fontsize=5.5, color=ink)
    if card["sims_kind"] == "supply":
        axis.text(
            x1 + 0.4, y1 + 0.41, f"+{card['sims']}", ha="right", va="bottom", fontsize=6.5, color="black",
            weight="bold", bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )  # fmt: skip
    elif int(card["sims"]) > 0:
        axis.text(x1 + 0.42, y1 + 0.43, f"−{card['sims']}", ha="right", va="bottom", fontsize=5.5, color=ink)
    axis.text(x0 - 0.42, y0 - 0.44, f"{block.seat}:{block.turn}", ha="left", va="top", fontsize=4.6, color=ink)


def _wrapped(name: str) -> str:
    """A name in lines that fit a cell."""
    import textwrap

    return "\n".join(textwrap.wrap(name, NAME_LETTERS)[:3])


def _legend(figure: Any, lang: str) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    say = Words(__package__, lang).say
    handles: list[Any] = [Patch(facecolor=colour, label=say(f"zone.{zone}")) for zone, colour in COLOURS.items()]
    handles += [
        Line2D([], [], color=colour, lw=width, ls=dashes, label=say(f"line.{kind}"))
        for kind, (colour, width, dashes) in LINE_STYLE.items()
    ]
    figure.legend(handles=handles, loc="lower center", ncol=6, fontsize=7, frameon=False, bbox_to_anchor=(0.5, -0.04))
