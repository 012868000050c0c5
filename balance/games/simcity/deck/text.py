"""A deck in words and tables: what `balance deck check`, `show` and `diff` print."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from balance.games.simcity.cards import Card
from balance.games.simcity.deck import GAME
from balance.games.simcity.deck.asked import AskedDeck
from balance.games.simcity.deck.odds import Odds, houses_wanted, odds
from balance.games.simcity.deck.shape import (
    PHASES,
    ZONELESS,
    Never,
    composition,
    group_of,
    kinds,
    never_played,
    sims_needed,
    sims_supplied,
)
from balance.games.simcity.deck.trial import Tried
from balance.games.telling import Words, table

RARE = Fraction(1, 1000)  # what lies closer to 0 or 1 is not rounded onto it


class DeckWords:
    """Tells decks in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.say = Words(GAME, lang).say

    def name(self, card: Card) -> str:
        """A card's name."""
        return card.name_ja if self.lang == "ja" else card.name

    def group(self, group: str) -> str:
        """The name of a row of the composition."""
        return self.say(f"kind.{group}" if group in ZONELESS else f"zone.{group}")

    def check(self, asked: AskedDeck, tried: Tried | None) -> list[str]:
        """All that `check` says."""
        verdict = self.say("deck.legal") if not asked.errors else ""
        lines = [self.head(asked), *([verdict] if verdict else [])]
        lines += [self.say("deck.illegal", why=why.say(self.lang)) for why in asked.errors]
        lines += [self.say("deck.warning", why=why.say(self.lang)) for why in asked.warnings]
        lines += self.never(asked)
        lines += ["", *self.shape(asked), "", *self.odds(asked), ""]
        return [*lines, *(self.tried(tried) if tried else [self.say("deck.not_tried")])]

    def head(self, asked: AskedDeck) -> str:
        """Name, size, and the game that the deck is taken for."""
        return self.say(
            "deck.head",
            name=asked.name,
            size=asked.size,
            kinds=len(asked.deck),
            mode=self.say(f"mode.{asked.mode}"),
            players=asked.players,
            by_size=self.say("deck.by_size") if asked.by_size else "",
        )

    def never(self, asked: AskedDeck) -> list[str]:
        """The cards that are never played, those with the same reason together."""
        reasons: dict[str, list[str]] = {}
        for each in never_played(asked):
            reasons.setdefault(self._reason(each), []).append(self.name(asked.cards[each.card]))
        return [self.say("deck.never", cards=self.say("comma").join(names), why=why) for why, names in reasons.items()]

    def _reason(self, never: Never) -> str:
        return self.say(f"deck.never_{never.why}", **never.values)

    def shape(self, asked: AskedDeck) -> list[str]:
        """The composition, kinds of cards, and sims."""
        deck, cards = asked.deck, asked.cards
        head = [self.say("deck.group"), *(self.say("deck.phase", phase=phase) for phase in PHASES)]
        rows = [
            [self.group(group), *(str(copies or "") for copies in row), str(sum(row))]
            for group, row in composition(deck, cards).items()
        ]
        sums = [sum(row[phase] for row in composition(deck, cards).values()) for phase in range(len(PHASES))]
        rows.append([self.say("deck.all"), *map(str, sums), str(asked.size)])
        by_kind = [f"{self.say(f'kind.{kind}')} {copies}" for kind, copies in kinds(deck, cards).items()]
        early = [card for card in deck if cards[card].phase == 1]
        lines = [self.say("deck.composition"), *table([*head, self.say("deck.all")], rows, range(1, 6)), ""]
        lines.append(self.say("deck.kinds", kinds=self.say("comma").join(by_kind)))
        supply = sims_supplied(deck, cards)
        lines.append(self.say("deck.supply", supply=supply, early=sims_supplied(deck, cards, early)))
        return [*lines, self._needs(deck, cards)]

    def _needs(self, deck: Mapping[str, int], cards: Mapping[str, Card]) -> str:
        needs = sims_needed(dict(deck), cards)
        if not needs:
            return self.say("deck.no_need")
        biggest = max((cards[card].sims for card in deck if cards[card].sims_kind == "supply"), default=0)
        easy = sum(copies for sims, copies in needs.items() if sims <= biggest)
        return self.say("deck.need", blocks=sum(needs.values()), most=max(needs), easy=easy, sims=biggest)

    def odds(self, asked: AskedDeck) -> list[str]:
        """The table of exact odds."""
        rows = odds(asked)
        if not rows:
            return [self.say("deck.no_odds", hand=asked.rules.hand)]
        say = self.say
        head = [say(f"deck.{key}") for key in ("turn", "seen", "one_house", "mean_houses", "one_plant")]
        head += [say(f"deck.{key}") for key in ("one_phase_1", "mean_phase_1", "one_at_once")]
        if asked.mode != "duel":
            head += [say("deck.table_houses", wanted=houses_wanted(asked)), say("deck.table_plant")]
        return [
            say("deck.odds"),
            *table(head, [_odds_row(row, table_too=asked.mode != "duel") for row in rows], range(len(head))),
        ]

    def tried(self, tried: Tried) -> list[str]:
        """What the games showed, each figure with its interval."""
        from balance.report.numbers import number

        rows = []
        for row in tried.rows:
            if row["metric"] == "end" and not row["value"]:
                continue  # a way to end that never happened
            shown = number(row["value"], row["low"], row["high"], unit=row["unit"])
            rows.append([self._figure(row), shown.value, f"[{shown.interval}]" if shown.interval else ""])
        return [
            self.say("deck.tried", games=f"{tried.games:,}", player=tried.player),
            *("  ".join(filter(None, (cell.rstrip() for cell in row))) for row in rows),
        ]

    def _figure(self, row: Mapping[str, Any]) -> str:
        where = row["where"]
        if row["metric"] == "end":
            return self.say("deck.end", why=self.say(f"end_reason.{where['why']}"))
        return self.say("deck.stuck" if row["metric"] == "stuck" else "deck.round", phase=where["phase"])

    def diff(self, one: AskedDeck, other: AskedDeck) -> list[str]:
        """What changes from one deck to another: cards, then zones by phase."""
        cards = {**one.cards, **other.cards}
        changed = [card for card in cards if one.deck.get(card, 0) != other.deck.get(card, 0)]
        if not changed:
            return [self.say("deck.same")]
        rows = [
            self._change(self.name(cards[card]), one.deck.get(card, 0), other.deck.get(card, 0)) for card in changed
        ]
        both = sum(min(one.deck.get(card, 0), other.deck.get(card, 0)) for card in cards)
        before, after = composition(one.deck, cards), composition(other.deck, cards)
        groups = {**before, **after}
        sizes = [
            self._change(self.group(group), sum(before.get(group, [])), sum(after.get(group, []))) for group in groups
        ]
        sizes.append(self._change(self.say("deck.all"), one.size, other.size))
        head = [one.name, other.name, self.say("deck.change")]
        return [
            self.say("deck.only", name=one.name, other=other.name),
            *table([self.say("deck.card"), *head], rows, (1, 2, 3)),
            "",
            *table([self.say("deck.group"), *head], sizes, (1, 2, 3)),
            "",
            self.say("deck.in_both", copies=both),
        ]

    def _change(self, name: str, before: int, after: int) -> list[str]:
        return [name, str(before), str(after), f"{after - before:+d}".replace("-", "−") if after != before else "0"]

    def cards(self, asked: AskedDeck) -> list[str]:
        """Every card of the deck, by zone and phase, with what it is worth and what it needs or houses."""
        order = list(composition(asked.deck, asked.cards))
        by_zone = sorted(asked.cards.values(), key=lambda card: (order.index(group_of(card)), card.phase, card.id))
        return [
            f"{asked.deck[card.id]} {self.name(card)} ({self.group(group_of(card))}, "
            f"{self.say('deck.phase', phase=card.phase)})"
            for card in by_zone
        ]


def _odds_row(row: Odds, *, table_too: bool) -> list[str]:
    cells = [str(row.turn), str(row.seen), chance(row.one["houses"]), f"{float(row.mean['houses']):.2f}"]
    cells += [chance(row.one["plants"]), chance(row.one["phase_1"]), f"{float(row.mean['phase_1']):.2f}"]
    cells.append(chance(row.one["at_once"]))
    return [*cells, *([chance(row.table_houses), chance(row.table_plant)] if table_too else [])]


def chance(share: Fraction) -> str:
    """A chance in per cent; 0 and 100 only where it is exactly that."""
    if 0 < share < RARE:
        return "<0.1%"
    if 1 - RARE < share < 1:
        return ">99.9%"
    return f"{float(100 * share):.1f}%"
