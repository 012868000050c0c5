"""Sim City as the pipeline sees it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from balance.games.contract import Code, Game, Replay
from balance.games.simcity import settings
from balance.games.simcity.players import PLAYERS


def _code() -> Code:
    from balance.games.simcity.compare import decisions
    from balance.games.simcity.facts import BOOK, TABLES
    from balance.games.simcity.play import simulate

    return Code(BOOK, TABLES, simulate, decisions)


def _replay() -> Replay:
    from balance.games.simcity.journal import ROWS
    from balance.games.simcity.pick import PICKS
    from balance.games.simcity.picture import draw
    from balance.games.simcity.tell import tell
    from balance.games.simcity.trace import lines

    return Replay(lines, tell, PICKS, ROWS, draw=draw, example="typical")


def _metrics() -> Any:
    from balance.games.simcity.metrics import metrics

    return metrics()


def _coverage() -> Any:
    from balance.games.simcity.coverage import COVERAGE

    return COVERAGE


def _report() -> Any:
    from balance.games.simcity import report

    return report


def _things(model: Any, players: int, *, instead: str | None = None) -> Any:
    from balance.games.simcity.things import things

    return things(model, players, instead=instead)


def _commands() -> Any:
    from balance.games.simcity.deck.commands import app

    return app


GAME = Game(
    name="simcity",
    title="Sim City: The Card Game",
    title_ja="シムシティ",
    version=2,
    seats=settings.SEATS,
    chunk_games=128,
    close=10,
    score_unit="money",
    score_bins=(0, 512),
    decision=(
        "what is drawn, which council member is bought, which card is played, how, and where or at whom",
        "何を引き、どの議員を買い、どの札を、どの方法で、どこに（何を狙って）出すか",
    ),
    settings=settings,
    players=PLAYERS,
    code=_code,
    replay=_replay,
    metrics=_metrics,
    axes=settings.axes,
    report=_report,
    coverage=_coverage,
    rules_text=files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    rulings_ja=tomllib.loads(files(__package__).joinpath("rulings.ja.toml").read_text(encoding="utf-8")),
    materials=settings.MATERIALS,
    things=_things,
    commands=_commands,
)
