"""What every game must offer, so that the pipeline can play and measure it without knowing it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import balance
from balance import games
from balance.experiment import scenario as scenarios
from balance.experiment.engine import Engine, all_metrics
from balance.experiment.materials import join_decks, read_decks
from balance.experiment.plan import plan
from balance.experiment.run import play
from balance.experiment.template import template
from balance.games.contract import Game
from balance.kernel.record import Table
from balance.metrics.estimate import measure
from balance.metrics.every_game import metrics as every_game
from balance.metrics.spec import WIN

PACKAGE = Path(balance.__path__[0])
COMMON = {
    "game": ((), ("rounds", "turns", "decisions", "truncated", "margin", "drawn")),
    "seats": (("seat",), ("entry", "points", "score")),
    "turns": (("seat", "round"), ("standing",)),
}
JAPANESE = re.compile(r"[぀-ヿ一-鿿]")
GAMES = 24


@pytest.fixture(scope="module", params=games.names())
def game(request: pytest.FixtureRequest) -> Game:
    return games.load(request.param)


@pytest.fixture(scope="module")
def engine(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """The game as its template has it, its players sitting in turn."""
    file = tmp_path_factory.mktemp(game.name) / "template.toml"
    file.write_text(template(game), encoding="utf-8")
    usual = scenarios.load(file)
    names = list(game.players)
    lineup = [names[seat % len(names)] for seat in range(usual.players)]
    return Engine(plan(scenarios.load(file, (), lineup, GAMES)))


def usual_model(game: Game, players: int) -> Any:
    """The game's default rules for so many players, with the decks that it usually has."""
    model = game.settings.load({}, players)
    return join_decks(game, model, players, read_decks(game, model, players, {}, Path()))


class TestGame:
    def test_names(self, game: Game) -> None:
        assert re.fullmatch(r"[a-z][a-z0-9]*", game.name)
        assert (PACKAGE / "games" / game.name / "RULES.md").read_text(encoding="utf-8") == game.rules_text
        assert game.title and JAPANESE.search(game.title_ja)
        assert game.version >= 1 and game.chunk_games >= 1 and game.close >= 0
        assert 1 <= game.seats[0] <= game.seats[1] <= 7  # 420 is divisible by 1 to 7

    def test_players(self, game: Game) -> None:
        assert game.players
        for name, player in game.players.items():
            assert player.name == name and player.plan.endswith(".") and JAPANESE.search(player.plan_ja)

    def test_template_loads(self, game: Game, tmp_path: Path) -> None:
        (tmp_path / "new.toml").write_text(template(game), encoding="utf-8")
        loaded = scenarios.load(tmp_path / "new.toml")
        usual = game.settings.defaults()
        assert (loaded.game, loaded.players, loaded.seed) == (game.name, usual["players"], usual["seed"])
        assert loaded.rules == game.settings.resolved(game.settings.load({}, loaded.players))

    def test_the_defaults_depart_from_nothing(self, game: Game) -> None:
        players = game.settings.defaults()["players"]
        model = usual_model(game, players)
        assert game.settings.differences(game.settings.resolved(model), players) == []
        assert game.settings.notes(model, players) == []

    def test_its_commands_are_known_by_name(self, game: Game) -> None:
        names = [name for name, (owner, _) in games.COMMANDS.items() if owner == game.name]
        if game.commands is None:
            assert names == []
            return
        assert len(names) == 1 and re.fullmatch(r"[a-z]+", names[0])
        assert game.commands().registered_commands


class TestTables:
    def test_common_columns(self, game: Game) -> None:
        tables = game.code().tables
        for name, (axes, names) in COMMON.items():
            assert tables[name].axes == axes
            assert set(names) <= {column.name for column in tables[name].columns}

    def test_every_column_has_a_meaning_and_a_unit(self, game: Game) -> None:
        for table in game.code().tables.values():
            assert isinstance(table, Table)
            for column in table.columns:
                assert column.meaning.strip() and column.unit.strip(), f"{table.name}.{column.name}"
            names = [column.name for column in table.columns]
            assert len(set(names)) == len(names)

    def test_the_book_has_room_for_the_largest_game(self, game: Game) -> None:
        code = game.code()
        assert set(code.book.names) == set(code.tables)
        assert all(code.tables[name].dtype == code.book[name].base for name in code.tables)
        most = game.seats[1]
        assert code.book["seats"].shape[0] >= most and code.book["turns"].shape[0] >= most

    def test_axis_labels(self, game: Game) -> None:
        usual = game.settings.defaults()
        for players in range(game.seats[0], game.seats[1] + 1):
            try:
                model = usual_model(game, players)
            except ValueError:
                continue  # no pack or deck for so many, if nothing is said
            axes = game.axes(model, players)
            assert axes["seat"] == tuple(str(seat) for seat in range(1, players + 1))
            for table in game.code().tables.values():
                for place, axis in enumerate(table.axes):
                    assert 1 <= len(axes[axis]) <= game.code().book[table.name].shape[place]
                    assert len(set(axes[axis])) == len(axes[axis])
        assert game.seats[0] <= usual["players"] <= game.seats[1]


class TestMetrics:
    def test_both_sentences_and_a_unit(self, game: Game) -> None:
        metrics = [*every_game(game), *game.metrics()]
        names = [metric.name for metric in metrics]
        assert len(set(names)) == len(names)
        for metric in metrics:
            assert re.fullmatch(r"[a-z][a-z0-9_]*", metric.name)
            assert len(metric.sentence) > 10 and not JAPANESE.search(metric.sentence), metric.name
            assert JAPANESE.search(metric.sentence_ja), metric.name
            assert metric.unit, metric.name

    def test_win_rates_of_holders_are_called_descriptive(self, game: Game) -> None:
        for metric in game.metrics():
            if metric.name.endswith("_win_rate"):
                assert metric.descriptive and "descriptive" in metric.sentence, metric.name

    def test_every_tally_has_its_column(self, game: Game) -> None:
        planned = plan(scenarios.from_resolved({"name": "x", "game": game.name}, Path("x")))
        assert Engine(planned, all_metrics(planned)).layout.cells > 0  # raises KeyError otherwise


class TestFacts:
    def test_are_sane(self, engine: Engine) -> None:
        games_played = engine.plan.games
        facts = engine.facts(games_played)
        engine.play(0, facts)
        game, seats, turns = facts["game"], facts["seats"], facts["turns"]
        n = engine.plan.scenario.players
        points = np.sort(seats["points"], axis=1)
        assert (points.sum(axis=1) == WIN).all()
        assert np.isin(seats["points"], [0, *(WIN // k for k in range(1, n + 1))]).all()
        winners = (seats["points"] > 0).sum(axis=1)
        assert (game["drawn"] == (winners > 1)).all()
        assert (np.sort(seats["entry"], axis=1) == np.arange(n)).all()
        assert ((game["rounds"] >= 1) & (game["rounds"] <= turns.shape[2])).all()
        assert ((game["turns"] >= 1) & (game["decisions"] >= 0) & (game["decisions"] <= game["turns"])).all()
        assert np.isin(game["truncated"], [0, 1]).all()
        best = np.sort(seats["score"], axis=1)
        assert (game["margin"] == best[:, -1] - best[:, -2]).all()
        assert (seats["score"][seats["points"] > 0] == np.repeat(best[:, -1], winners)).all()
        last = np.take_along_axis(turns["standing"], game["rounds"][:, None, None] - 1, axis=2)[:, :, 0]
        assert (last == seats["score"]).all()
        assert len({row.tobytes() for row in facts.books}) > 1

    def test_the_games_before_leave_nothing(self, engine: Engine) -> None:
        # Books are used again and again: a game writes over all of them, unused room aside.
        clean, used = engine.facts(4), engine.facts(4)
        engine.play(0, clean)
        engine.play(8, used)
        engine.play(0, used)
        for name in engine.code.tables:
            assert clean[name].tobytes() == used[name].tobytes(), name

    def test_flags_are_flags(self, engine: Engine) -> None:
        facts = engine.facts(engine.plan.games)
        engine.play(0, facts)
        for name, table in engine.code.tables.items():
            for column in table.columns:
                if column.unit == "0/1":
                    assert np.isin(facts[name][column.name], [0, 1]).all(), f"{name}.{column.name}"

    def test_every_player_sits_everywhere(self, engine: Engine) -> None:
        facts = engine.facts(engine.plan.games)
        engine.play(0, facts)
        per_block = engine.plan.games_per_block
        entries = facts["seats"]["entry"].reshape(-1, per_block, engine.plan.scenario.players)
        if not engine.plan.alike:
            # Seats are counted from the start player, who is the same place in every game of a deal.
            assert (np.sort(entries, axis=1) == np.arange(per_block)[None, :, None]).all()


@pytest.mark.parametrize("name", scenarios.shipped())
def test_shipped_scenarios_play(name: str) -> None:
    loaded = scenarios.load(name, games=8)
    assert loaded.title and loaded.question and JAPANESE.search(loaded.title_ja + loaded.question_ja)
    cut = play(plan(loaded), 1)
    table = measure(cut.engine.metrics, cut.sums)
    rates = table[table["metric"] == "seat_win_rate"]["value"]
    assert len(rates) == loaded.players and sum(rates) == pytest.approx(1.0)
    assert cut.sums.games >= 8


# An example for the user, in a help text of the command line, is no knowledge of the game.
EXAMPLE = re.compile(r"(such as|try: balance run) \w+(/[\w-]+)?")


def named_games(text: str) -> list[str]:
    """Games that a text names, in any case."""
    return [name for name in games.names() if re.search(name, text, re.IGNORECASE)]


def test_the_pipeline_names_no_game() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*")):
        inside = path.relative_to(PACKAGE).parts
        own = len(inside) > 2 and inside[0] == "games" and inside[1] in games.names()
        kinds = (".py", ".toml", ".j2", ".css", ".json")
        if path.suffix not in kinds or own or inside == ("games", "__init__.py"):
            continue
        if path.is_file() and inside[0] != "_scenarios":
            text = path.read_text(encoding="utf-8")
            text = EXAMPLE.sub("", text) if inside[0] == "cli" else text
            found += [f"{path.relative_to(PACKAGE)}: {name}" for name in named_games(text)]
    assert not found


def test_named_games() -> None:
    assert named_games(f"from balance.games.{games.names()[0]} import game") == [games.names()[0]]
    assert named_games("the game, whichever it is") == []


def test_only_its_own_folder_imports_a_game() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            for name in games.names():
                if module and module.startswith(f"balance.games.{name}"):
                    assert inside[:2] == ("games", name), f"{path} imports {module}"


def test_what_is_compared_is_named_in_both_languages(game: Game) -> None:
    """A game that compares decisions says what they consist of; the pick of a report's picture is one of its picks."""
    if game.code().compare is not None:
        english, japanese = game.decision
        assert english and not JAPANESE.search(english) and JAPANESE.search(japanese)
    replay = game.replay()
    assert replay.example in ("", *replay.picks)
