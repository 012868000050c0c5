"""Scenarios: what a file may say, what it extends, what flags override, and one sentence for each mistake."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pydantic import ValidationError

from balance import games as registry
from balance.errors import UserError, suggestion
from balance.experiment import scenario as scenarios
from balance.experiment import sources
from balance.experiment.scenario import Scenario, Seat, load
from balance.games.contract import Bans
from balance.games.fields import Settings, as_user_error, choice, number
from balance.games.neotopia import settings as neotopia

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


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", load_game, raising=False)


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Write a file below the test's folder and give its path."""

    def write(body: str | bytes, name: str = "mine.toml") -> Path:
        path = tmp_path / name
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


class TestAFile:
    def test_all_keys(self, write: Any) -> None:
        path = write("""
            title = "Deep water"
            title_ja = "深い海"
            question = "Who drowns?"
            game = "shells"
            players = 3
            games = 7
            seed = 0
            [rules]
            wind = "storm"
            [[seats]]
            player = "diver"
            weights = { depth = 2 }
            [[seats]]
            player = "random"
            [[seats]]
            player = "diver"
            [[expect]]
            metric = "seat_win_spread"
            within = [0, 0.04]
        """)
        assert load(path) == Scenario(
            name="mine",
            file=path,
            title="Deep water",
            title_ja="深い海",
            question="Who drowns?",
            question_ja="Who drowns?",
            game="shells",
            players=3,
            games=7,
            seed=0,
            rules={"shells": 4, "wind": "storm"},
            seats=(
                Seat("diver", {"depth": 2.0, "speed": 0.5}),
                Seat("random", {}),
                Seat("diver", {"depth": 1.0, "speed": 0.5}),
            ),
            expect=(
                {
                    "metric": "seat_win_spread",
                    "where": {},
                    "within": [0, 0.04],
                    "level": "error",
                    "undecided": "fail",
                },
            ),
        )

    def test_what_is_not_said_comes_from_the_game(self, write: Any) -> None:
        scenario = load(write('game = "shells"'))
        assert (scenario.players, scenario.games, scenario.seed) == (2, 100, 1)
        assert scenario.rules == {"shells": 5, "wind": "calm"}
        assert [seat.player for seat in scenario.seats] == ["diver", "diver"]
        assert (scenario.title, scenario.question, scenario.expect) == ("mine", "", ())

    def test_one_row_of_seats_serves_all(self, write: Any) -> None:
        scenario = load(write('game = "shells"\nplayers = 4\n[[seats]]\nplayer = "random"'))
        assert scenario.seats == (Seat("random", {}),) * 4

    def test_a_row_may_go_without(self, write: Any) -> None:
        path = write('game = "shells"\n[[seats]]\nplayer = "random"\n[[seats]]\nplayer = "random"\nwithout = ["fins"]')
        scenario = load(path)
        assert scenario.seats == (Seat("random", {}), Seat("random", {}, ("fins",)))
        assert scenario.resolved()["seats"][1] == {"player": "random", "weights": {}, "without": ["fins"]}
        assert scenarios.from_resolved(scenario.resolved(), path).seats == scenario.seats
        assert load(path, ["seats.1.without=[]"]).digest() != scenario.digest()

    def test_the_digest_is_of_what_decides_the_games(self, write: Any) -> None:
        path = write('game = "shells"\ntitle = "A"')
        digest = load(path).digest()
        # By sha256sum of {"game":"shells","games":100,"players":2,"rules":{"shells":5,"wind":"calm"},
        # "seats":[{"player":"diver","weights":{"depth":1.0,"speed":0.5}}, twice],"seed":1}, without blanks.
        assert digest == "fc7ada37b8617b3f775e0d394e33e7c280794344abd6e3764f1fa919aae94e19"
        assert load(path, ["title=B"]).digest() == digest
        assert load(path, ["rules.shells=5", "seats=[{player='diver'}, {player='diver'}]"]).digest() == digest
        for change in ("seed=2", "games=101", "players=3", "rules.wind=storm", "seats=[{player='random'}]"):
            assert load(path, [change]).digest() != digest

    def test_resolved_is_plain_json(self, write: Any) -> None:
        resolved = load(write('game = "shells"')).resolved()
        assert json.loads(json.dumps(resolved, allow_nan=False)) == resolved
        assert list(resolved) == [
            "name", "title", "title_ja", "question", "question_ja",
            "game", "players", "games", "seed", "rules", "seats", "expect",
        ]  # fmt: skip


class TestHowFilesAreSaved:
    BODY = 'title = "深い海　８"\r\ngame = "shells"\r\nplayers = 3\r\n[rules]\r\nwind = "storm"\r\n'

    @pytest.mark.parametrize(
        "data",
        [
            BODY.encode(),
            b"\xef\xbb\xbf" + BODY.encode(),
            BODY.encode("cp932"),
            BODY.replace("\r", "").encode(),
        ],
        ids=["utf-8", "byte order mark", "cp932", "lf"],
    )
    def test_encodings_and_line_ends(self, write: Any, data: bytes) -> None:
        scenario = load(write(data))
        assert (scenario.title, scenario.players, scenario.rules["wind"]) == ("深い海　８", 3, "storm")

    def test_full_width_characters_outside_of_quotes(self, write: Any) -> None:
        path = write('ｇａｍｅ　＝　"shells"\nｐｌａｙｅｒｓ＝３　＃　三人\n［ｒｕｌｅｓ］\nshells = ７\ntitle = 1\n')
        assert fault(path).place == "rules.title"
        scenario = load(write('ｇａｍｅ　＝　"shells"\nｐｌａｙｅｒｓ＝３　＃　三人\n［ｒｕｌｅｓ］\nshells = ７\n'))
        assert (scenario.players, scenario.rules["shells"]) == (3, 7)

    def test_full_width_words_inside_quotes(self, write: Any) -> None:
        body = 'title = "Ｗｉｎｄ"\ngame = "ｓｈｅｌｌｓ"\n'
        body += 'rules.wind = "ｓｔｏｒｍ"\nseats = [{player = "ｄｉｖｅｒ"}]'
        scenario = load(write(body))
        assert scenario.title == "Ｗｉｎｄ"
        assert (scenario.game, scenario.rules["wind"], scenario.seats[0].player) == (
            "shells",
            "storm",
            "diver",
        )

    def test_signs_inside_strings_and_comments_stay(self, write: Any) -> None:
        body = 'title = \'a # b ＝ "８"\'\nquestion = """８ \\" ＃\n\'８\'""" # ８ ＝ "\ngame = "shells"'
        scenario = load(write(body))
        assert scenario.title == 'a # b ＝ "８"'
        assert scenario.question == "８ \" ＃\n'８'"

    def test_neither_encoding(self, write: Any) -> None:
        for data in ('game = "shells"'.encode("utf-16"), b'game = "shells" # \x81\x0a'):
            path = write(data)
            assert str(fault(path)) == f"{path}: is neither UTF-8 nor CP932 text; save it as UTF-8"


class TestNotAScenario:
    @pytest.mark.parametrize(
        ("body", "said"),
        [
            ("a = 1\nb = = 2", "line 2, column 5: not valid TOML (Invalid value)"),
            ('a = "x', "end of file: not valid TOML (Unterminated string)"),
            ("a = 1\na = 2\n", "line 2, column 6: not valid TOML (Cannot overwrite a value)"),
            ("a = " + "9" * 5000, "not valid TOML (a number has too many digits)"),
            ("a = 0x" + "f" * 5000, "has a number beyond 64 bits, which TOML does not allow"),
            ("a = [9223372036854775808]", "has a number beyond 64 bits, which TOML does not allow"),
            ("a = " + "[" * 100_000, "is nested more than 16 levels deep, which no scenario needs"),
            ("a = " + "[" * 17 + "]" * 17, "is nested more than 16 levels deep, which no scenario needs"),
            (
                "a" + ".a" * 400_000 + " = 1",
                "has a dotted key of more than 64 parts, which no scenario needs",
            ),
            ('"a"' + ".'a'" * 100_000 + " = 1", "has a dotted key of more than 64 parts"),
            ('a = "' + '\\"' * 500_000, "end of file: not valid TOML (Unterminated string)"),
            ("#" * (1 << 20) + "\n", "is larger than 1048576 bytes, which no scenario needs"),
            ("\0", "line 1, column 1: not valid TOML (Invalid statement)"),
            ("", "game: names no game; give game = "),
        ],
    )
    def test_garbage(self, write: Any, body: str, said: str) -> None:
        path = write(body)
        assert str(fault(path)).startswith(f"{path}: {said}")

    def test_no_file(self, tmp_path: Path) -> None:
        error = fault("neotopia/draft7")
        assert str(error) == (
            "neotopia/draft7: there is no such file, and no shipped scenario of this name; "
            "did you mean 'neotopia/draft8'?"
        )
        for source in (tmp_path / "none.toml", "x\0y", "a" * 5000, "../neotopia/draft8"):
            assert "there is no such file, and no shipped scenario of this name" in fault(source).message

    def test_a_name_that_no_report_can_tell(self, tmp_path: Path) -> None:
        """A byte of a file's name that is no UTF-8 reaches Python as half a character, which no file can hold."""
        path = tmp_path / "a\udce3b.toml"
        path.write_text('game = "neotopia"', encoding="utf-8")
        error = fault(path)
        assert error.message == "this name is no UTF-8, so no report can tell it; rename the file"
        assert (error.file or "").isascii() and "a\\udce3b.toml" in (error.file or "")

    def test_a_folder(self, tmp_path: Path) -> None:
        assert str(fault(tmp_path)) == f"{tmp_path}: this is a folder; give the path of a scenario file"

    @pytest.mark.filterwarnings("ignore")
    @hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(st.binary(max_size=60) | st.text("ab.=[]{}\"'\\#\n ０９＝８,", max_size=40).map(str.encode))
    def test_any_bytes_are_a_user_error(self, write: Any, data: bytes) -> None:
        path = write(data)
        assert fault(path).file == str(path)


class TestMistakes:
    @pytest.mark.parametrize(
        ("body", "said"),
        [
            ("playrs = 3", "playrs: unknown key; did you mean 'players'?"),
            ('"a\\nb" = 3', '"a\\nb": unknown key; known are extends, title'),
            ("title = 3", "title: 3 is not allowed; give a text in quotes"),
            ("game = 3", "game: 3 is not allowed; give a text in quotes"),
            ('game = "shels"', "game: unknown game 'shels'; did you mean 'shells'?"),
            ("players = 1", "players: 1 is not allowed; give a whole number from 2 to 4"),
            ("players = 5", "players: 5 is not allowed; give a whole number from 2 to 4"),
            ('players = "3"', 'players: "3" is not allowed; give a whole number from 2 to 4'),
            ("players = 2.0", "players: 2.0 is not allowed; give a whole number from 2 to 4"),
            ("games = 0", "games: 0 is not allowed; give a whole number from 1 to 10000000000"),
            ("games = -5", "games: -5 is not allowed; give a whole number from 1 to 10000000000"),
            ("games = 10000000001", "games: 10000000001 is not allowed"),
            ("games = 1e4", "games: 10000.0 is not allowed; give a whole number"),
            ("games = true", "games: true is not allowed; give a whole number"),
            ("seed = -1", "seed: -1 is not allowed; give a whole number from 0 to 9223372036854775807"),
            ("seed = 1979-05-27", 'seed: "1979-05-27" is not allowed; give a whole number'),
            ('seats = [{player = "random", without = "fins"}]', 'seats.0.without: "fins" is not allowed; give a list'),
            (
                'seats = [{player = "random", without = ["fin"]}]',
                "seats.0.without: a seat cannot be forbidden \"fin\"; did you mean 'fins'?",
            ),
            ("rules = 3", "rules: 3 is not allowed; give a table of keys and values"),
            ("rules.shels = 3", "rules.shels: unknown ruling; did you mean 'shells'?"),
            ("rules.shells = 10", "rules.shells: 10 is not allowed; give a whole number from 1 to 9"),
            (
                "rules.wind = 'strom'",
                'rules.wind: "strom" is not allowed; give "calm" or "storm"; did you mean',
            ),
            ("seats = 3", "seats: 3 is not allowed; write each row as a table under [[seats]]"),
            ("[seats]\nplayer = 'diver'", 'seats: {"player": "diver"} is not allowed; write each row'),
            ("seats = []", "seats: 0 rows for 2 players; give one row for all seats or 2 rows"),
            ("seats = [{}, {}, {}]", "seats: 3 rows for 2 players; give one row for all seats or 2 rows"),
            ("[[seats]]", 'seats.0: names no player; give player = "diver" or "random"'),
            ("[[seats]]\nplayer = 3", "seats.0.player: 3 is not allowed; give a text in quotes"),
            (
                "[[seats]]\nplayer = 'driver'",
                "seats.0.player: unknown player \"driver\"; did you mean 'diver'?",
            ),
            (
                "[[seats]]\nplayer = 'diver'\nnoise = 0.1",
                "seats.0.noise: unknown key; known are player, weights",
            ),
            (
                "[[seats]]\nplayer = 'diver'\n[[seats]]\nplayer = 'diver'\nweights = {deph = 1}",
                "seats.1.weights.deph: unknown weight of player diver; did you mean 'depth'?",
            ),
            (
                "[[seats]]\nplayer = 'random'\nweights = {depth = 1}",
                "seats.0.weights.depth: unknown weight of player random; it has none",
            ),
            (
                "[[seats]]\nplayer = 'diver'\nweights = {depth = nan}",
                "seats.0.weights.depth: NaN is not allowed; give a number such as 0.5",
            ),
            (
                "[[seats]]\nplayer = 'diver'\nweights.depth = true",
                "seats.0.weights.depth: true is not allowed",
            ),
            (
                "[[seats]]\nplayer = 'diver'\nweights.depth = 1e7",
                "seats.0.weights.depth: 10000000.0 is out of range; give a number from -1000000 to 1000000",
            ),
            ("[[seats]]\nplayer = 'diver'\nweights = 1", "seats.0.weights: 1 is not allowed; give a table"),
            ("expect = [1]", "expect: [1] is not allowed; write each row as a table under [[expect]]"),
            (
                "[[expect]]\nmax = 1",
                'expect.0: names no metric; give one, such as metric = "seat_win_spread"',
            ),
            (
                "[[expect]]\nmetric = 'Win rate'\nmax = 1",
                'expect.0.metric: "Win rate" is no name of a metric',
            ),
            ("[[expect]]\nmetric = 'a{b}'\nmax = 1", 'expect.0.metric: "a{b}" is no name of a metric'),
            ("[[expect]]\nmetric = 'a'", "expect.0: says nothing of the metric; give one of"),
            ("[[expect]]\nmetric = 'a'\nmax = 1\nmin = 0", "expect.0: says min and max; give one of"),
            ("[[expect]]\nmetric = 'a'\nmaks = 1", "expect.0.maks: unknown key; did you mean 'max'?"),
            (
                "[[expect]]\nmetric = 'a'\nmax = 'b'",
                'expect.0.max: "b" is not allowed; give a number such as 0.5',
            ),
            ("[[expect]]\nmetric = 'a'\nmax = inf", "expect.0.max: Infinity is not allowed"),
            ("[[expect]]\nmetric = 'a'\nwithin = 1", "expect.0.within: 1 is not allowed; give two numbers"),
            (
                "[[expect]]\nmetric = 'a'\nwithin = [1]",
                "expect.0.within: [1] is not allowed; give two numbers",
            ),
            (
                "[[expect]]\nmetric = 'a'\nwithin = [2, 1]",
                "expect.0.within: [2, 1] is upside down; give the lower number first",
            ),
            (
                "[[expect]]\nmetric = 'a'\nunchanged_from = 'b.json'",
                "expect.0: does not say how far it may move; give margin = a number such as 0.01",
            ),
            (
                "[[expect]]\nmetric = 'a'\nunchanged_from = 'b.json'\nmargin = -1",
                "expect.0.margin: -1 is out of range; give a number of at least 0",
            ),
            (
                "[[expect]]\nmetric = 'a'\nunchanged_from = ' '\nmargin = 1",
                "expect.0.unchanged_from: names no file",
            ),
            (
                "[[expect]]\nmetric = 'a'\nmax = 1\nmargin = 1",
                'expect.0.margin: belongs to "unchanged_from" only; drop it',
            ),
            (
                "[[expect]]\nmetric = 'a'\nmax = 1\nlevel = 'warning'",
                'expect.0.level: "warning" is not allowed; give "error" or "warn"',
            ),
            (
                "[[expect]]\nmetric = 'a'\nmax = 1\nundecided = true",
                'expect.0.undecided: true is not allowed; give "fail" or "pass"',
            ),
            (
                "[[expect]]\nmetric = 'a'\nmax = 1\nwhere = 1",
                "expect.0.where: 1 is not allowed; give a table",
            ),
            (
                "[[expect]]\nmetric = 'a'\nmax = 1\nwhere = {seat = true}",
                "expect.0.where.seat: true is not allowed; give a number or a word",
            ),
        ],
    )
    def test_one_sentence_with_file_place_and_remedy(self, write: Any, body: str, said: str) -> None:
        path = write(body if "game =" in body else f'game = "shells"\n{body}')
        assert str(fault(path)).startswith(f"{path}: {said}")

    def test_expectations_that_hold_their_shape(self, write: Any) -> None:
        path = write("""
            game = "shells"
            expect = [
                { metric = "a", max = 1, where = { seat = 1, player = "ｄｉｖｅｒ" }, level = "warn" },
                { metric = "b_2", unchanged_from = "old.json", margin = 0.01, undecided = "pass" },
                { metric = "c", min = -0.5 },
            ]
        """)
        usual = {"where": {}, "level": "error", "undecided": "fail"}
        assert load(path).expect == (
            {**usual, "metric": "a", "max": 1, "where": {"seat": 1, "player": "diver"}, "level": "warn"},
            {**usual, "metric": "b_2", "unchanged_from": "old.json", "margin": 0.01, "undecided": "pass"},
            {**usual, "metric": "c", "min": -0.5},
        )


class TestExtends:
    def test_tables_merge_and_lists_are_replaced(self, write: Any) -> None:
        write('game = "shells"\nseed = 5\n[rules]\nshells = 2\nwind = "storm"', "base.toml")
        write(
            'extends = "base.toml"\nplayers = 3\n[rules]\nshells = 3\n[[seats]]\nplayer = "random"',
            "mid.toml",
        )
        scenario = load(write('extends = "mid.toml"\nplayers = 2\n[rules]\nshells = 9\n'))
        assert (scenario.players, scenario.seed, scenario.rules) == (2, 5, {"shells": 9, "wind": "storm"})
        assert [seat.player for seat in scenario.seats] == ["random", "random"]
        other = load(write('extends = "mid.toml"\n[[seats]]\nplayer = "diver"'))
        assert [seat.player for seat in other.seats] == ["diver"] * 3

    def test_below_the_folder_and_back(self, write: Any) -> None:
        write('game = "shells"\nseed = 5', "base.toml")
        write('extends = "../base.toml"', "sub/mid.toml")
        assert load(write('extends = "sub/mid.toml"')).seed == 5

    def test_a_shipped_scenario(self, write: Any) -> None:
        for name in ("neotopia/draft8", "neotopia/draft8.toml"):
            scenario = load(write(f'extends = "{name}"\n[rules]\njokers = 0'))
            assert (scenario.name, scenario.game, scenario.rules["jokers"]) == ("mine", "neotopia", 0)

    def test_a_new_title_does_not_keep_the_old_translation(self, write: Any) -> None:
        write('game = "shells"\ntitle = "Old"\ntitle_ja = "古い"\nquestion_ja = "何？"', "base.toml")
        scenario = load(write('extends = "base.toml"\ntitle = "New"'))
        assert (scenario.title, scenario.title_ja) == ("New", "New")
        assert (scenario.question, scenario.question_ja) == ("何？", "何？")
        assert load(write('extends = "base.toml"')).title_ja == "古い"

    def test_missing(self, write: Any) -> None:
        write("", "base.toml")
        path = write('extends = "bse.toml"')
        assert str(fault(path)) == f"{path}: extends: there is no file \"bse.toml\"; did you mean 'base.toml'?"

    def test_circular(self, write: Any) -> None:
        write('extends = "mine.toml"', "b.toml")
        path = write('extends = "b.toml"')
        error = fault(path)
        assert error.file == str(path.with_name("b.toml"))
        assert error.message == "goes round in a circle (mine.toml → b.toml → mine.toml); drop one of them"
        assert "goes round in a circle" in fault(write('extends = "mine.toml"')).message
        assert "goes round in a circle" in fault(write('extends = "./mine.toml"')).message

    @pytest.mark.parametrize("kind", ["above", "absolute", "link", "suffix"])
    def test_outside(self, write: Any, tmp_path: Path, kind: str) -> None:
        secret = write('game = "shells"\nseed = 77', "secret.toml")
        write('game = "shells"', "in/notes.txt")
        (tmp_path / "in" / "link.toml").symlink_to(secret)
        target = {
            "above": "../secret.toml",
            "absolute": str(secret),
            "link": "link.toml",
            "suffix": "notes.txt",
        }
        path = write(f'extends = "{target[kind]}"', "in/mine.toml")
        error = fault(path)
        assert error.place == "extends"
        assert error.message.endswith(
            "is neither a shipped scenario nor a .toml file below the first scenario's folder"
        )

    @pytest.mark.parametrize("value", ["3", "['base.toml']", '"a\\u0000b.toml"', '"."', '""', f'"{"a" * 999}.toml"'])
    def test_no_name(self, write: Any, value: str) -> None:
        assert fault(write(f"extends = {value}")).place == "extends"

    def test_a_mistake_names_the_file_that_makes_it(self, write: Any) -> None:
        base = write('game = "shells"\n[rules]\nshells = 99\n[[seats]]\nplayer = "x"', "base.toml")
        assert fault(write('extends = "base.toml"\nrules.wind = "calm"')).file == str(base)
        path = write('extends = "base.toml"\nrules.shells = 98')
        assert fault(path).file == str(path)
        path = write('extends = "base.toml"\nrules.shells = 1')
        assert (fault(path).file, fault(path).place) == (str(base), "seats.0.player")
        broken = write("seed = ", "base.toml")
        assert str(fault(path)).startswith(f"{broken}: end of file: not valid TOML")


class TestFlags:
    @pytest.fixture
    def path(self, write: Any) -> Path:
        body = 'game = "shells"\nplayers = 3\n[rules]\nwind = "calm"\n'
        body += '[[seats]]\nplayer = "diver"\nweights.depth = 3'
        made: Path = write(body)
        return made

    def test_override(self, path: Path) -> None:
        scenario = load(
            path,
            ["rules.shells=9", "rules.wind = storm", "seats.0.weights.depth=0.25", "title=No shells, please"],
            games=5,
            seed=6,
        )
        assert scenario.rules == {"shells": 9, "wind": "storm"}
        assert [seat.weights["depth"] for seat in scenario.seats] == [0.25] * 3
        assert (scenario.title, scenario.games, scenario.seed) == ("No shells, please", 5, 6)

    def test_the_last_of_two_holds(self, path: Path) -> None:
        assert load(path, ["seed=5", "ｓｅｅｄ＝７".replace("＝", "=")]).seed == 7

    def test_an_override_may_make_a_whole_table(self, write: Any) -> None:
        path = write('game = "shells"')
        assert load(path, ["rules={shells=3}"]).rules["shells"] == 3
        assert load(path, ["expect=[{metric='a', max=1}]"]).expect[0]["max"] == 1

    def test_what_is_merged_shares_nothing_with_the_files(self, path: Path) -> None:
        chain = sources.read_chain(path)
        sources.merged(chain)["seats"][0]["player"] = "random"
        assert chain[0][1]["seats"][0]["player"] == "diver"

    def test_players(self, path: Path) -> None:
        assert load(path, players=["random"]).seats == (Seat("random", {}),) * 3
        names = ["random", "diver", "random"]
        assert [seat.player for seat in load(path, players=names).seats] == names

    @pytest.mark.parametrize(
        ("override", "said"),
        [
            ("rules.shells=0", "--set rules.shells: 0 is not allowed; give a whole number from 1 to 9"),
            ("rules.shels=1", "--set rules.shels: unknown ruling; did you mean 'shells'?"),
            ("rule.shells=1", "--set rule.shells: unknown key; did you mean 'rules'?"),
            ("rules.wind=strom", '--set rules.wind: "strom" is not allowed; give "calm" or "storm"'),
            ("rules.wind.x=1", '--set rules.wind.x: rules.wind is "calm", which has no keys'),
            ("rules.shells", '--set: "rules.shells" sets nothing; write it as seed=8'),
            ("=3", '--set: "=3" sets nothing; write it as seed=8'),
            ("rules..shells=3", '--set: "rules..shells=3" sets nothing'),
            ("a" + ".a" * 9999 + "=3", '--set: "a.a.a'),
            ("rules.shells=", '--set rules.shells: "" is no TOML value; give a number, true, false, a word'),
            ("rules.shells=[1", '--set rules.shells: "[1" is no TOML value'),
            (
                "rules.shells=3\nseed=4",
                '--set rules.shells: "3\\nseed=4" is more than one TOML value; give one',
            ),
            ("rules=" + "[" * 5000, "--set rules: "),
            ("extends=base.toml", "--set extends: only a file can extend another"),
            ("seats.1.player=diver", '--set seats.1.player: seats has no row "1"; it has 1, from 0'),
            (f"seats.{'9' * 5000}.player=diver", "--set seats."),
            (
                "seats.0.player=driver",
                "--set seats.0.player: unknown player \"driver\"; did you mean 'diver'?",
            ),
            ("seats.0.weights.deep=1", "--set seats.0.weights.deep: unknown weight of player diver"),
            ("games=0", "--set games: 0 is not allowed; give a whole number from 1 to 10000000000"),
            ("players=9", "--set players: 9 is not allowed; give a whole number from 2 to 4"),
        ],
    )
    def test_mistakes(self, path: Path, override: str, said: str) -> None:
        assert str(fault(path, override)).startswith(said)

    def test_mistakes_of_other_flags(self, path: Path) -> None:
        assert str(fault(path, games=0)).startswith("--games: 0 is not allowed; give a whole number from 1")
        assert str(fault(path, seed=-1)).startswith("--seed: -1 is not allowed; give a whole number from 0")
        assert str(fault(path, players=["divr"])) == ("--player: unknown player \"divr\"; did you mean 'diver'?")
        assert str(fault(path, players=["diver"] * 2)) == (
            "--player: 2 rows for 3 players; give one row for all seats or 3 rows"
        )

    def test_a_mistake_of_the_file_is_not_blamed_on_a_flag(self, write: Any) -> None:
        path = write('game = "shells"\nrules.shells = 0')
        assert fault(path, "rules.wind=storm").file == str(path)
        path = write('game = "shells"\nseats = [{player="diver"}, {player="diver"}, {player="diver"}]')
        assert (fault(path, "seats.0.player=random").file, fault(path).place) == (str(path), "seats")


class TestTemplate:
    def test_of_any_game_loads_as_the_defaults(self, write: Any) -> None:
        for game in (SHELLS, NEOTOPIA):
            scenario = load(write(scenarios.template(game)))
            usual = game.settings.defaults()
            assert (scenario.game, scenario.players, scenario.games, scenario.seed) == (
                game.name,
                usual["players"],
                usual["games"],
                usual["seed"],
            )
            assert scenario.rules == usual["rules"]

    def test_every_ruling_stands_there_with_its_default(self, write: Any) -> None:
        text = scenarios.template(NEOTOPIA)
        rules = NEOTOPIA.settings.defaults()["rules"]
        lines = [line for line in text.splitlines() if re.match("# [a-z_]+ = ", line)]
        assert [line.split()[1] for line in lines if line.split()[1] in rules] == list(rules)
        live = re.sub(rf"^# (?=({'|'.join(rules)}) = )", "", text, flags=re.MULTILINE)
        assert live != text
        assert load(write(live)).rules == rules
        changed = live.replace("hire_cost = 2", "hire_cost = 3")
        assert load(write(changed)).rules == rules | {"hire_cost": 3}

    def test_says_what_each_ruling_means_and_may_be(self) -> None:
        text = scenarios.template(SHELLS)
        assert "# H1 All: How many shells.\n# Give a whole number from 1 to 9.\n" in text
        assert "# With 3 players it is 4 if nothing is said.\n# shells = 5\n" in text
        assert "# weights = { depth = 1, speed = 0.5 }" in text

    def test_its_expectation_has_the_right_shape(self, write: Any) -> None:
        text = re.sub(r"^# (?=\[\[expect|metric|within)", "", scenarios.template(SHELLS), flags=re.MULTILINE)
        assert load(write(text)).expect[0]["within"] == [0.0, 0.04]


# What each shipped scenario changes of the draft: the rulings that differ, in full.
SHIPPED: dict[str, dict[str, Any]] = {
    "draft8": {},
    "draft8-3players": {},
    "accountants": {},
    "random": {},
    "effects-count": {"effects": "count"},
    "effects-ladder": {"effects": "ladder"},
    "no-joker": {"jokers": 0},
    "joker-once": {"joker_uses": "once"},
    "joker-order-bonus": {"joker_order_bonus": True},
    "secret-once": {"secret_personnel": "once"},
    "secret-flip-one": {"secret_personnel": "flip_one"},
    "secret-off": {"secret_personnel": "off"},
    "riot-off": {"riot": "off"},
    "riot-every": {"riot": "every"},
    "riot-penalty-2": {"riot_penalty": 2},
    "shared-ties": {"ties": "shared"},
    "short-hands": {"hand": 4, "release_from": "hidden"},
    "no-order-bonus": {"order_bonus": "none"},
    "transfer-face-up": {"transfer_targets": "face_up"},
    "unlimited-coins": {"coin_shortage": "unlimited"},
    "six-suits": {"suits": 6, "hand": 7},
    "draft9-holding": {"effects": {str(suit): {"vp_holder": 2} for suit in range(1, 8)}},
    "draft9-absent": {"effects": {str(suit): {"vp_absent": 2} for suit in range(1, 8)}},
}
LINE_UPS = {
    "draft8-3players": ["accountant", "majority", "spoiler"],
    "accountants": ["accountant"] * 4,
    "random": ["random"] * 4,
}


class TestShipped:
    def test_all_are_named(self) -> None:
        assert [name for name in scenarios.shipped() if name.startswith("neotopia/")] == sorted(
            f"neotopia/{name}" for name in SHIPPED
        )

    @pytest.mark.parametrize("name", SHIPPED)
    def test_changes_what_it_says_and_nothing_else(self, name: str) -> None:
        scenario = load(f"neotopia/{name}")
        assert scenario.name == f"neotopia/{name}"
        assert load(scenarios.shipped_root() / "neotopia" / f"{name}.toml") == scenario
        players = 3 if name == "draft8-3players" else 4
        assert (scenario.players, scenario.games, scenario.seed) == (players, 20000, 8)
        changed = {key: value for key, value, _ in neotopia.differences(scenario.rules, players)}
        assert changed == SHIPPED[name]
        line_up = LINE_UPS.get(name, ["accountant", "majority", "spoiler", "order"])
        assert [seat.player for seat in scenario.seats] == line_up

    def test_each_has_its_own_words_in_both_languages(self) -> None:
        all_of_them = [load(f"neotopia/{name}") for name in SHIPPED]
        for key in ("title", "title_ja", "question", "question_ja"):
            words = [getattr(scenario, key) for scenario in all_of_them]
            assert len(set(words)) == len(words)
            assert all(any(ord(c) > 0x3000 for c in word) == key.endswith("_ja") for word in words)

    def test_inside_a_wheel_they_lie_in_the_package(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sources, "PACKAGE", tmp_path / "balance")
        assert scenarios.shipped_root() == tmp_path / "scenarios"
        folder = tmp_path / "balance" / "_scenarios" / "shells"
        (folder / "decks").mkdir(parents=True)
        (folder / "decks" / "no-scenario.toml").write_text("", encoding="utf-8")
        (folder / "calm.toml").write_text('game = "shells"', encoding="utf-8")
        assert scenarios.shipped() == ["shells/calm"]
        assert load("shells/calm.toml").name == "shells/calm"
