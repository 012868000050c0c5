"""What a game shows, in short words: actions, skills, zones, outcomes and rulings that were at work in it.

A set of example games is complete when together they show everything in `EVERYTHING`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Line = dict[str, Any]

SKILLS = ("market_research", "secret_personnel", "transfer_order", "department_move", "subsidy")
PARTS = (
    *("vp", "vp_per_card", "vp_per_public", "vp_per_hidden", "vp_per_coin_pair", "coins", "take"),
    *("vp_first", "vp_second", "vp_holder", "vp_absent"),
)
EVERYTHING = {
    *(f"action {action}" for action in ("keep", "release", "transfer", "hire", "pass")),
    *(f"{skill} before" for skill in SKILLS),
    *(f"{what} face {face}" for what in ("keep", "transfer") for face in ("up", "down")),
    *(f"release from {zone}" for zone in ("hidden", "public", "secret")),
    *(f"passed from {zone}" for zone in ("hidden", "secret")),
    *(f"keep face down, {mode}" for mode in ("lasting", "once")),
    *(f"keep face down, counted by {count}" for count in ("game", "since_skill", "in_front", "nothing")),
    *("card turned down", "nothing to pass", "coins cut short", "stock below nothing"),
    *("start card held", "start card not held", "start rotates", "suit taken out"),
    *(f"outcome {outcome}" for outcome in ("settled", "riot", "nobody")),
    *("second riot", "riot penalty", "sole holder after a riot", "sole holder, riots off"),
    *("tie clockwise", "tie shared", "equal seconds share"),
    *(f"order bonus by {way}" for way in ("order", "none", "list")),
    *("joker at every suit", "joker once", "joker without order bonus", "joker with order bonus"),
    *(f"effects {table}" for table in ("flat", "count", "ladder", "by row")),
    *(f"part {part}" for part in PARTS),
    *("won by VP", "won by coins", "win shared"),
}
LATER = {"subsidy after"}  # by scripted players only: it may count the public card of the action


def exercised(lines: Sequence[Line]) -> set[str]:
    """What the game of these lines shows."""
    rules = lines[0]["rules"]
    shown = {"start rotates"} if rules["rotate_start"] else set()
    coins, alone, riots = lines[1]["coins"], 0, 0
    for line in lines[1:]:
        if line["event"] == "deal" and line["removed_suit"] is not None:
            shown.add("suit taken out")
        elif line["event"] == "turn":
            shown |= of_action(line["action"], rules)
            if line["skill"] is not None:
                shown |= of_skill(line["skill"], line["skill_when"])
            shown |= {"stock below nothing"} if line["stock"] < 0 else set()
        elif line["event"] == "settlement":
            shown.add("start card held" if line["held"] else "start card not held")
        elif line["event"] == "suit":
            alone += sum(count > 0 for count in line["counts"]) == 1
            riots += line["outcome"] == "riot"
            shown |= of_suit(line, rules) | of_payment(line, rules, coins)
        elif line["event"] == "result":
            shown |= of_result(line)
        coins = line.get("coins", coins)
    if rules["riot"] != "every" and alone > riots:
        shown.add("sole holder after a riot" if rules["riot"] == "once" else "sole holder, riots off")
    return shown | ({"second riot"} if riots > 1 else set())


def of_action(action: Line, rules: Mapping[str, Any]) -> set[str]:
    shown = {f"action {action['type']}"}
    if action["type"] == "keep":
        shown.add(f"keep face {action['face']}")
        if action["face"] == "down":
            count = rules["secret_count"] if rules["secret_parity"] else "nothing"
            shown |= {f"keep face down, {rules['secret_personnel']}", f"keep face down, counted by {count}"}
    elif action["type"] == "release":
        shown.add(f"release from {action['from']}")
        shown |= {"coins cut short"} if action["gained"] < rules["release_gain"] else set()
    elif action["type"] == "transfer":
        shown.add(f"transfer face {action['take_face']}")
    return shown


def of_skill(skill: Line, when: str) -> set[str]:
    shown = {f"{skill['name']} {when}"}
    if skill["name"] == "department_move":
        shown |= {f"passed from {card['from']}" if card else "nothing to pass" for card in skill["passed"]}
    return shown | ({"card turned down"} if skill["name"] == "secret_personnel" and "card" in skill else set())


def of_suit(line: Line, rules: Mapping[str, Any]) -> set[str]:
    shown = {f"outcome {line['outcome']}"}
    counts = [count + (seat == line["joker"]) for seat, count in enumerate(line["counts"])]
    if line["outcome"] == "riot" and rules["riot_penalty"]:
        shown.add("riot penalty")
    if line["outcome"] == "settled":
        effects, bonus = rules["effects"], rules["order_bonus"]
        shown.add(f"effects {effects if isinstance(effects, str) else 'by row'}")
        shown.add(f"order bonus by {bonus if isinstance(bonus, str) else 'list'}")
        if counts.count(max(counts)) > 1:
            shown.add(f"tie {rules['ties']}")
        shown |= {"equal seconds share"} if len(line["second"]) > 1 else set()
    if line["joker"] is not None:
        shown.add("joker once" if rules["joker_uses"] == "once" else "joker at every suit")
        if line["joker"] in line["first"]:
            shown.add(f"joker {'with' if rules['joker_order_bonus'] else 'without'} order bonus")
    return shown


def of_payment(line: Line, rules: Mapping[str, Any], coins: Sequence[int]) -> set[str]:
    """Parts of the suit's row that paid something; ``coins`` are those before it."""
    effects = rules["effects"]
    row = effects[str(line["suit"])] if isinstance(effects, dict) else {}
    ranked = line["first"] + line["second"]
    absent = 0 in line["counts"]
    at_work = {
        "vp_per_coin_pair": any(coins[seat] > 1 for seat in ranked),
        "coins": line["coins"] != coins,
        "take": any(coins[seat] and not count for seat, count in enumerate(line["counts"])),
        "vp_second": bool(line["second"]),
        "vp_absent": absent,
    }
    if line["outcome"] == "nobody":
        return {"part vp_absent"} if "vp_absent" in row else set()
    return {f"part {part}" for part in row if line["outcome"] == "settled" and at_work.get(part, True)}


def of_result(line: Line) -> set[str]:
    if len(line["winners"]) > 1:
        return {"win shared"}
    return {"won by VP" if line["vp"].count(max(line["vp"])) == 1 else "won by coins"}
