"""Neotopia's firings in facts made by hand: two games of three seats and two rounds."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from balance.games.neotopia.codes import HIRE, KEEP, NOBODY, PASS, RELEASE, RIOT, SETTLED, SKILLS, TRANSFER
from balance.games.neotopia.coverage import COVERAGE
from balance.games.neotopia.facts import BOOK, TABLES
from balance.kernel.record import Facts, new_facts

PLAYERS = ["order", "random", "miser"]
MODEL = SimpleNamespace(start_coins=2)


def made() -> Facts:
    facts = new_facts(BOOK, TABLES, 2, {"seat": 3, "round": 2, "suit": 4})
    facts["game"]["rounds"], facts["game"]["turns"], facts["game"]["decisions"] = 2, 6, [5, 4]
    facts["game"]["joker_uses"] = [0, 2]
    facts["turns"]["action"][0] = [[KEEP, HIRE], [KEEP, RELEASE], [TRANSFER, HIRE]]
    facts["turns"]["action"][1] = [[KEEP, PASS], [PASS, PASS], [KEEP, KEEP]]
    facts["turns"]["coins"][0] = [[2, 0], [2, 3], [1, 0]]  # from 2: changes after rounds 2; 2; 1 and 2
    facts["turns"]["coins"][1] = [[2, 2], [2, 2], [2, 2]]
    facts["seats"]["entry"] = [[0, 1, 2], [2, 0, 1]]
    facts["seats"]["skill_used"][0, 1, SKILLS.index("subsidy")] = 1
    facts["seats"]["skill_used"][0, 2, SKILLS.index("subsidy")] = 1
    facts["seats"]["skill_used"][1, 0, SKILLS.index("transfer_order")] = 1
    facts["seats"]["bonus"] = [[3, 0, 1], [0, 0, 0]]
    facts["suits"]["in_play"] = [[1, 1, 1, 0], [1, 1, 1, 1]]
    facts["suits"]["outcome"] = [[SETTLED, RIOT, SETTLED, RIOT], [NOBODY, SETTLED, RIOT, RIOT]]
    return facts


def test_firings() -> None:
    found = {key: sign(made(), MODEL, PLAYERS).tolist() for key, sign in COVERAGE.facts.items()}
    assert found == {
        **{key: [1, 1] for key in ("N1", "N2", "N17", "N24")},
        "N3": [2, 2],
        "N4": [6, 6],
        "N5": [2, 3],
        "N6": [1, 0],
        "N7": [1, 0],
        "N8": [2, 0],
        "N9": [0, 3],
        "N10": [4, 0],
        "N11": [2, 1],
        "N12": [0, 0],
        "N13": [0, 0],
        "N14": [0, 1],
        "N15": [0, 0],
        "N16": [2, 0],
        "N18": [3, 4],
        "N19": [1, 2],
        "N20": [2, 1],
        "N21": [2, 1],
        "N22": [2, 0],
        "N23": [0, 2],
        "N25": [5, 4],
        "N26": [2, 2],
    }


def test_without_the_random_player_its_rule_never_fires() -> None:
    assert COVERAGE.facts["N26"](made(), MODEL, ["order", "hirer", "miser"]).tolist() == [0, 0]
    assert not np.any(COVERAGE.facts["N9"](new_facts(BOOK, TABLES, 1, {"seat": 3, "round": 2, "suit": 4}), MODEL, []))
