"""The luck audit: toy games of pure skill, pure deal and pure chance, and leads worked out by hand."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist

import pytest

from balance.errors import UserError
from balance.experiment import plan as planning
from balance.experiment import together
from balance.experiment.luck import Luck, audit
from balance.report import luck as reporting
from balance.report.luck import LuckReport
from balance.stats.variance import lead_probability
from tests.experiment.planned import toy_scenario
from tests.experiment.toys import Winners, by_strength, toy


def audited(
    monkeypatch: pytest.MonkeyPatch, winners: Winners, games: int = 2000, lineup: Sequence[str] = ("a", "b")
) -> Luck:
    game = toy(["a", "b", "c"], len(lineup), winners)
    monkeypatch.setattr(planning, "load", lambda name: game)
    monkeypatch.setattr(together, "load_game", lambda name: game)
    return audit(planning.plan(dataclasses.replace(toy_scenario(lineup, games))), 1)


def better(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
    """Player a always wins."""
    return [names.index("a")]


def dealt(names: Sequence[str], r: int, luck: float, rng: random.Random) -> Sequence[int]:
    """The seat with the better hand wins, whoever sits there."""
    return [int(luck < 0.5)]


def test_pure_skill_is_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    found = audited(monkeypatch, better)
    assert found.share("win", "player").value == pytest.approx(1.0, abs=0.01)
    assert found.share("win", "deal").value == pytest.approx(0.0, abs=0.01)
    (lead,) = found.leads
    assert (lead.player, lead.against, lead.rates, lead.difference) == ("a", "b", (1.0, 0.0), 1.0)
    assert (lead.variance, lead.games, lead.after(5)) == (0.0, 1, (1.0, 1.0, 1.0))  # it always leads


def test_a_good_hand_is_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    found = audited(monkeypatch, dealt)
    assert found.share("win", "deal").value == pytest.approx(1.0, abs=0.01)
    assert found.leads[0].difference == 0.0 and found.leads[0].games is None


def test_chance_is_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    found = audited(monkeypatch, by_strength({"a": 1, "b": 1}))
    residual = found.share("win", "residual")
    assert residual.low is not None and residual.low > 0.9


def test_games_until_the_better_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 to 1: δ = 1/2, σ² = 3/4 + 1/4 − 1/4 = 3/4; (1.2816 · √0.75/0.5)² = 4.93: 5 games."""
    found = audited(monkeypatch, by_strength({"a": 3, "b": 1}), 20_000)
    (lead,) = found.leads
    assert lead.difference == pytest.approx(0.5, abs=0.02) and lead.games in (5, 6)
    assert lead.fewest is not None and lead.most is not None and lead.fewest <= 5 <= lead.most
    assert lead.after(5)[0] == pytest.approx(NormalDist().cdf(sqrt(5) * 0.5 / sqrt(0.75)), abs=0.01)


def test_open_where_the_two_may_be_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    (lead,) = audited(monkeypatch, by_strength({"a": 1, "b": 1}), 400).leads
    assert lead.low is not None and lead.low < 0 and lead.most is None
    assert reporting.needed(lead).interval.endswith("∞")


def test_lead_probability_by_hand() -> None:
    assert lead_probability(0.0, 1.0, 100) == 0.5
    assert lead_probability(0.1, 1.0, 100) == pytest.approx(0.8413447)  # Φ(1)
    assert lead_probability(-0.1, 1.0, 100) == pytest.approx(1 - 0.8413447)
    with pytest.raises(ValueError, match="positive"):
        lead_probability(0.1, 0.0, 1)


def test_one_deal_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="--games: 2 games are one deal"):
        audited(monkeypatch, better, 2)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_sentences(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    skilled = LuckReport(audited(monkeypatch, by_strength({"a": 9, "b": 1}), 4000), lang)
    keys = [sentence.pieces for sentence in skilled.share_findings()]
    assert len(keys) == 3  # who wins, that skill weighs more, and that scores (all 0) tell nothing
    assert skilled.share_findings()[1].pieces == (skilled.say("finding.skill_over_deal"),)
    hands = LuckReport(audited(monkeypatch, dealt), lang)
    assert hands.share_findings()[1].pieces == (hands.say("finding.deal_over_skill"),)
    alike = LuckReport(audited(monkeypatch, by_strength({"a": 1}), 400, ("a", "a")), lang)
    assert alike.lead_findings()[0].pieces == (alike.say("finding.alike"),)
    assert len(alike.sections) == 1


def test_a_lead_without_variance_can_be_told_and_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    telling = LuckReport(audited(monkeypatch, better), "en")
    assert telling.leads_table().rows[0][-1] == "1 [1–1]"
    assert len(telling.sections[1].pictures) == 1
