"""The files that `[decks]` names: where they are looked for, what is refused, and what a resolved scenario keeps."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from toys import ToySettings, toy

from balance.errors import UserError
from balance.experiment import materials as read_from
from balance.experiment import scenario as scenarios
from balance.experiment import sources
from balance.experiment.plan import plan
from balance.experiment.scenario import Scenario, from_resolved, load
from balance.experiment.schedule import usual_scenario
from balance.games.contract import Materials, Source


def parsed(value: Any, file: Any = None) -> Any:
    """A bag of marbles: words of a file, or what a resolved scenario holds."""
    if isinstance(value, Source):
        if b"bad" in value.data:
            raise UserError("a bad marble; take it out", file=value.file)
        return value.data.decode().split()
    if isinstance(value, list):
        return [parsed(each) for each in value]
    if not isinstance(value, str):
        raise UserError("no marble", place="decks.bag")
    return value


def join(model: dict[str, Any], players: int, decks: Mapping[str, Any]) -> dict[str, Any]:
    return {**model, "decks": {key: parsed(value) for key, value in decks.items()}}


class BagSettings(ToySettings):
    def defaults(self, players: int | None = None) -> dict[str, Any]:
        return {**super().defaults(players), "seats": [{"player": "a"}]}

    def resolved(self, model: Any) -> dict[str, Any]:
        return {key: value for key, value in model.items() if key != "decks"}


def usual(model: Mapping[str, Any], players: int) -> dict[str, Any]:
    return {"pair": ["marbles/bags/one", "marbles/bags/two"]} if model.get("pairs") else {"bag": "marbles/bags/one"}


MARBLES = dataclasses.replace(
    toy(["a", "b"], 2, lambda names, r, luck, draws: [0]),
    name="marbles",
    settings=BagSettings(2),
    materials=Materials(
        keys={"bag": "A bag.", "pair": "Two bags."}, usual=usual, join=join, resolved=lambda model: model["decks"]
    ),
)
PLAIN = dataclasses.replace(MARBLES, name="plain", title="Plain", settings=BagSettings(2), materials=None)


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two toy games, and a shipped folder with three bags."""
    games = {"marbles": MARBLES, "plain": PLAIN}
    monkeypatch.setattr("balance.games.load", games.__getitem__)
    monkeypatch.setattr("balance.experiment.plan.load", games.__getitem__)
    root = tmp_path / "shipped"
    bags = root / "marbles" / "bags"
    bags.mkdir(parents=True)
    for name, text in {"one": "red", "two": "blue blue", "three": "green"}.items():
        (bags / f"{name}.csv").write_text(text)
    (root / "marbles" / "base.toml").write_text('game = "marbles"\ndecks.bag = "bags/three.csv"')
    for module in (sources, read_from):
        monkeypatch.setattr(module, "shipped_root", lambda: root)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The user's folder, with a secret beside it."""
    (tmp_path / "secret.csv").write_text("secret")
    mine = tmp_path / "mine"
    mine.mkdir()
    return mine


def scenario(folder: Path, text: str, *flags: str, name: str = "s.toml") -> Scenario:
    (folder / name).write_text(f'game = "marbles"\n{text}')
    return load(folder / name, flags)


def refused(folder: Path, text: str, *flags: str) -> UserError:
    with pytest.raises(UserError) as caught:
        scenario(folder, text, *flags)
    return caught.value


class TestFound:
    def test_the_usual_files_where_nothing_is_said(self, folder: Path) -> None:
        assert scenario(folder, "").decks == {"bag": ["red"]}
        assert scenario(folder, "rules.pairs = 1").decks == {"pair": [["red"], ["blue", "blue"]]}
        assert scenario(folder, 'decks.pair = ["marbles/bags/two"]').decks == {
            "bag": ["red"],
            "pair": [["blue", "blue"]],
        }

    def test_an_empty_name_says_nothing(self, folder: Path) -> None:
        assert scenario(folder, 'decks.bag = ""').decks == {}
        assert scenario(folder, "", "decks.bag=''").decks == {}

    def test_beside_the_file_that_says_it(self, folder: Path) -> None:
        (folder / "below").mkdir()
        (folder / "below" / "bag.csv").write_text("black")
        (folder / "below" / "base.toml").write_text('game = "marbles"\ndecks.bag = "bag.csv"')
        assert scenario(folder, 'extends = "below/base.toml"').decks == {"bag": ["black"]}
        assert scenario(folder, 'decks.bag = "below/bag.csv"').decks == {"bag": ["black"]}
        assert scenario(folder, 'decks.bag = "ｂelow/bag.csv"').decks == {"bag": ["black"]}

    def test_a_shipped_scenario_names_its_own(self, folder: Path) -> None:
        assert scenario(folder, 'extends = "marbles/base"').decks == {"bag": ["green"]}

    @pytest.mark.parametrize("name", ["marbles/bags/two", "marbles/bags/two.csv"])
    def test_shipped_by_name(self, folder: Path, name: str) -> None:
        assert scenario(folder, f'decks.bag = "{name}"').decks == {"bag": ["blue", "blue"]}

    def test_what_lies_there_goes_before_what_is_shipped(self, folder: Path) -> None:
        (folder / "marbles" / "bags").mkdir(parents=True)
        (folder / "marbles" / "bags" / "two.csv").write_text("own")
        assert scenario(folder, 'decks.bag = "marbles/bags/two.csv"').decks == {"bag": ["own"]}

    def test_a_flag_is_relative_to_the_current_folder(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here = tmp_path / "here"
        here.mkdir()
        (here / "bag.csv").write_text("here")
        (folder / "bag.csv").write_text("there")
        monkeypatch.chdir(here)
        assert scenario(folder, 'decks.bag = "bag.csv"').decks == {"bag": ["there"]}
        assert scenario(folder, 'decks.bag = "bag.csv"', "decks.bag=bag.csv").decks == {"bag": ["here"]}
        assert scenario(folder, 'decks.pair = ["bag.csv", "bag.csv"]', "decks.pair.1=bag.csv").decks["pair"] == [
            ["there"],
            ["here"],
        ]
        assert scenario(folder, "", "decks.bag=../secret.csv").decks == {"bag": ["secret"]}


class TestRefused:
    @pytest.mark.parametrize("outside", ["../secret.csv", "{root}/secret.csv", "link.csv", "/dev/zero"])
    def test_a_scenario_reaches_no_folder_but_its_own(self, folder: Path, outside: str) -> None:
        (folder / "link.csv").symlink_to(folder.parent / "secret.csv")
        error = refused(folder, f'decks.bag = "{outside.format(root=folder.parent)}"')
        assert error.message.endswith("is neither a shipped file nor one below the first scenario's folder")
        assert (error.file, error.place) == (str(folder / "s.toml"), "decks.bag")

    def test_what_is_not_there(self, folder: Path) -> None:
        (folder / "bags.csv").write_text("x")
        error = refused(folder, 'decks.pair = ["bags.csv", "bagz.csv"]')
        assert error.message == "there is no file \"bagz.csv\"; did you mean 'bags.csv'?"
        assert (error.file, error.place) == (str(folder / "s.toml"), "decks.pair.1")
        error = refused(folder, "", "decks.bag=bagz.csv")
        assert (error.file, error.place) == (None, "--set decks.bag")

    def test_the_file_that_says_it_is_named(self, folder: Path) -> None:
        (folder / "base.toml").write_text('game = "marbles"\ndecks.bag = "gone.csv"')
        assert refused(folder, 'extends = "base.toml"').file == str(folder / "base.toml")

    def test_a_mistake_inside_is_told_of_the_file(self, folder: Path) -> None:
        (folder / "bag.csv").write_text("bad")
        error = refused(folder, 'decks.bag = "bag.csv"')
        assert (error.file, error.message) == (str(folder / "bag.csv"), "a bad marble; take it out")

    def test_a_folder(self, folder: Path) -> None:
        error = refused(folder, 'decks.bag = "."')
        assert error.message == "is no file; give the path of a deck or card table"

    def test_a_large_file(self, folder: Path) -> None:
        (folder / "bag.csv").write_bytes(b"x" * (read_from.LARGEST_FILE + 1))
        assert refused(folder, 'decks.bag = "bag.csv"').message.startswith("is larger than 1048576 bytes")

    def test_many_files(self, folder: Path) -> None:
        (folder / "b.csv").write_text("x")
        assert len(scenario(folder, f"decks.pair = {['b.csv'] * 16}").decks["pair"]) == 16
        assert refused(folder, f"decks.pair = {['b.csv'] * 17}").place == "decks.pair"

    def test_no_path(self, folder: Path) -> None:
        assert "is no path" in refused(folder, 'decks.bag = "a\\u0000b"').message

    def test_an_unknown_key(self, folder: Path) -> None:
        error = refused(folder, 'decks.bags = "x.csv"')
        assert (error.message, error.place) == ("unknown key; did you mean 'bag'?", "decks.bags")
        assert refused(folder, 'decks = "x.csv"').place == "decks"

    def test_a_game_without_decks(self, folder: Path) -> None:
        (folder / "p.toml").write_text('game = "plain"\ndecks.bag = "x.csv"')
        with pytest.raises(UserError) as caught:
            load(folder / "p.toml")
        assert (caught.value.message, caught.value.place) == ("Plain has no decks to choose; drop this table", "decks")
        (folder / "p.toml").write_text('game = "plain"')
        plain = load(folder / "p.toml")
        assert plain.decks == {} and "decks" not in plain.resolved()


class TestResolved:
    def test_needs_the_files_no_more(self, folder: Path) -> None:
        (folder / "bag.csv").write_text("black white")
        first = scenario(folder, 'decks.bag = "bag.csv"')
        manifest = json.loads(json.dumps(first.resolved()))
        assert manifest["decks"] == {"bag": ["black", "white"]}
        (folder / "bag.csv").unlink()
        again = from_resolved(manifest, folder / "manifest.json")
        assert again.decks == first.decks and again.digest() == first.digest()
        assert plan(again).model["decks"] == {"bag": ["black", "white"]}

    def test_a_changed_file_is_another_scenario(self, folder: Path) -> None:
        digests = set()
        for text in ("black white", "white black", "black  white"):
            (folder / "bag.csv").write_text(text)
            digests.add(scenario(folder, 'decks.bag = "bag.csv"').digest())
        assert len(digests) == 2  # blanks are none of its content

    def test_a_manifest_names_no_file(self, folder: Path) -> None:
        (folder / "bag.csv").write_text("read")
        manifest = scenario(folder, "").resolved() | {"decks": {"bag": str(folder / "bag.csv")}}
        assert from_resolved(manifest, folder / "manifest.json").decks == {"bag": str(folder / "bag.csv")}

    def test_a_game_by_its_name_has_its_usual_files(self) -> None:
        assert usual_scenario(MARBLES).decks == {"bag": ["red"]}
        assert usual_scenario(PLAIN).decks == {}


def test_the_template_names_the_usual_files(folder: Path) -> None:
    rules_text = "## H1 All\nText.\n"
    game = dataclasses.replace(MARBLES, rules_text=rules_text)
    text = scenarios.template(game)
    assert '[decks]\n\n# A bag.\n# bag = "marbles/bags/one"\n\n# Two bags.\n# pair = "my-file.csv"\n' in text
    (folder / "new.toml").write_text(text)
    assert load(folder / "new.toml").decks == {"bag": ["red"]}
