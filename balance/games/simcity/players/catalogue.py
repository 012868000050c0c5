"""The scripted players as data: name, plan and weights with their meaning; nothing here needs compiled code.

Every player but `random` is a row of weights over the same features (`state.TEMPER`, in this order): what it is
after, in money.  Compiled code freezes the *order* of players and weights; the numbers are arguments.
"""

from __future__ import annotations

from balance.games.contract import Player

FEATURES: dict[str, str] = {
    "money": "worth of money paid to itself now",
    "housing": "worth of a house, for each unit of value of own cards that lack sims",
    "growth": "worth of each block of a zoning group, for each own card that could join it later",
    "partners": "worth of a complex member placed now, for each own card of the complex, in parts of what it is worth",
    "push": "worth of a play that brings the next phase nearer, for each unit that the hand gains by the phase",
    "deny": "cost of each block of a zoning group that the next player could add to",
    "thrift": "cost of each unit of printed value of the card that is played: what it might pay later",
    "cover": "worth of covering a block, by an upgrade or a rezoning, instead of taking new ground",
    "dirt": "worth of each unit of crime and pollution that the play adds to the city",
    "fuel": "worth of a block more, or cost of one less, that disasters can take",
    "rivals": "cost of money paid to another player",
    "vote": "worth of a vote in the council",
    "office": "worth of the mayor's office, bills aside",
    "fear": "cost of each unit of the bills that unseen cards may still bring to the mayor",
    "harm": "worth of money that the others lose",
    "harm_mayor": "worth of money that the mayor loses, if that is somebody else",
    "hope": "chance that another player's free votes are taken to be for a rezoning",
    "noise": "chance that a decision is left to chance",
    "ahead": "worth of money that a play lets the rest of the hand be paid later: sims, groups, complexes, extra plays",
}


def _weights(**changed: float) -> dict[str, float]:
    """Weights of every feature: money counts once, all others nothing, unless said."""
    usual = {name: 1.0 if name == "money" else 0.0 for name in FEATURES}
    return usual | changed


PLAYERS: dict[str, Player] = {
    "random": Player(
        "random",
        "Chooses uniformly among everything that is legal; the anchor of every strength scale.",
        "合法な手から一様に選ぶ。強さの基準。",
        {},
    ),
    "earner": Player(
        "earner",
        "Takes what pays most right now.",
        "いま最も多くの資金を得る手を選ぶ。",
        _weights(),
    ),
    "planner": Player(
        "planner",
        "Looks ahead: counts the money now and what the play opens for its own hand: sims reached, complexes begun, "
        "zones grown, further plays, phases.",
        "先を読む。いまの資金に加え、手札のために開けるもの(届く住人、始まる複合体、育つゾーン、追加のプレイ、フェイズ)を数える。",
        _weights(ahead=0.7, push=0.2, vote=2.0, office=6.0, fear=0.1, rivals=0.2),
    ),
    "developer": Player(
        "developer",
        "Pushes the city's phase while its hand gains by it, else holds it back; plays its biggest cards first.",
        "手札が得をするならフェイズを進め、そうでなければ遅らせる。大きな札から使う。",
        _weights(housing=0.1, growth=0.1, push=1.0, thrift=-0.6, office=6.0, fear=0.1, rivals=0.2),
    ),
    "denier": Player(
        "denier",
        "Leaves no good spot to the next player: shuns groups that others could add to, and builds in what there is.",
        "次のプレイヤーに良い場所を残さない。他者が伸ばせる集団を避け、囲い込む。",
        _weights(growth=-0.1, deny=0.6, rivals=0.8, harm=0.15, vote=1.0, office=3.0, fear=0.1),
    ),
    "politician": Player(
        "politician",
        "Buys council members, rebuilds and rezones rather than take new ground, and votes by its own interest.",
        "議員を買い、新しい土地より建て替えと区画整理を選び、自分の利益で投票する。",
        _weights(growth=0.2, cover=1.0, vote=6.0, office=12.0, fear=0.05, rivals=0.4, hope=0.25),
    ),
    "candidate": Player(
        "candidate",
        "Wants to be mayor while unseen disasters cost less than the office brings; keeps the city clean and safe.",
        "まだ見えない災害が軽いうちは市長の座を狙い、街を清潔で安全に保つ。",
        _weights(
            housing=0.1, push=0.2, dirt=-0.3, fuel=-0.7, vote=3.0, office=25.0, fear=0.25, harm_mayor=0.3, rivals=0.2
        ),
    ),
    "recluse": Player(
        "recluse",
        "Shuns the mayor's office: opens phase 3 only when its hand gains more by it, does not bid, resigns; leaves "
        "crime and pollution to the mayor.",
        "市長になるのを避け、犯罪と汚染は市長任せにする。発電所は手札の得が上回るまで出さず、入札せず、辞任する。",
        _weights(growth=0.3, partners=0.3, push=0.5, dirt=0.4, office=-15.0, fear=0.6, harm_mayor=0.2, rivals=0.2),
    ),
    "arsonist": Player(
        "arsonist",
        "Spreads what burns, plays disasters for what they cost the mayor and the others, and rebuilds on the ruins.",
        "燃えるものを広げ、市長や他者が払う災害を好み、跡地に復興する。",
        _weights(fuel=1.5, push=0.5, harm=0.4, harm_mayor=1.2, office=-6.0, fear=0.4, rivals=0.3),
    ),
    "weighted": Player(
        "weighted",
        "Adds up features, each with a weight from the scenario.",
        "各特徴にシナリオの重みを掛けて足し合わせる。",
        _weights(
            housing=0.1,
            growth=0.1,
            deny=0.1,
            thrift=0.2,
            vote=2.0,
            office=5.0,
            fear=0.1,
            rivals=0.2,
            harm_mayor=0.2,
        ),
    ),
}
