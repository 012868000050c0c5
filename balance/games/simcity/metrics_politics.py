"""Metrics of Sim City about offices, council and events."""

from __future__ import annotations

from balance.metrics.spec import WIN, Better, Metric, Tally

SEATS = Tally("seats")
MAYORS = Tally("seats", bucket="mayor_ever", buckets=2)


def politics_metrics() -> list[Metric]:
    """The mayor's office, the council and its votes, disasters."""
    return [*_mayor(), *_council(), *_events()]


def _a_game(name: str, sentence: str, sentence_ja: str, unit: str, better: Better = "") -> Metric:
    """The mean of a column of the game's table."""
    return Metric(name, sentence, sentence_ja, unit, y=Tally("game", name), better=better)


def _mayor() -> list[Metric]:
    return [
        Metric(
            "mayor_win_rate",
            "win rate of the seats that ever were mayor (descriptive: the office is not given at random)",
            "一度でも市長だった席の勝率(記述統計)",
            "share",
            "rate",
            Tally("seats", "points", bucket="mayor_ever", buckets=2),
            MAYORS,
            WIN,
            pick=1,
            pick_x=1,
            descriptive=True,
        ),
        Metric(
            "first_mayor_win_rate",
            "win rate of the seat that opened phase 3 (descriptive)",
            "フェイズ3を開いた席の勝率(記述統計)",
            "share",
            "rate",
            Tally("seats", "points", bucket="opened_3", buckets=2),
            Tally("seats", bucket="opened_3", buckets=2),
            WIN,
            pick=1,
            pick_x=1,
            descriptive=True,
        ),
        Metric(
            "mayor_terms",
            "times that somebody becomes mayor in a game",
            "1試合で誰かが市長に就任する回数",
            "terms",
            y=Tally("game", "mayors"),
        ),
        Metric(
            "mayor_turns",
            "turns of anybody during which the seat is mayor",
            "その席が市長である間の手番の数",
            "turns",
            y=Tally("seats", "mayor_turns", by=("seat",)),
            x=Tally("seats", by=("seat",)),
        ),
        Metric(
            "mayor_paid",
            "money that the city's bills cost in a game",
            "1試合で市の請求に支払われた額",
            "money",
            y=Tally("game", "bills"),
        ),
        _a_game("dismissals", "mayors dismissed in a game", "1試合で解任される市長の数", "mayors"),
        _a_game("resignations", "mayors who resign in a game", "1試合で辞任する市長の数", "mayors"),
        _a_game("elections", "elections that choose somebody in a game", "1試合で成立する選挙の数", "elections"),
        Metric(
            "auction_price",
            "highest total bid when the mayor's office is auctioned",
            "市長の座の競売での最高額",
            "money",
            y=Tally("game", "auction_price"),
            x=Tally("game", "auctions"),
        ),
    ]


def _council() -> list[Metric]:
    return [
        _a_game("votes", "rezonings put to the vote in a game", "1試合で採決される区画整理の数", "votes"),
        Metric(
            "rezone_passed",
            "share of the votes that pass the rezoning",
            "区画整理が可決される割合",
            "share",
            "rate",
            Tally("game", "rezone_passed"),
            Tally("game", "votes"),
        ),
        Metric(
            "rezone_gain",
            "money that a rezoning pays its proposer",
            "可決された区画整理1回で提案者が得る資金",
            "money",
            y=Tally("seats", "rezone_pay"),
            x=Tally("seats", "rezone_passed"),
        ),
        Metric(
            "council_bought",
            "council members that a seat buys in a game",
            "1試合で1席が買う議員の数",
            "members",
            y=Tally("seats", "council_bought"),
            x=SEATS,
        ),
        Metric(
            "council_cost",
            "price of a bought council member",
            "買った議員1人の価格",
            "money",
            y=Tally("seats", "council_cost"),
            x=Tally("seats", "council_bought"),
        ),
        Metric(
            "council_payback",
            "money from rezonings for each unit of money spent on council members (descriptive)",
            "議員に払った1あたりの、区画整理による収入(記述統計)",
            "ratio",
            y=Tally("seats", "rezone_pay"),
            x=Tally("seats", "council_cost"),
            descriptive=True,
        ),
    ]


def _events() -> list[Metric]:
    return [
        _a_game("disasters", "disasters that strike the city in a game", "1試合で都市を襲う災害の数", "events"),
        _a_game("blocks_lost", "blocks hit by disasters in a game", "1試合で災害に遭う区画の数", "blocks"),
        _a_game("rebuilt", "blocks placed on ruins in a game", "1試合で跡地に復興される区画の数", "blocks"),
    ]
