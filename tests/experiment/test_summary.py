"""`summary.json` of real runs against its published schema."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from balance.experiment.plan import plan
from balance.experiment.scenario import load
from balance.experiment.store import summary_of, to_json
from tests.experiment.planned import ANYBODY, neotopia
from tests.experiment.stored import finished

SCHEMA = json.loads(files("balance.experiment").joinpath("summary.schema.json").read_text(encoding="utf-8"))
RUNS = {
    "random, 4 players": (24, ("random",), ()),
    "random, 3 players": (24, ("random",), ("players=3", "rules.field_up=2")),
    "different, 4 players": (8, ANYBODY, ()),
    "one deal": (2, ("random",), ()),
}


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} in the summary")


@pytest.fixture(scope="module", params=RUNS)
def summary(request: pytest.FixtureRequest) -> dict[str, Any]:
    games, lineup, overrides = RUNS[request.param]
    text = to_json(summary_of(finished(neotopia(games, lineup, *overrides))))
    return json.loads(text, parse_constant=refuse)


def test_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_summary_keeps_the_schema(summary: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(summary)


def test_one_seat_alone_keeps_it() -> None:
    alone = summary_of(finished(plan(load("simcity/solitaire", games=8))))
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(to_json(alone)))
    assert (alone["players"], len(alone["seats"])) == (1, 1)


def test_what_a_seat_must_do_without_is_told() -> None:
    banned = replace(load("neotopia/random", games=8), expect=())
    seats = (replace(banned.seats[0], without=("subsidy",)), *banned.seats[1:])
    found = summary_of(finished(plan(replace(banned, seats=seats))))
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(to_json(found)))
    assert [seat.get("without") for seat in found["seats"]] == [["subsidy"], None, None, None]


def test_rows(summary: dict[str, Any]) -> None:
    assert summary["games"] == summary["blocks"] * summary["games_per_block"]
    assert len(summary["seats"]) == summary["players"]
    for row in summary["metrics"]:
        assert (row["games"], row["blocks"]) == (summary["games"], summary["blocks"])
        if row["low"] is not None and row["high"] is not None:
            assert row["low"] <= row["value"] <= row["high"], row
        if row["value"] is None:
            assert row["note"], row
    keys = [(row["metric"], json.dumps(row["where"])) for row in summary["metrics"]]
    assert len(set(keys)) == len(keys)
    rates = [row["value"] for row in summary["metrics"] if row["metric"] == "seat_win_rate"]
    assert len(rates) == summary["players"] and sum(rates) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("state",), "running"),
        (("games",), 0),
        (("schema_version",), 2),
        (("metrics", 0, "value"), "0.5"),
        (("metrics", 0, "where"), "seat=1"),
        (("metrics", 0, "low"), None),
        (("metrics", 0, "value"), None),
        (("metrics", 0, "p"), 0.05),
    ],
)
def test_what_is_no_summary_is_refused(place: tuple[Any, ...], value: Any) -> None:
    made = copy.deepcopy(MADE)
    jsonschema.Draft202012Validator(SCHEMA).validate(made)
    inner: Any = made
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    valid = jsonschema.Draft202012Validator(SCHEMA).is_valid(made)
    assert valid is (place == ("metrics", 0, "low"))  # an interval may have one end only


MADE = {
    "schema_version": 1, "scenario": "a", "title": "", "game": "toy", "state": "finished", "games": 2, "blocks": 1,
    "games_per_block": 2, "seed": 8, "players": 2, "seats": [{"player": "a", "weights": {}}] * 2, "rules": {},
    "metrics": [
        {
            "metric": "draws", "where": {}, "value": 0.5, "low": 0.1, "high": 0.9, "games": 2, "blocks": 1,
            "unit": "share", "note": None,
        }
    ],
}  # fmt: skip
