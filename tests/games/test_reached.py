"""What shows that a rule fired: of every game complete and unambiguous, and the shipped scenarios reach all of it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from balance import games
from balance.experiment.coverage import study
from balance.experiment.firing import count_facts, count_traces
from balance.experiment.scenario import load
from balance.games.contract import Coverage, Game
from balance.games.rulebook import parse
from balance.games.simcity.clauses import FORMS, GRAMMAR, forms
from balance.games.simcity.effects import parse_effect
from balance.report.phrases import Phrases
from tests.games.test_contract import JAPANESE

# A few games of these few scenarios are enough; every other shipped scenario only adds to them.
REACHING = {
    "neotopia": ("neotopia/random", "neotopia/short-hands"),
    "simcity": ("simcity/every-clause", "simcity/early-mayor", "simcity/solitaire", "simcity/duel"),
}
GAMES = 80


@pytest.fixture(scope="module", params=games.names())
def game(request: pytest.FixtureRequest) -> Game:
    return games.load(request.param)


def coverage(game: Game) -> Coverage:
    assert game.coverage is not None
    return game.coverage()


def test_every_rule_and_clause_is_told_once(game: Game) -> None:
    told = coverage(game)
    ids = [*told.facts, *told.traced]
    assert len(set(ids)) == len(ids)
    assert set(ids) == {*parse(game.rules_text).ids, *told.clauses}
    assert not set(told.clauses) & set(parse(game.rules_text).ids)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_readers_are_told_what_is_counted(game: Game, lang: str) -> None:
    words = Phrases(lang, game.report().TEXT)
    for rule in parse(game.rules_text).rules:
        title = words.say(f"coverage.title.{rule.id}")
        assert title == rule.title if lang == "en" else JAPANESE.search(title)
    for key in (*coverage(game).facts, *coverage(game).traced):
        assert words.say(f"coverage.counts.{key}")


def test_shipped_scenarios_reach_every_rule_and_clause(game: Game) -> None:
    told = coverage(game)
    missing = {*told.facts, *told.traced}
    for name in REACHING[game.name]:
        (planned,) = study([load(name, games=GAMES)], fired_only=True)
        facts = count_facts(planned.base, (), told, None, lambda games: None)
        traces = count_traces(planned.base, planned.traced_blocks, told, None, lambda games: None)
        missing -= {key for key in told.facts if facts.of(f"fired {key}").total}
        missing -= {key for key in told.traced if traces.of(f"fired {key}").total}
    assert not missing


def test_a_count_is_one_whole_number_a_game(game: Game) -> None:
    from balance.experiment.engine import Engine
    from balance.experiment.plan import plan

    planned = plan(load(REACHING[game.name][0], games=8))
    engine = Engine(planned, metrics=[])
    facts = engine.facts(planned.games)
    engine.play(0, facts)
    players = [seat.player for seat in planned.scenario.seats]
    for key, sign in coverage(game).facts.items():
        times = np.asarray(sign(facts, planned.model, players))
        assert times.shape == (planned.games,) and times.dtype.kind in "iu" and times.min() >= 0, key


class TestForms:
    def test_every_word_of_the_grammar_is_in_a_form(self) -> None:
        """Numbers, selectors, zones and reaches in cells have no code of their own."""
        plain = {"or", "SEL", "N", "D", "K", "Z", "ZONE", "NAME", "within", "each", "lost"}
        said = {word for form in GRAMMAR.values() for word in re.findall(r"[A-Za-z0-9_]+", form)} - plain
        assert said <= {word for form in FORMS for word in form.split()}
        assert {form.split()[0] for form in FORMS} == set(GRAMMAR)

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("receives 2 tag:farm within 3", {"receives"}),
            ("receives 2 tag:farm connected once", {"receives connected", "receives once"}),
            ("receives 1 zone:navy within city first_copy", {"receives within city", "receives first_copy"}),
            ("receives 1 per 3 crime within city", {"receives per crime", "receives per within city"}),
            ("adds -1 any", {"adds"}),
            ("needs tag:water connected", {"needs connected"}),
            ("complex oil 2 within 3", {"complex"}),
            ("destroy 2d6 line zone brown", {"destroy 2dN", "destroy line", "destroy zone"}),
            ("destroy 3 any", {"destroy N", "destroy any"}),
            ("mayor_pays 2 each lost", {"mayor_pays each lost"}),
            ("mayor_pays 1 per 2 pollution", {"mayor_pays per pollution"}),
            ("mayor_pays 4", {"mayor_pays"}),
            ("lose 4 others", {"lose others"}),
            ("election chairman", {"election chairman"}),
            ("recall mayor", {"recall mayor"}),
            ("freeze navy 1", {"freeze"}),
            ("discard 1 others", {"discard others"}),
            ("underground", {"underground"}),
        ],
    )
    def test_forms_of_a_clause(self, text: str, found: set[str]) -> None:
        (clause,) = parse_effect(text)
        assert forms(clause) == found <= set(FORMS)
