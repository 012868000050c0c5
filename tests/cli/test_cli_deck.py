"""`balance deck`: what is printed and drawn, and every way to call it wrongly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from calls import call, done, environment, refused

WRONG = {
    ("deck", "chek"): ("'chek'", "did you mean 'check'?"),
    ("deck", "check"): ("DECK", "is missing"),
    ("deck", "check", "none.csv"): ("DECK", '"none.csv"', "no file"),
    ("deck", "check", "solitair"): ("DECK", "simcity/decks/solitaire"),
    ("deck", "check", "solitaire", "--cards", "none.csv"): ("--cards", '"none.csv"'),
    ("deck", "check", "solitaire", "--players", "9"): ("--players", "1 to 7"),
    ("deck", "check", "solitaire", "--players", "two"): ("--players", "whole number"),
    ("deck", "check", "duel-a", "--mode", "duel", "--players", "3"): ("--players", "2"),
    ("deck", "check", "solitaire", "--mode", "alone"): ("--mode", "'solitaire'"),
    ("deck", "check", "few-houses", "--games", "-1"): ("--games", "0 or more"),
    ("deck", "check", "few-houses", "--set", "rules.hnad=5"): ("--set rules.hnad", "did you mean 'hand'?"),
    ("deck", "check", "few-houses", "--player", "plannr"): ("did you mean 'planner'?",),
    ("deck", "show", "few-houses", "-o", "x.gif"): ("x.gif", ".svg or .png"),
    ("deck", "show", "few-houses", "-o", "none/x.svg"): ("none/x.svg", "cannot be written"),
    ("deck", "diff", "few-houses"): ("OTHER", "is missing"),
}


@pytest.mark.parametrize(("args", "parts"), WRONG.items(), ids=lambda value: " ".join(value)[:50])
def test_a_wrong_call_is_one_sentence(args: tuple[str, ...], parts: tuple[str, ...], folder: Path) -> None:
    sentence = refused(*args)
    assert [part for part in parts if part not in sentence] == [], sentence
    assert list(folder.iterdir()) == []


def test_an_unknown_card_is_named_with_its_row(folder: Path) -> None:
    (folder / "deck.csv").write_text("count,card\n60,brick_hous\n", encoding="utf-8")
    assert "deck.csv: row 2, column card" in refused("deck", "check", "deck.csv")


def test_an_illegal_deck_is_told_and_is_a_mistake() -> None:
    result = call("deck", "check", "few-houses", "--players", "7")
    assert result.exit_code == 2
    assert "The rules forbid this deck" in result.stdout and "Never played: " in result.stdout
    assert result.stderr.endswith("few-houses.csv: the deck has 108 cards; 7 players need 175 to 210\n")


@pytest.mark.parametrize("mode", [("few-houses",), ("duel-a", "--mode", "duel"), ("solitaire", "--mode", "solitaire")])
def test_check_without_play(mode: tuple[str, ...]) -> None:
    told = done("deck", "check", *mode, "--games", "0").stdout
    assert "The rules allow this deck." in told and "No game was played" in told
    assert "この" not in told and "デッキ" in done("deck", "check", *mode, "--games", "0", "--lang", "ja").stdout


def test_check_in_japanese_and_as_json() -> None:
    told = done("deck", "check", "few-houses", "--games", "0", "--lang", "ja").stdout
    assert "注意: フェイズ1の住宅が6枚しかなく" in told and "Warning" not in told and "the deck" not in told
    found = json.loads(done("deck", "check", "few-houses", "--games", "0", "--format", "json").stdout)
    assert found["legal"] and found["cards"] == 108
    ruled = done("deck", "check", "few-houses", "--games", "0", "--set", "rules.phase1_factor=2").stdout
    assert "8 open" in ruled
    illegal = call("deck", "check", "few-houses", "--players", "7", "--format", "json")
    assert illegal.exit_code == 2 and not json.loads(illegal.stdout)["legal"]


def test_check_plays_and_says_how_many_games() -> None:
    told = done("deck", "check", "few-houses", "--games", "8", "--player", "random", "--quiet").stdout
    assert "Tried out: 8 games" in told and "the city ends in phase 1" in told and "[" in told


def test_show_and_diff(folder: Path) -> None:
    assert "Coal Power Plant" in done("deck", "show", "balanced-4players").stdout
    assert done("deck", "show", "balanced-4players", "-o", "deck.png").stdout == ""
    assert (folder / "deck.png").read_bytes().startswith(b"\x89PNG")
    assert "Cottage" in done("deck", "diff", "few-houses", "balanced-4players").stdout


def test_the_general_help_imports_no_game() -> None:
    code = (
        "import sys\nfrom balance.cli.app import app\n"
        "app(['--help'], standalone_mode=False)\n"
        "print('games:', [name for name in sys.modules if name.startswith('balance.games.')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert told.stdout.splitlines()[-1] == "games: []" and "deck" in told.stdout
    assert "check" in done("deck", "--help").stdout
