"""The answers turn with the tables: reversed numbers give reversed sentences, thin ones give none."""

from __future__ import annotations

import pytest

from balance.metrics.spec import WIN
from balance.report.judge import difference, judge_spread
from balance.report.parts import Answer, Code, Number, Sentence
from balance.report.reading import Measured, Reading
from balance.report.sentences import against, among, apart, shared_answers
from tests.report.runs import made_run


def text(sentence: Sentence) -> str:
    words = []
    for piece in sentence.pieces:
        if isinstance(piece, Number):
            words.append(f"{piece.value} [{piece.interval}]" if piece.interval else piece.value)
        else:
            words.append(piece.text if isinstance(piece, Code) else piece)
    return "".join(words) + sentence.basis


def answer(key: str, lang: str = "en", **run) -> Answer:
    reading = Reading(made_run(**run), lang)
    answers = [*reading.part.answers(reading), *shared_answers(reading)]
    return next(each for each in answers if each.key == key)


def said(key: str, lang: str = "en", **run) -> str:
    return "\n".join(text(sentence) for sentence in answer(key, lang, **run).findings)


def row(low: float | None, high: float | None) -> Measured:
    middle = None if low is None or high is None else (low + high) / 2
    return Measured("m", {}, middle, low, high, None, None, None, "share", None)


# Words for comparisons -----------------------------------------------------------------------------------


def test_a_row_is_told_from_a_limit_by_its_whole_interval():
    assert [against(row(*ends), 0.25) for ends in ((0.26, 0.3), (0.2, 0.24), (0.2, 0.3))] == ["above", "below", "near"]
    assert against(row(None, None), 0.25) == "near"


def test_a_row_among_others_stands_out_only_beyond_all_of_them():
    others = [row(0.2, 0.3), row(0.4, 0.5)]
    assert [among(row(*ends), others) for ends in ((0.6, 0.7), (0.1, 0.19), (0.35, 0.39), (0.45, 0.7))] == [
        "above",
        "below",
        "between",
        "between",
    ]
    assert among(row(0.6, 0.7), []) == "between"


def test_two_rows_are_apart_if_their_intervals_are():
    assert apart(row(0.4, 0.5), row(0.2, 0.3)) == "apart"
    assert apart(row(0.25, 0.5), row(0.2, 0.3)) == "alike"


# Seats --------------------------------------------------------------------------------------------------


def test_equal_seats_are_balanced_and_the_sentence_says_so():
    found = answer("seat", wins=(25.5, 25, 25, 24.5))
    assert found.findings[0].badge is not None and found.findings[0].badge.state == "balanced"
    assert text(found.findings[0]).startswith("No seat is favoured")


def test_a_favoured_seat_is_named_and_reversing_the_table_names_the_other():
    first = said("seat", wins=(37.5, 25, 25, 12.5))
    assert first.startswith("The seats are not equal: seat 1 wins 37.5%")
    assert "seat 4 only 12.5%" in first
    last = said("seat", wins=(12.5, 25, 25, 37.5))
    assert last.startswith("The seats are not equal: seat 4 wins 37.5%")
    assert "seat 1 only 12.5%" in last


def test_a_short_run_is_undecided_with_the_games_that_would_decide():
    found = answer("seat", wins=(27, 25, 24, 24), blocks_per_batch=1, wobble=1).findings[0]
    assert found.badge is not None and found.badge.state == "undecided"
    assert found.badge.word.startswith("undecided: about ") and "times as many games" in found.badge.word
    assert text(found).startswith("It is not decided")


def test_every_number_of_a_sentence_has_its_interval_and_the_games():
    sentence = text(answer("seat", wins=(37.5, 25, 25, 12.5)).findings[0])
    assert sentence.endswith("(95%, 12,800 games)")
    assert sentence.count("[") == 3  # best, worst and spread; the limit and the equal share have none


def test_the_spread_of_seats_is_judged_on_the_simultaneous_interval():
    run = made_run(wins=(37.5, 25, 25, 12.5))
    metric = Reading(run, "en").metrics["seat_win_rate"]
    judged = judge_spread(run.sums, metric, 0.04, name="seat_win_spread")
    points = run.sums.total(metric.y)
    assert judged.row.value == pytest.approx((points[0] - points[3]) / (WIN * run.sums.games))
    assert judged.row.low is not None and judged.row.low > 0.04 and judged.verdict.state == "unbalanced"


def test_alike_and_rotated_line_ups_are_told_apart():
    assert "All seats play alike" in said("seat", players=("accountant",))
    assert "each deal is played 4 times" in said("seat")


# Deal ---------------------------------------------------------------------------------------------------


def shares(deal: float, player: float) -> dict:
    return {("deal_share", "of=win"): deal, ("player_share", "of=win"): player}


def test_deal_and_player_are_compared_both_ways_and_not_at_all():
    assert "less than who plays" in said("deal", values=shares(0.10, 0.20))
    assert "more than who plays" in said("deal", values=shares(0.20, 0.10))
    assert "are not told apart" in said("deal", values=shares(0.10, 0.101))
    assert "is not measured here" in said("deal", players=("accountant",))


def test_games_needed_name_the_nearest_and_the_weakest():
    found = said("deal")  # the table says 300, 150 and 100 games against majority, spoiler and order
    assert "about 100 games between accountant and the weakest, order" in found
    assert "300 between accountant and the nearest, majority" in found


# The designer's questions -------------------------------------------------------------------------------


def test_the_questions_come_in_the_designers_order():
    reading = Reading(made_run(), "en")
    keys = [each.key for each in [*reading.part.answers(reading), *shared_answers(reading)]]
    assert keys == ["joker_needed", "joker_does", "secret_personnel", "suits", "coins", "seat", "deal"]


def test_upsets_by_the_joker_turn_with_the_table():
    assert "more frequent, by 12.50 pp" in said("joker_needed", upsets=(75, 62.5), wobble=0)
    assert "less frequent: −12.50 pp" in said("joker_needed", upsets=(62.5, 75), wobble=0)
    assert "is not shown" in said("joker_needed", upsets=(70, 70), wobble=0)


def test_the_difference_of_upsets_is_paired_game_by_game():
    run = made_run(upsets=(75, 62.5), wobble=3)  # both columns wobble alike, so their difference does not
    needs = Reading(run, "en").metrics["onlooker_predicts"].needs
    found = difference(run.sums, needs["without.y"], needs["with.y"], 5, metric="upset", scale=WIN)
    assert found.value == pytest.approx(0.125)
    assert found.high - found.low < 0.005


@pytest.mark.parametrize(
    ("share", "words"), [(0.5, "That is more than"), (0.1, "That is less than"), (0.3, "For comparison")]
)
def test_what_the_joker_decides_is_set_against_start_card_and_order(share, words):
    assert words in said("joker_needed", values={("settle_again", "thing=joker"): share})


@pytest.mark.parametrize(
    ("rate", "words"),
    [(0.44, "more than an equal share"), (0.2, "less than an equal share"), (0.25, "not told apart from an equal")],
)
def test_the_holders_win_rate_is_descriptive_and_turns(rate, words):
    found = said("joker_needed", values={("joker_holder_win_rate", ""): rate})
    assert words in found and "descriptive" in found


def test_without_a_joker_nothing_is_claimed_of_it():
    found = said("joker_needed", rules={"jokers": 0})
    assert found.startswith("There is no joker in this game.") and "pp" not in found
    assert said("joker_does", rules={"jokers": 0}) == "There is no joker in this game."


def test_a_joker_that_costs_its_holder_is_called_so():
    assert "brings its holder 3.5" in said("joker_does")
    assert "costs its holder: −1.0" in said("joker_does", values={("joker_vp", ""): -1.0})
    assert "is not shown: 0.00" in said("joker_does", values={("joker_vp", ""): 0.0})


@pytest.mark.parametrize(
    ("use", "words"), [(0.99, "the most used"), (0.1, "the least used"), (0.78, "neither clearly")]
)
def test_the_use_of_secret_personnel_is_ranked(use, words):
    assert words in said("secret_personnel", values={("skill_use", "skill=secret_personnel"): use})


def test_secret_personnel_that_nobody_uses_is_not_judged():
    found = answer("secret_personnel", values={("skill_use", "skill=secret_personnel"): 0.0})
    assert len(found.findings) == 1
    assert "so this run does not tell how safe it is" in text(found.findings[0])
    named = [piece.text for piece in found.findings[0].pieces if isinstance(piece, Code)]
    assert named and all(name in Reading(made_run(), "en").game.players for name in named)


@pytest.mark.parametrize("rules", [{"secret_personnel": "off"}, {"skills": ["subsidy"]}])
def test_a_draft_without_secret_personnel_says_so(rules):
    assert said("secret_personnel", rules=rules) == "There is no secret personnel in this game."


def test_limits_name_scenarios_to_compare_with_and_never_the_own_one():
    def scenarios(**run) -> list[str]:
        return [piece.text for piece in answer("secret_personnel", **run).limits[0].pieces if isinstance(piece, Code)]

    assert scenarios() == ["neotopia/secret-flip-one", "neotopia/secret-once", "neotopia/secret-off"]
    own = scenarios(name="neotopia/secret-once")
    assert own == ["neotopia/draft8", "neotopia/secret-flip-one", "neotopia/secret-off"]


def test_suits_get_a_verdict_that_turns_with_the_table():
    flat, ladder = answer("suits", suit_vp=(7.5,) * 7), answer("suits", suit_vp=(12, 11, 10, 9, 8, 7, 6))
    assert flat.findings[0].badge.state == "balanced" and text(flat.findings[0]).startswith("The suits pay alike")
    assert ladder.findings[0].badge.state == "unbalanced"
    assert "suit 1 pays 12.00" in text(ladder.findings[0]) and "suit 7 6.00" in text(ladder.findings[0])
    turned = answer("suits", suit_vp=(6, 7, 8, 9, 10, 11, 12))
    assert "suit 7 pays 12.00" in text(turned.findings[0])


def test_riots_and_ties_follow_the_rulings():
    assert "A riot cancels suit 1 most often" in said("suits")
    assert "There are no riots in this game." in said("suits", rules={"riot": "off"})
    assert "the clockwise order decides" in said("suits") and "share the place" in said(
        "suits", rules={"ties": "shared"}
    )


def test_the_usual_action_changes_or_stays():
    assert "In round 1 the usual action is keep (40.0%" in said("coins")  # the table turns it round in round 6
    assert "in round 6 it is pass" in said("coins")
    stays = {("action_share", "t=6;action=keep"): 0.9}
    assert "The usual action is keep in the first and in the last round" in said("coins", values=stays)


@pytest.mark.parametrize(
    ("coins", "words"), [(0.4, "Subsidy pays for itself"), (-0.4, "does not pay for itself"), (0.0, "is not decided")]
)
def test_subsidy_pays_for_itself_or_not(coins, words):
    assert words in said("coins", values={("skill_coins", "skill=subsidy"): coins})


def test_no_skill_allowed_means_no_sentence_of_one():
    found = said("coins", rules={"skills": []})
    assert "No skill may be used" in found and "Subsidy" not in found


def test_a_missing_number_is_a_reason_never_a_zero():
    found = said("joker_does", values={("joker_vp", ""): None})
    assert found.startswith("joker_vp: no figure – never happened.")


def test_japanese_answers_turn_too():
    assert "席は平等ではない。1席の勝率は" in said("seat", "ja", wins=(37.5, 25, 25, 12.5))
    assert "席は平等ではない。4席の勝率は" in said("seat", "ja", wins=(12.5, 25, 25, 37.5))
    assert "逆転を増やしている" in said("joker_needed", "ja", upsets=(75, 62.5), wobble=0)
    assert "逆転を減らしている" in said("joker_needed", "ja", upsets=(62.5, 75), wobble=0)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_sentence_shows_a_python_value(lang):
    reading = Reading(made_run(), lang)
    for each in [*reading.part.answers(reading), *shared_answers(reading)]:
        for sentence in [*each.findings, *each.limits]:
            shown = text(sentence)
            assert not any(word in shown for word in ("None", "nan", "{", "}", "Measured"))
