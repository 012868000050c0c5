"""Any document at all: a scenario, a manifest or a baseline of arbitrary JSON is refused in a sentence, or is one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.errors import UserError
from balance.experiment import baseline
from balance.experiment.manifest import KINDS, MANIFEST_KEYS, MANIFEST_VERSION, read_manifest
from balance.experiment.scenario import KEYS, from_resolved, load
from balance.experiment.toml_text import parse_value

NUMBERS = st.integers() | st.floats() | st.sampled_from([0, 1, 2, 4, 400, 10**10, 2**63])
WORDS = st.text(st.characters(codec=None), max_size=12) | st.sampled_from(
    ["neotopia", "simcity", "random", "../x", "="]
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


def sound(game: str) -> dict[str, Any]:
    """A resolved scenario as a manifest holds it."""
    return dict(json.loads(json.dumps(load(f"{game}/random").resolved())))


SOUND = {game: sound(game) for game in ("neotopia", "simcity")}


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(sorted(SOUND)), st.dictionaries(st.sampled_from([*KEYS, "name"]), VALUES, max_size=3))
def test_a_resolved_scenario(game: str, changes: dict[str, Any]) -> None:
    try:
        found = from_resolved(SOUND[game] | changes, Path("manifest"))
    except UserError as error:
        assert error.message.strip()
    else:
        assert found.resolved()["game"] in SOUND


@settings(deadline=None, max_examples=80)
@given(st.dictionaries(st.sampled_from(MANIFEST_KEYS), VALUES, max_size=4) | VALUES)
def test_a_manifest(tmp_path_factory: pytest.TempPathFactory, changes: Any) -> None:
    folder = tmp_path_factory.mktemp("run")
    if isinstance(changes, dict):
        whole = {key: kinds[0]() for key, kinds in KINDS.items()}
        changes = whole | {"manifest_version": MANIFEST_VERSION, "state": "finished", "share": [1, 1]} | changes
        changes = changes | {key: None for key in MANIFEST_KEYS if key not in changes}
    (folder / "manifest.json").write_text(json.dumps(changes), encoding="utf-8")
    try:
        held = read_manifest(folder)
    except UserError as error:
        assert error.message.strip()
    else:
        assert 1 <= held["share"][0] <= held["share"][1] and isinstance(held["scenario"], dict)


ROW = st.fixed_dictionaries(
    {
        **dict.fromkeys(("metric", "unit"), WORDS),
        "where": st.dictionaries(WORDS, NUMBERS | WORDS, max_size=2),
        "rate": st.booleans(),
        **dict.fromkeys(("value", "low", "high", "se"), st.none() | NUMBERS),
        **dict.fromkeys(("y", "x"), st.none() | st.integers(-1, 3)),
    }
)
RUN = st.fixed_dictionaries(
    {
        **dict.fromkeys(("seed", "blocks", "games_per_block", "blocks_per_batch"), st.integers(-1, 9) | NUMBERS),
        "columns": st.lists(st.lists(NUMBERS, max_size=3), max_size=3),
        "rows": st.lists(ROW, max_size=2),
    }
)


@settings(deadline=None, max_examples=80)
@given(st.lists(RUN, max_size=2) | VALUES)
def test_a_baseline(tmp_path_factory: pytest.TempPathFactory, runs: Any) -> None:
    file = tmp_path_factory.mktemp("baseline") / "b.json"
    about = {"game": "neotopia", "game_version": 1, "scenario": "s", "players": 4, "rules": {}, "seats": []}
    file.write_text(json.dumps({"baseline_version": 1, **about, "runs": runs}), encoding="utf-8")
    try:
        found = baseline.read(file)
    except UserError as error:
        assert error.file == str(file) and error.message.strip()
    else:
        assert all(run.blocks >= 2 for run in found.runs)


@settings(deadline=None, max_examples=100)
@given(WORDS | st.text("[]{}'\"=.,# \n19ae", max_size=40))
def test_the_value_of_a_flag(text: str) -> None:
    try:
        parse_value(text)
    except UserError as error:
        assert error.message.strip()
