"""A deck at a glance: every card as a tile in its zone's colour, above it the phases and the sims."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

from balance.games.simcity.cards import Card
from balance.games.simcity.deck.asked import AskedDeck
from balance.games.simcity.deck.shape import PHASES, composition, group_of, sims_needed, sims_supplied
from balance.games.simcity.deck.text import DeckWords
from balance.games.simcity.picture import COLOURS, DARK

KIND_COLOURS = {"council": "#f3f0e6", "event": "#efe3f3"}  # cards without a zone
ACROSS = 10  # tiles of a row
TILE_HEIGHT = 0.62  # inches
WIDTH = 11.0
PANELS = 2.6  # inches of the two panels above
LATIN, WIDE = 15, 8  # letters of a line of a card's name
DPI = 130


def draw_deck(asked: AskedDeck, target: Path, lang: str) -> None:
    """Write the picture of a deck to ``target``, an .svg or .png file."""
    from balance.report.style import styled

    words = DeckWords(lang)
    order = list(composition(asked.deck, asked.cards))
    tiles = sorted(asked.cards.values(), key=lambda card: (order.index(group_of(card)), card.phase, card.id))
    rows = -(-len(tiles) // ACROSS)
    with styled(lang):
        import matplotlib.pyplot as plt

        figure = plt.figure(figsize=(WIDTH, PANELS + 0.9 + TILE_HEIGHT * rows), layout="constrained")
        grid = figure.add_gridspec(2, 2, height_ratios=[PANELS, TILE_HEIGHT * rows])
        _phases(figure.add_subplot(grid[0, 0]), asked, words)
        _sims(figure.add_subplot(grid[0, 1]), asked, words)
        _tiles(figure.add_subplot(grid[1, :]), asked, tiles, words)
        figure.suptitle(words.say("deck.picture", name=asked.name, size=asked.size, kinds=len(asked.deck)), fontsize=12)
        figure.savefig(target, dpi=DPI, metadata={"Date": None} if target.suffix.lower() == ".svg" else None)
        plt.close(figure)


def colour_of(group: str) -> str:
    """The colour of a zone, or of a kind of cards without one."""
    return COLOURS.get(group) or KIND_COLOURS[group]


def _phases(axis: Any, asked: AskedDeck, words: DeckWords) -> None:
    """Copies by earliest phase, stacked by zone."""
    below = [0] * len(PHASES)
    for group, row in composition(asked.deck, asked.cards).items():
        bars = axis.bar(
            PHASES, row, bottom=below, color=colour_of(group), edgecolor="#555555", lw=0.5, label=words.group(group)
        )
        axis.bar_label(
            bars, [str(copies) if copies > 1 else "" for copies in row], label_type="center", fontsize=7,
            color="white" if group in DARK else "black",
        )  # fmt: skip
        below = [sum(pair) for pair in zip(below, row, strict=True)]
    axis.set_xticks(PHASES)
    axis.set_xlabel(words.say("deck.picture_phase"), fontsize=8)
    axis.set_ylabel(words.say("deck.copies"), fontsize=8)
    axis.legend(fontsize=6.5, frameon=False, loc="upper right")
    _plain(axis)


def _sims(axis: Any, asked: AskedDeck, words: DeckWords) -> None:
    """Cards by the sims that they need, beside what the houses supply."""
    needs = sims_needed(asked.deck, asked.cards)
    bars = axis.bar(list(needs), list(needs.values()), color="#7d8794")
    axis.bar_label(bars, fontsize=7)
    axis.set_xticks(range(1, max(needs, default=1) + 1))
    axis.set_xlabel(words.say("deck.picture_sims", supply=sims_supplied(asked.deck, asked.cards)), fontsize=8)
    axis.set_ylabel(words.say("deck.picture_need"), fontsize=8)
    axis.yaxis.get_major_locator().set_params(integer=True)
    _plain(axis)


def _plain(axis: Any) -> None:
    axis.tick_params(labelsize=7.5)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)


def _tiles(axis: Any, asked: AskedDeck, tiles: list[Card], words: DeckWords) -> None:
    """One tile a card: copies, name, value, and the sims it houses (+) or needs (−)."""
    from matplotlib.patches import FancyBboxPatch

    axis.set_xlim(0, ACROSS)
    axis.set_ylim(-(-len(tiles) // ACROSS), 0)
    axis.axis("off")
    axis.set_title(words.say("deck.picture_tiles"), fontsize=8, loc="left")
    for place, card in enumerate(tiles):
        y, x = divmod(place, ACROSS)
        ink = "white" if group_of(card) in DARK else "black"
        axis.add_patch(
            FancyBboxPatch(
                (x + 0.04, y + 0.06), 0.92, 0.88, boxstyle="round,pad=0,rounding_size=0.06",
                facecolor=colour_of(group_of(card)), edgecolor="#555555", lw=0.6,
            )
        )  # fmt: skip
        letters = LATIN if words.name(card).isascii() else WIDE
        name = "\n".join(textwrap.wrap(words.name(card), letters)[:3])
        axis.text(x + 0.5, y + 0.36, name, ha="center", va="center", fontsize=6.5, color=ink)
        axis.text(x + 0.09, y + 0.88, f"×{asked.deck[card.id]}", va="bottom", fontsize=7, color=ink)
        sims = {"supply": f"+{card.sims}", "need": f"−{card.sims}"}.get(card.sims_kind, "")
        if card.kind in ("block", "long"):
            said = "  ".join(filter(None, (str(card.value), sims)))
            axis.text(x + 0.91, y + 0.88, said, ha="right", va="bottom", fontsize=6.5, color=ink)
