"""Wrong calls: one sentence on stderr that names the place and what would be right, exit code 2, nothing played."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from calls import RANDOM, call, done, environment, refused

from balance import __version__
from balance.cli import lists

COMMANDS = (
    "run",
    "replay",
    "report",
    "list",
    "new",
    "warm",
    "tournament",
    "compare",
    "sweep",
    "check",
    "baseline",
    "luck",
    "coverage",
)
HEAVY = ("numpy", "pandas", "numba", "matplotlib", "pydantic", "scipy", "jinja2", "rich")

WRONG = {
    ("bogus",): ("'bogus'", "known are", *COMMANDS),
    ("rum",): ("'rum'", "did you mean 'run'?"),
    ("--bogus",): ("--bogus", "no such option", "usage:"),
    ("run",): ("SCENARIO", "is missing", "--resume DIR"),
    ("run", RANDOM, "extra"): ("(extra)", "balance run [OPTIONS]"),
    ("run", RANDOM, "--gamse", "3"): ("--gamse", "did you mean '--games'?"),
    ("run", RANDOM, "--games"): ("--games", "requires an argument"),
    ("run", RANDOM, "--quiet=3"): ("--quiet", "does not take a value"),
    ("run", RANDOM, "--games", "0"): ("--games", "0 ", "from 1 to"),
    ("run", RANDOM, "--games", "-1"): ("--games", "-1 ", "from 1 to"),
    ("run", RANDOM, "--games", "1e6"): ("--games", "'1e6'", "whole number"),
    ("run", RANDOM, "--games", ""): ("--games", "''", "whole number"),
    ("run", RANDOM, "--games", "9" * 5000): ("--games", "whole number"),
    ("run", RANDOM, "--seed", "-1"): ("--seed", "-1 ", "from 0 to 9223372036854775807"),
    ("run", RANDOM, "--seed", str(2**63)): ("--seed", "from 0 to 9223372036854775807"),
    ("run", RANDOM, "--threads", "0"): ("--threads", "0 threads", "1 to"),
    ("run", RANDOM, "--threads", "two"): ("--threads", "'two'", "whole number"),
    ("run", RANDOM, "--lang", "fr"): ("--lang", "'fr'", "'en', 'ja'"),
    ("run", RANDOM, "--format", "xml"): ("--format", "'xml'", "'text', 'json'"),
    ("run", RANDOM, "--set", "nonsense"): ("--set", "nonsense", "seed=8"),
    ("run", RANDOM, "--set", "rules.joker=0"): ("--set rules.joker", "did you mean 'jokers'?"),
    ("run", RANDOM, "--set", "rules.jokers=9"): ("--set rules.jokers", "9 ", "from 0 to 1"),
    ("run", RANDOM, "--set", "rules.jokers=[1"): ("--set rules.jokers", "no TOML value"),
    ("run", RANDOM, "--set", "seats.9.player=random"): ("--set seats.9.player", "no row", "from 0"),
    ("run", RANDOM, "--set", "game=chess"): ("--set game", "'chess'", "neotopia"),
    ("run", RANDOM, "--player", "acountant"): ("--player", "acountant", "did you mean 'accountant'?"),
    ("run", RANDOM, "--player", "random", "--player", "miser"): ("--player", "2 rows", "4 players", "one row"),
    ("run", "neotopia/draft88"): ("neotopia/draft88", "did you mean 'neotopia/draft8'?"),
    ("run", "missing.toml"): ("missing.toml", "no such file", "neotopia/draft8"),
    ("run", "\0"): ("no such file",),
    ("run", "x" * 300): ("no such file",),
    ("run", RANDOM, "--out", ""): ("--out", "empty"),
    ("run", RANDOM, "--out", "x" * 300): ("--out", "give another"),
    ("run", RANDOM, "--out", "\0"): ("--out", "give another"),
    ("replay", RANDOM): ("--game, --pick", "give one"),
    ("replay", RANDOM, "--game", "0", "--pick", "closest"): ("--game, --pick", "give one"),
    ("replay", RANDOM, "--pick", "closet"): ("--pick", "'closet'", "did you mean 'closest'?"),
    ("replay", RANDOM, "--game", "x"): ("--game", '"x"', "0:5"),
    ("replay", RANDOM, "--game", "-1"): ("--game", '"-1"', "0:5"),
    ("replay", RANDOM, "--game", "²"): ("--game", "0:5"),
    ("replay", RANDOM, "--game", "9" * 5000): ("--game", "0:5"),
    ("replay", RANDOM, "--game", "1:"): ("--game", '"1:"', "0:5"),
    ("replay", RANDOM, "--game", "5:5"): ("--game", '"5:5"', "empty"),
    ("replay", RANDOM, "--game", "20000"): ("--game", "no game 20000", "0 to 19999"),
    ("replay", RANDOM, "--game", "0:1001"): ("--game", "1001", "at most 1000"),
    ("report", "nowhere"): ("nowhere", "balance run"),
    ("report", "x" * 300): ("RUN_DIR", "give another"),
    ("list",): ("WHAT", "is missing"),
    ("list", "rule"): ("'rule'", "did you mean 'rules'?"),
    ("list", "rules", "chess"): ("'chess'", "neotopia"),
    ("new", "chess", "x.toml"): ("'chess'", "neotopia"),
    ("new", "neotopia"): ("FILE", "is missing"),
    ("new", "neotopia", ""): ("FILE", "empty"),
    ("new", "neotopia", "none/x.toml"): ("none/x.toml", "give another place"),
    ("warm", "x"): ("(x)", "balance warm"),
    ("tournament", "chess"): ("'chess'", "neotopia"),
    ("tournament", "neotopia", "--players", "random,bob"): ("--players", "'bob'", "accountant"),
    ("tournament", "neotopia", "--players", "random"): ("--players", "two players or more"),
    ("tournament", "neotopia", "--players", ""): ("--players", "accountant"),
    ("tournament", "neotopia", "--players", "miser,miser"): ("--players", "'miser'", "once"),
    ("tournament", "neotopia", "--games", "0"): ("--games", "0 ", "from 1 to"),
    ("tournament", "neotopia", "--seed", "-1"): ("--seed", "-1 ", "from 0 to"),
    ("tournament", "neotopia", "--threads", "0"): ("--threads", "0 threads", "1 to"),
}


@pytest.mark.parametrize(("args", "parts"), WRONG.items(), ids=lambda value: " ".join(value)[:50])
def test_a_wrong_call_is_one_sentence(args: tuple[str, ...], parts: tuple[str, ...], folder: Path) -> None:
    sentence = refused(*args)
    assert [part for part in parts if part not in sentence] == [], sentence
    assert list(folder.iterdir()) == []


FILES = {
    "empty.toml": (b"", ("game", 'game = "neotopia"')),
    "binary.toml": (bytes(range(256)) * 4, ("UTF-8",)),
    "utf16.toml": ('game = "neotopia"'.encode("utf-16"), ("UTF-8",)),
    "syntax.toml": (b'game = "neotopia"\ngames = = 3\n', ("line 2", "TOML")),
    "key.toml": (b'game = "neotopia"\nplayer = 4\n', ("player", "did you mean 'players'?")),
    "ruling.toml": (b'game = "neotopia"\n[rules]\njoker = 0\n', ("rules.joker", "did you mean 'jokers'?")),
    "cards.toml": (b'game = "neotopia"\n[rules]\nhand = 20\n', ("rules",)),
    "base.toml": (b'extends = "nothing.toml"\n', ("extends", "nothing.toml")),
}


@pytest.mark.parametrize("name", FILES)
def test_a_wrong_file_is_named_with_the_place(name: str, folder: Path) -> None:
    content, parts = FILES[name]
    (folder / name).write_bytes(content)
    sentence = refused("run", name)
    assert sentence.startswith(f"{name}: ")
    assert [part for part in parts if part not in sentence] == [], sentence
    assert [path.name for path in folder.iterdir()] == [name]


def test_every_mistake_of_a_file_has_a_line_of_its_own(folder: Path) -> None:
    (folder / "deck.csv").write_text("count,card\n4,brick_hous\nno,brick_house\n", encoding="utf-8")
    (folder / "mine.toml").write_text('game = "simcity"\n[decks]\nshared = "deck.csv"\n', encoding="utf-8")
    result = call("run", "mine.toml")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "balance: deck.csv: 2 mistakes",
        "  deck.csv: row 2, column card: unknown card \"brick_hous\"; did you mean 'brick_house'?",
        '  deck.csv: row 3, column count: "no" is no number of copies; write a whole number from 1 to 400',
    ]


def test_a_name_that_breaks_the_line_does_not_break_the_sentence() -> None:
    assert "no such file" in refused("run", "one\ntwo")


def test_a_folder_is_no_scenario(folder: Path) -> None:
    (folder / "some").mkdir()
    assert refused("run", "some").startswith("some: this is a folder; give ")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932"])
def test_japanese_files_are_read_as_people_save_them(encoding: str, folder: Path) -> None:
    text = '# 草案\r\ntitle = "草案"\r\ngame = "neotopia"\r\ngames ＝ ８\r\n'
    (folder / "mine.toml").write_bytes(text.encode(encoding))
    told = done("replay", "mine.toml", "--game", "7").stdout
    assert "mine" in told and "game 7" in told
    assert "0 to 7" in refused("replay", "mine.toml", "--game", "8")


def test_no_command_shows_the_help_and_is_wrong() -> None:
    result = call()
    assert result.exit_code == 2
    assert result.stdout.startswith("Usage: ") and "tournament" in result.stdout
    assert result.stderr == "balance: no command is given; try: balance run neotopia/draft8\n"


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_has_help(command: str, flag: str) -> None:
    result = done(command, flag)
    assert result.stdout.startswith(f"Usage: balance {command}") and result.stderr == ""


def test_help_tells_every_command_in_one_unbroken_line() -> None:
    told = done("--help").stdout
    assert [name for name in COMMANDS if f"\n  {name} " not in told] == []
    assert "..." not in told.partition("Commands:")[2]


def test_version() -> None:
    assert done("--version").stdout == f"balance {__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom balance.cli.app import app\n"
        "app(['--help'], standalone_mode=False)\n"
        f"print('heavy:', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert told.stdout.splitlines()[-1] == "heavy: []"


def test_a_fault_of_the_program_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(lists, "show", broken)
    result = call("list", "games")
    assert result.exit_code == 3 and result.stdout == ""
    assert "ZeroDivisionError: on purpose" in result.stderr
    assert "please report it" in result.stderr.splitlines()[-1]
