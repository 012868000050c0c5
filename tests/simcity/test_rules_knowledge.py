"""S32 and S33: what a seat may know, and that the random player is uniform."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from scipy import stats

from balance.games.simcity import codes
from balance.games.simcity.players import PLAYERS, table, uniform
from balance.kernel.rng import quiet
from tests.interpreted import interpreted_only
from tests.simcity import positions
from tests.simcity.positions import Table, card, event, member, place

pytestmark = interpreted_only

UNLIKELY = 1e-3  # p-value below which fixed seeds count as not uniform
CARDS = (
    card("hall"),
    card("tower", value=3),
    card("shop", "navy", value=2),
    card("home", "orange", house=2),
    card("bar", "navy", need=1),
    member("plain", cost=2),
    member("other", "navy", "able", cost=1),
    event("fair", "gain 1 all"),
    event("fire", "destroy 1 any; mayor_pays 1 each lost", tags="disaster"),
)


def town(**said: Any) -> Table:
    """Two halls side by side, phase 3."""
    made = positions.table(*CARDS, **{"phase": 3, "funds": [9, 9, 9, 9], **said})
    return made.lay({(0, 0): "hall", (1, 0): "hall"})


class TestS32Knowledge:
    """What others hold and how the deck lies is shuffled: no decision may change."""

    def shuffled(self, t: Table, seed: int) -> None:
        """Deal the unseen cards anew: other hands and the deck, each as many as before."""
        state, hidden = t.state, []
        for p in (1, 2, 3):
            hidden += [int(n) for n in state.seats[p].hand[: state.seats[p].n_hand]]
        hidden += [int(n) for n in state.deck[0, : state.n_deck[0]]]
        random.Random(seed).shuffle(hidden)
        for p in (1, 2, 3):
            for i in range(state.seats[p].n_hand):
                state.seats[p].hand[i] = hidden.pop()
        for i in range(state.n_deck[0]):
            state.deck[0, i] = hidden.pop()

    def decisions(self, name: str, seed: int, phase: int) -> list[Any]:
        """Everything that seat 0 is asked, from phase 3 on with a mayor to its left."""
        t = town(phase=phase, mayor=1 if phase > 2 else -1)
        t.hold(0, "tower shop plain home bar fair fire")
        for p, names in ((1, "shop shop fire"), (2, "home other"), (3, "bar tower hall")):
            t.hold(p, names)
        t.stack("fire home shop bar plain tower hall fair")
        t.sit(0, "other")
        if seed:
            self.shuffled(t, seed)
        entry, state, rules = t.lineup.entries[0], t.state, t.rules
        entry.player = list(PLAYERS).index(name)
        entry.weights[: len(PLAYERS[name].weights)] = list(PLAYERS[name].weights.values())
        where = t.kind("shop"), positions.cell(0, 0), codes.NO_CELL
        found: list[Any] = []
        with quiet():
            table.choose_play(entry, state, rules, 0)
            found.append((int(state.now.card), int(state.now.way), int(state.now.cell)))
            found.append(int(table.choose_member(entry, state, rules, 0)))
            found.append(int(table.choose_vote(entry, state, rules, 0, 1, *where)))
            found.append(int(table.choose_bid(entry, state, rules, 0, 1)))
            found.append(int(table.choose_discard(entry, state, rules, 0)))
            found.append(int(table.choose_draw(entry, state, rules, 0, True, False)))
            found.append(bool(table.choose_resign(entry, state, rules, 0, 12, 1)))
            found.append(bool(table.choose_governor_pays(entry, state, rules, 0, 5)))
            for office in (codes.GOVERNOR, codes.CHAIRMAN):
                table.choose_ballot(entry, state, rules, 0, office)
                found.append((int(state.seats[0].choice), int(state.seats[0].bought)))
            table.choose_targets(entry, state, rules, 0, 0, t.kind("fire"), 1)
            found.append([int(c) for c in state.now.targets[: state.now.n_targets]])
        return found

    @pytest.mark.parametrize("phase", [1, 2, 3, 4])
    @pytest.mark.parametrize("name", PLAYERS)
    def test_no_decision_follows_what_is_hidden(self, name: str, phase: int) -> None:
        wanted = self.decisions(name, 0, phase)
        for seed in range(1, 5):
            assert self.decisions(name, seed, phase) == wanted

    def test_deciding_changes_nothing_on_the_table(self) -> None:
        t = town(mayor=0)
        t.hold(0, "tower shop fair")
        before = [t.on_top(), t.held(0), t.funds, int(t.city.n_edge), int(t.state.phase)]
        with quiet():
            table.choose_play(t.lineup.entries[0], t.state, t.rules, 0)
        assert [t.on_top(), t.held(0), t.funds, int(t.city.n_edge), int(t.state.phase)] == before


class TestS33Random:
    def plays(self, t: Table, times: int) -> Counter[tuple[int, str, Any]]:
        """How often each play was chosen: card, way, place."""
        found: Counter[tuple[int, str, Any]] = Counter()
        with quiet():
            for _ in range(times):
                uniform.choose_play(t.state, t.rules, 0)
                now = t.state.now
                at = place(now.cell) if now.way < codes.PLAY_EVENT else None
                found[int(now.card), codes.WAYS[now.way], at] += 1
        return found

    def legal(self, numbers: list[int]) -> set[tuple[int, str, Any]]:
        """Two towers, a shop and an event: six new places each, the halls to cover, and the event once."""
        beside = [(-1, 0), (2, 0), (0, 1), (1, 1), (0, -1), (1, -1)]
        tower, second, shop, fair = numbers
        wanted = {(n, "new", at) for n in (tower, second, shop) for at in beside}
        wanted |= {(n, "upgrade", at) for n in (tower, second) for at in [(0, 0), (1, 0)]}
        return wanted | {(shop, "rezone", (0, 0)), (shop, "rezone", (1, 0)), (fair, "event", None)}

    @pytest.mark.parametrize("tries", [uniform.TRIES, 1, 0])
    def test_plays_are_uniform(self, tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """25 plays, 24 times each on average; both ways to draw one are uniform, and so is their mixture."""
        monkeypatch.setattr(uniform, "TRIES", tries)
        t = town()
        numbers = t.hold(0, "tower tower shop fair")
        t.hold(0, "plain")  # no play at all
        found = self.plays(t, 600)
        wanted = self.legal(numbers)
        assert len(wanted) == 25
        assert set(found) == wanted
        assert stats.chisquare([found[play] for play in wanted]).pvalue > UNLIKELY

    def test_a_rezoning_that_is_an_upgrade_is_not_offered_twice(self) -> None:
        t = town()
        t.hold(0, "tower")
        assert {way for _, way, at in self.plays(t, 60) if at in [(0, 0), (1, 0)]} == {"upgrade"}

    def test_long_cards_are_uniform_too(self) -> None:
        """A row of three halls: two pairs for the long card, eight new places and no cover for the hall."""
        cards = (card("hall"), card("arena", kind="long", value=9))
        t = positions.table(*cards, phase=4, long_cards=True).lay({(x, 0): "hall" for x in range(3)})
        arena, hall = t.hold(0, "arena hall")
        found = self.plays(t, 900)
        wanted = {(arena, "upgrade", (0, 0)), (arena, "upgrade", (1, 0))}
        wanted |= {(hall, "new", (x, y)) for x in range(3) for y in (-1, 1)}
        wanted |= {(hall, "new", (-1, 0)), (hall, "new", (3, 0))}
        # A hall over a hall differs in nothing, and so is no upgrade but a rezoning.
        wanted |= {(hall, "rezone", (x, 0)) for x in range(3)}
        assert set(found) == wanted
        assert stats.chisquare([found[play] for play in wanted]).pvalue > UNLIKELY

    def test_it_never_passes_if_it_can_play(self) -> None:
        """One legal play among many cards that have none."""
        t = positions.table(*CARDS, phase=1).lay({(0, 0): "hall"})
        t.hold(0, "bar bar bar bar fire fire plain plain other other fair")
        assert {way for _, way, _ in self.plays(t, 40)} == {"event"}

    def test_it_passes_if_it_cannot(self) -> None:
        t = positions.table(*CARDS, phase=1).lay({(0, 0): "hall"})
        t.hold(0, "bar fire plain")
        assert set(self.plays(t, 5)) == {(0, "pass", None)}

    def test_members_half_of_the_time_and_uniformly(self) -> None:
        """Three that can be paid and one that cannot: each of the three one time in six."""
        t = positions.table(*CARDS, member("dear", cost=99), phase=3, funds=[9])
        plain, dear, other, second = t.hold(0, "plain dear other plain")
        with quiet():
            found = Counter(int(uniform.choose_member(t.state, t.rules, 0)) for _ in range(900))
        assert found[dear] == 0
        counts = [found[0], found[plain], found[other], found[second]]
        assert stats.chisquare(counts, [450, 150, 150, 150]).pvalue > UNLIKELY

    def test_targets_are_uniform(self) -> None:
        """Each of the three pairs of three halls."""
        t = town().lay({(2, 0): "hall"})
        found: Counter[frozenset[int]] = Counter()
        with quiet():
            for _ in range(600):
                uniform.choose_targets(t.state, t.rules, 0, 0, t.kind("fire"), 2)
                found[frozenset(map(int, t.state.now.targets[:2]))] += 1
        assert len(found) == 3
        assert stats.chisquare(list(found.values())).pvalue > UNLIKELY

    def test_lines_are_uniform(self) -> None:
        """Lines of two that hold one of two neighbouring halls: three across, four down."""
        quake = event("quake", "destroy 2 line")
        t = positions.table(*CARDS, quake, phase=3).lay({(0, 0): "hall", (1, 0): "hall"})
        found: Counter[frozenset[int]] = Counter()
        with quiet():
            for _ in range(700):
                uniform.choose_targets(t.state, t.rules, 0, 0, t.kind("quake"), 2)
                found[frozenset(map(int, t.state.now.targets[:2]))] += 1
        assert len(found) == 7
        assert stats.chisquare(list(found.values())).pvalue > UNLIKELY

    def test_votes_discards_draws_and_candidates(self) -> None:
        """For its own rezoning always, for another's half of the time; the others evenly."""
        t = town(mayor=1)
        t.hold(0, "tower shop fair")
        entry, where = t.lineup.entries[0], (t.kind("shop"), positions.cell(0, 0), codes.NO_CELL)
        with quiet():
            own = {int(table.choose_vote(entry, t.state, t.rules, 0, 0, *where)) for _ in range(20)}
            votes = Counter(int(table.choose_vote(entry, t.state, t.rules, 0, 1, *where)) for _ in range(400))
            cards = Counter(int(table.choose_discard(entry, t.state, t.rules, 0)) for _ in range(300))
            sources = Counter(int(table.choose_draw(entry, t.state, t.rules, 0, True, True)) for _ in range(300))
            ballots: Counter[int] = Counter()
            for _ in range(400):
                table.choose_ballot(entry, t.state, t.rules, 0, codes.GOVERNOR)
                ballots[int(t.state.seats[0].choice)] += 1
                assert t.state.seats[0].bought == 0
        assert own == {1}
        for counts, kinds in ((votes, 2), (cards, 3), (sources, 2), (ballots, 4)):
            assert len(counts) == kinds
            assert stats.chisquare(list(counts.values())).pvalue > UNLIKELY

    def test_only_who_stands_is_a_candidate(self) -> None:
        """Holders of another office do not stand where offices may not be combined: seat 0 is mayor, 1 chairman."""
        t = town(offices=True, offices_combine=False, mayor=0, chairman=1)
        entry, choices = t.lineup.entries[0], set()
        with quiet():
            for turn in range(60):
                t.state.turn_no = turn
                table.choose_ballot(entry, t.state, t.rules, 0, codes.GOVERNOR)
                choices.add(int(t.state.seats[0].choice))
        assert choices == {2, 3}

    def test_it_never_bids_and_never_resigns(self) -> None:
        t = town(mayor=0)
        entry = t.lineup.entries[0]
        with quiet():
            assert {table.choose_bid(entry, t.state, t.rules, 0, n) for n in range(9)} == {0}
            assert {table.choose_resign(entry, t.state, t.rules, 0, n, 1) for n in range(9)} == {False}
