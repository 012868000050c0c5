"""`balance impact`: printed, stored, refused."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from calls import done, refuse, refused
from test_cli_run import contents

SCHEMA = json.loads(files("balance.experiment").joinpath("impact.schema.json").read_text(encoding="utf-8"))
SMALL = ("impact", "neotopia/random", "--of", "joker,actions", "--games", 40)


def test_impact_is_printed_and_stored(folder: Path) -> None:
    result = done(*SMALL, "--format", "json", "--seed", 4)
    stored = folder / "reports/impact-neotopia-random-joker-actions"
    assert {path.name for path in stored.iterdir()} == {
        "report.html",
        "report.md",
        "impact.json",
        "effects.csv",
        "figures",
    }
    assert result.stdout == (stored / "impact.json").read_text(encoding="utf-8")
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert (found["blocks"], found["games_per_block"], found["games"]) == (10, 4, 40 * (1 + 2 + 3))
    assert [(each["group"], each["name"]) for each in found["things"]] == [
        ("joker", "joker"),
        *(("actions", name) for name in ("keep", "transfer", "hire")),
    ]
    assert [each["name"] for each in found["kept"]] == ["release"]
    assert {path.suffix for path in (stored / "figures").iterdir()} == {".svg", ".png"}
    rows = list(csv.DictReader((stored / "effects.csv").open(encoding="utf-8")))
    count = sum(len(each["effects"]) + len(each["holders"]) + bool(each["holder"]) for each in found["things"])
    assert len(rows) == count
    before = contents(stored)
    text = done(*SMALL, "--seed", 4, "--threads", 1, "--quiet")
    assert text.stderr == "" and "release cannot be taken away: no ruling forbids it" in text.stdout
    assert contents(stored) == before
    assert "--overwrite" in refused(*SMALL, "--seed", 5)
    japanese = done(*SMALL, "--seed", 4, "--lang", "ja", "--quiet").stdout
    assert "整理は取り除けない" in japanese and "それぞれの価値" in (stored / "report.md").read_text(encoding="utf-8")


def test_metrics_and_margins(folder: Path) -> None:
    asked = ("--metrics", "draws,seat_win_spread", "--margin", "0.5", "--format", "json", "--quiet")
    found = json.loads(done(*SMALL, *asked).stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    effects = found["things"][0]["effects"]
    assert [each["metric"] for each in effects] == ["seat_win_spread", "draws"]
    assert {each["margin"] for each in effects} == {0.5}


def test_another_card_in_a_cards_places(folder: Path) -> None:
    deck = folder / "deck.csv"
    deck.write_text("count,card\n30,forest_maple\n30,brick_house\n", encoding="utf-8")
    words = ("impact", "simcity/solitaire", "--of", "cards", "--set", f"decks.shared={deck}", "--games", 8, "-q")
    found = json.loads(done(*words, "--instead", "forest_maple", "-f", "json").stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert found["instead"] == "forest_maple" and [each["name"] for each in found["things"]] == ["brick_house"]
    assert "no card of the decks has the id 'forest_maples'" in refused(*words, "--instead", "forest_maples")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (
            ("--of", "skils"),
            "--of: neotopia/random has nothing of the kind 'skils' to take away; did you mean 'skills'",
        ),
        (("--of", "cards"), "has nothing of the kind 'cards' to take away; known are joker, skills, actions, rules"),
        (("--of", "joker,,skills"), "--of: has an empty name"),
        (("--of", "players"), "has nothing of the kind 'players'"),
        (("--instead", "brick_house"), "--instead: is what lies in a card's places; give it with --of cards"),
        (("--of", "cards", "--instead", "brick_house"), "--instead: is for games with decks"),
        (("--of", "joker", "--metrics", "x"), "--metrics: there is no metric 'x'"),
        (("--of", "joker", "--games", 2), "--games: 2 games are one deal"),
        (("--of", "joker", "--threads", 0), "--threads: 0 threads cannot play"),
    ],
)
def test_one_sentence_for_bad_input(folder: Path, arguments: tuple[object, ...], part: str) -> None:
    assert part in refused("impact", "neotopia/random", *arguments)
    assert list(folder.iterdir()) == []


def test_nothing_to_take_away(folder: Path) -> None:
    assert "nothing of the kind 'joker'" in refused("impact", "neotopia/no-joker", "--of", "joker")
    rich = ("--set", "rules.coin_shortage=unlimited", "--set", "rules.start_coins=90")
    assert "there is nothing to take away (keep:" in refused("impact", "neotopia/draft8", "--of", "actions", *rich)
    assert list(folder.iterdir()) == []
