"""What a scenario rests on and what lies over it: the files that it extends, and the flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.experiment import sources
from balance.experiment.scenario import Seat, load
from tests.experiment.shells import Writer, fault

pytestmark = pytest.mark.usefixtures("shells")


class TestExtends:
    def test_tables_merge_and_lists_are_replaced(self, write: Writer) -> None:
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

    def test_below_the_folder_and_back(self, write: Writer) -> None:
        write('game = "shells"\nseed = 5', "base.toml")
        write('extends = "../base.toml"', "sub/mid.toml")
        assert load(write('extends = "sub/mid.toml"')).seed == 5

    def test_a_shipped_scenario(self, write: Writer) -> None:
        for name in ("neotopia/draft8", "neotopia/draft8.toml"):
            scenario = load(write(f'extends = "{name}"\n[rules]\njokers = 0'))
            assert (scenario.name, scenario.game, scenario.rules["jokers"]) == ("mine", "neotopia", 0)

    def test_a_new_title_does_not_keep_the_old_translation(self, write: Writer) -> None:
        write('game = "shells"\ntitle = "Old"\ntitle_ja = "古い"\nquestion_ja = "何？"', "base.toml")
        scenario = load(write('extends = "base.toml"\ntitle = "New"'))
        assert (scenario.title, scenario.title_ja) == ("New", "New")
        assert (scenario.question, scenario.question_ja) == ("何？", "何？")
        assert load(write('extends = "base.toml"')).title_ja == "古い"

    def test_missing(self, write: Writer) -> None:
        write("", "base.toml")
        path = write('extends = "bse.toml"')
        assert str(fault(path)) == f"{path}: extends: there is no file \"bse.toml\"; did you mean 'base.toml'?"

    def test_circular(self, write: Writer) -> None:
        write('extends = "mine.toml"', "b.toml")
        path = write('extends = "b.toml"')
        error = fault(path)
        assert error.file == str(path.with_name("b.toml"))
        assert error.message == "goes round in a circle (mine.toml → b.toml → mine.toml); drop one of them"
        assert "goes round in a circle" in fault(write('extends = "mine.toml"')).message
        assert "goes round in a circle" in fault(write('extends = "./mine.toml"')).message

    @pytest.mark.parametrize("kind", ["above", "absolute", "link", "suffix"])
    def test_outside(self, write: Writer, tmp_path: Path, kind: str) -> None:
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
    def test_no_name(self, write: Writer, value: str) -> None:
        assert fault(write(f"extends = {value}")).place == "extends"

    def test_a_mistake_names_the_file_that_makes_it(self, write: Writer) -> None:
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
    def path(self, write: Writer) -> Path:
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

    def test_an_override_may_make_a_whole_table(self, write: Writer) -> None:
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

    def test_a_mistake_of_the_file_is_not_blamed_on_a_flag(self, write: Writer) -> None:
        path = write('game = "shells"\nrules.shells = 0')
        assert fault(path, "rules.wind=storm").file == str(path)
        path = write('game = "shells"\nseats = [{player="diver"}, {player="diver"}, {player="diver"}]')
        assert (fault(path, "seats.0.player=random").file, fault(path).place) == (str(path), "seats")
