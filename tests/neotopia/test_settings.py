"""Settings of Neotopia: defaults, ranges, what must fit together, and the kernel's record.

Expected values are those of the rules page, written out here by hand.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balance.errors import UserError
from balance.games.fields import admitted
from balance.games.neotopia import codes, settings
from balance.games.neotopia.settings import NeotopiaRules, load, resolved, to_record

DRAFT_8 = {
    "removed_suit": "random",
    "coin_supply": 30,
    "coin_shortage": "partial",
    "suits": 7,
    "cards_per_suit": 6,
    "hand": 8,
    "rounds": 6,
    "field_up": 0,
    "start_coins": 6,
    "keep_cost": 0,
    "release_gain": 1,
    "transfer_cost": 1,
    "hire_cost": 2,
    "skill_cost": 1,
    "skills": ["market_research", "secret_personnel", "transfer_order", "department_move", "subsidy"],
    "rotate_start": False,
    "release_from": "any",
    "transfer_targets": "any",
    "secret_personnel": "lasting",
    "secret_count": "game",
    "secret_parity": True,
    "move_passes": "not_public",
    "riot": "once",
    "riot_penalty": 0,
    "ties": "clockwise",
    "order_bonus": "order",
    "jokers": 1,
    "joker_uses": "every_suit",
    "joker_order_bonus": False,
    "joker_view": "all",
    "joker_threshold": 1,
    "vp_per_coin": 1,
    "effects": "flat",
}
# One other value for each ruling, with three players so that the suit taken out matters.
OTHERS: dict[str, Any] = {
    "removed_suit": 2,
    "coin_supply": 31,
    "coin_shortage": "unlimited",
    "suits": 8,
    "cards_per_suit": 7,
    "hand": 7,
    "rounds": 5,
    "field_up": 1,
    "start_coins": 5,
    "keep_cost": 1,
    "release_gain": 2,
    "transfer_cost": 2,
    "hire_cost": 3,
    "skill_cost": 2,
    "skills": ["subsidy"],
    "rotate_start": True,
    "release_from": "hidden",
    "transfer_targets": "face_up",
    "secret_personnel": "once",
    "secret_count": "in_front",
    "secret_parity": False,
    "move_passes": "hidden",
    "riot": "every",
    "riot_penalty": 2,
    "ties": "shared",
    "order_bonus": "none",
    "jokers": 0,
    "joker_uses": "once",
    "joker_order_bonus": True,
    "joker_view": "clockwise",
    "joker_threshold": 2,
    "vp_per_coin": 2,
    "effects": "ladder",
}
NUMBERS = [key for key in DRAFT_8 if type(DRAFT_8[key]) is int]
SWITCHES = [key for key in DRAFT_8 if type(DRAFT_8[key]) is bool]


def fault(rules: dict[str, Any], players: int = 4) -> UserError:
    with pytest.raises(UserError) as caught:
        load(rules, players)
    return caught.value


class TestDefaults:
    def test_are_those_of_the_draft(self) -> None:
        assert resolved(load({}, 4)) == DRAFT_8

    def test_with_three_players_two_cards_lie_face_up_and_nothing_else_differs(self) -> None:
        assert resolved(load({}, 3)) == DRAFT_8 | {"field_up": 2}

    def test_stand_in_the_order_of_the_fields(self) -> None:
        assert list(settings.defaults()["rules"]) == list(NeotopiaRules.model_fields) == list(DRAFT_8)

    def test_are_not_repeated_in_the_model(self) -> None:
        assert all(field.is_required() for field in NeotopiaRules.model_fields.values())

    def test_of_a_run(self) -> None:
        data = settings.defaults()
        assert (data["players"], data["games"], data["seed"]) == (4, 20000, 8)
        assert data["seats"] == [{"player": "accountant"}]
        assert settings.defaults(3)["players"] == 3

    def test_can_be_changed_by_their_reader(self) -> None:
        settings.defaults()["rules"]["skills"].clear()
        assert settings.defaults()["rules"] == DRAFT_8

    def test_the_first_word_of_a_choice_is_the_default(self) -> None:
        assert {key: words[0] for key, words in codes.CHOICES.items()} == {key: DRAFT_8[key] for key in codes.CHOICES}


class TestEachRuling:
    @pytest.mark.parametrize("key", NUMBERS)
    @pytest.mark.parametrize("wrong", [True, "1", 1.0, -1, 10**6, None, [1]])
    def test_a_number_is_whole_and_in_range(self, key: str, wrong: Any) -> None:
        error = fault({key: wrong})
        assert error.place == f"rules.{key}"
        assert "give a whole number from" in error.message

    @pytest.mark.parametrize("key", NUMBERS)
    def test_a_number_may_reach_both_ends_of_its_range(self, key: str) -> None:
        low, high = (int(word) for word in admitted(NeotopiaRules, key).split() if word.isdigit())
        for value in (low, high):
            assert getattr(NeotopiaRules.model_validate(DRAFT_8 | {key: value}), key) == value
        for value in (low - 1, high + 1):
            assert fault({key: value}).place == f"rules.{key}"

    @pytest.mark.parametrize("key", SWITCHES)
    @pytest.mark.parametrize("wrong", [0, 1, "true", None])
    def test_a_switch_is_true_or_false(self, key: str, wrong: Any) -> None:
        assert "give true or false" in fault({key: wrong}).message

    @pytest.mark.parametrize("key", codes.CHOICES)
    def test_a_choice_takes_its_words_only(self, key: str) -> None:
        for word in codes.CHOICES[key]:
            assert getattr(load({key: word}, 4), key) == word
        for wrong in ("", "Any", 1, True, ["any"]):
            assert fault({key: wrong}).message.startswith(json.dumps(wrong))

    def test_sentences_in_full(self) -> None:
        assert str(fault({"jokers": 2})) == ("rules.jokers: 2 is not allowed; give a whole number from 0 to 1")
        assert str(fault({"riot": "evry"})) == (
            'rules.riot: "evry" is not allowed; give "once", "every" or "off"; did you mean \'every\'?'
        )
        assert str(fault({"jokerz": 0})) == "rules.jokerz: unknown ruling; did you mean 'jokers'?"
        assert str(fault({"close": 3})).startswith("rules.close: unknown ruling")

    def test_an_unknown_ruling_is_told_before_a_wrong_value(self) -> None:
        assert fault({"jokers": 7, "rounds_": 6}).place == "rules.rounds_"

    @pytest.mark.parametrize("wrong", [0, 11, True, "Random", 1.0])
    def test_the_suit_taken_out(self, wrong: Any) -> None:
        assert load({"removed_suit": 7}, 3).removed_suit == 7
        assert fault({"removed_suit": wrong}, 3).place == "rules.removed_suit"

    @pytest.mark.parametrize("wrong", ["both", 1, [1, 2, 3, True], [1, 2, 3, "4"], [1, 2, 3, 100], [1, 2, 3]])
    def test_order_bonus(self, wrong: Any) -> None:
        assert load({"order_bonus": [4, 3, 2, -99]}, 4).order_bonus == [4, 3, 2, -99]
        assert fault({"order_bonus": wrong}).place == "rules.order_bonus"

    def test_skills_are_kept_in_their_usual_order(self) -> None:
        assert load({"skills": ["subsidy", "market_research"]}, 4).skills == ["market_research", "subsidy"]
        assert load({"skills": []}, 4).skills == []

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            (["subsidie"], "did you mean 'subsidy'?"),
            (["subsidy", "subsidy"], "named twice"),
            ("subsidy", "give a list of different skills"),
            ([1], "give a list of different skills"),
        ],
    )
    def test_wrong_skills(self, wrong: Any, said: str) -> None:
        error = fault({"skills": wrong})
        assert error.place == "rules.skills"
        assert said in error.message


class TestEffects:
    def test_named_tables(self) -> None:
        assert settings.effect_rows(load({}, 4)) == {suit: {"vp": 3} for suit in range(1, 8)}
        assert settings.effect_rows(load({"effects": "count"}, 4))[7] == {"vp_per_card": 1}
        ladder = settings.effect_rows(load({"effects": "ladder"}, 4))
        assert [ladder[suit]["vp"] for suit in range(1, 8)] == [7, 6, 5, 4, 3, 2, 1]
        short = settings.effect_rows(load({"effects": "ladder", "suits": 6, "hand": 7}, 4))
        assert [short[suit]["vp"] for suit in range(1, 7)] == [6, 5, 4, 3, 2, 1]

    def test_rows_drop_zeros_and_stand_in_order(self) -> None:
        rows = {str(suit): {"vp_first": 1, "vp": 0} for suit in range(7, 0, -1)} | {"2": {"take": 2, "vp": -1}}
        effects = resolved(load({"effects": rows}, 4))["effects"]
        assert list(effects) == ["1", "2", "3", "4", "5", "6", "7"]
        assert effects["1"] == {"vp_first": 1}
        assert list(effects["2"].items()) == [("vp", -1), ("take", 2)]

    @pytest.mark.parametrize("part", codes.EFFECT_PARTS)
    def test_every_part_is_known_and_bounded(self, part: str) -> None:
        rows: dict[str, Any] = {str(suit): {} for suit in range(1, 8)}
        lowest = 0 if part in ("coins", "take") else -99
        for amount in (lowest, 99):
            rows["3"] = {part: amount}
            assert settings.effect_rows(load({"effects": rows}, 4))[3] == ({part: amount} if amount else {})
        for wrong in (lowest - 1, 100, True, 1.0, "3"):
            rows["3"] = {part: wrong}
            error = fault({"effects": rows})
            assert error.place == f"rules.effects.3.{part}"
            assert f"give a whole number from {lowest} to 99" in error.message

    @pytest.mark.parametrize(
        ("effects", "said"),
        [
            ("flatt", "rules.effects: unknown table \"flatt\"; did you mean 'flat'?"),
            ({"1": {"vp": 3}}, "rules.effects: suit 2 has no row; give one for each suit from 1 to 7"),
            (
                {"1": {"vp_pr_card": 3}},
                "rules.effects.1.vp_pr_card: unknown part; did you mean 'vp_per_card'?",
            ),
            ({"1": {"x\ny": 3}}, 'rules.effects.1."x\\ny": unknown part; known are vp, '),
            ({"1": 3}, "rules.effects.1: 3 is no row; give a table such as { vp = 3 }"),
            (
                {"one": {}},
                'rules.effects: "one" is no suit; a row belongs to the number of a suit, such as 1',
            ),
            ({"01": {}}, 'rules.effects: "01" is no suit'),
            ({str(n): {} for n in range(1, 9)}, "rules.effects.8: there are only 7 suits; drop this row"),
            (3, 'rules.effects: 3 is not allowed; give "flat", "count" or "ladder", or a row'),
            ([{"vp": 3}], 'rules.effects: [{"vp": 3}] is not allowed'),
        ],
    )
    def test_wrong_effects(self, effects: Any, said: str) -> None:
        assert str(fault({"effects": effects})).startswith(said)


class TestWhatMustFitTogether:
    @pytest.mark.parametrize(
        ("rules", "players"),
        [
            ({"rounds": 12}, 4),  # 32 + 12 = 44, all cards
            ({"hand": 10}, 3),  # 30 + 6 + 2 = 38, all cards that are left
            ({"hand": 19, "rounds": 5, "jokers": 0}, 2),  # 38 + 5 = 43, all cards but the joker
        ],
    )
    def test_cards_may_be_used_up(self, rules: dict[str, Any], players: int) -> None:
        load(rules, players)

    @pytest.mark.parametrize(
        ("rules", "players", "needed", "there"),
        [
            ({"rounds": 12, "jokers": 0}, 4, 44, 43),
            ({"hand": 11}, 3, 41, 38),
            ({"hand": 10}, 4, 46, 44),
            ({"hand": 19, "jokers": 0}, 2, 44, 43),
            ({"coin_supply": 36}, 6, 54, 44),
        ],
    )
    def test_cards_must_suffice(self, rules: dict[str, Any], players: int, needed: int, there: int) -> None:
        error = fault(rules, players)
        assert f"need {needed} cards, but {there} are in play; lower hand" in error.message

    def test_the_pack_must_fit_the_record(self) -> None:
        load({"suits": 9, "cards_per_suit": 14}, 4)  # 126 + 2 = 128
        error = fault({"suits": 10, "cards_per_suit": 13}, 4)  # 130 + 2
        assert error.message.startswith("132 cards are too many")
        assert "at most 128" in error.message

    def test_a_suit_taken_out_must_be_one_of_the_suits(self) -> None:
        assert str(fault({"suits": 6, "hand": 7, "removed_suit": 7})) == (
            "rules.removed_suit: 7 is not in play; give a suit from 1 to 6"
        )

    def test_three_players_need_a_second_suit(self) -> None:
        rules = {"suits": 1, "cards_per_suit": 30, "hand": 4}
        load(rules, 4)
        assert fault(rules, 3).place == "rules.suits"

    def test_coins_must_suffice(self) -> None:
        load({"hand": 6}, 5)  # 5 × 6 = 30
        error = fault({"hand": 6}, 6)
        assert error.place == "rules.coin_supply"
        assert error.message.startswith("30 coins are too few for 6 players with 6 each; give at least 36")
        load({"hand": 6, "coin_shortage": "unlimited"}, 6)

    def test_a_bonus_list_has_one_number_for_each_player(self) -> None:
        assert fault({"order_bonus": [1, 2, 3, 4]}, 3).message == "4 numbers for 3 players; give one for each"

    @pytest.mark.parametrize("players", [-1, 0, 1, 7])
    def test_players(self, players: int) -> None:
        assert str(fault({}, players)) == f"players: {players} cannot play; give 2 to 6 players"


class TestRecord:
    def test_of_the_draft(self) -> None:
        rules = to_record(load({}, 4), 4)
        assert (rules.seats, rules.removed_suit, rules.start_card, rules.kinds) == (4, 0, 8, 9)
        assert (rules.suits, rules.hand, rules.start_coins, rules.hire_cost) == (7, 8, 6, 2)
        assert (rules.rotate_start, rules.secret_parity, rules.joker_order_bonus) == (0, 1, 0)
        assert list(rules.order_bonus) == [0, 1, 2, 3, 4, 0, 0]
        assert list(rules.effects["vp"]) == [0, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0]
        assert list(rules.skill_allowed) == [1, 1, 1, 1, 1]
        assert rules.money_effects == 0
        assert all(rules[name] == 0 for name in codes.CHOICES)

    @pytest.mark.parametrize(
        ("players", "removed", "code"), [(4, 5, 0), (2, 5, 0), (3, "random", -1), (3, 5, 5), (4, "random", 0)]
    )
    def test_a_suit_is_taken_out_with_three_players_only(self, players: int, removed: Any, code: int) -> None:
        assert to_record(load({"removed_suit": removed}, players), players).removed_suit == code

    def test_codes_of_words(self) -> None:
        rules = to_record(load({"secret_personnel": "flip_one", "riot": "every", "ties": "shared"}, 4), 4)
        assert (rules.secret_personnel, rules.riot, rules.ties) == (
            codes.SECRET_FLIP_ONE,
            codes.RIOT_EVERY,
            codes.TIES_SHARED,
        )

    def test_order_bonus(self) -> None:
        assert list(to_record(load({"order_bonus": "none"}, 4), 4).order_bonus) == [0] * 7
        assert list(to_record(load({}, 2), 2).order_bonus) == [0, 1, 2, 0, 0, 0, 0]
        assert list(to_record(load({"order_bonus": [5, 0, -1]}, 3), 3).order_bonus) == [0, 5, 0, -1, 0, 0, 0]

    def test_six_suits(self) -> None:
        rules = to_record(load({"suits": 6, "hand": 7, "effects": "ladder"}, 4), 4)
        assert (rules.suits, rules.start_card, rules.kinds) == (6, 7, 8)
        assert [int(rules.effects[suit]["vp"]) for suit in range(8)] == [0, 6, 5, 4, 3, 2, 1, 0]

    def test_every_part_lands_in_its_place(self) -> None:
        rows: dict[str, Any] = {str(suit): {} for suit in range(1, 8)} | {
            "4": {part: place + 1 for place, part in enumerate(codes.EFFECT_PARTS)}
        }
        rules = to_record(load({"effects": rows}, 4), 4)
        assert list(rules.effects[4].item()) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        assert rules.effects[4].take_ == 7
        assert sum(sum(rules.effects[suit].item()) for suit in (0, 1, 2, 3, 5, 6, 7)) == 0

    @pytest.mark.parametrize("part", codes.EFFECT_PARTS)
    def test_money_effects(self, part: str) -> None:
        rows: dict[str, Any] = {str(suit): {} for suit in range(1, 7)} | {"7": {part: 1}}
        flag = to_record(load({"effects": rows}, 4), 4).money_effects
        assert flag == (part in ("coins", "take", "vp_per_coin_pair"))

    def test_forbidden_skills(self) -> None:
        rules = to_record(load({"skills": ["subsidy", "secret_personnel"]}, 4), 4)
        assert list(rules.skill_allowed) == [0, 1, 0, 0, 1]

    @pytest.mark.parametrize("key", DRAFT_8)
    def test_every_ruling_reaches_the_kernel(self, key: str) -> None:
        usual = to_record(load({}, 3), 3).tobytes()
        other = to_record(load({key: OTHERS[key]}, 3), 3).tobytes()
        assert usual != other


class TestResolved:
    def test_is_json_and_loads_again(self) -> None:
        model = load(OTHERS, 3)
        again = json.loads(json.dumps(resolved(model)))
        assert again == OTHERS
        assert load(again, 3) == model

    def test_differences_from_the_draft(self) -> None:
        assert settings.differences(resolved(load({}, 3)), 3) == []
        rules = resolved(load({"riot": "off", "hand": 7, "field_up": 0}, 3))
        assert settings.differences(rules, 3) == [("hand", 7, 8), ("field_up", 0, 2), ("riot", "off", "once")]

    def test_notes_flag_sizes_only(self) -> None:
        assert settings.notes(load({"riot": "off", "jokers": 0}, 4), 4) == []
        assert settings.notes(load({}, 3), 3) == []
        assert settings.notes(load({"suits": 6, "hand": 7}, 4), 4) == [
            "outside_draft:suits",
            "outside_draft:hand",
        ]
        assert settings.notes(load({}, 2), 2) == ["outside_draft:players"]
        assert settings.notes(load({"field_up": 0}, 3), 3) == ["outside_draft:field_up"]


names = st.sampled_from(["1", "2", "7", "vp", "take", "subsidy", "random", "order", "", "９", "x\ny"])
plain_values = st.none() | st.booleans() | st.integers(-2, 130) | st.floats() | names
values = st.recursive(
    plain_values,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*DRAFT_8, "x"]), values, max_size=4), st.integers(2, 6))
def test_garbage_is_a_user_error_or_fits(rules: dict[str, Any], players: int) -> None:
    try:
        model = load(rules, players)
    except UserError as error:
        assert error.place is not None
        assert "\n" not in str(error)
    else:
        to_record(model, players)
