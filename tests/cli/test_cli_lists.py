"""`balance list`, `new`, `replay`, `warm`: what can be chosen, and single games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from calls import RANDOM, done, refused

from balance.cli import warming
from balance.games import load, names

LISTS = ("games", "scenarios", "players", "rules", "metrics")
PICKS = ("closest", "runaway", "biggest-comeback", "joker-decides", "riot")


def rows(what: str, *more: str) -> list[dict[str, Any]]:
    result = done("list", what, "--format", "json", *more)
    assert result.stderr == ""
    listed: list[dict[str, Any]] = json.loads(result.stdout)
    return listed


@pytest.mark.parametrize("what", LISTS)
def test_lists_are_the_same_as_text_and_json_and_game_by_game(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = rows(what)
    assert listed and [row for game in names() for row in rows(what, game)] == listed
    monkeypatch.delenv("COLUMNS")  # a pipe, where nothing is folded
    text = done("list", what).stdout
    head, *lines = [line for line in text.splitlines() if line.strip() and set(line.strip()) != {"─"}]
    assert head.split() == list(listed[0])
    assert len(lines) == len(listed)
    for line, row in zip(lines, listed, strict=True):
        assert [cell for cell in row.values() if cell not in line] == []


@pytest.mark.parametrize(("what", "key"), [("scenarios", "scenario"), ("metrics", "metric"), ("rules", "key")])
def test_names_are_whole_in_a_window(what: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = done("list", what).stdout
    assert max(map(len, text.splitlines())) <= 80
    assert [row[key] for row in rows(what) if row[key] not in text.split()] == []


@pytest.mark.parametrize(
    ("what", "keys"),
    [
        ("games", ["title"]),
        ("scenarios", ["title", "question"]),
        ("players", ["plan"]),
        ("rules", ["sentence"]),
        ("metrics", ["sentence"]),
    ],
)
def test_lists_speak_japanese(what: str, keys: list[str]) -> None:
    for english, japanese in zip(rows(what), rows(what, "--lang", "ja"), strict=True):
        assert {key for key in english if english[key] != japanese[key]} <= set(keys)
        assert any(ord(sign) > 0x3000 for key in keys for sign in japanese[key])
        assert not any(ord(sign) > 0x3000 for key in keys for sign in english[key])


def test_the_lists_hold_what_the_code_knows() -> None:
    game = load("neotopia")
    assert [row["game"] for row in rows("games")] == list(names())
    assert [row["player"] for row in rows("players", "neotopia")] == list(game.players)
    rulings = {row["key"]: row for row in rows("rules", "neotopia")}
    assert set(rulings) == set(game.settings.resolved(game.settings.load({}, 4)))
    assert rulings["jokers"]["default"] == "1" and rulings["jokers"]["sentence"]
    assert {"neotopia/draft8", "neotopia/draft8-3players", RANDOM} <= {row["scenario"] for row in rows("scenarios")}
    metrics = [row["metric"] for row in rows("metrics", "neotopia")]
    assert len(set(metrics)) == len(metrics) and {"seat_win_rate", "onlooker_predicts"} <= set(metrics)


def test_a_new_scenario_loads_plays_and_is_not_overwritten(folder: Path) -> None:
    said = done("new", "neotopia", "my-draft.toml").stderr
    assert said == "written: my-draft.toml; play it with: balance run my-draft.toml\n"
    text = (folder / "my-draft.toml").read_text(encoding="utf-8")
    assert [row["key"] for row in rows("rules", "neotopia") if f"# {row['key']} = " not in text] == []
    told = done("replay", "my-draft.toml", "--game", 0, "--format", "jsonl").stdout.splitlines()
    assert json.loads(told[0])["scenario"] == "my-draft" and json.loads(told[-1])["event"] == "result"
    sentence = refused("new", "neotopia", "my-draft.toml")
    assert sentence == "my-draft.toml: exists already; give a new name"
    assert (folder / "my-draft.toml").read_text(encoding="utf-8") == text
    (folder / "sub").mkdir()
    assert refused("new", "neotopia", "sub").startswith("sub: ")


def test_a_range_is_told_game_by_game() -> None:
    one = [done("replay", RANDOM, "--seed", 3, "--game", game).stdout for game in (4, 5, 6)]
    assert done("replay", RANDOM, "--seed", 3, "--game", "4:7").stdout == "".join(one)
    assert len(set(one)) == 3
    lines = done("replay", RANDOM, "--seed", 3, "--game", "4:7", "--format", "jsonl").stdout.splitlines()
    events = [json.loads(line) for line in lines]
    assert [each["index"] for each in events if each["event"] == "game"] == [4, 5, 6]
    assert {each["seed"] for each in events if each["event"] == "game"} == {3}
    assert sum(each["event"] == "result" for each in events) == 3
    assert done("replay", RANDOM, "--seed", 4, "--game", 4).stdout != one[0]


def test_full_width_digits_are_digits() -> None:
    assert done("replay", RANDOM, "--game", "１").stdout == done("replay", RANDOM, "--game", "1").stdout


@pytest.mark.parametrize("pick", PICKS)
def test_a_pick_is_the_game_of_that_index_in_both_languages(pick: str) -> None:
    same = ["--games", 400, "--seed", 2]
    found = done("replay", RANDOM, *same, "--pick", pick)
    assert found.stderr.startswith(f"{pick}: game ") and found.stderr.endswith(" of 400\n")
    index = found.stderr.split()[2]
    assert found.stdout == done("replay", RANDOM, *same, "--game", index).stdout
    japanese = done("replay", RANDOM, *same, "--pick", pick, "--lang", "ja")
    assert japanese.stderr == found.stderr and "席" in japanese.stdout


@pytest.mark.parametrize(("pick", "best"), [("closest", min), ("runaway", max)])
def test_a_pick_has_the_margin_it_promises(pick: str, best: Any) -> None:
    """Margins of all games from their traces: the winner's score less the best of the others'."""
    same = ["--games", 60, "--seed", 2, "--format", "jsonl"]
    lines = done("replay", RANDOM, *same, "--game", "0:60").stdout.splitlines()
    margins = [
        sorted(event["vp"])[-1] - sorted(event["vp"])[-2]
        for event in map(json.loads, lines)
        if event["event"] == "result"
    ]
    found = json.loads(done("replay", RANDOM, *same, "--pick", pick).stdout.splitlines()[-1])
    assert sorted(found["vp"])[-1] - sorted(found["vp"])[-2] == best(margins)


def test_no_game_of_a_kind_is_told() -> None:
    sentence = refused("replay", RANDOM, "--games", 4, "--set", "rules.riot=off", "--pick", "riot")
    assert sentence == "--pick: none of the 4 games is of the kind 'riot'"


def test_warm_says_what_it_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    result = done("warm")
    assert result.stdout == "" and result.stderr.startswith("neotopia: compiled and loaded in ")
    monkeypatch.setattr(warming, "names", lambda: ["neotopia"])  # loaded again only to hear that nothing is said
    assert done("warm", "--quiet").stderr == ""
