"""The metrics of Neotopia beside those of every game; names and formulas as in the project's metric list."""

from __future__ import annotations

from balance.games.neotopia.codes import (
    ACTIONS,
    MAX_SEATS,
    NOBODY,
    OUTCOMES,
    RIOT,
    SETTLED,
    SKILLS,
)
from balance.metrics.estimate import Sums, labelled, spread_over
from balance.metrics.spec import GAMES, WIN, Metric, Row, Tally

ORDERS = tuple(str(order) for order in range(1, MAX_SEATS + 1))
SEATS = Tally("seats")
JOKER_SEATS = Tally("seats", bucket="has_joker", buckets=2)
START_SEATS = Tally("seats", bucket="has_start", buckets=2)
BY_ORDER = Tally("seats", bucket="order", low=1, buckets=MAX_SEATS)
# Of suits in play: one that was taken out is held by nobody too, which is no way for it to end.
SUIT_ENDS = Tally("suits", "in_play", by=("suit",), bucket="outcome", buckets=len(OUTCOMES))
TURNS = Tally("turns", by=("round",))
CHANGES = {"joker": "no_joker", "start_card": "no_start", "settlement_order": "no_order"}


def metrics() -> list[Metric]:
    """All metrics of Neotopia in the order in which a report needs them."""
    return [*_joker(), *_order(), *_views(), *_skills(), *_actions(), *_suits(), *_money_and_cards()]


def _joker() -> list[Metric]:
    return [
        Metric(
            "joker_in_hand",
            "share of the games in which somebody holds the joker at the settlement",
            "決算時に完璧超人を誰かが持っている試合の割合",
            "share",
            "rate",
            Tally("game", "joker_held"),
        ),
        Metric(
            "joker_uses",
            "suits at which the joker is declared in a game",
            "1試合で完璧超人が宣言されるスートの数",
            "suits",
            y=Tally("game", "joker_uses"),
        ),
        Metric(
            "joker_holder_win_rate",
            "win rate of the joker's holder (descriptive: holding is not random)",
            "完璧超人を持つプレイヤーの勝率(記述統計)",
            "share",
            "rate",
            Tally("seats", "points", bucket="has_joker", buckets=2),
            JOKER_SEATS,
            WIN,
            pick=1,
            pick_x=1,
            descriptive=True,
        ),
        Metric(
            "joker_vp",
            "score that the joker brings its holder, against the same hands settled without it",
            "完璧超人が所持者にもたらす得点(同じ手札で完璧超人なしの決算との差)",
            "VP",
            y=Tally("seats", "joker_vp", bucket="has_joker", buckets=2),
            x=JOKER_SEATS,
            pick=1,
            pick_x=1,
        ),
        spread_over(
            "settle_again",
            "share of the games whose winner changes when the same final hands are settled without the thing",
            "同じ最終手札をそれ抜きで決算したとき勝者が変わる試合の割合",
            "share",
            "thing",
            {thing: (Tally("game", f"{column}_changed"), GAMES) for thing, column in CHANGES.items()},
            rates=True,
        ),
        spread_over(
            "settle_again_vp",
            "sum over the seats of how much their score changes when settled without the thing",
            "それ抜きで決算したときの得点変化の合計(全席)",
            "VP",
            "thing",
            {thing: (Tally("game", f"{column}_moved"), GAMES) for thing, column in CHANGES.items()},
        ),
    ]


def _order() -> list[Metric]:
    return [
        Metric(
            "start_card_in_hand",
            "share of the games in which somebody holds the start card at the settlement",
            "決算時に決算開始を誰かが持っている試合の割合",
            "share",
            "rate",
            Tally("game", "start_held"),
        ),
        Metric(
            "start_holder_win_rate",
            "win rate of the start card's holder (descriptive: holding is not random)",
            "決算開始を持つプレイヤーの勝率(記述統計)",
            "share",
            "rate",
            Tally("seats", "points", bucket="has_start", buckets=2),
            START_SEATS,
            WIN,
            pick=1,
            pick_x=1,
            descriptive=True,
        ),
        Metric(
            "settlement_order_win_rate",
            "win rate by place in the settlement order (descriptive: the start card can be sought)",
            "決算順番ごとの勝率(記述統計)",
            "share",
            "rate",
            Tally("seats", "points", bucket="order", low=1, buckets=MAX_SEATS),
            BY_ORDER,
            WIN,
            bucket_key="order",
            bucket_labels=ORDERS,
            descriptive=True,
        ),
        Metric(
            "settlement_order_vp",
            "VP that a seat gets as its order bonus in a game, by settlement order",
            "決算順番ごとの、順番ボーナスで得るVP",
            "VP",
            y=Tally("seats", "bonus", bucket="order", low=1, buckets=MAX_SEATS),
            x=BY_ORDER,
            bucket_key="order",
            bucket_labels=ORDERS,
        ),
        Metric(
            "tie_break_gain",
            "suits that a seat wins from an equal by clockwise order in a game, by settlement order",
            "決算順番ごとの、同数を時計回りの近さで制して1位になるスートの数",
            "suits",
            y=Tally("seats", "tie_gains", bucket="order", low=1, buckets=MAX_SEATS),
            x=BY_ORDER,
            bucket_key="order",
            bucket_labels=ORDERS,
        ),
    ]


def _views() -> list[Metric]:
    rounds = Tally("rounds", by=("round",))
    named = {
        "with": (Tally("rounds", "onlooker", by=("round",)), rounds),
        "without": (Tally("rounds", "onlooker_no_joker", by=("round",)), rounds),
    }
    return [
        spread_over(
            "onlooker_predicts",
            "chance that the seat which the open count after round t names wins, with the joker as it was and "
            "with the hands settled without it",
            "ラウンドt終了時の公開情報による予想が当たる確率(完璧超人あり/なしの決算)",
            "share",
            "joker",
            named,
            WIN,
            rates=True,
        ),
        Metric(
            "full_view_predicts",
            "chance that the seat which all cards, settled after round t, name wins",
            "ラウンドt終了時に全ての札を見て決算した場合の予想が当たる確率",
            "share",
            "rate",
            Tally("rounds", "full_view", by=("round",)),
            rounds,
            WIN,
        ),
        Metric(
            "upset",
            "share of the games that an onlooker's open count before the settlement gets wrong",
            "決算直前の公開情報による予想が外れる試合の割合",
            "share",
            "derived",
            derive=lambda sums: _upset(sums, named),
            needs={f"{label}.{i}": tally for label, pair in named.items() for i, tally in enumerate(pair)},
        ),
    ]


def _upset(sums: Sums, named: dict[str, tuple[Tally, Tally]]) -> list[Row]:
    last = len(sums.layout.axes["round"])
    rows = []
    for each in labelled(sums, "joker", named, WIN, rates=True):
        if each["where"]["t"] == last and each["value"] is not None:
            high = None if each["low"] is None else 1.0 - each["low"]
            low = None if each["high"] is None else 1.0 - each["high"]
            where = {"joker": each["where"]["joker"]}
            right, games = each["columns"]
            missed = (games - right, games)
            rows.append(
                {**each, "where": where, "value": 1.0 - each["value"], "low": low, "high": high, "columns": missed}
            )
    return rows


def _skills() -> list[Metric]:
    used = {skill: Tally("seats", f"skill_used.{skill}") for skill in SKILLS}
    return [
        spread_over(
            "skill_use",
            "share of the seats that use the skill in a game",
            "1試合でそのスキルを使う席の割合",
            "share",
            "skill",
            {skill: (used[skill], SEATS) for skill in SKILLS},
            rates=True,
        ),
        Metric(
            "skill_use_by_round",
            "share of the turns of round t in which the skill is used",
            "ラウンドtの手番のうちそのスキルを使う割合",
            "share",
            "rate",
            Tally("turns", by=("round",), bucket="skill", buckets=1 + len(SKILLS)),
            TURNS,
            bucket_key="skill",
            bucket_labels=("none", *SKILLS),
        ),
        spread_over(
            "skill_round",
            "mean round in which the skill is used, when it is",
            "そのスキルが使われる平均ラウンド",
            "round",
            "skill",
            {skill: (Tally("seats", f"skill_round.{skill}"), used[skill]) for skill in SKILLS},
        ),
        spread_over(
            "skill_coins",
            "coins that the skill gains, less its cost, when used",
            "スキル1回で得る金(費用を引いたもの)",
            "coins",
            "skill",
            {skill: (Tally("seats", f"skill_coins.{skill}"), used[skill]) for skill in SKILLS},
        ),
        spread_over(
            "skill_win_rate",
            "win rate of the seats that used the skill (descriptive: not what the skill causes)",
            "そのスキルを使った席の勝率(記述統計)",
            "share",
            "skill",
            {skill: (Tally("seats", "points", times=f"skill_used.{skill}"), used[skill]) for skill in SKILLS},
            WIN,
            rates=True,
            descriptive=True,
        ),
        spread_over(
            "player_skill_use",
            "share of its games in which a player uses the skill",
            "各プレイヤーがそのスキルを使う試合の割合",
            "share",
            "skill",
            {
                skill: (
                    Tally("seats", f"skill_used.{skill}", by=("player",)),
                    Tally("seats", by=("player",)),
                )
                for skill in SKILLS
            },
            rates=True,
        ),
    ]


def _actions() -> list[Metric]:
    return [
        Metric(
            "action_share",
            "share of the turns of round t with this action",
            "ラウンドtの手番に占める各行動の割合",
            "share",
            "rate",
            Tally("turns", by=("round",), bucket="action", buckets=len(ACTIONS)),
            TURNS,
            bucket_key="action",
            bucket_labels=ACTIONS,
        ),
        Metric(
            "player_action_share",
            "share of a player's turns with this action",
            "各プレイヤーの手番に占める各行動の割合",
            "share",
            "rate",
            Tally("turns", by=("player",), bucket="action", buckets=len(ACTIONS)),
            Tally("turns", by=("player",)),
            bucket_key="action",
            bucket_labels=ACTIONS,
        ),
    ]


def _suits() -> list[Metric]:
    in_play = Tally("suits", "in_play", by=("suit",))
    return [
        Metric("riots", "riots in a game", "1試合の暴動の数", "riots", y=Tally("game", "riots")),
        Metric(
            "riot",
            "share of the games with the suit in play in which a riot cancels it",
            "そのスートが暴動で決算されない割合",
            "share",
            "rate",
            SUIT_ENDS,
            in_play,
            pick=RIOT,
        ),
        Metric(
            "suit_nobody",
            "share of the games with the suit in play in which nobody holds it",
            "そのスートを誰も持たない割合",
            "share",
            "rate",
            SUIT_ENDS,
            in_play,
            pick=NOBODY,
        ),
        Metric(
            "riot_cost",
            "VP that a riot keeps from the suit's sole holder, penalty included",
            "暴動1回で唯一の保持者が失うVP(罰を含む)",
            "VP",
            y=Tally("suits", "riot_cost"),
            x=Tally("suits", bucket="outcome", buckets=len(OUTCOMES)),
            pick_x=RIOT,
        ),
        Metric(
            "suit_vp",
            "VP that the suit pays in a game in which it is in play, all seats together",
            "そのスートが1試合に払うVP(全席)",
            "VP",
            y=Tally("suits", "vp", by=("suit",)),
            x=in_play,
        ),
        Metric(
            "suit_first_count",
            "cards that win the suit when it is settled, the joker included",
            "そのスートの1位の枚数(完璧超人を含む)",
            "cards",
            y=Tally("suits", "first_count", by=("suit",)),
            x=SUIT_ENDS,
            pick_x=SETTLED,
        ),
        Metric(
            "tie_break",
            "share of the settled suits in which equals meet at first or second place",
            "1位か2位で同数が並ぶスートの割合",
            "share",
            "rate",
            Tally("suits", "tied", by=("suit",)),
            SUIT_ENDS,
            pick_x=SETTLED,
        ),
        Metric(
            "joker_at_suit",
            "share of the games with the suit in play in which the joker is declared at it",
            "そのスートで完璧超人が宣言される割合",
            "share",
            "rate",
            Tally("suits", "joker", by=("suit",)),
            in_play,
        ),
    ]


def _money_and_cards() -> list[Metric]:
    def after(name: str, column: str, sentence: str, sentence_ja: str, unit: str) -> Metric:
        return Metric(name, sentence, sentence_ja, unit, y=Tally("turns", column, by=("round",)), x=TURNS)

    return [
        after("coins", "coins", "coins of a seat after round t", "ラウンドt終了時の金", "coins"),
        Metric(
            "stock_short",
            "coins in a game that the stock could not pay",
            "ストック不足で払われなかった金",
            "coins",
            y=Tally("game", "short"),
            better="less",
        ),
        after(
            "hand_size",
            "cards",
            "hand cards of a seat after round t, open ones too",
            "ラウンドt終了時の手札枚数",
            "cards",
        ),
        after(
            "public_cards", "public", "public cards of a seat after round t", "ラウンドt終了時の公開手札枚数", "cards"
        ),
        after(
            "secret_cards", "secret", "secret cards of a seat after round t", "ラウンドt終了時の秘密の札の枚数", "cards"
        ),
    ]
