"""Cards and decks as records of the kernel, worked out by hand for small card tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from balance.errors import UserError
from balance.games.simcity import codes
from balance.games.simcity.cards import Card
from balance.games.simcity.pack import kinds_of
from balance.games.simcity.pack import packed as packed_decks
from tests.simcity.made_cards import card, clause, table


def packed(cards: Mapping[str, Card], *decks: Mapping[str, int], long: Mapping[str, int] | None = None) -> Any:
    """The record of these decks; by default one copy of each card in one deck."""
    return packed_decks(cards, decks or (dict.fromkeys(cards, 1),), long or {})


def terms(kind: Any) -> list[tuple[int, ...]]:
    """(field, times, each, per, first_copy, adds) of a kind's terms."""
    return [tuple(int(part) for part in kind.terms[i]) for i in range(kind.n_terms)]


def pairs(rows: Any, n: int) -> list[tuple[int, ...]]:
    return [tuple(int(part) for part in rows[i]) for i in range(n)]


def field(rules: Any, number: int) -> tuple[int, int, int, list[int]]:
    """(scope, within, buried, weight of each kind) of a field."""
    row = rules.field[number]
    return int(row.scope), int(row.within), int(row.buried), row.weight[: rules.kinds].tolist()


def refused(cards: Mapping[str, Card], *decks: Mapping[str, int]) -> str:
    with pytest.raises(UserError) as caught:
        packed(cards, *decks)
    assert caught.value.place == "decks"
    return caught.value.message


class TestS2:
    """Numbers of physical cards."""

    def test_a_shared_deck_and_the_long_one(self) -> None:
        cards = table(card("a"), card("unused"), card("b"), card("tower", "long"))
        rules = packed(cards, {"b": 2, "a": 1}, long={"tower": 2})
        assert (rules.kinds, rules.n_cards) == (3, 5)
        assert rules.kind_of[:6].tolist() == [0, 0, 0, 1, 2, 2]  # no card 0; b b a tower tower
        assert rules.deck_first.tolist() == [1, 0, 4]
        assert rules.deck_cards.tolist() == [3, 0, 2]
        assert [int(rules.kind[k].family) for k in range(3)] == [codes.BLOCK, codes.BLOCK, codes.LONG]

    def test_each_asker_has_a_record_of_his_own(self) -> None:
        cards = table(card("a"), card("b"))
        first = packed(cards)
        first.n_cards, first.kind[0].value = 99, 99
        assert (packed(cards).n_cards, int(packed(cards).kind[0].value)) == (2, cards["a"].value)
        assert packed(cards, {"b": 1, "a": 1}).kind_of[1:3].tolist() == [0, 1]

    def test_a_duel_has_a_deck_for_each_row_of_the_lineup(self) -> None:
        rules = packed(table(card("a"), card("b"), card("c")), {"a": 2, "b": 1}, {"c": 1, "a": 1})
        assert rules.kind_of[1:6].tolist() == [0, 0, 1, 2, 0]
        assert rules.deck_first.tolist() == [1, 4, 6]
        assert rules.deck_cards.tolist() == [3, 2, 0]

    def test_kinds_are_the_cards_of_the_decks_in_their_order(self) -> None:
        assert kinds_of([{"b": 1, "none": 0, "a": 3}, {"c": 1, "b": 2}]) == ["b", "a", "c"]

    def test_room(self) -> None:
        assert packed(table(card("a")), {"a": 511}).n_cards == 511
        assert refused(table(card("a")), {"a": 512}) == "the decks have 512 cards; the game can keep 511"
        many = table(*(card(f"c{n}") for n in range(201)))
        assert refused(many) == "the decks have 201 different cards; the game can keep 200"


class TestPrint:
    """What stands on a card beside its effect."""

    def test_a_house(self) -> None:
        house = card(
            "house",
            zone="orange",
            phase=2,
            value=-3,
            sims=5,
            sims_kind="supply",
            crime=2,
            pollution=-1,
            road="h",
            rail="v",
            power="hv",
            limit=4,
        )
        kind = packed(table(house)).kind[0]
        assert (kind.family, kind.zone, kind.phase, kind.value) == (0, 3, 2, -3)
        assert (kind.sims, kind.house, kind.crime, kind.pollution, kind.limit) == (5, 1, 2, -1, 4)
        assert kind.lines.tolist() == [1, 2, 3]

    def test_one_that_needs_sims_is_no_house(self) -> None:
        kind = packed(table(card("shop", sims=3, sims_kind="need"))).kind[0]
        assert (kind.sims, kind.house) == (3, 0)

    def test_tags_and_plain_clauses(self) -> None:
        cards = table(
            card("plant", tags=("noisy", "power_plant")),
            card("station", effect=(clause("joins_networks"),)),
            card("pipe", effect=(clause("underground"),)),
            card("able", "council", "navy", cost=12, tags=("able",)),
            card("corrupt", "council", "navy", tags=("corrupt",)),
            card("storm", "event", "", tags=("disaster",)),
            card("scandal", "event", "", tags=("political",), effect=(clause("extra_plays", 2),)),
        )
        rules = packed(cards)
        flags = ("plant", "station", "underground", "able", "corrupt", "disaster", "political")
        for number in range(7):
            assert [int(rules.kind[number][flag]) for flag in flags] == [int(number == i) for i in range(7)]
        assert (rules.kind[3].cost, rules.kind[3].zone, rules.kind[5].zone) == (12, 4, 0)
        assert [int(rules.kind[number].extra_plays) for number in (5, 6)] == [0, 2]


class TestS8:
    """Looks: what an upgrade must differ in."""

    CHANGES: Sequence[dict[str, Any]] = (
        {"phase": 2},
        {"value": 2},
        {"sims": 1, "sims_kind": "need"},
        {"sims": 1, "sims_kind": "supply"},
        {"crime": 1},
        {"pollution": 1},
        {"road": "h"},
        {"rail": "h"},
        {"power": "h"},
        {"limit": 1},
        {"tags": ("water",)},
        {"effect": (clause("joins_networks"),)},
    )

    @pytest.mark.parametrize("change", CHANGES)
    def test_each_difference_counts(self, change: dict[str, Any]) -> None:
        rules = packed(table(card("a"), card("b", **change)))
        assert rules.kind[0].looks != rules.kind[1].looks

    def test_names_and_order_are_no_difference(self) -> None:
        one, two = clause("adds", 1, "any"), clause("underground")
        cards = table(
            card("a", tags=("x", "y"), effect=(one, two)),
            card("b", name_ja="乙", rarity="rare", tags=("y", "x"), effect=(two, one)),
        )
        rules = packed(cards)
        assert rules.kind[0].looks == rules.kind[1].looks
        assert rules.kind[0].name_no != rules.kind[1].name_no

    def test_cards_of_one_name_share_its_number(self) -> None:
        rules = packed(table(card("a", name="Park"), card("b"), card("c", name="Park", value=5)))
        assert rules.kind[0].name_no == rules.kind[2].name_no != rules.kind[1].name_no


class TestS15:
    """Fields and terms."""

    def test_receives(self) -> None:
        cards = table(
            card("market", effect=(clause("receives", 2, "tag:farm", within=7),)),
            card("field", tags=("farm",)),
            card("barn", tags=("farm",)),
        )
        rules = packed(cards)
        assert rules.fields == 1
        assert field(rules, 0) == (codes.WITHIN, 7, 0, [0, 1, 1])
        assert terms(rules.kind[0]) == [(0, 2, 1, 0, 0, 0)]
        assert [int(rules.kind[k].n_terms) for k in (1, 2)] == [0, 0]
        assert [pairs(rules.kind[k].fed, rules.kind[k].n_fed) for k in range(3)] == [[], [(0, 1)], [(0, 1)]]

    def test_once_and_first_copy(self) -> None:
        effect = (clause("receives", -4, "any", once=True), clause("receives", 1, "card:a", first_copy=True))
        rules = packed(table(card("a", effect=effect), card("b")))
        assert field(rules, 0)[3] == [1, 1]  # any: copies of itself too
        assert field(rules, 1)[3] == [1, 0]
        assert terms(rules.kind[0]) == [(0, -4, 0, 0, 0, 0), (1, 1, 1, 0, 1, 0)]

    def test_only_what_is_built_matches(self) -> None:
        cards = table(
            card("a", "long", "navy", effect=(clause("receives", 1, "zone:navy"), clause("receives", 1, "any"))),
            card("lord", "council", "navy"),
            card("storm", "event", "", crime=5),
            card("shop", "block", "navy"),
        )
        rules = packed(cards)
        assert rules.fields == 1  # all that is built is navy, so both ask the same
        assert field(rules, 0)[3] == [1, 0, 0, 1]
        assert rules.kind[1].n_fed == 0

    def test_the_same_question_in_other_words_is_one_field(self) -> None:
        # `tag:farm`, `zone:aqua` and `card:field` all mean the one card; the reach of another differs.
        cards = table(
            card("a", effect=(clause("receives", 2, "tag:farm", within=3),)),
            card(
                "b", effect=(clause("receives", 5, "zone:aqua", within=3), clause("needs", 0, "card:field", within=3))
            ),
            card("c", effect=(clause("receives", 2, "tag:farm", within=4),)),
            card("d", effect=(clause("receives", 2, "tag:farm", scope="city", within=3),)),
            card("e", effect=(clause("receives", 2, "tag:farm", scope="city"),)),
            card("f", effect=(clause("receives", 2, "tag:farm", scope="connected"),)),
            card("field", zone="aqua", tags=("farm",)),
        )
        rules = packed(cards)
        assert rules.fields == 4
        assert [field(rules, f)[:2] for f in range(4)] == [(0, 3), (0, 4), (1, 0), (2, 0)]
        assert [terms(rules.kind[k])[0][:2] for k in range(6)] == [(0, 2), (0, 5), (1, 2), (2, 2), (2, 2), (3, 2)]
        assert pairs(rules.kind[1].conditions, rules.kind[1].n_conditions) == [(0, 1)]
        assert [int(rules.kind[k].slow) for k in range(7)] == [0, 0, 0, 0, 0, 1, 0]
        assert pairs(rules.kind[6].fed, rules.kind[6].n_fed) == [(0, 1), (1, 1), (2, 1), (3, 1)]

    def test_per_crime_and_pollution(self) -> None:
        cards = table(
            card("police", crime=-2, effect=(clause("receives_per", 3, measure="crime", per=2, scope="city"),)),
            card("gang", crime=4, pollution=1),
            card("lab", pollution=7, effect=(clause("receives_per", -1, measure="pollution", per=5, within=3),)),
            card("boss", "council", crime=9),
        )
        rules = packed(cards)
        assert field(rules, 0) == (codes.CITY_WIDE, 0, 0, [-2, 4, 0, 0])
        assert field(rules, 1) == (codes.WITHIN, 3, 0, [0, 1, 7, 0])
        assert terms(rules.kind[0]) == [(0, 3, 1, 2, 0, 0)]
        assert terms(rules.kind[2]) == [(1, -1, 1, 5, 0, 0)]
        assert pairs(rules.kind[1].fed, rules.kind[1].n_fed) == [(0, 4), (1, 1)]

    def test_adds_of_several_cards_to_the_same_blocks_are_one_field(self) -> None:
        cards = table(
            card("park", zone="green", effect=(clause("adds", 2, "zone:orange", within=2),)),
            card(
                "dump",
                effect=(clause("adds", -1, "zone:orange", within=2), clause("adds", -2, "zone:orange", within=2)),
            ),
            card("home", zone="orange"),
            card("church", zone="orange", effect=(clause("adds", 1, "any", scope="connected"),)),
        )
        rules = packed(cards)
        assert rules.fields == 2
        assert field(rules, 0) == (codes.WITHIN, 2, 0, [2, -3, 0, 0])
        assert field(rules, 1) == (codes.CONNECTED, 0, 0, [0, 0, 0, 1])
        everywhere = (1, 1, 1, 0, 0, 1)
        assert terms(rules.kind[0]) == terms(rules.kind[1]) == [everywhere]
        assert terms(rules.kind[2]) == terms(rules.kind[3]) == [(0, 1, 1, 0, 0, 1), everywhere]
        assert pairs(rules.kind[0].fed, rules.kind[0].n_fed) == [(0, 2)]
        assert [int(rules.kind[k].slow) for k in range(4)] == [1, 1, 1, 1]

    def test_a_buried_pipeline_is_seen_by_its_tag_and_goes_on_adding(self) -> None:
        pipe = card(
            "pipe",
            zone="green",
            pollution=1,
            tags=("water",),
            effect=(clause("underground"), clause("adds", 1, "zone:navy")),
        )
        asks = [
            clause("receives", 1, "tag:water"),
            clause("receives", 1, "card:pipe"),
            clause("receives", 1, "zone:green"),
            clause("receives_per", 1, measure="pollution"),
            clause("receives", 1, "any"),
        ]
        asker = card("asker", zone="grey", effect=tuple(asks))
        rules = packed(table(asker, pipe, card("shop", zone="navy")))
        # The tag's field counts what lies below; those of card, zone and pollution are one field that does not.
        assert [term[0] for term in terms(rules.kind[0])] == [0, 1, 1, 1, 2]
        assert field(rules, 0) == (0, 1, 1, [0, 1, 0])
        assert field(rules, 1) == (0, 1, 0, [0, 1, 0])
        assert field(rules, 2) == (0, 1, 0, [1, 1, 1])
        # `adds` asks for the very same as the tag, so it shares the field.
        assert terms(rules.kind[2]) == [(0, 1, 1, 0, 0, 1)]

    def test_what_nothing_matches_is_left_out(self) -> None:
        effect = (
            clause("receives", 1, "card:absent"),
            clause("adds", 1, "zone:gold"),
            clause("forbids", 0, "tag:absent"),
            clause("receives_per", 1, measure="crime", per=3),
        )
        rules = packed(table(card("a", effect=effect)))
        assert (rules.fields, rules.kind[0].n_terms, rules.kind[0].n_conditions) == (0, 0, 0)

    def test_room(self) -> None:
        reaches = tuple(clause("receives", 1, "any", within=n) for n in range(1, 9))
        cards = [
            card(f"c{n}", effect=tuple(clause("receives", 1, f"card:c{n}", within=d) for d in range(1, 9)))
            for n in range(6)
        ]
        assert packed(table(*cards)).fields == 48
        assert refused(table(*cards, card("more", effect=reaches[:1]))).startswith(
            "the cards ask 49 different questions of their surroundings (which blocks, how far); the game can keep 48;"
        )
        givers = [card(f"g{n}", effect=(clause("adds", n, "card:b", within=n),)) for n in range(1, 10)]
        assert len(terms(packed(table(card("b", effect=reaches[:7]), *givers)).kind[0])) == 16
        assert refused(table(card("b", effect=reaches), *givers)) == (
            "b: 17 clauses, its own and those of other cards that add to it, pay for it; the game can keep 16"
        )
        askers = [card(f"a{n}", effect=(clause("receives", 1, "tag:x", within=n),)) for n in range(1, 26)]
        assert packed(table(card("b", tags=("x",)), *askers[:24])).kind[0].n_fed == 24
        assert refused(table(card("b", tags=("x",)), *askers)) == (
            "b: 25 questions of the cards count it; the game can keep 24"
        )


class TestS11:
    """Conditions."""

    def test_needs_and_forbids(self) -> None:
        effect = (clause("needs", 0, "tag:farm", scope="connected"), clause("forbids", 0, "zone:aqua", within=2))
        rules = packed(table(card("a", effect=effect), card("f", zone="aqua", tags=("farm",))))
        assert pairs(rules.kind[0].conditions, rules.kind[0].n_conditions) == [(0, 1), (1, 0)]
        assert field(rules, 0) == (codes.CONNECTED, 0, 0, [0, 1])
        assert field(rules, 1) == (codes.WITHIN, 2, 0, [0, 1])
        assert rules.kind[0].slow == 1

    def test_what_no_deck_has_is_needed_in_vain(self) -> None:
        rules = packed(table(card("a", effect=(clause("needs", 0, "card:absent"),))))
        assert pairs(rules.kind[0].conditions, rules.kind[0].n_conditions) == [(0, 1)]
        assert field(rules, 0)[3] == [0]


class TestS16:
    """Zoning groups."""

    def test_groups(self) -> None:
        cards = table(
            card("home", zone="orange"),
            card("shop", zone="navy"),
            card("mill", "long", zone="brown"),
            card("lake", zone="green", tags=("water",)),
            card("wood", zone="green"),
            card("wood2", zone="green", name="wood"),
            card("court", zone="red"),
            card("pond", zone="grey", tags=("water",)),
            card("lord", "council", "orange"),
        )
        rules = packed(cards)
        assert [rules.kind[k].group.tolist() for k in range(9)] == [
            [1, 0],
            [2, 0],
            [3, 0],
            [5, 4],
            [6, 0],
            [6, 0],
            [0, 0],
            [0, 0],
            [0, 0],
        ]
        assert rules.groups == 6


class TestS17:
    """Complexes."""

    def test_memberships(self) -> None:
        cards = table(
            card("a"),
            card("gate", effect=(clause("complex", 3, name="port", within=2),)),
            card("dock", effect=(clause("complex", 1, name="yard"), clause("complex", 4, name="port"))),
        )
        rules = packed(cards)
        assert rules.n_complexes == 2
        members = [pairs(rules.kind[k].complexes, rules.kind[k].n_complexes) for k in range(3)]
        assert members == [[], [(0, 3, 2)], [(1, 1, 1), (0, 4, 1)]]

    def test_room(self) -> None:
        five = tuple(clause("complex", 1, name=f"x{n}") for n in range(5))
        assert refused(table(card("a", effect=five))) == ("a: 5 complexes have it as a member; the game can keep 4")
        twice = (clause("complex", 1, name="x"), clause("complex", 2, name="x"))
        assert refused(table(card("a", effect=twice))) == "a names the complex x twice; name it once"
        many = table(*(card(f"c{n}", effect=(clause("complex", 1, name=f"x{n}"),)) for n in range(17)))
        assert refused(many) == "the cards name 17 complexes; the game can keep 16"


class TestS25:
    """Events."""

    def test_a_disaster(self) -> None:
        effect = (
            clause("destroy", 6, dice=2, shape="line", zone="brown"),
            clause("mayor_pays", 3, measure="lost"),
            clause("mayor_pays", 2, measure="pollution", per=5),
            clause("mayor_pays", 10),
        )
        kind = packed(table(card("quake", "event", "", tags=("disaster",), effect=effect))).kind[0]
        assert (kind.destroys, kind.dice, kind.form, kind.only_zone) == (6, 2, codes.LINE, 5)
        rows = [(3, codes.PER_LOST, 1), (2, codes.PER_POLLUTION, 5), (10, codes.FLAT, 1)]
        assert pairs(kind.bills, kind.n_bills) == rows

    def test_politics(self) -> None:
        effect = (
            clause("gain", 5, who="self"),
            clause("lose", 2, who="others"),
            clause("election", office="chairman"),
            clause("recall"),
            clause("freeze", 3, zone="gold"),
            clause("discard", 2),
        )
        kind = packed(table(card("news", "event", "", effect=effect))).kind[0]
        assert pairs(kind.money, kind.n_money) == [(5, codes.SELF), (-2, codes.OTHERS)]
        assert (kind.elects, kind.recalls, kind.freezes, kind.freeze_rounds, kind.discards) == (2, 1, 8, 3, 2)
        assert (kind.destroys, kind.dice, kind.form, kind.only_zone, kind.n_bills) == (0, 0, 0, 0, 0)

    @pytest.mark.parametrize("name", ["destroy", "election", "freeze"])
    def test_one_of_a_kind(self, name: str) -> None:
        twice = (clause(name, 1, shape="any", zone="red", office="governor"),) * 2
        assert refused(table(card("a", "event", "", effect=twice))) == f"a has the clause `{name}` twice; give it once"
