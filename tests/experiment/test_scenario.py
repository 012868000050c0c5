"""A scenario file: what it may say, how it may be saved, and one sentence for each mistake."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from balance.experiment import scenario as scenarios
from balance.experiment.scenario import Scenario, Seat, load
from tests.experiment.shells import Writer, fault

pytestmark = pytest.mark.usefixtures("shells")


class TestAFile:
    def test_all_keys(self, write: Writer) -> None:
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

    def test_what_is_not_said_comes_from_the_game(self, write: Writer) -> None:
        scenario = load(write('game = "shells"'))
        assert (scenario.players, scenario.games, scenario.seed) == (2, 100, 1)
        assert scenario.rules == {"shells": 5, "wind": "calm"}
        assert [seat.player for seat in scenario.seats] == ["diver", "diver"]
        assert (scenario.title, scenario.question, scenario.expect) == ("mine", "", ())

    def test_one_row_of_seats_serves_all(self, write: Writer) -> None:
        scenario = load(write('game = "shells"\nplayers = 4\n[[seats]]\nplayer = "random"'))
        assert scenario.seats == (Seat("random", {}),) * 4

    def test_a_row_may_go_without(self, write: Writer) -> None:
        path = write('game = "shells"\n[[seats]]\nplayer = "random"\n[[seats]]\nplayer = "random"\nwithout = ["fins"]')
        scenario = load(path)
        assert scenario.seats == (Seat("random", {}), Seat("random", {}, ("fins",)))
        assert scenario.resolved()["seats"][1] == {"player": "random", "weights": {}, "without": ["fins"]}
        assert scenarios.from_resolved(scenario.resolved(), path).seats == scenario.seats
        assert load(path, ["seats.1.without=[]"]).digest() != scenario.digest()

    def test_the_digest_is_of_what_decides_the_games(self, write: Writer) -> None:
        path = write('game = "shells"\ntitle = "A"')
        digest = load(path).digest()
        # By sha256sum of {"game":"shells","games":100,"players":2,"rules":{"shells":5,"wind":"calm"},
        # "seats":[{"player":"diver","weights":{"depth":1.0,"speed":0.5}}, twice],"seed":1}, without blanks.
        assert digest == "fc7ada37b8617b3f775e0d394e33e7c280794344abd6e3764f1fa919aae94e19"
        assert load(path, ["title=B"]).digest() == digest
        assert load(path, ["rules.shells=5", "seats=[{player='diver'}, {player='diver'}]"]).digest() == digest
        for change in ("seed=2", "games=101", "players=3", "rules.wind=storm", "seats=[{player='random'}]"):
            assert load(path, [change]).digest() != digest

    def test_resolved_is_plain_json(self, write: Writer) -> None:
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
    def test_encodings_and_line_ends(self, write: Writer, data: bytes) -> None:
        scenario = load(write(data))
        assert (scenario.title, scenario.players, scenario.rules["wind"]) == ("深い海　８", 3, "storm")

    def test_full_width_characters_outside_of_quotes(self, write: Writer) -> None:
        path = write('ｇａｍｅ　＝　"shells"\nｐｌａｙｅｒｓ＝３　＃　三人\n［ｒｕｌｅｓ］\nshells = ７\ntitle = 1\n')
        assert fault(path).place == "rules.title"
        scenario = load(write('ｇａｍｅ　＝　"shells"\nｐｌａｙｅｒｓ＝３　＃　三人\n［ｒｕｌｅｓ］\nshells = ７\n'))
        assert (scenario.players, scenario.rules["shells"]) == (3, 7)

    def test_full_width_words_inside_quotes(self, write: Writer) -> None:
        body = 'title = "Ｗｉｎｄ"\ngame = "ｓｈｅｌｌｓ"\n'
        body += 'rules.wind = "ｓｔｏｒｍ"\nseats = [{player = "ｄｉｖｅｒ"}]'
        scenario = load(write(body))
        assert scenario.title == "Ｗｉｎｄ"
        assert (scenario.game, scenario.rules["wind"], scenario.seats[0].player) == (
            "shells",
            "storm",
            "diver",
        )

    def test_signs_inside_strings_and_comments_stay(self, write: Writer) -> None:
        body = 'title = \'a # b ＝ "８"\'\nquestion = """８ \\" ＃\n\'８\'""" # ８ ＝ "\ngame = "shells"'
        scenario = load(write(body))
        assert scenario.title == 'a # b ＝ "８"'
        assert scenario.question == "８ \" ＃\n'８'"

    def test_neither_encoding(self, write: Writer) -> None:
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
    def test_garbage(self, write: Writer, body: str, said: str) -> None:
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
    def test_any_bytes_are_a_user_error(self, write: Writer, data: bytes) -> None:
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
    def test_one_sentence_with_file_place_and_remedy(self, write: Writer, body: str, said: str) -> None:
        path = write(body if "game =" in body else f'game = "shells"\n{body}')
        assert str(fault(path)).startswith(f"{path}: {said}")

    def test_expectations_that_hold_their_shape(self, write: Writer) -> None:
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
