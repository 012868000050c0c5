"""`balance check` and `balance baseline` on a real game: printed, written, refused, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from calls import RANDOM, ROOT, call, done, refused

HOLDS = '[[expect]]\nmetric = "seat_win_spread"\nmax = 0.5\n'
FAILS = '[[expect]]\nmetric = "margin"\nmax = 0.5\n'
OPEN = '[[expect]]\nmetric = "seat_win_rate"\nwhere = { seat = 1 }\nwithin = [0.2499, 0.2501]\n'


def scenario(folder: Path, *rows: str, name: str = "mine.toml", games: int = 400) -> Path:
    path = folder / name
    path.write_text(f'extends = "{RANDOM}"\ngames = {games}\n{"".join(rows) or "expect = []"}', encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("rows", "flags", "code"),
    [
        ((HOLDS,), (), 0),
        ((HOLDS, FAILS), (), 1),
        ((FAILS + 'level = "warn"\n',), (), 0),
        ((FAILS + 'level = "warn"\n',), ("--strict",), 1),
        ((HOLDS, OPEN), (), 4),
        ((OPEN + 'undecided = "pass"\n',), (), 0),
        ((OPEN + 'undecided = "pass"\n',), ("--strict",), 4),
        ((HOLDS,), ("--until-decided", "--max-games", 2000), 0),
        ((FAILS,), ("--until-decided",), 1),
    ],
)
def test_exit_codes(folder: Path, rows: tuple[str, ...], flags: tuple[object, ...], code: int) -> None:
    result = call("check", scenario(folder, *rows), "--quiet", *flags)
    assert result.exit_code == code, result.stdout
    assert result.stderr == ""


def test_every_output(folder: Path) -> None:
    path = scenario(folder, HOLDS, FAILS)
    files = ("--junit", "j.xml", "--markdown", "m.md", "--json", "c.json")
    result = call("check", path, *files, "--format", "json", "--threads", 1)
    assert result.exit_code == 1 and "to be confirmed on 400 fresh games" in result.stderr
    assert result.stdout == (folder / "c.json").read_text(encoding="utf-8")
    found = json.loads(result.stdout)
    assert [row["status"] for row in found["scenarios"][0]["expectations"]] == ["holds", "fails"]
    root = ElementTree.parse(folder / "j.xml").getroot()
    assert (root.get("tests"), root.get("failures")) == ("2", "1")
    assert "margin max 0.5" in (folder / "m.md").read_text(encoding="utf-8")
    assert {each.name for each in folder.iterdir()} == {"mine.toml", "j.xml", "m.md", "c.json"}
    again = call("check", path, *files, "--format", "json", "--threads", 2)
    assert again.stdout == result.stdout


def test_a_ruling_changed_on_purpose_fails(folder: Path) -> None:
    """Without the joker nobody declares it, and the JUnit file says so."""
    path = scenario(folder, '[[expect]]\nmetric = "joker_uses"\nmin = 0.2\n')
    assert call("check", path, "-q").exit_code == 0
    result = call("check", path, "-q", "--set", "rules.jokers=0", "--junit", "j.xml")
    assert result.exit_code == 1
    failure = ElementTree.parse(folder / "j.xml").getroot().find("testsuite/testcase/failure")
    assert failure is not None and "joker_uses min 0.2: 0.00" in (failure.get("message") or "")


SHIPPED = sorted(path for path in (ROOT / "scenarios").glob("*/*.toml") if "\n[[expect]]" in path.read_text("utf-8"))


def test_a_shipped_scenario_fails_with_a_ruling_changed_on_purpose(folder: Path) -> None:
    draft = ROOT / "scenarios/neotopia/draft8.toml"
    assert draft in SHIPPED and len(SHIPPED) >= 6
    same = ("check", draft, "--games", 2000, "-q", "--junit", "j.xml")
    assert call(*same, "--set", "rules.jokers=0").exit_code == 1
    root = ElementTree.parse(folder / "j.xml").getroot()
    failures = {case.get("name") for case in root.iter("testcase") if case.find("failure") is not None}
    assert "7: joker_uses within [1, 1.35]" in failures
    assert call(*same).exit_code in (0, 4)


def test_what_extends_another_is_held_to_its_expectations(folder: Path) -> None:
    (folder / "mine.toml").write_text(f'extends = "{RANDOM}"', encoding="utf-8")
    result = call("check", "mine.toml", "-n", 200, "--format", "json", "-q")
    names = [row["metric"] for row in json.loads(result.stdout)["scenarios"][0]["expectations"]]
    assert names == ["seat_win_rate", "seat_win_spread", "draws", "margin", "truncated"]


def test_on_github(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "summary.md"))
    (folder / "summary.md").write_text("before\n", encoding="utf-8")
    path = scenario(folder, HOLDS, FAILS, OPEN)
    result = call("check", path, "-q")
    lines = [line for line in result.stdout.splitlines() if line.startswith("::")]
    assert lines[0].startswith("::error file=mine.toml,title=mine%3A margin max 0.5::margin max 0.5: ")
    assert lines[1].startswith("::warning file=mine.toml,")
    page = (folder / "summary.md").read_text(encoding="utf-8")
    assert page.startswith("before\n## Balance check") and "❌" in page
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder / "none" / "summary.md"))
    lost = call("check", path, "-q", "--format", "json")
    assert lost.exit_code == 1 and "GITHUB_STEP_SUMMARY: cannot be written" in lost.stderr
    json.loads(lost.stdout)


def test_a_baseline_and_what_changed(folder: Path) -> None:
    row = '[[expect]]\nmetric = "seat_win_rate"\nwhere = { seat = 1 }\nunchanged_from = "b.json"\nmargin = 0.02\n'
    path = scenario(folder, row, games=1200)
    written = done("baseline", path, "-o", "b.json", "--metrics", "game_turns")
    assert written.stderr.startswith("written: b.json, ")
    assert "exists already; give another file, or --overwrite" in refused("baseline", path, "-o", "b.json")
    before = (folder / "b.json").read_bytes()
    done("baseline", path, "-o", "b.json", "--metrics", "game_turns", "--overwrite", "--threads", 1, "-q")
    assert (folder / "b.json").read_bytes() == before
    assert "0.0 pp" in done("check", path, "-q").stdout
    changed = call("check", path, "-q", "--set", "rules.jokers=0", "--set", "rules.order_bonus=none")
    assert changed.exit_code == 1
    assert "rules.order_bonus order → none" in changed.stdout
    other = scenario(folder, row, name="other.toml")
    assert refused("check", other).endswith(
        "b.json: is a baseline of scenario mine, not of other; write it anew with balance baseline"
    )


@pytest.mark.parametrize(
    ("rows", "flags", "said"),
    [
        ((), (), "mine.toml: expects nothing; add a row such as"),
        ((HOLDS.replace("spread", "spred"),), (), "mine.toml: expect.0.metric: there is no metric 'seat_win_spred'"),
        ((OPEN.replace("seat = 1", "seat = 5"),), (), "mine.toml: expect.0.where.seat: seat_win_rate has no seat 5"),
        ((OPEN.replace("0.2499", "0.3"),), (), "mine.toml: expect.0.within: [0.3, 0.2501] is upside down"),
        ((HOLDS.replace("0.5", "nan"),), (), "mine.toml: expect.0.max: NaN is not allowed"),
        ((HOLDS + "maxx = 1\n",), (), "mine.toml: expect.0.maxx: unknown key; did you mean 'max'?"),
        ((HOLDS,), ("--max-games", 10), "--max-games: belongs to --until-decided"),
        ((HOLDS,), ("--until-decided", "-n", 10), "--games: is a fixed number; with --until-decided give --max-games"),
        ((HOLDS,), ("--until-decided", "--max-games", 0), "--max-games: 0 is not allowed"),
        ((HOLDS,), ("--games", 2), "--games: 2 games are one deal, which has no interval; give 3 or more"),
        ((HOLDS,), ("--junit", "none/j.xml"), "none/j.xml: cannot be written: its folder is missing or closed"),
        ((HOLDS,), ("--junit", "."), ".: is a folder; give a file in it"),
        ((HOLDS,), ("--junit", "x", "--json", "./x"), "x: is given for two outputs; give each its own file"),
        ((HOLDS,), ("--threads", 0), "--threads: 0 threads cannot play"),
        ((HOLDS,), ("mine.toml",), "mine.toml: is named twice; a check plays it once"),
        ((HOLDS,), ("none.toml",), "none.toml: there is no such file, and no shipped scenario of this name"),
    ],
)
def test_refused(folder: Path, rows: tuple[str, ...], flags: tuple[object, ...], said: str) -> None:
    scenario(folder, *rows)
    assert refused("check", "mine.toml", *flags).startswith(said)
    assert [each.name for each in folder.iterdir()] == ["mine.toml"]


def test_a_baseline_that_is_refused(folder: Path) -> None:
    path = scenario(folder)
    assert refused("baseline", path, "-o", "b.json", "--metrics", "margn").startswith("--metrics: there is no metric")
    assert refused("baseline", path, "-o", "none/b.json").startswith("none/b.json: cannot be written")
    assert refused("baseline", path, "-o", "b.json", "-n", 2).startswith("--games: 2 games are one deal")
    assert "--out" in refused("baseline", path)
    assert [each.name for each in folder.iterdir()] == ["mine.toml"]
