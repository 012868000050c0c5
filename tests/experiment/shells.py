"""Shells, a small game for tests of scenarios, so that none hangs on a real one; and how files are written there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from balance.errors import UserError, suggestion
from balance.experiment.scenario import load
from balance.games.contract import Bans
from balance.games.fields import Settings, as_user_error, choice, number
from balance.games.neotopia import settings as neotopia

Writer = Callable[..., Path]
PLAYERS = ("random", "accountant", "majority", "miser", "hirer", "spoiler", "secretive", "order", "weighted")


@dataclass(frozen=True)
class Player:
    weights: Mapping[str, float] = field(default_factory=dict)


class ShellRules(Settings):
    """Rulings of a small game of the tests, so that nothing here hangs on a real one."""

    shells: int = number("H1", 1, 9)
    wind: str = choice("H1", ("calm", "storm"))


def shell_defaults(players: int | None = None) -> dict[str, Any]:
    rules = {"shells": 4 if players == 3 else 5, "wind": "calm"}
    return {
        "players": players or 2,
        "games": 100,
        "seed": 1,
        "rules": rules,
        "seats": [{"player": "diver"}],
    }


def shell_load(rules: Mapping[str, Any], players: int) -> ShellRules:
    values = {**shell_defaults(players)["rules"], **rules}
    try:
        return ShellRules.model_validate(values)
    except ValidationError as error:
        raise as_user_error(ShellRules, values, error) from None


SHELLS = SimpleNamespace(
    name="shells",
    title="Shells",
    seats=(2, 4),
    players={"diver": Player({"depth": 1.0, "speed": 0.5}), "random": Player()},
    rules_text=(
        "## H1 All\nText.\n\n| ruling | sentence |\n|---|---|\n"
        "| `shells` | How many shells. |\n| `wind` | How it blows. |\n"
    ),
    settings=SimpleNamespace(
        MODEL=ShellRules, defaults=shell_defaults, load=shell_load, resolved=ShellRules.model_dump
    ),
    materials=None,
    bans=Bans(("fins",), lambda record, row, names: None),
    rulings_ja={"shells": "貝の数。", "wind": "風の向き。"},
)
NEOTOPIA = SimpleNamespace(
    name="neotopia",
    title="Neotopia",
    seats=(2, 6),
    players={name: Player({"hire": 1.0} if name == "weighted" else {}) for name in PLAYERS},
    rules_text=Path(neotopia.__file__).with_name("RULES.md").read_text(encoding="utf-8"),
    settings=neotopia,
    materials=None,
    bans=None,
    rulings_ja=dict.fromkeys(neotopia.defaults()["rules"], "裁定。"),
)
GAMES = {"shells": SHELLS, "neotopia": NEOTOPIA}


def load_game(name: str) -> Any:
    if name not in GAMES:
        raise UserError(f"unknown game {name!r}{suggestion(name, GAMES)}")
    return GAMES[name]


def writer(folder: Path) -> Writer:
    """A function that writes a file below ``folder`` and gives its path."""

    def write(body: str | bytes, name: str = "mine.toml") -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body.encode() if isinstance(body, str) else body)
        return path

    return write


def fault(source: str | Path, *overrides: str, **flags: Any) -> UserError:
    with pytest.raises(UserError) as caught:
        load(source, overrides, **flags)
    error = caught.value
    assert "\n" not in str(error)
    return error
