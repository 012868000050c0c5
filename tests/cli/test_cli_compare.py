"""`balance compare`: printed, stored, refused."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from calls import call, done, refuse, refused
from test_cli_run import contents, interrupting

from balance.cli import console

SCHEMA = json.loads(files("balance.experiment").joinpath("comparison.schema.json").read_text(encoding="utf-8"))
SMALL = ("compare", "neotopia/random", "neotopia/no-joker", "--player", "random", "--games", 40)


def test_a_comparison_is_printed_and_stored(folder: Path) -> None:
    result = done(*SMALL, "--format", "json", "--seed", 4)
    stored = folder / "reports/compare-neotopia-random-no-joker"
    names = {path.name for path in stored.iterdir()}
    assert names == {"report.html", "report.md", "comparison.json", "differences.csv", "figures"}
    assert result.stdout == (stored / "comparison.json").read_text(encoding="utf-8")
    assert result.stderr == "report: reports/compare-neotopia-random-no-joker/report.html\n"
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert (found["seed"], found["games"], found["games_per_block"]) == (4, 40, 2)
    assert found["rules"] == [{"key": "rules.jokers", "values": [1, 0]}]
    rows = list(csv.DictReader((stored / "differences.csv").open(encoding="utf-8")))
    assert len(rows) == len(found["differences"])
    uses = next(row for row in found["differences"] if row["metric"] == "joker_uses")
    assert uses["value"] == 0.0 and uses["difference"] == -uses["base"] < 0.0

    before = contents(stored)
    text = done(*SMALL, "--seed", 4, "--threads", 1, "--quiet")
    assert text.stderr == "" and "undecided" in text.stdout
    assert contents(stored) == before

    sentence = refused(*SMALL, "--seed", 5)
    assert "already holds the comparison.json of other scenarios" in sentence and "--overwrite" in sentence
    assert contents(stored) == before
    japanese = done(*SMALL, "--seed", 5, "--overwrite", "--lang", "ja", "--quiet").stdout
    assert "基準" in japanese and contents(stored) != before


def test_one_seat_alone_is_compared(folder: Path) -> None:
    result = done("compare", "simcity/solitaire", "simcity/solitaire-open", "--games", 8, "-f", "json", "-q")
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert (found["players"], len(found["base"]["seats"])) == (1, 1)


def test_what_a_seat_must_do_without_is_told(folder: Path) -> None:
    banned = folder / "banned.toml"
    banned.write_text(
        """extends = "neotopia/random"
[[seats]]
player = "random"
without = ["subsidy"]
[[seats]]
player = "random"
[[seats]]
player = "random"
[[seats]]
player = "random"
""",
        encoding="utf-8",
    )
    result = done("compare", "neotopia/random", banned, "--games", 8, "-f", "json", "-q")
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    assert [seat.get("without") for seat in found["variants"][0]["seats"]] == [["subsidy"], None, None, None]
    assert not any("without" in seat for seat in found["base"]["seats"])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("neotopia/draft8", "neotopia/draft8"), "nothing can differ"),
        (("neotopia/draft8", "neotopia/draft8-3players"), "has 3 players, while neotopia/draft8 has 4"),
        (("neotopia/draft8", "neotopia/no-jokers"), "did you mean 'neotopia/no-joker'"),
        (("neotopia/draft8", "neotopia/no-joker", "--metrics", "upsets"), "--metrics: there is no metric 'upsets'"),
        (("neotopia/draft8", "neotopia/no-joker", "--metrics", "draws,"), "--metrics: has an empty name"),
        (("neotopia/draft8", "neotopia/no-joker", "--margin", "much"), "--margin: "),
        (("neotopia/draft8", "neotopia/no-joker", "--games", 3), "--games: 3 games are one deal"),
        (("neotopia/draft8", "neotopia/no-joker", "--threads", 0), "--threads: 0 threads cannot play"),
        (("neotopia/draft8",), "VARIANT…: is missing"),
    ],
)
def test_one_sentence_for_bad_input(folder: Path, arguments: tuple[object, ...], part: str) -> None:
    assert part in refused("compare", *arguments)
    assert list(folder.iterdir()) == []


def test_what_is_no_comparison_is_never_touched(folder: Path) -> None:
    (folder / "file").write_text("mine")
    (folder / "foreign").mkdir()
    (folder / "foreign/notes").write_text("mine")
    before = contents(folder)
    for out, part in (("file", "is a file"), ("file/sub", "cannot be written"), ("foreign", "no comparison.json")):
        sentence = refused(*SMALL, "--out", out, "--overwrite")
        assert sentence.startswith(f"{out}: ") and part in sentence and "--out" in sentence
    assert contents(folder) == before


def test_ctrl_c_ends_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "progress", interrupting(after=1))
    result = call(*SMALL[:-1], 40_000)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr == "balance: interrupted; nothing was kept\n"
    assert list(folder.iterdir()) == []


def test_attribution_is_stored(folder: Path) -> None:
    draft = folder / "draft.toml"
    draft.write_text('extends = "neotopia/random"\n[rules]\njokers = 0\nriot = "off"\nties = "shared"\n')
    result = done(
        "compare", "neotopia/random", draft, "--attribute", "--group", "riot,ties", "-n", 40, "-f", "json", "-q"
    )
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    attribution = found["attribution"]
    assert [clause["name"] for clause in attribution["clauses"]] == ["riot+ties", "jokers"]
    assert attribution["games"] == 160
    rows = {(row["metric"], str(row["where"])): row for row in found["differences"] if row["judged"]}
    assert attribution["measures"]
    for row in attribution["measures"]:
        whole = rows[row["metric"], str(row["where"])]["difference"]
        assert sum(part["value"] for part in row["shares"]) == pytest.approx(whole, abs=1e-12)
    page = (folder / "reports/compare-neotopia-random-draft-attributed/report.md").read_text(encoding="utf-8")
    assert "figures/clauses-1.png" in page


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("neotopia/draft8", "neotopia/no-joker", "--group", "jokers"), "--group: groups clauses for --attribute"),
        (("neotopia/draft8", "neotopia/no-joker", "neotopia/random", "--attribute"), "--attribute: takes one variant"),
        (("neotopia/draft8", "neotopia/no-joker", "--attribute", "--group", "riot"), "--group: 'riot' is no clause"),
    ],
)
def test_attribution_refuses(folder: Path, arguments: tuple[object, ...], part: str) -> None:
    assert part in refused("compare", *arguments)
    assert list(folder.iterdir()) == []


def test_other_players(folder: Path) -> None:
    result = done(*SMALL[:-1], 8, "--across", "players", "-f", "json", "-q")
    found = json.loads(result.stdout, parse_constant=refuse)
    jsonschema.Draft202012Validator(SCHEMA).validate(found)
    across = found["across"]
    assert {each["kind"] for each in across["lineups"]} == {"alone", "mixed", "noisy"}
    assert all(each["holds"] + each["against"] + each["open"] == len(across["lineups"]) for each in across["claims"])
    page = (folder / "reports/compare-neotopia-random-no-joker-across-players/report.md").read_text(encoding="utf-8")
    assert "With other players" in page

    assert "--across: 'seats' is nothing to repeat over; give players" in refused(*SMALL, "--across", "seats")
    same = ("compare", "neotopia/draft8", "neotopia/random", "--across", "players")
    assert "nothing would differ" in refused(*same)
