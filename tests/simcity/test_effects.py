"""The language of effects: every clause of the grammar, every refusal with what would be right."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.errors import UserError
from balance.games.simcity import clauses
from balance.games.simcity.effects import Clause, Selector, effect_text, parse_effect

EVERY_CLAUSE = {
    "receives 2 zone:orange": Clause("receives", 2, Selector("zone", "orange")),
    "receives 2 tag:farm within 3 each": Clause("receives", 2, Selector("tag", "farm"), within=3),
    "receives -2 any within city once": Clause("receives", -2, Selector("any"), "city", once=True),
    "receives 1 card:post_office connected once first_copy": Clause(
        "receives", 1, Selector("card", "post_office"), "connected", once=True, first_copy=True
    ),
    "receives 1 any first_copy": Clause("receives", 1, Selector("any"), first_copy=True),
    "receives 1 per 4 crime": Clause("receives_per", 1, per=4, measure="crime"),
    "receives 1 per 12 pollution within city": Clause("receives_per", 1, scope="city", per=12, measure="pollution"),
    "receives 3 per 2 crime within 5": Clause("receives_per", 3, within=5, per=2, measure="crime"),
    "adds 3 zone:orange": Clause("adds", 3, Selector("zone", "orange")),
    "adds -1 any within city": Clause("adds", -1, Selector("any"), "city"),
    "adds 1 tag:office connected": Clause("adds", 1, Selector("tag", "office"), "connected"),
    "complex oil 2": Clause("complex", 2, name="oil"),
    "complex farm 4 within 7": Clause("complex", 4, within=7, name="farm"),
    "needs tag:water": Clause("needs", selector=Selector("tag", "water")),
    "needs tag:power_plant connected": Clause("needs", selector=Selector("tag", "power_plant"), scope="connected"),
    "forbids zone:brown within 2": Clause("forbids", selector=Selector("zone", "brown"), within=2),
    "extra_plays 2": Clause("extra_plays", 2),
    "joins_networks": Clause("joins_networks"),
    "underground": Clause("underground"),
    "destroy 3 any": Clause("destroy", 3, shape="any"),
    "destroy d6 line": Clause("destroy", 6, dice=1, shape="line"),
    "destroy 2d3 square zone navy": Clause("destroy", 3, dice=2, shape="square", zone="navy"),
    "mayor_pays 6": Clause("mayor_pays", 6),
    "mayor_pays 2 each lost": Clause("mayor_pays", 2, measure="lost"),
    "mayor_pays 1 per 6 pollution": Clause("mayor_pays", 1, per=6, measure="pollution"),
    "gain 5 self": Clause("gain", 5, who="self"),
    "lose 10 mayor": Clause("lose", 10, who="mayor"),
    "election chairman": Clause("election", office="chairman"),
    "recall mayor": Clause("recall"),
    "freeze aqua 2": Clause("freeze", 2, zone="aqua"),
    "discard 1 others": Clause("discard", 1),
}
REFUSED = {
    "receves 2 any": "no clause begins with \"receves\"; did you mean 'receives'?",
    "receives 2": "ends before what it is about",
    "receives many any": '"many" is not the money it receives, a whole number from -999 to 999',
    "receives 1000 any": "a whole number from -999 to 999",
    "receives 1 zone:oragne": "\"oragne\" is no zone; did you mean 'orange'?",
    "receives 1 tga:farm": "did you mean 'tag'?",
    "receives 1 orange": "write any, zone:…, tag:… or card:…",
    "receives 1 tag:": "names no tag",
    "receives 1 any within 31": "a whole number from 1 to 30",
    "receives 1 any within": "ends before a number of cells or city",
    "receives 1 any first_copy once": '"once" is too much or in the wrong place; write receives N SEL',
    "receives 1 any each once": '"once" is too much',
    "receives 1 per 0 crime": '"0" is not how much of it counts once',
    "receives 1 per 4 crimes": "did you mean 'crime'?",
    "receives 1 per 4 crime connected": '"connected" is too much',
    "adds 1 any once": '"once" is too much',
    "complex Oil-3 1": '"oil-3" is not a name of a complex',
    "complex oil 1 within city": '"city" is not a number of cells',
    "needs any within city": "write needs SEL [within D|connected]",
    "forbids any connected": "write forbids SEL [within D]",
    "extra_plays 0": "a whole number from 1 to 9",
    "underground 2": "write underground",
    "destroy 3d6 any": "is not N, dN or 2dN",
    "destroy d0 any": "is not N, dN or 2dN",
    "destroy 3": "ends before shape (any, line, square)",
    "destroy 3 sqare": "did you mean 'square'?",
    "destroy 3 any zone pink": '"pink" is no zone',
    "mayor_pays 2 each": '"each" is too much',
    "mayor_pays -2": "a whole number from 1 to 999",
    "gain 5": "ends before group of players (self, others, all, mayor)",
    "lose 5 other": "did you mean 'others'?",
    "election mayor": "known are governor, chairman",
    "recall governor": "known are mayor",
    "freeze 2 aqua": '"2" is no zone',
    "discard 1 all": "known are others",
}


@pytest.mark.parametrize("text", EVERY_CLAUSE)
def test_every_clause(text: str) -> None:
    assert parse_effect(text) == (EVERY_CLAUSE[text],)
    assert effect_text([EVERY_CLAUSE[text]]) == text.replace(" each", "" if "lost" not in text else " each")


def test_every_form_of_the_grammar_is_tried() -> None:
    tried = {clause.kind.removesuffix("_per") for clause in EVERY_CLAUSE.values()}
    assert tried == set(clauses.GRAMMAR)
    refused = {text.split()[0] for text in REFUSED}
    assert set(clauses.GRAMMAR) - refused == {"joins_networks"}  # a lone word, as underground


@pytest.mark.parametrize("text", REFUSED)
def test_refusals_say_what_would_be_right(text: str) -> None:
    with pytest.raises(UserError, match=re.escape(REFUSED[text])) as caught:
        parse_effect(text)
    assert text.lower() in str(caught.value.place)


def test_clauses_are_joined_by_semicolons() -> None:
    two = (Clause("underground"), Clause("complex", 1, name="oil"))
    assert parse_effect("underground; complex oil 1") == parse_effect(" ;underground ;; complex  oil 1;") == two
    assert parse_effect("") == parse_effect(" ; ") == ()
    assert effect_text(two) == "underground; complex oil 1"


@pytest.mark.parametrize("minus", "-−－‐–ー")
def test_full_width_and_any_minus(minus: str) -> None:
    assert parse_effect(f"ＡＤＤＳ　{minus}２　ｚｏｎｅ：ｏｒａｎｇｅ；ｕｎｄｅｒｇｒｏｕｎｄ") == parse_effect(
        "adds -2 zone:orange; underground"
    )


def test_all_wrong_clauses_at_once() -> None:
    with pytest.raises(UserError) as caught:
        parse_effect("adds 1; underground; gain 5 none")
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ['clause "adds 1"', 'clause "gain 5 none"']


NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
SELECTORS = (
    st.just(Selector("any"))
    | st.builds(Selector, st.just("zone"), st.sampled_from(clauses.ZONES))
    | st.builds(Selector, st.sampled_from(["tag", "card"]), NAMES)
)
MONEY, CELLS, SOME = st.integers(-999, 999), st.integers(1, 30), st.integers(1, 9)


def reaches(*scopes: str) -> st.SearchStrategy[dict[str, object]]:
    return CELLS.map(lambda cells: {"within": cells}) | st.sampled_from([{}, *({"scope": scope} for scope in scopes)])


HERE = st.just(dict[str, object]())


def made(
    kind: str, reach: st.SearchStrategy[dict[str, object]] = HERE, **parts: st.SearchStrategy
) -> st.SearchStrategy:
    return st.builds(lambda at, **rest: Clause(kind, **rest, **at), reach, **parts)


ANY_CLAUSE = st.one_of(
    made(
        "receives",
        reaches("city", "connected"),
        amount=MONEY,
        selector=SELECTORS,
        once=st.booleans(),
        first_copy=st.booleans(),
    ),
    made("receives_per", reaches("city"), amount=MONEY, per=SOME, measure=st.sampled_from(clauses.MEASURES)),
    made("adds", reaches("city", "connected"), amount=MONEY, selector=SELECTORS),
    made("complex", reaches(), amount=MONEY, name=NAMES),
    made("needs", reaches("connected"), selector=SELECTORS),
    made("forbids", reaches(), selector=SELECTORS),
    made("extra_plays", amount=SOME),
    st.sampled_from(["joins_networks", "underground", "recall"]).map(Clause),
    made(
        "destroy",
        amount=SOME,
        dice=st.integers(0, 2),
        shape=st.sampled_from(clauses.SHAPES),
        zone=st.sampled_from(["", *clauses.ZONES]),
    ),
    made("mayor_pays", amount=SOME, measure=st.sampled_from(["", "lost"])),
    made("mayor_pays", amount=SOME, per=SOME, measure=st.sampled_from(clauses.MEASURES)),
    st.builds(Clause, st.sampled_from(["gain", "lose"]), SOME, who=st.sampled_from(clauses.WHO)),
    made("election", office=st.sampled_from(clauses.OFFICES)),
    made("freeze", amount=SOME, zone=st.sampled_from(clauses.ZONES)),
    made("discard", amount=SOME),
)


@settings(deadline=None)
@given(st.lists(ANY_CLAUSE, max_size=8).map(tuple))
def test_any_effect_comes_back(effect: tuple[Clause, ...]) -> None:
    assert parse_effect(effect_text(effect)) == effect


WORDS = st.sampled_from([*" ".join(clauses.GRAMMAR.values()).replace("|", " ").split(), *EVERY_CLAUSE, ";", "2", "−1"])


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.lists(WORDS, max_size=9).map(" ".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        effect = parse_effect(text)
    except UserError as error:
        assert str(error).strip()
    else:
        assert parse_effect(effect_text(effect)) == effect
