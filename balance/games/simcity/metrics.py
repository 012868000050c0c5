"""The metrics of Sim City beside those of every game; names and formulas as in the project's metric list."""

from __future__ import annotations

from functools import partial

import numpy as np

from balance.games.simcity.codes import ENDS, MAX_ROUNDS, ZONES
from balance.games.simcity.metrics_cards import card_metrics
from balance.games.simcity.metrics_money import money_metrics
from balance.games.simcity.metrics_politics import politics_metrics
from balance.metrics.estimate import Sums, rate, row, spread_over
from balance.metrics.spec import GAMES, Metric, Row, Tally

ROUNDS = 1 + MAX_ROUNDS  # places of a histogram over rounds; 0: never
PHASES = ("2", "3", "4")
REACHED = {phase: Tally("game", bucket=f"phase_round.{phase}", buckets=ROUNDS) for phase in PHASES}
ENDED = Tally("game", bucket="rounds", buckets=ROUNDS)
OVER = {  # games by the round in which they ended, of those that had reached the phase; all reach phase 1
    "1": ENDED,
    **{phase: Tally("game", f"reached.{phase}", bucket="rounds", buckets=ROUNDS) for phase in PHASES},
}
STAGES = (*(f"in_{phase}" for phase in ("1", *PHASES)), *(f"ended_{phase}" for phase in ("1", *PHASES)))
ROUND = Tally("rounds", "played", by=("round",))


def metrics() -> list[Metric]:
    """All metrics of Sim City in the order in which a report needs them."""
    return [*_phases(), *_end(), *money_metrics(), *politics_metrics(), *_city(), *card_metrics()]


def _phases() -> list[Metric]:
    return [
        Metric(
            "phase_reached",
            "share of all games that have reached the phase by the end of round t; one that ended before never will",
            "ラウンドt終了までにそのフェイズに達した試合の割合(全試合に対する累積発生率)",
            "share",
            "derived",
            derive=_phase_reached,
            needs={**REACHED, "games": GAMES},
        ),
        Metric(
            "game_over",
            "share of all games that are over by the end of round t",
            "ラウンドt終了までに終わった試合の割合",
            "share",
            "derived",
            derive=_game_over,
            needs={"ended": ENDED, "games": GAMES},
        ),
        Metric(
            "stage",
            "share of all games that after round t are still going in a phase, or have ended in it",
            "ラウンドt終了時に、各フェイズで続いている、またはそこで終わった試合の割合(全試合に対する割合)",
            "share",
            "derived",
            derive=_stages,
            needs={**REACHED, **{f"over.{phase}": tally for phase, tally in OVER.items()}, "games": GAMES},
        ),
        spread_over(
            "phase_turn",
            "mean turn of the game in which the phase is reached, among the games that reach it",
            "そのフェイズに達した試合での、達した手番の平均",
            "turns",
            "phase",
            {phase: (Tally("game", f"phase_turn.{phase}"), _reach(phase)) for phase in PHASES},
        ),
        spread_over(
            "phase_round",
            "mean round in which the phase is reached, among the games that reach it",
            "そのフェイズに達した試合での、達したラウンドの平均",
            "rounds",
            "phase",
            {phase: (Tally("game", f"phase_round.{phase}"), _reach(phase)) for phase in PHASES},
        ),
        Metric(
            "stuck",
            "share of the games that end in the phase",
            "そのフェイズのまま終わる試合の割合",
            "share",
            "rate",
            Tally("game", bucket="phase", low=1, buckets=4),
            bucket_key="phase",
            bucket_labels=("1", "2", "3", "4"),
        ),
        spread_over(
            "phase_turns",
            "turns of a game that begin in the phase",
            "そのフェイズで始まる手番の数",
            "turns",
            "phase",
            {phase: (Tally("game", f"phase_turns.{phase}"), GAMES) for phase in ("1", *PHASES)},
        ),
        Metric(
            "opened_3",
            "share of the games in which the seat opens phase 3, and so becomes the first mayor",
            "その席がフェイズ3を開き、最初の市長になる試合の割合",
            "share",
            "rate",
            Tally("seats", "opened_3", by=("seat",)),
            Tally("seats", by=("seat",)),
        ),
    ]


def _reach(phase: str) -> Tally:
    """Games that reach a phase."""
    return Tally("game", f"reached.{phase}")


def _phase_reached(sums: Sums) -> list[Row]:
    games = sums.cells(GAMES)
    rows = []
    for phase in PHASES:
        by_round = np.cumsum(sums.cells(REACHED[phase])[:, 1:], axis=1)  # place 0: never
        for t in range(len(sums.layout.axes["round"])):
            rows.append(row({"phase": int(phase), "t": t + 1}, rate(sums, by_round[:, t], games)))
    return rows


def _game_over(sums: Sums) -> list[Row]:
    games = sums.cells(GAMES)
    over = np.cumsum(sums.cells(ENDED)[:, 1:], axis=1)
    return [row({"t": t + 1}, rate(sums, over[:, t], games)) for t in range(len(sums.layout.axes["round"]))]


def _stages(sums: Sums) -> list[Row]:
    """A game that reached phase p and no later one is in p, or has ended in p if it is over."""
    games = sums.cells(GAMES)
    reached = [np.cumsum(sums.cells(REACHED[phase])[:, 1:], axis=1) for phase in PHASES]
    over = [np.cumsum(sums.cells(tally)[:, 1:], axis=1) for tally in OVER.values()]
    going = [each - gone for each, gone in zip([games[:, None], *reached], over, strict=True)]
    now = [one - later for one, later in zip(going, [*going[1:], 0], strict=True)]
    ended = [one - later for one, later in zip(over, [*over[1:], 0], strict=True)]
    rows = []
    for t in range(len(sums.layout.axes["round"])):
        for name, counts in zip(STAGES, [*now, *ended], strict=True):
            rows.append(row({"t": t + 1, "stage": name}, rate(sums, counts[:, t], games)))
    return rows


def _end() -> list[Metric]:
    return [
        Metric(
            "end",
            "share of the games that end this way",
            "その理由で終わる試合の割合",
            "share",
            "rate",
            Tally("game", bucket="why", low=1, buckets=len(ENDS)),
            bucket_key="why",
            bucket_labels=ENDS,
        ),
    ]


def _city() -> list[Metric]:
    def at_end(name: str, sentence: str, sentence_ja: str, unit: str) -> Metric:
        return Metric(f"city_{name}", sentence, sentence_ja, unit, y=Tally("game", name))

    def after(name: str, sentence: str, sentence_ja: str, unit: str) -> Metric:
        return Metric(f"{name}_by_round", sentence, sentence_ja, unit, y=Tally("rounds", name, by=("round",)), x=ROUND)

    return [
        at_end("blocks", "blocks on the table at the end", "終了時の都市区画の数", "blocks"),
        at_end("width", "cells that the table ever was wide", "都市の横幅", "cells"),
        at_end("height", "cells that the table ever was high", "都市の縦幅", "cells"),
        after("blocks", "blocks on the table after round t, in games still going", "ラウンドt後の区画数", "blocks"),
        after("houses", "houses on the table after round t, in games still going", "ラウンドt後の住宅数", "houses"),
        after("sims", "sims housed after round t, in games still going", "ラウンドt後の住人数", "sims"),
        spread_over(
            "zone_blocks",
            "blocks of the zone on the table after round t, in games still going",
            "ラウンドt後の各ゾーンの区画数",
            "blocks",
            "zone",
            {zone: (Tally("rounds", f"zone.{zone}", by=("round",)), ROUND) for zone in ZONES},
        ),
        spread_over(
            "reached_by",
            "share of the blocks at the end that lie on a network with a house",
            "終了時、住宅とつながる交通網上にある区画の割合",
            "share",
            "line",
            {line: (Tally("game", f"by_{line}"), Tally("game", "blocks")) for line in ("road", "rail")},
        ),
        Metric(
            "place_zone",
            "share of the games that end with a block of the zone on this cell of the map around the first block",
            "最初の区画を中心とする地図のそのマスに、そのゾーンの区画がある試合の割合",
            "share",
            "derived",
            derive=partial(_places),
            needs={"places": PLACES},
        ),
    ]


PLACES = Tally("places", by=("place",), bucket="zone", buckets=1 + len(ZONES))


def _places(sums: Sums) -> list[Row]:
    total = sums.total(PLACES)
    rows = []
    for place, label in enumerate(sums.labels(PLACES)[0]):
        for zone, name in enumerate(ZONES):
            if total[place, zone + 1]:
                where = {"place": label, "zone": name}
                rows.append({"where": where, "value": float(total[place, zone + 1] / sums.games)})
    return rows
