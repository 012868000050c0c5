"""`balance deck`: check, show and compare decks before they are sleeved."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import console, options
from balance.cli.errors import reported
from balance.errors import UserError

app = typer.Typer(rich_markup_mode=None)

PICTURES = (".svg", ".png")
GAMES = 400
PLAYER = "planner"


class Mode(StrEnum):
    """What the deck is for."""

    shared = "shared"
    solitaire = "solitaire"
    duel = "duel"


DeckName = Annotated[
    str, typer.Argument(metavar="DECK", help="A deck file, or the name of a shipped one such as balanced-4players.")
]
OtherDeck = Annotated[str, typer.Argument(metavar="OTHER", help="The deck to compare it with.")]
Cards = Annotated[
    list[str] | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="Card table in place of the shipped one (simcity/cards/base); several: a later one adds and replaces.",
        show_default=False,
    ),
]
Seats = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="N",
        parser=options.whole_number,
        help="How many play (default: what suits its size).",
        show_default=False,
    ),
]
ModeFlag = Annotated[Mode, typer.Option("--mode", help="What the deck is for.")]
Games = Annotated[
    int,
    typer.Option("--games", "-n", metavar="N", parser=options.whole_number, help="Games to try it out; 0: none."),
]
Rulings = Annotated[
    list[str] | None,
    typer.Option("--set", "-s", metavar="KEY=VALUE", help="Change a ruling: rules.hand=5.", show_default=False),
]
PlayerName = Annotated[str, typer.Option("--player", metavar="NAME", help="Who tries it out, at every seat.")]
Picture = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", metavar="FILE", parser=options.place, help="Draw it: .svg or .png.", show_default=False
    ),
]


@app.command()
@reported
def check(
    deck: DeckName,
    cards: Cards = None,
    players: Seats = None,
    mode: ModeFlag = Mode.shared,
    rulings: Rulings = None,
    games: Games = GAMES,
    player: PlayerName = PLAYER,
    threads: options.Threads = None,
    output: options.Output = options.Format.text,
    lang: options.Language = options.Lang.en,
    quiet: options.Quiet = False,
) -> None:
    """Is the deck legal, what is it made of, what will be drawn, and does its city get stuck?

    Odds are exact; how often the city is stuck is estimated by play.  An illegal deck is not played (exit code 2).
    """
    from balance.cli.running import check_threads
    from balance.cli.warming import announce
    from balance.games.simcity.deck.asked import read_asked
    from balance.games.simcity.deck.text import DeckWords
    from balance.games.simcity.deck.trial import planned, try_out

    asked = read_asked(deck, cards or (), mode, players, rulings or ())
    check_threads(threads)
    if games < 0:
        raise UserError(f"{games} games cannot be played; give 0 or more", place="--games")
    tried = None
    if games and not asked.errors:
        plan = planned(asked, player, games)
        announce(plan.game, quiet=quiet)
        with console.progress(plan.games, "games", quiet=quiet) as progress:
            tried = try_out(plan, player, threads, progress)
    if output is options.Format.json:
        from balance.experiment.store import to_json
        from balance.games.simcity.deck.as_json import document

        console.write(to_json(document(asked, tried, lang)))
    else:
        console.write("\n".join(DeckWords(lang).check(asked, tried)))
    if asked.errors:
        raise UserError("\n".join(error.say(lang) for error in asked.errors), file=asked.file)


@app.command()
@reported
def show(
    deck: DeckName,
    cards: Cards = None,
    out: Picture = None,
    lang: options.Language = options.Lang.en,
) -> None:
    """What the deck is made of: its cards by zone and phase, in text or as a picture."""
    from balance.games.simcity.deck.asked import read_asked

    asked = read_asked(deck, cards or (), Mode.shared, None)
    if out is None:
        from balance.games.simcity.deck.text import DeckWords

        words = DeckWords(lang)
        console.write("\n".join([*words.shape(asked), "", *words.cards(asked)]))
        return
    if out.suffix.lower() not in PICTURES:
        raise UserError(f"is no picture; give a name that ends in {' or '.join(PICTURES)}", file=out)
    from balance.games.simcity.deck.picture import draw_deck

    try:
        draw_deck(asked, out, lang)
    except OSError as error:
        raise UserError(f"cannot be written ({error.strerror}); give another place", file=out) from None
    console.say(f"written: {out}")


@app.command()
@reported
def diff(
    deck: DeckName,
    other: OtherDeck,
    cards: Cards = None,
    lang: options.Language = options.Lang.en,
) -> None:
    """Which cards, and how many of each zone, change from DECK to OTHER."""
    from balance.games.simcity.deck.asked import read_asked
    from balance.games.simcity.deck.text import DeckWords

    one, two = (read_asked(name, cards or (), Mode.shared, None) for name in (deck, other))
    console.write("\n".join(DeckWords(lang).diff(one, two)))
