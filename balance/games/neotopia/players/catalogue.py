"""The scripted players as data: name, plan and weights with their meaning; nothing here needs compiled code.

Compiled code freezes the *order* of players and of each player's weights (the numbers themselves are arguments).
The digest of compiled sources must therefore take this file in, which it does with every file that names
`from balance.kernel`; a test watches over it.
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.games.contract import Player


@dataclass(frozen=True)
class Weight:
    """A number of a player that a designer may tune."""

    default: float
    meaning: str


# Weights that several players have.
COIN = "what a coin is worth, in VP at the end"
RIVALS = "how much of the VP that others lose counts as won; shared out among them"
PATIENCE = "what a skill that can wait must bring beyond its cost for each round still to come"
SEEING = "what it is worth to see a card of the pile"
SECRECY = "what the skill secret personnel is worth, its coin aside"
RECEIVING = "what the card that a department move brings is worth, in parts of an average unseen card"
READY = "worth of a public card for a transfer next round, in parts of what that transfer would bring"
PUBLIC = "worth of one more public card while the subsidy is still to come"

WEIGHTS: dict[str, dict[str, Weight]] = {
    "random": {},
    "accountant": {
        "pairing": Weight(0.3, "chance that a rival with one card of a suit has two of it in the end"),
        "rivals": Weight(0.2, RIVALS),
        "hold": Weight(0.5, "worth of holding on to a card beyond its expected VP: the others' counts may fall"),
        "coin": Weight(1.0, COIN),
        "ready": Weight(0.35, READY),
        "public": Weight(0.7, PUBLIC),
        "patience": Weight(2.5, PATIENCE),
        "seeing": Weight(0.1, SEEING),
        "secrecy": Weight(0.3, SECRECY),
        "receiving": Weight(0.3, RECEIVING),
    },
    "majority": {
        "suits": Weight(3.0, "how many suits it builds"),
        "want": Weight(3.5, "worth of a card of such a suit until more than half of the suit is held"),
        "spare": Weight(0.3, "worth of a card of any other suit"),
        "open_cards": Weight(0.5, "how far a card on the field counts when it chooses its suits, in own cards"),
        "joker": Weight(3.0, "worth of the joker"),
        "start": Weight(0.5, "worth of the start card"),
        "coin": Weight(1.0, COIN),
        "ready": Weight(0.5, READY),
        "patience": Weight(0.5, PATIENCE),
    },
    "miser": {
        "greed": Weight(2.0, "how many times a coin counts"),
        "public": Weight(0.5, PUBLIC),
        "patience": Weight(0.5, PATIENCE),
    },
    "hirer": {
        "coin": Weight(0.6, COIN),
        "eager": Weight(1.0, "worth of hiring as such"),
        "rivals": Weight(1.0, RIVALS),
        "patience": Weight(0.2, PATIENCE),
    },
    "spoiler": {
        "spite": Weight(1.0, "worth of a VP that the leader loses"),
        "others": Weight(0.4, "worth of a VP that another rival loses"),
        "riot": Weight(1.0, "worth of a VP that a riot takes from its sole holder"),
        "denial": Weight(0.3, "chance that a rival takes a card that he wants from the field"),
        "coin": Weight(1.0, COIN),
        "patience": Weight(0.4, PATIENCE),
    },
    "secretive": {
        "secrecy": Weight(3.0, SECRECY),
        "hiding": Weight(0.6, "worth of putting a card down face down"),
        "shy": Weight(0.6, "what a public card costs it"),
        "rivals": Weight(1.0, RIVALS),
        "coin": Weight(1.0, COIN),
        "seeing": Weight(0.2, SEEING),
    },
    "order": {
        "ambition": Weight(2.0, "how many times the order bonus counts"),
        "start": Weight(1.5, "how many times a change of the settlement order counts"),
        "rivals": Weight(0.5, RIVALS),
        "coin": Weight(1.0, COIN),
        "ready": Weight(0.5, READY),
        "patience": Weight(0.4, PATIENCE),
    },
    "weighted": {
        "vp": Weight(1.0, "expected VP gained by the cards that change hands"),
        "coin": Weight(1.0, "coins gained less coins paid"),
        "count": Weight(0.1, "own cards of the suit after gaining one, or before giving one up"),
        "leader": Weight(
            0.2, "cards of the suit that the seat in the lead is expected to hold, if it is kept from him"
        ),
        "robbing": Weight(0.5, "the same for a public card taken from him by a transfer order"),
        "field": Weight(-0.1, "a card laid on the field, times the chance that another holds its suit"),
        "riot": Weight(-0.5, "chance gained of holding the suit alone while a riot may come"),
        "provoke": Weight(0.5, "chance gained that one rival holds the suit alone while a riot may come"),
        "joker": Weight(1.0, "the joker gained"),
        "start": Weight(0.5, "the start card gained"),
        "public": Weight(0.0, "own public cards gained"),
        "secret": Weight(0.2, "a card put down face down"),
        "unknown": Weight(0.0, "a field card taken unseen"),
        "keep": Weight(0.0, "the action keep"),
        "release": Weight(0.0, "the action release"),
        "transfer": Weight(0.0, "the action transfer"),
        "hire": Weight(0.0, "the action hire"),
        "late": Weight(0.0, "a transfer or hire, for each round that has gone by"),
        "seeing": Weight(0.0, "the skill market research, for each card it shows"),
        "secrecy": Weight(0.0, "the skill secret personnel"),
        "ordering": Weight(0.0, "the skill transfer order"),
        "moving": Weight(0.0, "the skill department move"),
        "subsidy": Weight(0.0, "the skill subsidy"),
        "waiting": Weight(-0.3, "a skill, for each round that is still to come"),
        "noise": Weight(0.0, "chance that a decision is made as the random player makes it"),
    },
}

PLANS: dict[str, tuple[str, str]] = {
    "random": (
        "Chooses uniformly among everything that is legal; the anchor of every scale of strength.",
        "合法な手を全て等しい確率で選ぶ。強さの物差しの基準点。",
    ),
    "accountant": (
        "Works out the chances of first and second place in every suit from what it can see, and does what "
        "brings most expected VP for its cost.",
        "見えている情報から各スートの１位・２位の確率を計算し、費用に対して得点の期待値が最も増える手を選ぶ。",
    ),
    "majority": (
        "Picks the two or three suits it is best in, collects them until it holds more than half, and sells the rest.",
        "得意な２、３スートを選び、過半数を持つまで集めて、残りは手放す。",
    ),
    "miser": (
        "Takes coins while the stock has any, gives up lone cards first, and pays for nothing.",
        "ストックに金がある限り受け取り、１枚だけのカードから手放し、何にも金を払わない。",
    ),
    "hirer": (
        "Spends its coins on the open field, and sells its least useful card when it has none left.",
        "場の表向きのカードに金を使い、金が尽きたら最も要らないカードを売る。",
    ),
    "spoiler": (
        "Hurts who leads: overtakes him in his suits, takes what he would want, and leaves others alone with a "
        "suit so that it riots.",
        "首位の邪魔をする。相手の得意なスートで追い抜き、欲しがるカードを取り、一人だけが持つスートを作って暴動を起こす。",
    ),
    "secretive": (
        "Uses secret personnel at once, puts down face down what it can, and shows as few cards as possible.",
        "早々に秘密人事を使い、できるだけ裏向きに維持して、公開手札を少なく保つ。",
    ),
    "order": (
        "Plays for the settlement order: early it lives on ties, late on the bonus of first place; it moves the "
        "start card to where it helps.",
        "決算順番を重視する。早い順番なら同数で勝ち、遅い順番なら１位のボーナスを狙い、決算開始カードを都合のよい所へ動かす。",
    ),
    "weighted": (
        "Adds up features of every option, each with a weight from the scenario, and takes the best.",
        "各選択肢の特徴にシナリオの重みを掛けて合計し、最も高いものを選ぶ。",
    ),
}

PLAYERS: dict[str, Player] = {
    name: Player(name, *PLANS[name], {weight: row.default for weight, row in WEIGHTS[name].items()}) for name in PLANS
}


def places(player: str) -> dict[str, int]:
    """Place of each weight of a player in its row."""
    return {name: place for place, name in enumerate(WEIGHTS[player])}
