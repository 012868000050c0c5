"""`docs/cards.md` says what is so: its columns and clauses are all there, its mistakes are told as it prints them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.errors import UserError
from balance.experiment import scenario as scenarios
from balance.experiment.plan import plan
from balance.experiment.run import play
from balance.games.simcity.cards import COLUMNS, read_cards
from balance.games.simcity.clauses import GRAMMAR
from balance.games.simcity.effects import parse_effect

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "cards.md").read_text(encoding="utf-8")
CARDS = (DOCS / "examples" / "my-cards.csv").read_text(encoding="utf-8")
MISTAKES = {"池,block,green": "池,block,gren", "adds 1 zone:orange": "adds 1 orange"}


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def with_mistakes() -> str:
    text = CARDS
    for right, wrong in MISTAKES.items():
        assert text.count(right) == 1
        text = text.replace(right, wrong)
    return text


def test_every_column_is_explained() -> None:
    explained = [
        name for line in re.findall(r"^\| (`.*?) \|", section("The card table"), re.M) for name in line.split(", ")
    ]
    assert tuple(name.strip("`") for name in explained) == COLUMNS


def test_every_clause_has_an_example_that_is_read() -> None:
    rows = re.findall(r"^\| `(\w+)` \| `(.+?)` \|", section("What a card does"), re.M)
    assert list(dict.fromkeys(verb for verb, _ in rows)) == list(GRAMMAR)
    for verb, example in rows:
        assert [clause.kind.removesuffix("_per") for clause in parse_effect(example)] == [verb]


def test_two_mistakes_get_the_two_sentences_that_the_page_prints() -> None:
    assert len(CARDS.splitlines()) == 1 + 30
    with pytest.raises(UserError) as caught:
        read_cards(with_mistakes().encode(), "my-cards.csv")
    printed = re.search(r"```\nbalance: (.*?)\n```", section("When something is wrong"), re.S)
    assert printed is not None
    assert [line.strip() for line in printed[1].splitlines()] == str(caught.value).splitlines()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932"])
def test_mended_it_loads_and_plays(encoding: str, tmp_path: Path) -> None:
    for name in ("my-deck.txt", "my-deck.toml"):
        (tmp_path / name).write_bytes((DOCS / "examples" / name).read_bytes())
    (tmp_path / "my-cards.csv").write_bytes(with_mistakes().encode(encoding))
    with pytest.raises(UserError, match="2 mistakes"):
        scenarios.load(tmp_path / "my-deck.toml")
    (tmp_path / "my-cards.csv").write_bytes(CARDS.encode(encoding))
    loaded = scenarios.load(tmp_path / "my-deck.toml", players=["random"], games=4)
    assert {row["name_ja"] for row in loaded.decks["cards"]} >= {"草原", "地震"}
    assert play(plan(loaded), 1).sums.games >= 4
