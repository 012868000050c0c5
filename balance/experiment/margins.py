"""How far a metric may move between scenarios and still count as alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from balance.errors import UserError, suggestion
from balance.experiment.checks import number
from balance.experiment.together import Row, all_metrics
from balance.experiment.toml_text import parse_value, plain
from balance.games.contract import Game

MARGIN = 0.02  # of a share: 2 percentage points; of anything else: 2% of the base's value
SHARE = "share"  # how the units of shares begin


@dataclass(frozen=True)
class Margins:
    """How far a metric may move and still count as alike: one number for all, and some metrics' own."""

    usual: float = MARGIN
    own: Mapping[str, float] = dataclasses.field(default_factory=dict)

    def of(self, row: Row) -> float:
        """The margin of a row, in its unit."""
        if row.metric in self.own:
            return self.own[row.metric]
        return self.usual if row.unit.startswith(SHARE) else self.usual * abs(row.value or 0.0)


def margins_of(texts: Sequence[str], game: Game) -> Margins:
    """Margins from flags such as ``0.02`` and ``margin=0.5``.  Raises UserError."""
    known = {metric.name for metric in all_metrics(game)}
    usual, own = MARGIN, {}
    for text in texts:
        name, equals, amount = text.rpartition("=")
        value = number(parse_value(amount), "--margin", 0.0)
        if not equals:
            usual = value
            continue
        if plain(name) not in known:
            raise UserError(f"there is no metric '{name}'{suggestion(plain(name), known)}", place="--margin")
        own[plain(name)] = value
    return Margins(usual, own)
