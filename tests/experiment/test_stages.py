"""Playing in stages: fixed looks, and what is seen at each is what a run that ends there sees."""

from __future__ import annotations

import numpy as np
import pytest

from balance.experiment.plan import plan
from balance.experiment.run import play
from balance.experiment.stages import FIRST, looks, play_in_stages
from tests.experiment.checked import toy_plan


def test_looks_double_and_end_with_all() -> None:
    assert FIRST == 256
    assert looks(256) == [256]
    assert looks(100) == [100]
    assert looks(257) == [256, 257]
    assert looks(1500) == [256, 512, 1024, 1500]


@pytest.mark.parametrize("threads", [1, 3])
def test_each_look_is_a_run_that_ends_there(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    planned = toy_plan(monkeypatch, 2 * 2300)
    seen = list(play_in_stages(planned, threads))
    assert [sums.blocks for sums in seen] == [256, 512, 1024, 2048, 2300]
    for sums in seen:
        whole = play(plan(planned.scenario, sums.games), 1).sums
        assert whole.table.blocks_per_batch == sums.table.blocks_per_batch
        assert np.array_equal(whole.table.sums, sums.table.sums)


def test_no_more_is_played_than_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    stages = play_in_stages(toy_plan(monkeypatch, 4000), 1, played.append)
    next(stages)
    assert sum(played) == 512
    next(stages)
    assert sum(played) == 1024
