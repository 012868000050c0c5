"""The findings of a tournament as sentences."""

from __future__ import annotations

from collections.abc import Iterator

from balance.experiment.schedule import ANCHOR
from balance.experiment.strength import Pairing
from balance.experiment.tournament import LEVEL, Tournament
from balance.report.numbers import number
from balance.report.parts import Number
from balance.report.phrases import Phrases
from balance.stats.batches import Estimate

TEXT = ("balance.report", "text/tournament")


class Findings:
    """Who is strong, in one language; players from the highest rated to the lowest."""

    def __init__(self, result: Tournament, lang: str) -> None:
        """Raises UserError for a language that is not spoken."""
        self.words = Phrases(lang, TEXT)
        self.result = result
        self.n = result.schedule.base.players
        self.fair = number(1.0 / self.n, unit="share").value
        k = len(result.players)
        strength = [rating.value for rating in result.ratings] or [0.0] * k
        self.order = sorted(range(k), key=lambda i: (-strength[i], i))

    def say(self, key: str, **values: object) -> str:
        """The phrase of a tournament with this key."""
        return self.words.say(f"tournament.{key}", **values)

    def name(self, place: int) -> str:
        """Name of the player at this place of the tournament."""
        return self.result.players[place]

    def findings(self) -> list[str]:
        """All findings, the most important first."""
        return [*self._strongest(), *self._circles(), *self._reversals(), *self._fields()]

    def _strongest(self) -> Iterator[str]:
        result, table = self.result, self.result.table()
        best = result.dominant
        if best is not None:
            against = min((j for j in self.order if j != best), key=lambda j: float(table[best, j, 0]))
            low, high = (float(end) for end in table[best, against, 1:])
            share = number(float(table[best, against, 0]), low, high, unit="share").bracketed
            yield self.say("finding.dominant", player=self.name(best), against=self.name(against), share=share)
        elif result.ratings:
            best = self.order[0]
            others = [self.name(j) for j in self.order if j != best and not table[best, j, 1] > 0.5]
            yield self.say("finding.none_dominant", player=self.name(best), others=self.words.listed(others))
        if result.dominated is not None:
            yield self.say("finding.dominated", player=self.name(result.dominated))
        if result.unrated is not None:
            yield self.say("finding.unrated", reason=result.unrated)

    def _circles(self) -> Iterator[str]:
        for cycle in self.result.cycles:
            one, two, three = map(self.name, cycle.players)
            weakest = number(cycle.weakest, unit="share").value
            yield self.say("finding.cycle", one=one, two=two, three=three, share=weakest)
        if not self.result.cycles and len(self.order) > 2:
            yield self.say("finding.no_cycle", pairs=len(self.result.pairings))

    def _reversals(self) -> Iterator[str]:
        """Pairs of which it depends on the seats who is better; all tables are looked at together."""
        tables = sum(len(pairing.at) for pairing in self.result.pairings)
        level = 1.0 - (1.0 - LEVEL) / tables
        for pairing in self.result.pairings:
            ahead = [seats for seats, share in pairing.at.items() if _side_of_half(share, level) > 0]
            behind = [seats for seats, share in pairing.at.items() if _side_of_half(share, level) < 0]
            if ahead and behind:
                yield self.say(
                    "finding.reversal",
                    player=self.name(pairing.player),
                    against=self.name(pairing.against),
                    ahead=self._seats(pairing, ahead),
                    behind=self._seats(pairing, behind),
                    n=self.n,
                )

    def _seats(self, pairing: Pairing, kinds: list[int]) -> str:
        """Numbers of seats, each with its payoff."""
        return self.words.listed(f"{seats} ({share_number(pairing.at[seats]).bracketed})" for seats in kinds)

    def _fields(self) -> Iterator[str]:
        for key, results in (("field", self.result.field), ("mixed", self.result.mixed)):
            known = {i: each.rate for i, each in results.items() if each.rate.value is not None}
            if known:
                best = max(known, key=lambda i: (known[i].value or 0.0, -i))
                yield self.say(
                    f"finding.{key}",
                    player=self.name(best),
                    share=share_number(known[best]).bracketed,
                    fair=self.fair,
                    others=self.n - 1,
                    anchor=ANCHOR,
                )


def _side_of_half(share: Estimate, level: float) -> int:
    """1 or −1 if the interval at this level lies above or below one half, else 0."""
    low, high = share.interval(level)
    if low is None or high is None:
        return 0
    return int(low > 0.5) - int(high < 0.5)


def share_number(share: Estimate) -> Number:
    """A share in percent, with its interval."""
    return number(share.value, share.low, share.high, unit="share")
