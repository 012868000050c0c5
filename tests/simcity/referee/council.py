"""The vote on a rezoning: free votes, bound members, ties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.simcity.referee.cards import Card
from tests.simcity.referee.city import Layer
from tests.simcity.referee.state import Game


@dataclass
class Votes:
    """What one seat can give: votes that all fall alike, and those of bound members."""

    free: int = 0
    bound_yes: int = 0
    bound_no: int = 0


def votes_of(game: Game, seat: int, card: Card, covered: list[Layer]) -> Votes:
    """The votes of a seat when this card would cover these blocks."""
    votes = Votes()
    for name in game.council[seat]:
        member = game.cards[name]
        before = sum(block.card.zone == member.zone for block in covered)
        after = int(card.zone == member.zone)
        removed, added = after < before, after > before
        if "corrupt" in member.tags:
            votes.bound_no += removed
            votes.bound_yes += added
            votes.free += not removed and not added
        elif "able" in member.tags:
            concerned = {"either": removed or added, "removed": removed, "added": added}[game.rules["able_counts"]]
            votes.free += 2 if concerned else 1
        else:
            votes.free += 1
    votes.free += 2 * (seat == game.mayor) + (seat == game.chairman)
    return votes


def judge_vote(game: Game, card: Card, covered: list[Layer], vote: dict[str, Any]) -> bool:
    """Checks the vote of the trace and says whether it passed."""
    book = game.book
    for seat in range(game.players):
        right = votes_of(game, seat, card, covered)
        shown = (vote["yes"][seat], vote["no"][seat])
        allowed = {
            (right.bound_yes + right.free, right.bound_no),
            (right.bound_yes, right.bound_no + right.free),
        }
        options = " or ".join(f"{yes} yes and {no} no" for yes, no in sorted(allowed))
        book.check(
            shown in allowed, "vote", f"seat {seat} casts {options}, but the trace says {shown[0]} and {shown[1]}"
        )
    yes, no = sum(vote["yes"]), sum(vote["no"])
    if yes != no:
        book.equal("vote", f"with {yes} yes and {no} no, who breaks the tie", None, vote["tie_break"])
        book.equal("vote", f"with {yes} yes and {no} no, whether it passed", yes > no, vote["passed"])
        return yes > no
    decides = game.mayor if game.chairman is None else game.chairman
    book.equal("vote", "the seat that breaks the tie (chairman, else mayor, else nobody)", decides, vote["tie_break"])
    if decides is None:
        book.check(not vote["passed"], "vote", "a tie that nobody breaks fails, but the trace says it passed")
    return bool(vote["passed"]) and decides is not None
