"""Neotopia as the pipeline sees it."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from balance.games.contract import Bans, Code, Game, Replay
from balance.games.neotopia import codes, settings
from balance.games.neotopia.players import PLAYERS


def _code() -> Code:
    from balance.games.neotopia.compare import decisions
    from balance.games.neotopia.facts import BOOK, TABLES
    from balance.games.neotopia.play import simulate

    return Code(BOOK, TABLES, simulate, decisions)


def _replay() -> Replay:
    from balance.games.neotopia.pick import PICKS
    from balance.games.neotopia.tell import tell
    from balance.games.neotopia.trace import lines

    return Replay(lines, tell, PICKS)


def _metrics() -> Any:
    from balance.games.neotopia.metrics import metrics

    return metrics()


def _coverage() -> Any:
    from balance.games.neotopia.coverage import COVERAGE

    return COVERAGE


def _report() -> Any:
    from balance.games.neotopia import report

    return report


def _things(model: Any, players: int, *, instead: str | None = None) -> Any:
    from balance.games.neotopia.things import things

    return things(model, players, instead=instead)


def _axes(model: Any, players: int) -> dict[str, tuple[str, ...]]:
    """Labels of the facts' axes under these rulings."""

    def numbers(n: int) -> tuple[str, ...]:
        return tuple(str(i) for i in range(1, n + 1))

    return {"seat": numbers(players), "round": numbers(model.rounds), "suit": numbers(model.suits)}


GAME = Game(
    name="neotopia",
    title="Neotopia, draft 8",
    title_ja="Neotopia 草案8",
    version=2,
    seats=settings.SEATS,
    chunk_games=2048,
    close=3,
    score_unit="VP",
    score_bins=(-20, 141),
    decision=("a turn's skill, action and cards", "手番のスキル、アクション、カード"),
    settings=settings,
    players=PLAYERS,
    code=_code,
    replay=_replay,
    metrics=_metrics,
    axes=_axes,
    report=_report,
    coverage=_coverage,
    rules_text=files(__package__).joinpath("RULES.md").read_text(encoding="utf-8"),
    bans=Bans(codes.BANS, settings.enter_bans),
    things=_things,
    rulings_ja=tomllib.loads(files(__package__).joinpath("rulings.ja.toml").read_text(encoding="utf-8")),
)
